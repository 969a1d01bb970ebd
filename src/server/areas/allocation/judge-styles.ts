import type { OrderCell } from '../../../shared/areas/allocation/order-faults.ts'
import {
  type Proposal,
  proposeReplenishment,
  type ReplenishmentFacts,
} from '../../../shared/areas/allocation/replenish.ts'
import type { PoStyle } from '../../../shared/areas/allocation/shapes.ts'
import { col, type Row, rowsOf } from '../../database/rows.ts'
import { indiaToday } from '../../database/today.ts'
import type { Db, Tx } from '../../http/call.ts'
import { faceOfColour } from '../pictures/faces.ts'
import { isSendable } from '../stock/places.ts'
import { type LoadedStyle, loadCategory } from './facts.ts'
import type { Order } from './order-columns.ts'

interface JudgedCell extends OrderCell {
  /** Pieces that the store has for sale or gets, and those that it lacks to its target. */
  has: number
  need: number
}

export interface Judged {
  /** What is said of styles at stores that have, get or sell them, or that the source has, and what is ordered. */
  rows: PoStyle[]
  /** The order's cells by store and NM SKU, of all SKUs of the categories that its stores carry. */
  cells: Map<string, JudgedCell>
}

const styleColumns = {
  code: col.text,
  color: col.text,
  name: col.text,
  name_zh: col.text,
  color_zh: col.text,
  picture: col.textOrNull,
  is_listed: col.flag,
  there: col.number,
  reserved: col.number,
}
const snoozeColumns = { style: col.text, color: col.text, store: col.text, day: col.text, by: col.text }
const lineColumns = { store: col.text, sku_id: col.text, quantity: col.number }
const siteColumns = { id: col.text, site: col.text }

/** Judges every style of the categories that the order's stores carry, at each of them. */
export async function judge(db: Db | Tx, order: Order): Promise<Judged> {
  const { rows: stores } = await rowsOf(siteColumns)`
    SELECT x.id::text AS id, x.code AS site FROM replenishment_store w JOIN site x ON x.id = w.site_id
    WHERE w.order_id = ${order.id}::uuid ORDER BY x.code`.execute(db)
  const ordered = await orderedOf(db, order)
  const putOff = await snoozesAt(db, stores)
  const asked = {
    ...{ stores, sources: [{ id: order.source_id, site: order.source }], taskId: null, orderId: order.id },
    holdbackPercent: order.settings.holdback_percent,
  }
  const codes = stores.map(({ site }) => site)
  const judged: Judged = { rows: [], cells: new Map() }
  for (const category of await categoriesOf(db, order, stores)) {
    const { styles, carried } = await loadCategory(db, asked, category, null)
    const named = await namesOf(db, category, order.source_id)
    const byStyle = new Map(styles.map((style) => [style.facts.style, style]))
    const facts = styles.flatMap((style) => {
      const name = named.get(style.facts.style)
      return name ? [factsOf(style, name, putOff)] : []
    })
    for (const proposal of proposeReplenishment(facts, carried, codes, order.settings, order.mode)) {
      const style = byStyle.get(proposal.style)
      const name = named.get(proposal.style)
      if (style === undefined || name === undefined) continue
      const row = rowOf(style, proposal, ordered, order.state)
      for (const { nm_sku, ordered: quantity, free, pieces_in_set, on_hand, in_transit, need } of row.sizes)
        judged.cells.set(`${proposal.store} ${nm_sku}`, {
          ...{ store: proposal.store, nm_sku, style: proposal.style, failed: proposal.failed },
          ...{ quantity, ordered: quantity, free, pieces_in_set, has: on_hand + in_transit, need },
        })
      if (!isWorthSaying(row)) continue
      judged.rows.push({
        ...{ store: proposal.store, style_id: name.code, style_name: name.name, style_name_zh: name.name_zh },
        ...{ color: name.color, color_zh: name.color_zh, picture: name.picture, category, failed: proposal.failed },
        snoozed_until: putOff.get(`${proposal.style} ${proposal.store}`)?.day ?? null,
        ...row,
      })
    }
  }
  return judged
}

/** Pieces ordered by store and sku.id. */
async function orderedOf(db: Db | Tx, order: Order) {
  const { rows } = await rowsOf(lineColumns)`
    SELECT x.code AS store, l.sku_id::text AS sku_id, l.quantity FROM replenishment_line l JOIN site x ON x.id = l.store_id
    WHERE l.order_id = ${order.id}::uuid`.execute(db)
  return new Map(rows.map(({ store, sku_id, quantity }) => [`${store} ${sku_id}`, quantity]))
}

async function categoriesOf(db: Db | Tx, order: Order, stores: readonly Row<typeof siteColumns>[]) {
  const { rows } = await rowsOf({ category: col.text })`
    SELECT DISTINCT s.category FROM style s WHERE s.retired_at IS NULL AND (EXISTS (SELECT FROM shop_profile f
        WHERE f.category = s.category AND f.is_carried AND f.retired_at IS NULL AND f.shop_id = ANY(${stores.map(({ id }) => id)}::uuid[]))
      OR EXISTS (SELECT FROM replenishment_line l JOIN sku k ON k.id = l.sku_id WHERE l.order_id = ${order.id}::uuid AND k.style_id = s.id))
    ORDER BY 1`.execute(db)
  return rows.map(({ category }) => category)
}

/** Until when and by whom styles are put off, by style, colour and store. */
async function snoozesAt(db: Db | Tx, stores: readonly Row<typeof siteColumns>[]) {
  const { rows } = await rowsOf(snoozeColumns)`
    SELECT s.code AS style, z.color, x.code AS store, z.until::text AS day, u.name AS by FROM replenishment_snooze z
    JOIN style s ON s.id = z.style_id JOIN site x ON x.id = z.site_id JOIN app_user u ON u.id = z.snoozed_by
    WHERE z.until > ${indiaToday} AND z.site_id = ANY(${stores.map(({ id }) => id)}::uuid[])`.execute(db)
  return new Map(rows.map(({ style, color, store, day, by }) => [`${style} ${color} ${store}`, { day, by }]))
}

function factsOf(
  { facts: style, skus }: LoadedStyle,
  { is_listed: isListed, there, reserved }: Row<typeof styleColumns>,
  putOff: Awaited<ReturnType<typeof snoozesAt>>,
): ReplenishmentFacts {
  const stores = [...new Set(style.cells.map(({ store }) => store))]
  const snoozed = new Map(
    stores.flatMap((store) => {
      const until = putOff.get(`${style.style} ${store}`)
      return until ? [[store, until] as const] : []
    }),
  )
  const sizeNames = new Map(skus.map(({ id, size }) => [id, size]))
  return { style, isListed, snoozed, source: { there, reserved }, sizeNames }
}

/** What the store has, gets or sold, or the source has, is said; the rest of the catalogue is not. */
const isWorthSaying = ({ sizes, rate, ordered }: Pick<PoStyle, 'sizes' | 'rate' | 'ordered'>) =>
  ordered > 0 || (rate > 0 && sizes.some(({ on_hand, in_transit, free }) => on_hand + in_transit + free > 0))

function rowOf(
  { facts, skus }: LoadedStyle,
  proposal: Proposal,
  ordered: ReadonlyMap<string, number>,
  state: Order['state'],
) {
  const { store } = proposal
  const cells = new Map(facts.cells.filter((cell) => cell.store === store).map((cell) => [cell.size, cell]))
  const bySize = new Map(facts.sizes.map((one) => [one.size, one]))
  const sizes = skus.map(({ id, nm_sku, size }) => ({
    ...{ nm_sku, size, on_hand: cells.get(id)?.on_hand ?? 0, in_transit: cells.get(id)?.in_transit ?? 0 },
    ...{
      free: bySize.get(id)?.available ?? 0,
      pieces_in_set: bySize.get(id)?.pieces_in_set ?? 0,
      need: proposal.need[id] ?? 0,
      proposed: proposal.proposed[id] ?? 0,
    },
    ordered: ordered.get(`${store} ${id}`) ?? 0,
  }))
  const sum = (of: (size: (typeof sizes)[number]) => number) => sizes.reduce((all, size) => all + of(size), 0)
  const has = sum(({ on_hand, in_transit }) => on_hand + in_transit)
  const [proposed, pieces] = [sum((one) => one.proposed), sum((one) => one.ordered)]
  // What a sent order sends is on its way already.
  const adds = state !== 'DRAFT' ? 0 : pieces > 0 ? pieces : proposed
  const days = (of: number) => (proposal.rate === 0 ? null : Math.round((of / proposal.rate) * 10) / 10)
  return {
    ...{ rate: Math.round(proposal.rate * 10_000) / 10_000, proposed, ordered: pieces, sizes },
    ...{ cover_before: days(has), cover_after: days(has + adds) },
  }
}

/** What styles are called, whether they are listed, and their pieces at the source, by style and colour. */
async function namesOf(db: Db | Tx, category: string, sourceId: string) {
  const { rows } = await rowsOf(styleColumns)`
    SELECT s.code, k.color, s.name, s.name_zh, min(k.color_zh) AS color_zh, ${faceOfColour('s.id', 'k.color')} AS picture,
      NOT bool_and(coalesce(NOT v.is_listed, false)) AS is_listed, coalesce(sum(t.on_hand), 0)::int AS there, coalesce(sum(t.reserved), 0)::int AS reserved
    FROM sku k JOIN style s ON s.id = k.style_id LEFT JOIN vendor_inventory v ON v.sku_id = k.id
    LEFT JOIN LATERAL (SELECT sum(t.on_hand) AS on_hand, sum(t.reserved) AS reserved FROM stock t JOIN place p ON p.id = t.place_id AND ${isSendable}
      WHERE p.site_id = ${sourceId}::uuid AND t.sku_id = k.id AND t.condition = 'good') t ON true
    WHERE s.category = ${category} AND k.retired_at IS NULL AND s.retired_at IS NULL GROUP BY s.id, k.color`.execute(db)
  return new Map(rows.map((row) => [`${row.code} ${row.color}`, row]))
}
