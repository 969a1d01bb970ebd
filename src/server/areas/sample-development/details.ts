import { sql } from 'kysely'
import { measureWords } from '../../../shared/areas/sample-development/measures.ts'
import { makingFields } from '../../../shared/areas/sample-development/tech-pack.ts'
import type { Contract } from '../../../shared/areas.ts'
import { recordEvent } from '../../audit/audit.ts'
import { assertFresh } from '../../audit/freshness.ts'
import { col, type Row, rowsOf } from '../../database/rows.ts'
import { type Db, type Handlers, reply, type Tx } from '../../http/call.ts'
import { moveNotAllowed, refusedField } from '../../http/errors.ts'
import { askedPoints } from '../samples/asked-points.ts'
import { holdSample } from '../samples/set-sample.ts'
import { developmentOf } from './list.ts'

type Routes = Handlers<Contract['sampleDevelopment']>

const columns = {
  ...{ base_size: col.textOrNull, fabric: col.text, construction: col.text },
  ...{ labels: col.text, packing: col.text, care: col.text },
}
export type Making = Row<typeof columns>

/** How a style (catalogue_style.id) is made; empty where nobody said. */
export async function makingOf(db: Db | Tx, style: string): Promise<Making> {
  const { rows } = await rowsOf(columns)`
    SELECT base_size, fabric, construction, labels, packing, care FROM style_making WHERE catalogue_id = ${style}::uuid`.execute(
    db,
  )
  return rows[0] ?? { base_size: null, fabric: '', construction: '', labels: '', packing: '', care: '' }
}

/** Weight is said until the sample is judged; how its style is made at any time. */
export const captureSampleDetails: Routes['captureSampleDetails'] = (asked, context) =>
  context.command(async (tx) => {
    const { sample_id, version, base_size, weight_qc_g, making = {} } = asked
    const { sample, style } = await holdSample(tx, context, sample_id)
    await assertFresh(tx, { entity: 'catalogue_sample', entityId: sample.code, version: sample.version }, version)
    if (weight_qc_g !== undefined && sample.state !== 'received' && sample.state !== 'measured')
      throw moveNotAllowed(measureWords.notReceived, [])
    const { sizes } = (await askedPoints(tx, [sample.id]))(sample.id)
    if (base_size && !sizes.includes(base_size)) throw refusedField('base_size', measureWords.unknownSize)
    const was = await makingOf(tx, style.id)
    const now = { ...was, ...making, base_size: base_size === undefined ? was.base_size : base_size }
    await sql`INSERT INTO style_making (catalogue_id, base_size, fabric, construction, labels, packing, care)
      VALUES (${style.id}::uuid, ${now.base_size}, ${now.fabric}, ${now.construction}, ${now.labels}, ${now.packing}, ${now.care})
      ON CONFLICT (catalogue_id) DO UPDATE SET base_size = excluded.base_size, fabric = excluded.fabric, construction = excluded.construction,
        labels = excluded.labels, packing = excluded.packing, care = excluded.care`.execute(tx)
    await sql`UPDATE catalogue_sample SET version = version + 1,
      weight_qc_g = ${weight_qc_g === undefined ? sql`weight_qc_g` : weight_qc_g} WHERE id = ${sample.id}::uuid`.execute(
      tx,
    )
    await recordEvent(tx, context, {
      ...{ entity: 'catalogue_sample', entityId: sample.code, event: 'sample.described' },
      details: { changed: makingFields.filter((field) => was[field] !== now[field]).join(', ') },
    })
    const { row } = await developmentOf(tx, context, sample_id)
    return reply({ sample: row }, measureWords.details)
  })
