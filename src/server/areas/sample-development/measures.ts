import { sql } from 'kysely'
import {
  inMeasuringOrder,
  measureFaults,
  measureWords,
  type Typed,
} from '../../../shared/areas/sample-development/measures.ts'
import { measurementSheet, positionSheet } from '../../../shared/areas/sample-development/sheets.ts'
import { placeKey, sampleWords } from '../../../shared/areas/samples/rounds.ts'
import type { Contract } from '../../../shared/areas.ts'
import { toMillimetres } from '../../../shared/kernel/centimetres.ts'
import { isBoundToVendor } from '../../../shared/kernel/roles.ts'
import { recordDownload, recordEvent } from '../../audit/audit.ts'
import { assertFresh } from '../../audit/freshness.ts'
import { col, type Row, rowsOf } from '../../database/rows.ts'
import { type CallContext, type Db, type Handlers, reply, type Tx } from '../../http/call.ts'
import { invalidInput, moveNotAllowed, notFound } from '../../http/errors.ts'
import type { SheetRow } from '../../sheets/read-rows.ts'
import { type SheetValues, takeSheet } from '../../sheets/take-sheet.ts'
import { writeWorkbook } from '../../sheets/write-workbook.ts'
import { askedPoints, settleMeasured } from '../samples/asked-points.ts'
import { writeMeasures } from '../samples/describe.ts'
import { sampleQuery } from '../samples/samples.ts'
import { holdSample } from '../samples/set-sample.ts'
import { developmentOf } from './list.ts'
import { positionsOf } from './positions.ts'

type Routes = Handlers<Contract['sampleDevelopment']>

const measureColumns = {
  ...{ sample: col.text, size: col.text, point: col.text, measured_mm: col.number },
  ...{ spec_mm: col.numberOrNull, tolerance_mm: col.numberOrNull },
}
export type Measured = Row<typeof measureColumns>

/** What was measured of samples, by catalogue_sample.id. */
export async function measuresOf(db: Db | Tx, ids: readonly string[]): Promise<(id: string) => Measured[]> {
  const { rows } = await rowsOf(measureColumns)`
    SELECT sample_id::text AS sample, size, point, measured_mm, spec_mm, tolerance_mm FROM catalogue_sample_measure
    WHERE sample_id = ANY(${ids}::uuid[])`.execute(db)
  const bySample = Map.groupBy(rows, ({ sample }) => sample)
  return (id) => bySample.get(id) ?? []
}

const isOpen = (state: string) => state === 'received' || state === 'measured'

/** Writes measures that were found sound, and makes the sample measured by its first. The sample is held. */
async function saveMeasures(
  tx: Tx,
  context: CallContext,
  { id, code }: { id: string; code: string },
  measures: readonly Typed[],
): Promise<void> {
  await writeMeasures(
    tx,
    id,
    measures.map(({ size, point, measured_mm }) => ({ size, point, measured_mm, spec_mm: null, tolerance_mm: null })),
  )
  await settleMeasured(tx, [id])
  await sql`UPDATE catalogue_sample SET version = version + 1 WHERE id = ${id}::uuid`.execute(tx)
  await recordEvent(tx, context, {
    ...{ entity: 'catalogue_sample', entityId: code, event: 'sample.measured' },
    details: { measures: measures.length },
  })
}

const fieldNames = { point: 'point', size: 'size', measured: 'measured_mm' } as const

export const saveSampleMeasurementDataUi: Routes['saveSampleMeasurementDataUi'] = (asked, context) =>
  context.command(async (tx) => {
    const { sample_id, version, measures } = asked
    const { sample } = await holdSample(tx, context, sample_id)
    await assertFresh(tx, { entity: 'catalogue_sample', entityId: sample.code, version: sample.version }, version)
    if (!isOpen(sample.state)) throw moveNotAllowed(measureWords.notReceived, [])
    const standing = (await measuresOf(tx, [sample.id]))(sample.id)
    const faults = measureFaults(measures, (await askedPoints(tx, [sample.id]))(sample.id), standing)
    const [first] = faults
    if (first)
      throw invalidInput(first.message, {
        fields: faults.map(({ at, field, message }) => ({ field: `measures.${at}.${fieldNames[field]}`, message })),
      })
    await saveMeasures(tx, context, sample, measures)
    const { row } = await developmentOf(tx, context, sample_id)
    return reply({ sample: row }, measureWords.saved)
  })

type SaidRow = SheetRow<SheetValues<typeof measurementSheet>>

/** The sheet as it went out, filled in; an empty measure is left for later. All samples of it are held in the order of their ids. */
export const uploadSampleMeasurementDetailsFile: Routes['uploadSampleMeasurementDetailsFile'] = takeSheet(
  measurementSheet,
  {
    words: { taken: measureWords.saved, unchanged: measureWords.samePositions },
    async lock({ tx, rows }) {
      const codes = [...new Set(rows.map(({ values }) => values.sample))]
      const { rows: held } = await rowsOf({ id: col.text, code: col.text, style: col.text, state: col.text })`
        SELECT s.id, s.code, c.code AS style, s.state FROM catalogue_sample s JOIN catalogue_style c ON c.id = s.catalogue_id
        WHERE s.code = ANY(${codes}::text[]) ORDER BY s.id FOR UPDATE OF s`.execute(tx)
      const ids = held.map(({ id }) => id)
      return {
        samples: new Map(held.map((row) => [row.code, row])),
        asked: await askedPoints(tx, ids),
        standing: await measuresOf(tx, ids),
      }
    },
    async check({ rows, input, held: { samples, asked, standing }, refuse }) {
      const good: (Typed & { sample: string })[] = []
      let idle = 0
      const sound = rows.filter((row) => {
        const sample = samples.get(row.values.sample)
        const fault = !sample
          ? measureWords.noSample
          : input.vendor_catalogue_id !== undefined && sample.style !== input.vendor_catalogue_id
            ? measureWords.otherStyle
            : row.values.measured !== null && !isOpen(sample.state)
              ? measureWords.notReceived
              : null
        if (fault !== null) refuse(row, 'sample', fault)
        const { catalogue } = row.values
        if (fault === null && catalogue !== null && sample && sample.style !== catalogue) {
          refuse(row, 'catalogue', measureWords.otherStyle)
          return false
        }
        return fault === null
      })
      for (const [code, own] of Map.groupBy(sound, ({ values }) => values.sample)) {
        const id = samples.get(code)?.id ?? ''
        const before = new Map(standing(id).map((one) => [placeKey(one), one.measured_mm]))
        const filled = own.filter(({ values }) => values.measured !== null)
        idle += own.length - filled.length
        const typed = filled.map(typedOf)
        const faults = new Map(measureFaults(typed, asked(id), standing(id)).map((fault) => [fault.at, fault]))
        for (const [at, one] of typed.entries()) {
          const [fault, row] = [faults.get(at), filled[at]]
          if (fault && row) {
            const { field, message, expected, values } = fault
            refuse(row, field, message, expected, values ? { values } : {})
          } else if (before.get(placeKey(one)) === one.measured_mm) idle += 1
          else good.push({ ...one, sample: code })
        }
      }
      return { good, idle }
    },
    async save({ tx, context, held: { samples } }, { good }) {
      const bySample = Map.groupBy(good, ({ sample }) => sample)
      for (const [code, measures] of bySample) {
        const sample = samples.get(code)
        if (sample) await saveMeasures(tx, context, sample, measures)
      }
      return { changed: good.length, sample_ids: [...bySample.keys()] }
    },
  },
)

function typedOf({ values: { size, point, measured, sure } }: SaidRow): Typed {
  return { size, point, measured_mm: measured === null ? null : toMillimetres(measured), is_sure: sure ?? false }
}

const MOST = 500
const FILE = 'Sample-measurements.xlsx'

/** A vendor's sheet is of what is asked of its own samples: it reads no measure of ours. Throws not_found for a sample named that is not there. */
export const downloadSampleMeasurementFile: Routes['downloadSampleMeasurementFile'] = async (input, context) => {
  const isVendor = isBoundToVendor(context.caller)
  const filter = { tab: 'all' as const, ...(input.sample_ids && { sample_ids: input.sample_ids }) }
  const ids = await sampleQuery.idsInOrder(filter, context, MOST)
  const rows = await sampleQuery.byId(ids, context)
  const gone = input.sample_ids?.find((code) => !rows.some(({ sample_id }) => sample_id === code))
  if (gone !== undefined) throw notFound(sampleWords.notFound, { sample: gone })
  const { rows: of } = await rowsOf({ code: col.text, style: col.text })`
    SELECT code, catalogue_id::text AS style FROM catalogue_sample WHERE id = ANY(${ids}::uuid[])`.execute(context.db)
  const styles = new Map(of.map(({ code, style }) => [code, style]))
  const placed = await positionsOf(context.db, [...new Set(styles.values())])
  const asked = await askedPoints(context.db, ids)
  const measured = await measuresOf(context.db, isVendor ? [] : ids)
  await recordDownload(context, FILE, { samples: rows.length, of: input.of })
  const samples = rows.map((row, at) => {
    const id = ids[at] ?? ''
    const positions = placed(styles.get(row.sample_id) ?? '')
    const critical = new Set(positions.flatMap(({ point, is_critical }) => (is_critical ? [point] : [])))
    const head = { sample: row.sample_id, catalogue: row.catalogue_id, style: row.name }
    return { head, critical, points: inMeasuringOrder(asked(id).points, positions), measures: measured(id) }
  })
  if (input.of === 'positions')
    return {
      body: writeWorkbook(
        positionSheet,
        samples.flatMap(({ head, critical, points }) =>
          [...new Set(points.map(({ point }) => point))].map((point) => ({
            ...{ ...head, point, critical: critical.has(point) },
          })),
        ),
        { spareRows: 20 },
      ),
    }
  const body = writeWorkbook(
    measurementSheet,
    samples.flatMap(({ head, critical, points, measures }) => {
      const found = new Map(measures.map((one) => [placeKey(one), one.measured_mm]))
      return points.map((one) => {
        const mm = found.get(placeKey(one))
        return {
          ...{ ...head, critical: critical.has(one.point) ? '●' : '', point: one.point, size: one.size },
          ...{ spec: one.spec_mm / 10, tolerance: one.tolerance_mm / 10 },
          measured: mm === undefined ? null : mm / 10,
        }
      })
    }),
    { spareRows: 20 },
  )
  return { body }
}
