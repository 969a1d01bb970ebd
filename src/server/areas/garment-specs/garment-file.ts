import { againstFields } from '../../../shared/areas/catalogue/upload-fields.ts'
import { lineKey, mergedPoints, type PointRow, type SpecContent } from '../../../shared/areas/garment-specs/changes.ts'
import { garmentFaults, garmentWords } from '../../../shared/areas/garment-specs/rules.ts'
import { garmentSheet } from '../../../shared/areas/garment-specs/sheets.ts'
import type { Contract } from '../../../shared/areas.ts'
import { centimetres, toMillimetres } from '../../../shared/kernel/centimetres.ts'
import type { Handlers } from '../../http/call.ts'
import type { SheetRow } from '../../sheets/read-rows.ts'
import { type OpenSheet, type SheetValues, type ToldOfFault, takeSheet } from '../../sheets/take-sheet.ts'
import { codeOf, type HeldStyle, holdStyles } from './held-styles.ts'
import { newBackwards } from './point-jumps.ts'
import { assertRemoval, type Plan, specsAsSeen, takeSpecs } from './take-specs.ts'

type Values = SheetValues<typeof garmentSheet>

/** A sound row of the sheet. */
interface Point {
  style: HeldStyle
  row: SheetRow<Values>
  says: PointRow
}

export const uploadGarmentFile: Handlers<Contract['garmentSpecs']>['uploadGarmentFile'] = takeSheet(garmentSheet, {
  words: { taken: garmentWords.specTaken, unchanged: garmentWords.specUnchanged },
  before: async (input) => assertRemoval(input),
  async check({ tx, context, input, rows, refuse }) {
    const named = rows.map(({ values }) => codeOf(values.catalogue, input.vendor_catalogue_id))
    const styles = await holdStyles(
      tx,
      context,
      named.flatMap((one) => ('code' in one ? [one.code] : [])),
    )
    const standing = await specsAsSeen(tx, context, [...styles.values()], 'points')
    const places = new Map<string, number>()
    const sound = rows.flatMap((row, at): Point[] => {
      const refused = (...said: [key: string, message: string, expected?: string, more?: ToldOfFault]): Point[] => {
        refuse(row, ...said)
        return []
      }
      const { size, point, point_zh, how, measure, tolerance } = row.values
      const of = named[at]
      if (!of || 'fault' in of) return refused('catalogue', of?.fault ?? garmentFaults.noStyle)
      const style = styles.get(of.code)
      if (!style) return refused('catalogue', garmentFaults.unknownStyle)
      const against = againstFields(input, { ...style, isThere: standing(style.id).points.length > 0 })
      if (against !== null) return refused('catalogue', against)
      if (style.sizes.length > 0 && !style.sizes.includes(size))
        return refused('size', garmentFaults.unknownSize, garmentFaults.sizes, {
          values: { sizes: style.sizes.join(', ') },
        })
      const [spec_mm, tolerance_mm] = [toMillimetres(measure), toMillimetres(tolerance)]
      if (spec_mm === 0) return refused('measure', garmentFaults.zero)
      if (tolerance_mm >= spec_mm) return refused('tolerance', garmentFaults.tolerance)
      const place = `${style.id} ${point}`
      const position = places.get(place) ?? places.size + 1
      places.set(place, position)
      const words = { point_zh: point_zh ?? '', how_to_measure: how ?? '' }
      return [{ style, row, says: { size, point, ...words, spec_mm, tolerance_mm, position } }]
    })
    const plans = [...Map.groupBy(sound, ({ style }) => style)].map(([style, own]) =>
      planOf(style, own, { before: standing(style.id), isWhole: input.left_out === 'removed', refuse }),
    )
    return { good: plans.flatMap(({ rows }) => rows), plans }
  },
  save: ({ tx, context, input }, { plans }) => takeSpecs({ tx, context, input }, 'points', plans),
})

interface Judging {
  before: SpecContent
  isWhole: boolean
  refuse: OpenSheet<Values>['refuse']
}

/** What the rows of a style come to. Refuses those that make a larger size smaller, until none of the rest does. */
function planOf(style: HeldStyle, own: readonly Point[], { before, isWhole, refuse }: Judging): Plan {
  const points = mergedPoints(
    before.points,
    own.map(({ says }) => says),
    isWhole,
  )
  const wrong = new Set<Point>()
  for (const { point, from, to } of newBackwards(style, before.points, points)) {
    const of = (size: string) => own.find(({ says }) => says.size === size && says.point === point)
    const [size, at] = of(to) ? [from, of(to)] : [to, of(from)]
    if (!at || wrong.has(at)) continue
    wrong.add(at)
    const measure = points.find((one) => one.size === size && one.point === point)?.spec_mm ?? 0
    const values = { size, measure: centimetres(measure) }
    refuse(at.row, 'measure', garmentFaults.backwards, garmentFaults.beside, { values })
  }
  const rest = own.filter((one) => !wrong.has(one))
  if (wrong.size > 0) return planOf(style, rest, { before, isWhole, refuse })
  const rows = own.map(({ says }) => [lineKey(says.size, says.point)])
  return { style, before, after: { ...before, points }, rows }
}
