import { sql } from 'kysely'
import { z } from 'zod'
import { sampleStates, sampleWords } from '../../../shared/areas/samples/rounds.ts'
import { sampleTrackingSheet } from '../../../shared/areas/samples/sheets.ts'
import { isBoundToVendor } from '../../../shared/kernel/roles.ts'
import { recordEvents } from '../../audit/audit.ts'
import { col, type Row, rowsOf } from '../../database/rows.ts'
import { ownRows } from '../../http/own-rows.ts'
import { takeSheet } from '../../sheets/take-sheet.ts'

const columns = {
  ...{ id: col.text, code: col.text, state: z.enum(sampleStates) },
  ...{ carrier: col.textOrNull, tracking: col.textOrNull },
}
interface Sent {
  sample: Row<typeof columns>
  carrier: string
  tracking: string | null
}

const oneLine = (text: string | null) => text?.replace(/\s+/g, ' ').trim() || null

/**
 * The tracking sheet as it went out, filled in: what is asked for becomes sent, what is on its way is put right; a row without a
 * carrier and a number is left for later. A vendor's sheet knows its own samples alone. Held in the order of their ids.
 */
export const uploadSampleTracking = takeSheet(sampleTrackingSheet, {
  words: { taken: sampleWords.sent, unchanged: sampleWords.unchanged },
  async lock({ tx, context, rows }) {
    const codes = [...new Set(rows.map(({ values }) => values.sample))]
    const isVendor = isBoundToVendor(context.caller)
    const { rows: held } = await rowsOf(columns)`
      SELECT s.id, s.code, s.state, s.carrier, s.tracking FROM catalogue_sample s JOIN catalogue_style c ON c.id = s.catalogue_id
      WHERE s.code = ANY(${codes}::text[]) AND ${ownRows(context.caller, 'c.vendor_id')} AND (${!isVendor} OR s.state <> 'planned')
      ORDER BY s.id FOR UPDATE OF s`.execute(tx)
    return new Map(held.map((row) => [row.code, row]))
  },
  async check({ rows, held, refuse }) {
    const good: Sent[] = []
    const seen = new Set<string>()
    let idle = 0
    for (const row of rows) {
      const sample = held.get(row.values.sample)
      const carrier = oneLine(row.values.carrier)
      const tracking = oneLine(row.values.tracking)
      const isTwice = seen.has(row.values.sample)
      seen.add(row.values.sample)
      if (!sample) refuse(row, 'sample', sampleWords.noSample)
      else if (isTwice) refuse(row, 'sample', sampleWords.sentTwice)
      else if (!carrier && !tracking) idle += 1
      else if (!carrier) refuse(row, 'carrier', sampleWords.carrier)
      else if (sample.carrier === carrier && sample.tracking === tracking && sample.state !== 'requested') idle += 1
      else if (sample.state !== 'requested' && sample.state !== 'sent') refuse(row, 'sample', sampleWords.notToSend)
      else good.push({ sample, carrier, tracking })
    }
    return { good, idle }
  },
  async save({ tx, context }, { good }) {
    const of = <T>(value: (one: Sent) => T) => good.map(value)
    await sql`UPDATE catalogue_sample s SET state = 'sent', carrier = n.carrier, tracking = n.tracking,
        sent_at = coalesce(s.sent_at, now()), version = s.version + 1
      FROM unnest(${of(({ sample }) => sample.id)}::uuid[], ${of((one) => one.carrier)}::text[], ${of((one) => one.tracking)}::text[])
        AS n (id, carrier, tracking) WHERE s.id = n.id`.execute(tx)
    await recordEvents(
      tx,
      context,
      good.map(({ sample, carrier, tracking }) => ({
        ...{ entity: 'catalogue_sample', entityId: sample.code, event: 'sample.sent', from: sample.state, to: 'sent' },
        ...{ source: 'file' as const, details: { carrier, tracking } },
      })),
    )
    return { changed: good.length, sample_ids: of(({ sample }) => sample.code) }
  },
})
