import { sql } from 'kysely'
import { garmentFaults, garmentWords } from '../../../shared/areas/garment-specs/rules.ts'
import { garmentSheet } from '../../../shared/areas/garment-specs/sheets.ts'
import type { Contract } from '../../../shared/areas.ts'
import { toMillimetres } from '../../../shared/kernel/centimetres.ts'
import { recordEvents } from '../../audit/audit.ts'
import { col, rowsOf } from '../../database/rows.ts'
import type { Handlers } from '../../http/call.ts'
import { type ToldOfFault, takeSheet } from '../../sheets/take-sheet.ts'
import { measuresOfLive, retireMeasures } from '../catalogue/go-live.ts'
import { codeOf, type HeldStyle, holdStyles } from './held-styles.ts'

interface Point {
  style: HeldStyle
  size: string
  point: string
  point_zh: string
  how_to_measure: string
  spec_mm: number
  tolerance_mm: number
  /** Points stand in the order in which the sheet first names them. */
  position: number
}

export const uploadGarmentFile: Handlers<Contract['garmentSpecs']>['uploadGarmentFile'] = takeSheet(garmentSheet, {
  words: { taken: garmentWords.specTaken, unchanged: garmentWords.specUnchanged },
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
  async save({ tx, context }, { good }) {
    const ids = [...new Set(good.map(({ style }) => style.id))]
    const { rows: before } = await rowsOf({ key: col.text, id: col.text, size: col.text, point: col.text })`
      SELECT catalogue_id AS id, size, point, concat_ws('|', catalogue_id, size, point, point_zh, how_to_measure, spec_mm, tolerance_mm) AS key
      FROM garment_point WHERE catalogue_id = ANY(${ids}::uuid[])`.execute(tx)
    const was = new Set(before.map(({ key }) => key))
    const keyOf = (one: Point) =>
      [one.style.id, one.size, one.point, one.point_zh, one.how_to_measure, one.spec_mm, one.tolerance_mm].join('|')
    const changed = good.filter((one) => !was.has(keyOf(one)))
    if (changed.length === 0 && was.size === good.length) return 0
    await sql`DELETE FROM garment_point WHERE catalogue_id = ANY(${ids}::uuid[])`.execute(tx)
    await sql`
      INSERT INTO garment_point (catalogue_id, size, point, point_zh, how_to_measure, spec_mm, tolerance_mm, position)
      SELECT * FROM unnest(${good.map(({ style }) => style.id)}::uuid[], ${good.map(({ size }) => size)}::text[],
        ${good.map(({ point }) => point)}::text[], ${good.map((one) => one.point_zh)}::text[],
        ${good.map((one) => one.how_to_measure)}::text[], ${good.map((one) => one.spec_mm)}::int[],
        ${good.map((one) => one.tolerance_mm)}::int[], ${good.map(({ position }) => position)}::int[])`.execute(tx)
    const named = new Set(good.map(({ style, size, point }) => `${style.id}|${size}|${point}`))
    await retireMeasures(
      tx,
      before.filter(({ id, size, point }) => !named.has(`${id}|${size}|${point}`)),
    )
    await measuresOfLive(tx, ids)
    const events = [...Map.groupBy(good, ({ style }) => style.code)].map(([code, own]) => ({
      ...({ entity: 'garment_spec', entityId: code, event: 'garment.measured' } as const),
      details: {
        points: new Set(own.map(({ point }) => point)).size,
        sizes: new Set(own.map(({ size }) => size)).size,
      },
    }))
    await recordEvents(tx, context, events)
    return Math.max(changed.length, 1)
  },
})
