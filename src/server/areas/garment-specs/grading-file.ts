import { sql } from 'kysely'
import { garmentFaults, garmentWords, gradingFaults } from '../../../shared/areas/garment-specs/rules.ts'
import { gradingSheet } from '../../../shared/areas/garment-specs/sheets.ts'
import type { Contract } from '../../../shared/areas.ts'
import { centimetres, toMillimetres } from '../../../shared/kernel/centimetres.ts'
import { recordEvents } from '../../audit/audit.ts'
import { col, rowsOf } from '../../database/rows.ts'
import type { Handlers, Tx } from '../../http/call.ts'
import type { SheetRow } from '../../sheets/read-rows.ts'
import { type OpenSheet, type SheetValues, takeSheet } from '../../sheets/take-sheet.ts'
import { codeOf, type HeldStyle, holdStyles, sizesOf } from './held-styles.ts'

type Values = SheetValues<typeof gradingSheet>
type Row = SheetRow<Values>
type Refuse = OpenSheet<Values>['refuse']

/** A style whose grading is whole and sound. */
interface Graded {
  style: HeldStyle
  sizes: { vendor_size: string; our_size: string }[]
  jumps: { point: string; from_size: string; to_size: string; increment_mm: number }[]
  rows: number
}

/** A style's grading is taken whole or not at all: half of one has sizes without neighbours. */
export const uploadGradingFile: Handlers<Contract['garmentSpecs']>['uploadGradingFile'] = takeSheet(gradingSheet, {
  words: { taken: garmentWords.gradingTaken, unchanged: garmentWords.gradingUnchanged },
  async check({ tx, context, input, rows, refuse }) {
    const named = rows.map((row) => ({ row, of: codeOf(row.values.catalogue, input.vendor_catalogue_id) }))
    const codes = [...new Set(named.flatMap(({ of }) => ('code' in of ? [of.code] : [])))]
    const styles = await holdStyles(tx, context, codes)
    const specs = await specsOf(
      tx,
      [...styles.values()].map(({ id }) => id),
    )
    for (const { row, of } of named) {
      if ('fault' in of) refuse(row, 'catalogue', of.fault)
      else if (!styles.has(of.code)) refuse(row, 'catalogue', garmentFaults.unknownStyle)
    }
    const good: Row[] = []
    const graded = codes.flatMap((code): Graded[] => {
      const style = styles.get(code)
      const own = named.flatMap(({ row, of }) => ('code' in of && of.code === code ? [row] : []))
      if (!style || !isSound(style, own, specs.get(style.id) ?? new Map(), refuse)) return []
      good.push(...own)
      return [gradedOf(style, own)]
    })
    return { good, graded }
  },
  async save({ tx, context }, { graded }) {
    let changed = 0
    const events = []
    for (const one of graded) {
      if (!(await saveOne(tx, one))) continue
      changed += one.rows
      events.push({
        ...({ entity: 'garment_spec', entityId: one.style.code, event: 'garment.graded' } as const),
        to: one.sizes.map(({ vendor_size, our_size }) => `${vendor_size} = ${our_size}`).join(', '),
      })
    }
    if (events.length > 0) await recordEvents(tx, context, events)
    return changed
  },
})

/** Names every fault of one style's rows. */
function isSound(style: HeldStyle, rows: readonly Row[], specs: Specs, refuse: Refuse): boolean {
  let isGood = true
  const fault = (...said: Parameters<Refuse>) => {
    refuse(...said)
    isGood = false
  }
  const sizes = sizesOf(
    style,
    rows.map(({ values }) => values.our_size),
  )
  const ours = new Map<string, string>()
  for (const row of rows) {
    const { vendor_size, our_size, point, increment } = row.values
    const before = ours.get(vendor_size)
    if (!sizes.includes(our_size))
      fault(row, 'our_size', garmentFaults.unknownSize, garmentFaults.sizes, { values: { sizes: sizes.join(', ') } })
    else if (before !== undefined && before !== our_size) fault(row, 'our_size', garmentFaults.otherSize)
    else if (before === undefined && [...ours.values()].includes(our_size)) fault(row, 'our_size', garmentFaults.twice)
    ours.set(vendor_size, before ?? our_size)
    if (point === null && increment !== null) fault(row, 'point', garmentFaults.noSize)
  }
  if (!isGood) return false
  // The sizes themselves have their neighbours, whichever points they name.
  const named = [...new Map(rows.toReversed().map((row) => [row.values.our_size, row])).values()]
  for (const found of gradingFaults(
    named.map(({ values }) => ({ our_size: values.our_size, increment_mm: null })),
    sizes,
  )) {
    const row = named[found.at]
    if (row && found.fault === 'gap')
      fault(row, 'our_size', garmentFaults.gap, garmentFaults.gapIs, { values: { size: found.size } })
  }
  const pointed = rows.filter(({ values }) => values.point !== null)
  for (const [point, own] of Map.groupBy(pointed, ({ values }) => values.point ?? '')) {
    const judged = own.map(({ values: { our_size, increment } }) => ({
      our_size,
      increment_mm: increment === null ? null : toMillimetres(increment),
    }))
    for (const found of gradingFaults(judged, sizes, specs.get(point))) {
      const row = own[found.at]
      if (!row) continue
      if (found.fault === 'gap') {
        if (ours.values().some((size) => size === found.size))
          fault(row, 'our_size', garmentFaults.gap, garmentFaults.gapIs, { values: { size: found.size } })
      } else if (found.fault === 'notAsMeasured')
        fault(row, 'increment', garmentFaults.notAsMeasured, garmentFaults.measuredIs, {
          values: { increment: centimetres(found.increment_mm) },
        })
      else fault(row, 'increment', garmentFaults[found.fault])
    }
  }
  return isGood
}

function gradedOf(style: HeldStyle, rows: readonly Row[]): Graded {
  const order = sizesOf(
    style,
    rows.map(({ values }) => values.our_size),
  )
  const bySize = new Map(rows.map(({ values }) => [values.our_size, values.vendor_size]))
  const sizes = order.flatMap((our_size) => {
    const vendor_size = bySize.get(our_size)
    return vendor_size === undefined ? [] : [{ vendor_size, our_size }]
  })
  const named = new Set(rows.map(({ values }) => `${values.point}\n${values.our_size}`))
  const jumps = rows.flatMap(({ values: { point, our_size, increment } }) => {
    const from_size = order[order.indexOf(our_size) - 1]
    const isFirst = from_size === undefined || !named.has(`${point}\n${from_size}`)
    if (point === null || isFirst) return []
    return [{ point, from_size, to_size: our_size, increment_mm: toMillimetres(increment ?? 0) }]
  })
  return { style, sizes, jumps, rows: rows.length }
}

type Specs = ReadonlyMap<string, ReadonlyMap<string, number>>

/** What each size measures, by style and point. */
async function specsOf(tx: Tx, ids: readonly string[]): Promise<ReadonlyMap<string, Specs>> {
  const { rows } = await rowsOf({ id: col.text, point: col.text, size: col.text, spec_mm: col.number })`
    SELECT catalogue_id AS id, point, size, spec_mm FROM garment_point WHERE catalogue_id = ANY(${ids}::uuid[])`.execute(
    tx,
  )
  const byStyle = Map.groupBy(rows, ({ id }) => id)
  return new Map(
    [...byStyle].map(([id, own]) => [
      id,
      new Map(
        [...Map.groupBy(own, ({ point }) => point)].map(([point, of]) => [
          point,
          new Map(of.map(({ size, spec_mm }) => [size, spec_mm])),
        ]),
      ),
    ]),
  )
}

/** Whether it was another before. */
async function saveOne(tx: Tx, { style: { id }, sizes, jumps }: Graded): Promise<boolean> {
  const { rows } = await rowsOf({ was: col.text })`
    SELECT coalesce((SELECT string_agg(concat_ws('|', vendor_size, our_size), ';' ORDER BY position) FROM grading_size WHERE catalogue_id = ${id}), '')
      || '#' || coalesce((SELECT string_agg(concat_ws('|', point, from_size, to_size, increment_mm), ';' ORDER BY point COLLATE "C", to_size COLLATE "C")
        FROM grading_jump WHERE catalogue_id = ${id}), '') AS was`.execute(tx)
  const bytes = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0)
  const ordered = jumps.toSorted((a, b) => bytes(a.point, b.point) || bytes(a.to_size, b.to_size))
  const now = `${sizes.map((one) => `${one.vendor_size}|${one.our_size}`).join(';')}#${ordered
    .map((one) => `${one.point}|${one.from_size}|${one.to_size}|${one.increment_mm}`)
    .join(';')}`
  if (rows[0]?.was === now) return false
  await sql`DELETE FROM grading_size WHERE catalogue_id = ${id}`.execute(tx)
  await sql`DELETE FROM grading_jump WHERE catalogue_id = ${id}`.execute(tx)
  await sql`INSERT INTO grading_size (catalogue_id, vendor_size, our_size, position)
    SELECT ${id}::uuid, n.* FROM unnest(${sizes.map((one) => one.vendor_size)}::text[], ${sizes.map((one) => one.our_size)}::text[],
      ${sizes.map((_, at) => at + 1)}::int[]) AS n`.execute(tx)
  await sql`INSERT INTO grading_jump (catalogue_id, point, from_size, to_size, increment_mm)
    SELECT ${id}::uuid, n.* FROM unnest(${jumps.map(({ point }) => point)}::text[], ${jumps.map((one) => one.from_size)}::text[],
      ${jumps.map((one) => one.to_size)}::text[], ${jumps.map((one) => one.increment_mm)}::int[]) AS n`.execute(tx)
  return true
}
