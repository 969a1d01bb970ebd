import { type SqlBool, sql } from 'kysely'
import { z } from 'zod'
import { nextOfProduction, orderScreens } from '../../../shared/areas/production/lacking.ts'
import { orderPaths, orderStates, orderStateWords } from '../../../shared/areas/production/order-states.ts'
import { factLabels, hasRight } from '../../../shared/areas.ts'
import { address } from '../../../shared/kernel/screens.ts'
import { col, rowsOf } from '../../database/rows.ts'
import { type Asking, codeIs, type Finder, known, type Match, pathFor, type Traced } from '../../trace/finder.ts'
import { relatedStyles } from '../orders/trace-styles.ts'
import { knownOrders, seenOrders } from './orders.ts'

const columns = {
  id: col.text,
  number: col.text,
  state: z.enum(orderStates),
  path: z.enum(orderPaths),
  style: col.text,
  style_row: col.textOrNull,
  name: col.text,
  name_zh: col.text,
  pieces: col.number,
  facilities: col.texts,
  due_on: col.textOrNull,
}

async function traced({ db, caller }: Asking, condition: ReturnType<typeof sql<SqlBool>>, limit: number) {
  if (!hasRight(caller, 'seeProduction')) return []
  const { rows } = await rowsOf(columns)`
    SELECT o.id::text AS id, o.number, o.state, o.path, s.id::text AS style_row, coalesce(s.code, c.code, '') AS style, coalesce(s.name, c.name, '') AS name,
      coalesce(s.name_zh, c.name_zh, '') AS name_zh, o.pieces, o.due_on::text AS due_on,
      ARRAY(SELECT f.code FROM production_vendor_allocation a JOIN production_facility f ON f.id = a.facility_id
        WHERE a.order_id = o.id ORDER BY f.code) AS facilities
    FROM production_order o LEFT JOIN catalogue_style c ON c.id = o.catalogue_id LEFT JOIN style s ON s.id = coalesce(o.style_id, c.style_id)
    WHERE ${condition} AND ${seenOrders(caller)} ORDER BY o.number DESC LIMIT ${sql.lit(limit)}`.execute(db)
  return rows.map((row) => {
    const found: Traced = {
      kind: 'production_order',
      code: row.number,
      title: row.number,
      subtitle: `${row.style} ${row.name}`,
      subtitle_zh: `${row.style} ${row.name_zh || row.name}`,
      status: orderStateWords[row.state],
      path: pathFor(caller, address(orderScreens[row.path], { tab: row.state, order: row.number })),
    }
    return { row, found }
  })
}

/** Production orders by their numbers. */
export const productionFinder: Finder = {
  async find(asking, match: Match, limit) {
    return (await traced(asking, codeIs(sql<string>`o.number`, match), limit)).map(({ found }) => found)
  },
  async history(asking, code) {
    const [one] = await traced(asking, sql<SqlBool>`o.number = ${code}`, 1)
    if (one === undefined) return null
    const { row, found } = one
    const [standing] = await knownOrders(asking.db, [row.id])
    return {
      ...found,
      facts: known([
        row.style === '' ? null : { label: factLabels.production_style, text: row.style },
        { label: factLabels.production_pieces, count: row.pieces },
        row.facilities.length === 0
          ? null
          : { label: factLabels.production_facilities, text: row.facilities.join(', ') },
        row.due_on === null ? null : { label: factLabels.production_due, day: row.due_on },
      ]),
      quantities: null,
      related: row.style_row === null ? [] : await relatedStyles(asking, sql<SqlBool>`s.id = ${row.style_row}::uuid`),
      next: nextOfProduction({ ...row, lacking: standing?.lacking ?? [] }),
      scope: { things: [{ kind: 'production_order', codes: [row.number] }], boxes: null, lines: [] },
    }
  },
}
