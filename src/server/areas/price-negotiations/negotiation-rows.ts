import { sql } from 'kysely'
import { priceNegotiationRights } from '../../../shared/areas/price-negotiations/rights.ts'
import {
  allowedMoves,
  changeOf,
  type Side,
  statusOf,
  takeBackMinutes,
} from '../../../shared/areas/price-negotiations/rules.ts'
import { type NegotiationRow, negotiationRow } from '../../../shared/areas/price-negotiations/shapes.ts'
import type { Contract } from '../../../shared/areas.ts'
import type { Taken } from '../../../shared/kernel/call.ts'
import { isAmong } from '../../../shared/kernel/rights.ts'
import { money } from '../../../shared/kernel/shapes.ts'
import { col, rowsOf } from '../../database/rows.ts'
import type { Caller, Db, Tx } from '../../http/call.ts'
import { forVendor, ownRows } from '../../http/own-rows.ts'
import { inOrder, listQuery, type SortKey } from '../../lists/list-query.ts'
import { styleSelected } from '../data/style-columns.ts'
import { assertVendorName } from '../data/vendors.ts'
import { containing } from '../orders/order-rows.ts'
import { lastOrdered, lastPaid } from '../orders/style-prices.ts'

type Asked = Taken<Contract['priceNegotiations']['getPriceNegotiationDetails']>

export const sideOf = (caller: Caller): Side => (forVendor(caller) === null ? 'house' : 'vendor')

const latest: readonly SortKey[] = [
  [sql`date_trunc('milliseconds', n.updated_at)`, 'timestamptz'],
  [sql`n.id`, 'uuid'],
]
const orders: Readonly<Record<Asked['sort'], { by: readonly SortKey[]; isDescending?: boolean }>> = {
  newest: { by: latest, isDescending: true },
  answer_by: {
    by: [
      [sql`coalesce(n.answer_by, '9999-12-31')`, 'date'],
      [sql`n.id`, 'uuid'],
    ],
  },
  style: {
    by: [
      [sql`s.code`, 'text'],
      [sql`n.id`, 'uuid'],
    ],
  },
}

/** Prices under negotiation, agreed and abandoned. Nothing of what is the company's alone can be asked for or sorted by. */
export const negotiationQuery = listQuery<Asked, NegotiationRow>({
  from: sql`price_negotiation n JOIN style s ON s.id = n.style_id`,
  id: sql<string>`n.id`,
  scope: ({ caller }) => ownRows(caller, 'n.vendor_id'),
  check: (filter, context) => assertVendorName(context, filter.supplier_id),
  rules: {
    search: (text) => {
      const like = containing(text)
      return sql`(n.number ILIKE ${like} OR s.code ILIKE ${like} OR s.name ILIKE ${like} OR s.name_zh ILIKE ${like})`
    },
    supplier_id: (code) => sql`n.vendor_id = (SELECT id FROM vendor WHERE code = ${code})`,
    category: (category) => sql`s.category = ${category}`,
    negotiations: (numbers) => sql`n.number = ANY(${numbers}::text[])`,
  },
  tabs: {
    ours: sql`(n.state = 'OPEN' AND n.last_side = 'vendor')`,
    vendors: sql`(n.state = 'OPEN' AND n.last_side = 'house')`,
    agreed: sql`n.state = 'AGREED'`,
    abandoned: sql`n.state = 'ABANDONED'`,
    all: sql`true`,
  },
  order: ({ sort = 'newest' }) => orders[sort],
  rows: (ids, { db, caller }) => negotiationRows(db, caller, ids),
})

/** By the order approved last, as it was before an agreement of this negotiation `n` repriced it. */
const orderedNow = lastOrdered('n.style_id', 'n.currency')
const orderedBefore = sql<number | null>`coalesce(n.ordered_before_minor::float8, ${orderedNow})`

/** What the price of a negotiation `n` is compared with: paid last; where nothing was ever paid, ordered last. */
export const priceBefore = sql<number | null>`coalesce(${lastPaid('n.style_id', 'n.currency')}, ${orderedBefore})`

/** Until when the agreement of a negotiation `n` can be taken back; null where there is none to take back. */
export const takeBackUntil = sql<Date | null>`CASE WHEN n.before_agreed IS NOT NULL
  THEN n.agreed_at + make_interval(mins => ${takeBackMinutes}) END`

const negotiationFacts = negotiationRow
  .omit({ status: true, over_last_paid: true, may: true })
  .extend({ id: col.text, last_price: money })

/** By id (price_negotiation.id), in the order given, as this caller may see them. */
export async function negotiationRows(db: Db | Tx, caller: Caller, ids: readonly string[]): Promise<NegotiationRow[]> {
  if (ids.length === 0) return []
  const { rows } = await rowsOf(negotiationFacts)`
    SELECT n.id, n.number AS negotiation, ${styleSelected}, n.state, n.last_side,
      n.currency, n.last_price_minor, f.price_minor AS first_price_minor, n.agreed_minor AS agreed_price_minor,
      (SELECT count(*)::int FROM price_offer p WHERE p.negotiation_id = n.id AND p.move IN ('ask', 'counter', 'enter')) AS rounds,
      ${takeBackUntil} AS take_back_until,
      n.answer_by, n.is_manual, n.opened_at, n.updated_at, u.name AS poc,
      ${lastPaid('n.style_id', 'n.currency')} AS last_paid_minor, ${orderedBefore} AS last_ordered_minor, n.target_minor, n.floor_minor, n.version
    FROM price_negotiation n JOIN style s ON s.id = n.style_id JOIN vendor v ON v.id = n.vendor_id
    LEFT JOIN app_user u ON u.id = n.poc_id
    LEFT JOIN LATERAL (SELECT p.price_minor FROM price_offer p WHERE p.negotiation_id = n.id AND p.price_minor IS NOT NULL
      ORDER BY p.at, p.id LIMIT 1) f ON true
    WHERE n.id = ANY(${ids}::uuid[])`.execute(db)
  const side = sideOf(caller)
  const mayReopen = isAmong(caller, priceNegotiationRights.reopenPrices.roles)
  return inOrder(ids, rows, ({ id }) => id).map(({ id: _, ...row }) => {
    const before = row.last_paid ?? row.last_ordered
    const ours = {
      last_ordered: row.last_paid === null ? row.last_ordered : null,
      over_last_paid: changeOf(before?.minor ?? null, row.last_price.minor),
    }
    return {
      ...row,
      ...(side === 'house' ? ours : notForVendors),
      status: statusOf(row, side),
      may: [...allowedMoves(row, side, mayReopen)],
    }
  })
}

const notForVendors = {
  poc: null,
  last_paid: null,
  last_ordered: null,
  target: null,
  floor: null,
  over_last_paid: null,
}
