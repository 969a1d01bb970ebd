import { lineKey, mergedPoints, type PointRow } from '../../../shared/areas/garment-specs/changes.ts'
import { garmentFaults, garmentWords } from '../../../shared/areas/garment-specs/rules.ts'
import { garmentSheet } from '../../../shared/areas/garment-specs/sheets.ts'
import type { Contract } from '../../../shared/areas.ts'
import { toMillimetres } from '../../../shared/kernel/centimetres.ts'
import type { Handlers } from '../../http/call.ts'
import { type ToldOfFault, takeSheet } from '../../sheets/take-sheet.ts'
import { codeOf, type HeldStyle, holdStyles } from './held-styles.ts'
import { assertRemoval, type Plan, specsAsSeen, takeSpecs } from './take-specs.ts'

interface Point extends PointRow {
  style: HeldStyle
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
    const places = new Map<string, number>()
    const good = rows.flatMap((row, at): Point[] => {
      const refused = (...said: [key: string, message: string, expected?: string, more?: ToldOfFault]): Point[] => {
        refuse(row, ...said)
        return []
      }
      const { size, point, point_zh, how, measure, tolerance } = row.values
      const of = named[at]
      if (!of || 'fault' in of) return refused('catalogue', of?.fault ?? garmentFaults.noStyle)
      const style = styles.get(of.code)
      if (!style) return refused('catalogue', garmentFaults.unknownStyle)
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
      return [
        { style, size, point, point_zh: point_zh ?? '', how_to_measure: how ?? '', spec_mm, tolerance_mm, position },
      ]
    })
    return { good }
  },
  async save({ tx, context, input }, { good }) {
    const byStyle = [...Map.groupBy(good, ({ style }) => style)]
    const standing = await specsAsSeen(
      tx,
      context,
      byStyle.map(([style]) => style),
      'points',
    )
    const plans = byStyle.map(([style, own]): Plan => {
      const before = standing(style.id)
      const said = own.map(({ style: _, ...row }) => row)
      const points = mergedPoints(before.points, said, input.left_out === 'removed')
      const rows = own.map(({ size, point }) => [lineKey(size, point)])
      return { style, before, after: { ...before, points }, rows }
    })
    return takeSpecs({ tx, context, input }, 'points', plans)
  },
})
