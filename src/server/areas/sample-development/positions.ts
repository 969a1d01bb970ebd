import { sql } from 'kysely'
import {
  inMeasuringOrder,
  measureWords,
  type Position,
  positionFaults,
} from '../../../shared/areas/sample-development/measures.ts'
import { positionSheet } from '../../../shared/areas/sample-development/sheets.ts'
import type { Contract } from '../../../shared/areas.ts'
import { recordEvent } from '../../audit/audit.ts'
import { assertFresh } from '../../audit/freshness.ts'
import { col, rowsOf } from '../../database/rows.ts'
import { type CallContext, type Db, type Handlers, reply, type Tx } from '../../http/call.ts'
import { invalidInput } from '../../http/errors.ts'
import { takeSheet } from '../../sheets/take-sheet.ts'
import { askedPoints } from '../samples/asked-points.ts'
import { holdSample } from '../samples/set-sample.ts'
import { developmentOf } from './list.ts'

type Routes = Handlers<Contract['sampleDevelopment']>

/** Points of styles in the order in which they are measured, by catalogue_style.id. */
export async function positionsOf(db: Db | Tx, styles: readonly string[]): Promise<(id: string) => Position[]> {
  const { rows } = await rowsOf({ style: col.text, point: col.text, is_critical: col.flag })`
    SELECT catalogue_id::text AS style, point, is_critical FROM style_measure_position
    WHERE catalogue_id = ANY(${styles}::uuid[]) ORDER BY catalogue_id, place`.execute(db)
  const byStyle = Map.groupBy(rows, ({ style }) => style)
  return (id) => (byStyle.get(id) ?? []).map(({ point, is_critical }) => ({ point, is_critical }))
}

type Held = Awaited<ReturnType<typeof holdSample>>

const isSame = (was: readonly Position[], now: readonly Position[]) =>
  was.length === now.length &&
  was.every((one, at) => one.point === now[at]?.point && one.is_critical === now[at]?.is_critical)

/** Writes them where they differ, and says whether they do. The style is held. */
async function writePositions(tx: Tx, context: CallContext, { sample, style }: Held, placed: readonly Position[]) {
  const before = (await positionsOf(tx, [style.id]))(style.id)
  // As they are measured: what is critical stands before the others, wherever it was put.
  const now = inMeasuringOrder([...placed], placed)
  if (isSame(before, now)) return false
  await sql`DELETE FROM style_measure_position WHERE catalogue_id = ${style.id}::uuid`.execute(tx)
  await sql`INSERT INTO style_measure_position (catalogue_id, point, place, is_critical)
    SELECT ${style.id}::uuid, point, at, is_critical
    FROM unnest(${now.map(({ point }) => point)}::text[], ${now.map((one) => one.is_critical)}::bool[]) WITH ORDINALITY AS n (point, is_critical, at)`.execute(
    tx,
  )
  await sql`UPDATE catalogue_sample SET version = version + 1 WHERE id = ${sample.id}::uuid`.execute(tx)
  await recordEvent(tx, context, {
    ...{ entity: 'catalogue_sample', entityId: sample.code, event: 'sample.positions' },
    details: { points: now.length, critical: now.filter((one) => one.is_critical).length },
  })
  return true
}

/** Names of the points that the sample's spec asks for, each once, in its order. */
async function pointNames(tx: Tx, sampleId: string): Promise<string[]> {
  return [...new Set((await askedPoints(tx, [sampleId]))(sampleId).points.map(({ point }) => point))]
}

export const captureMeasurementPositionsUi: Routes['captureMeasurementPositionsUi'] = (asked, context) =>
  context.command(async (tx) => {
    const { sample_id, version, positions } = asked
    const held = await holdSample(tx, context, sample_id)
    const { sample } = held
    await assertFresh(tx, { entity: 'catalogue_sample', entityId: sample.code, version: sample.version }, version)
    const faults = positionFaults(positions, await pointNames(tx, sample.id))
    const [first] = faults
    if (first)
      throw invalidInput(first.message, {
        fields: faults.map(({ at, message }) => ({ field: `positions.${at}.point`, message })),
      })
    const isChanged = await writePositions(tx, context, held, positions)
    const { row } = await developmentOf(tx, context, sample_id)
    return reply({ sample: row }, isChanged ? measureWords.positions : measureWords.samePositions)
  })

/** The sheet of a sample: its rows in their order are the order of the points. */
export const captureMeasurementPositionsFile: Routes['captureMeasurementPositionsFile'] = takeSheet(positionSheet, {
  words: { taken: measureWords.positions, unchanged: measureWords.samePositions },
  async lock({ tx, context, input }) {
    const held = await holdSample(tx, context, input.sample_id)
    return { ...held, points: await pointNames(tx, held.sample.id) }
  },
  async check({ rows, held: { sample, style, points }, refuse }) {
    const own = rows.filter(({ values }) => {
      const isOfStyle = values.catalogue === null || values.catalogue === style.code
      return values.sample === sample.code && isOfStyle
    })
    for (const row of rows) {
      if (row.values.sample !== sample.code) refuse(row, 'sample', measureWords.otherSample)
      else if (!own.includes(row)) refuse(row, 'catalogue', measureWords.otherStyle)
    }
    const placed = own.map(({ values }) => ({ point: values.point, is_critical: values.critical ?? false }))
    const wrong = new Set<number>()
    for (const { at, message, expected, values } of positionFaults(placed, points)) {
      const row = own[at]
      wrong.add(at)
      if (row) refuse(row, 'point', message, expected, values ? { values } : {})
    }
    return { good: placed.filter((_, at) => !wrong.has(at)) }
  },
  async save({ tx, context, held }, { good }) {
    const isChanged = good.length > 0 && (await writePositions(tx, context, held, good))
    return { changed: isChanged ? good.length : 0, sample_ids: isChanged ? [held.sample.code] : [] }
  },
})
