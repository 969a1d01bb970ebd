import { sql } from 'kysely'
import { z } from 'zod'
import { type SampleRow, sampleFileName, type samplesCalls } from '../../../shared/areas/samples/calls.ts'
import { sampleWords } from '../../../shared/areas/samples/rounds.ts'
import { sampleMetadataSheet, sampleTrackingSheet } from '../../../shared/areas/samples/sheets.ts'
import type { Taken } from '../../../shared/kernel/call.ts'
import { centimetres, toMillimetres } from '../../../shared/kernel/centimetres.ts'
import { isBoundToVendor } from '../../../shared/kernel/roles.ts'
import type { SheetTemplate } from '../../../shared/kernel/sheet.ts'
import { recordDownload, recordEvents } from '../../audit/audit.ts'
import { col, rowsOf } from '../../database/rows.ts'
import type { CallContext, FileReply } from '../../http/call.ts'
import { forbidden } from '../../http/errors.ts'
import type { SheetRow } from '../../sheets/read-rows.ts'
import { type SheetValues, takeSheet } from '../../sheets/take-sheet.ts'
import { writeSheetCsv } from '../../sheets/write-table.ts'
import { type WorkbookRow, type WriteOptions, writeWorkbook } from '../../sheets/write-workbook.ts'
import { type Asked, askedPoints, inSpecOrder, settleMeasured, specOf } from './asked-points.ts'
import { sampleQuery } from './samples.ts'

const MOST = 500
const SPARE_ROWS = 20

/** The sheet that is asked for. A vendor's is of who carries its samples alone: it reads no measures of ours. */
export async function downloadSampleFile(
  asked: Taken<(typeof samplesCalls)['downloadSampleFile']>,
  context: CallContext,
): Promise<FileReply> {
  const { type, sample_ids, format } = asked
  if (type !== 'tracking' && isBoundToVendor(context.caller)) throw forbidden()
  const tab = type === 'tracking' ? 'to_send' : 'all'
  const filter = sample_ids === undefined ? ({ tab } as const) : { tab: 'all' as const, sample_ids }
  const ids = await sampleQuery.idsInOrder(filter, context, MOST)
  const samples = await sampleQuery.byId(ids, context)
  await recordDownload(context, `${sampleFileName(asked)}.${format}`, { rows: samples.length })
  const write = (sheet: SheetTemplate, rows: readonly WorkbookRow[], options: WriteOptions = {}): FileReply => ({
    body: format === 'csv' ? writeSheetCsv(sheet, rows) : writeWorkbook(sheet, rows, options),
  })
  if (type === 'tracking')
    return write(
      sampleTrackingSheet,
      samples.map((row) => ({ ...headOf(row), due: row.due_on, carrier: row.carrier, tracking: row.tracking })),
    )
  const coded = samples.flatMap((row, at) => (ids[at] === undefined ? [] : [{ id: ids[at], row }]))
  const rows = type === 'metadata' ? await blankRows(coded, context) : await filledRows(coded, context)
  return write(sampleMetadataSheet, rows, { spareRows: SPARE_ROWS })
}

const headOf = (row: SampleRow) => ({ sample: row.sample_id, catalogue: row.catalogue_id, style: row.name })

/** A row a point of measure that the sample's spec asks for; of a style without one, a row for the sample. */
async function blankRows(samples: readonly Coded[], { db }: CallContext) {
  const asked = await askedPoints(
    db,
    samples.map(({ id }) => id),
  )
  return samples.flatMap(({ id, row }) => {
    const { points } = asked(id)
    if (points.length === 0) return [headOf(row)]
    return points.map(({ size, point, spec_mm, tolerance_mm }) => ({
      ...{ ...headOf(row), size, point, spec: spec_mm / 10, tolerance: tolerance_mm / 10 },
    }))
  })
}

interface Coded {
  /** catalogue_sample.id. */
  id: string
  row: SampleRow
}

async function filledRows(samples: readonly Coded[], { db }: CallContext) {
  const ids = samples.map(({ id }) => id)
  const asked = await askedPoints(db, ids)
  const { rows } = await rowsOf({
    ...{
      sample: col.text,
      size: col.text,
      point: col.text,
      spec: col.numberOrNull,
      tolerance: col.numberOrNull,
      measured: col.number,
    },
  })`
    SELECT m.sample_id::text AS sample, m.size, m.point, m.spec_mm / 10.0::float8 AS spec, m.tolerance_mm / 10.0::float8 AS tolerance, m.measured_mm / 10.0::float8 AS measured
    FROM catalogue_sample_measure m WHERE m.sample_id = ANY(${ids}::uuid[])`.execute(db)
  const measures = Map.groupBy(rows, ({ sample }) => sample)
  return samples.flatMap(({ id, row }) => {
    const { transparency, pilling, stretchability } = row
    const head = {
      ...headOf(row),
      ...{ weight_vendor: row.weight_vendor_g, weight_qc: row.weight_qc_g, transparency, pilling, stretchability },
    }
    const of = inSpecOrder(asked(id), measures.get(id) ?? [])
    return of.length === 0 ? [head] : of.map(({ sample: _, ...one }) => ({ ...head, ...one }))
  })
}

const ofWhole = ['weight_vendor', 'weight_qc', 'transparency', 'pilling', 'stretchability'] as const

/** In millimetres, as they are stored; the sheet has centimetres. */
interface Measured {
  sample: string
  size: string
  point: string
  spec: number | null
  tolerance: number | null
  measured: number
}

/**
 * What QC found, sheet by sheet. A sample that was received becomes measured by its first measure; what a sheet does not say of a
 * sample stays. All samples of a sheet are held in the order of their ids.
 */
export const uploadSampleQcMetadata = takeSheet(sampleMetadataSheet, {
  words: { taken: sampleWords.saved, unchanged: sampleWords.unchanged },
  async lock({ tx, rows }) {
    const codes = [...new Set(rows.map(({ values }) => values.sample))]
    const { rows: held } = await rowsOf({
      ...{
        id: col.text,
        code: col.text,
        state: z.string(),
        weight_vendor: col.numberOrNull,
        weight_qc: col.numberOrNull,
      },
      ...{ transparency: col.textOrNull, pilling: col.textOrNull, stretchability: col.textOrNull },
    })`
      SELECT s.id, s.code, s.state, s.weight_vendor_g AS weight_vendor, s.weight_qc_g AS weight_qc, s.transparency, s.pilling, s.stretchability
      FROM catalogue_sample s WHERE s.code = ANY(${codes}::text[]) ORDER BY s.id FOR UPDATE OF s`.execute(tx)
    const { rows: before } = await rowsOf({
      ...{
        sample: col.text,
        size: col.text,
        point: col.text,
        spec: col.numberOrNull,
        tolerance: col.numberOrNull,
        measured: col.number,
      },
    })`
      SELECT sample_id AS sample, size, point, spec_mm AS spec, tolerance_mm AS tolerance, measured_mm AS measured
      FROM catalogue_sample_measure WHERE sample_id = ANY(${held.map(({ id }) => id)}::uuid[])`.execute(tx)
    return {
      asked: await askedPoints(
        tx,
        held.map(({ id }) => id),
      ),
      samples: new Map(held.map((row) => [row.code, row])),
      before: new Map(before.map((one) => [keyOf(one), one])),
    }
  },
  async check({ rows, held: { asked, samples, before }, refuse, refuseTwice }) {
    const wanted = new Map<string, Partial<Record<(typeof ofWhole)[number], string | number>>>()
    const measures: Measured[] = []
    /** Rows that say something new. */
    const good: SheetRow<(typeof rows)[number]['values']>[] = []
    const seen = new Map<string, (typeof rows)[number]>()
    let idle = 0
    for (const row of rows) {
      const { values } = row
      const sample = samples.get(values.sample)
      if (!sample) {
        refuse(row, 'sample', sampleWords.noSample)
        continue
      }
      const said = measureOf(sample.id, values)
      const one = said && bySpec(said, asked(sample.id))
      const of = wanted.get(sample.id) ?? {}
      const fault = faultOf(sample.state, values)
      const differing = ofWhole.filter(
        (name) => of[name] !== undefined && values[name] !== null && of[name] !== values[name],
      )
      const first = one === null ? undefined : seen.get(keyOf(one))
      const isOther = said !== null && one !== null && contradicts(said, one)
      if (one) seen.set(keyOf(one), first ?? row)
      if (fault) refuse(row, fault.at, fault.message)
      else if (first) refuseTwice(row, 'point', first, sampleWords.twice)
      else if (isOther)
        refuse(row, 'spec', sampleWords.otherSpec, sampleWords.specIs, {
          values: { spec: centimetres(one.spec ?? 0), tolerance: centimetres(one.tolerance ?? 0) },
        })
      for (const name of fault || first || isOther ? [] : differing) refuse(row, name, sampleWords.different)
      if (fault || first || isOther || differing.length > 0) continue
      const whole = ofWhole.flatMap((name) => (values[name] === null ? [] : [[name, values[name]] as const]))
      wanted.set(sample.id, { ...of, ...Object.fromEntries(whole) })
      const was = one && before.get(keyOf(one))
      const isNew =
        one !== null &&
        !(was && was.spec === one.spec && was.tolerance === one.tolerance && was.measured === one.measured)
      if (one && isNew) measures.push(one)
      if (isNew || whole.some(([name, value]) => value !== sample[name])) good.push(row)
      else idle += 1
    }
    const changed = [...samples.values()].filter((sample) =>
      ofWhole.some((name) => {
        const value = wanted.get(sample.id)?.[name]
        return value !== undefined && value !== sample[name]
      }),
    )
    return { good, idle, measures, changed, wanted }
  },
  async save({ tx, context, held: { samples } }, { good, measures, changed, wanted }) {
    const touched = [...new Set([...measures.map(({ sample }) => sample), ...changed.map(({ id }) => id)])]
    const of = <T>(value: (one: Measured) => T) => measures.map(value)
    await sql`INSERT INTO catalogue_sample_measure AS m (sample_id, size, point, spec_mm, tolerance_mm, measured_mm)
      SELECT * FROM unnest(${of((one) => one.sample)}::uuid[], ${of((one) => one.size)}::text[], ${of((one) => one.point)}::text[],
        ${of((one) => one.spec)}::int[], ${of((one) => one.tolerance)}::int[], ${of((one) => one.measured)}::int[])
      ON CONFLICT (sample_id, size, point) DO UPDATE SET spec_mm = excluded.spec_mm, tolerance_mm = excluded.tolerance_mm,
        measured_mm = excluded.measured_mm`.execute(tx)
    const column = (name: (typeof ofWhole)[number]) => touched.map((id) => wanted.get(id)?.[name] ?? null)
    await sql`UPDATE catalogue_sample s SET weight_vendor_g = coalesce(n.weight_vendor, s.weight_vendor_g),
        weight_qc_g = coalesce(n.weight_qc, s.weight_qc_g), transparency = coalesce(n.transparency, s.transparency),
        pilling = coalesce(n.pilling, s.pilling), stretchability = coalesce(n.stretchability, s.stretchability), version = s.version + 1
      FROM unnest(${touched}::uuid[], ${column('weight_vendor')}::int[], ${column('weight_qc')}::int[], ${column('transparency')}::text[],
        ${column('pilling')}::text[], ${column('stretchability')}::text[])
        AS n (id, weight_vendor, weight_qc, transparency, pilling, stretchability) WHERE s.id = n.id`.execute(tx)
    await settleMeasured(tx, touched)
    const written = [...samples.values()].filter(({ id }) => touched.includes(id))
    const codes = written.map(({ code }) => code)
    const measured = new Set(measures.map(({ sample }) => sample))
    await recordEvents(
      tx,
      context,
      written.map(({ id, code }) => ({
        ...{ entity: 'catalogue_sample', entityId: code, source: 'file' as const },
        event: measured.has(id) ? 'sample.measured' : 'sample.described',
      })),
    )
    return { changed: good.length, sample_ids: codes }
  },
})

type SaidOfSample = Pick<SheetValues<typeof sampleMetadataSheet>, 'size' | 'point' | 'spec' | 'tolerance' | 'measured'>

/** What is wrong with a row of a sample in this state; null where nothing is. */
function faultOf(
  state: string,
  { size, point, spec, tolerance, measured }: SaidOfSample,
): { at: string; message: string } | null {
  if (state !== 'received' && state !== 'measured') return { at: 'sample', message: sampleWords.notReceived }
  if (!size && !point && measured === null) return null
  if (!size || !point || measured === null)
    return { at: !size ? 'size' : !point ? 'point' : 'measured', message: sampleWords.halfMeasure }
  return tolerance !== null && spec === null ? { at: 'spec', message: sampleWords.noSpec } : null
}

function measureOf(sample: string, { size, point, spec, tolerance, measured }: SaidOfSample): Measured | null {
  if (!size || !point || measured === null) return null
  const mm = (cm: number | null) => (cm === null ? null : toMillimetres(cm))
  return { sample, size, point, spec: mm(spec), tolerance: mm(tolerance), measured: toMillimetres(measured) }
}

/** A measure with what the style's spec says that it should be, where it says that. */
function bySpec(said: Measured, asked: Asked): Measured {
  const { spec_mm: spec, tolerance_mm: tolerance } = specOf(asked)(said, {
    ...{ spec_mm: said.spec, tolerance_mm: said.tolerance },
  })
  return { ...said, spec, tolerance }
}

/** Whether a sheet says that a point should be something else than it should; what it leaves empty says nothing. */
const contradicts = (said: Measured, right: Measured): boolean =>
  (said.spec !== null && said.spec !== right.spec) || (said.tolerance !== null && said.tolerance !== right.tolerance)

const keyOf = ({ sample, size, point }: Pick<Measured, 'sample' | 'size' | 'point'>) => `${sample} ${size} ${point}`
