import { againstFields } from '../../../shared/areas/catalogue/upload-fields.ts'
import { lineKey, type SpecContent } from '../../../shared/areas/garment-specs/changes.ts'
import { garmentFaults, garmentWords, gradingFaults } from '../../../shared/areas/garment-specs/rules.ts'
import { gradingSheet } from '../../../shared/areas/garment-specs/sheets.ts'
import type { Contract } from '../../../shared/areas.ts'
import { centimetres, toMillimetres } from '../../../shared/kernel/centimetres.ts'
import { col, rowsOf } from '../../database/rows.ts'
import type { Handlers, Tx } from '../../http/call.ts'
import type { SheetRow } from '../../sheets/read-rows.ts'
import { type OpenSheet, type SheetValues, takeSheet } from '../../sheets/take-sheet.ts'
import { type GradingValues, gradingRowsOf, jumpsTo, mergedGrading } from './grading-rows.ts'
import { codeOf, type HeldStyle, holdStyles, sizesOf } from './held-styles.ts'
import { assertRemoval, type Plan, specsAsSeen, takeSpecs } from './take-specs.ts'

type Values = SheetValues<typeof gradingSheet>
type Row = SheetRow<Values>
type Refuse = OpenSheet<Values>['refuse']

/** A style's rows are taken all or not at all, and judged together with those of its grading that stay: half of one has sizes without neighbours. */
export const uploadGradingFile: Handlers<Contract['garmentSpecs']>['uploadGradingFile'] = takeSheet(gradingSheet, {
  words: { taken: garmentWords.gradingTaken, unchanged: garmentWords.gradingUnchanged },
  before: async (input) => assertRemoval(input),
  async check({ tx, context, input, rows, refuse }) {
    const named = rows.map((row) => ({ row, of: codeOf(row.values.catalogue, input.vendor_catalogue_id) }))
    const codes = [...new Set(named.flatMap(({ of }) => ('code' in of ? [of.code] : [])))]
    const styles = await holdStyles(tx, context, codes)
    const specs = await specsOf(
      tx,
      [...styles.values()].map(({ id }) => id),
    )
    const standing = await specsAsSeen(tx, context, [...styles.values()], 'grading')
    const refused = new Set<string>()
    for (const { row, of } of named) {
      const style = 'code' in of ? styles.get(of.code) : undefined
      const against = style
        ? againstFields(input, { ...style, isThere: standing(style.id).sizes.length > 0 })
        : 'fault' in of
          ? of.fault
          : garmentFaults.unknownStyle
      if (against === null) continue
      refuse(row, 'catalogue', against)
      if (style) refused.add(style.code)
    }
    const good: Row[] = []
    const plans = codes.flatMap((code): Plan[] => {
      const style = styles.get(code)
      const own = named.flatMap(({ row, of }) => ('code' in of && of.code === code ? [row] : []))
      if (!style || refused.has(code)) return []
      const before = standing(style.id)
      const { kept, said } = mergedGrading(input.left_out === 'removed' ? [] : gradingRowsOf(before), own)
      const judged = [...said, ...kept.map(standingRow)]
      if (!isSound(style, judged, { specs: specs.get(style.id), standing: before }, atSheet(own, refuse))) return []
      good.push(...own)
      const rows = own.map(({ values }) => [lineKey(values.our_size, null), lineKey(values.our_size, values.point)])
      return [{ style, before, after: { ...before, ...gradedOf(style, judged) }, rows }]
    })
    return { good, plans }
  },
  save: ({ tx, context, input }, { plans }) => takeSpecs({ tx, context, input }, 'grading', plans),
})

/** A row of the grading as it stands, judged beside those of the sheet. */
const standingRow = (values: GradingValues): Row => ({
  ...{ sheet: '', row: 0, cells: {} },
  values: { catalogue: null, ...values },
})

/** A fault at a row that stands is named at the sheet's row of that size, or at its first. */
function atSheet(own: readonly Row[], refuse: Refuse): Refuse {
  const named = new Set<string>()
  return (row, key, message, ...more) => {
    if (row === null || row.row > 0) return refuse(row, key, message, ...more)
    const { vendor_size, our_size } = row.values
    const near = own.find(({ values }) => values.vendor_size === vendor_size || values.our_size === our_size) ?? own[0]
    const stands = message === garmentFaults.otherSize ? garmentFaults.otherSizeStands : message
    // Several rows that stand may speak against the same row of the sheet.
    const fault = `${near?.row} ${key} ${stands}`
    if (!named.has(fault)) refuse(near ?? null, key, stands, ...more)
    named.add(fault)
  }
}

/** Names every fault of one style's rows. */
function isSound(
  style: HeldStyle,
  rows: readonly Row[],
  { specs, standing }: { specs: Specs | undefined; standing: SpecContent },
  refuse: Refuse,
): boolean {
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
    for (const found of gradingFaults(judged, sizes, {
      specs: specs?.get(point),
      standing: jumpsTo(standing, point),
    })) {
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

function gradedOf(style: HeldStyle, rows: readonly Row[]): Pick<SpecContent, 'sizes' | 'jumps'> {
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
    // An empty cell says nothing of it.
    if (point === null || isFirst || increment === null) return []
    return [{ point, from_size, to_size: our_size, increment_mm: toMillimetres(increment) }]
  })
  return { sizes, jumps }
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
