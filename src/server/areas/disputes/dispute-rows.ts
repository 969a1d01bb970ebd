import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { type DisputeRow, disputeRow } from '../../../shared/areas/disputes/calls.ts'
import { type DisputeTab, disputeWords } from '../../../shared/areas/disputes/rules.ts'
import type { Contract } from '../../../shared/areas.ts'
import { hasRight } from '../../../shared/areas.ts'
import type { Taken } from '../../../shared/kernel/call.ts'
import { dayIn, vendorZone } from '../../../shared/kernel/days.ts'
import { isBoundToVendor } from '../../../shared/kernel/roles.ts'
import { col, rowsOf } from '../../database/rows.ts'
import type { CallContext, Caller, Db, Tx } from '../../http/call.ts'
import { notFound } from '../../http/errors.ts'
import { ownRows } from '../../http/own-rows.ts'
import { inOrder, type ListQuery, listQuery } from '../../lists/list-query.ts'
import { assertVendorName } from '../data/vendors.ts'
import { containing } from '../orders/order-rows.ts'
import { ofSites } from '../qc-boxes/sites.ts'
import { isToDo, nextColumns } from './next-step.ts'

type Asked = Taken<Contract['disputes']['getDisputes']>

/** Of disputes `p`: not decided yet. */
export const isLive = sql<SqlBool>`p.state IN ('open', 'asked', 'answered')`
const waits = { house: sql<SqlBool>`p.state IN ('open', 'answered')`, vendor: sql<SqlBool>`p.state = 'asked'` } as const

/** Their day has passed in the vendors' zone. */
const isOverdue = () => sql<SqlBool>`(${isLive} AND p.due_on < ${dayIn(vendorZone, new Date())}::date)`

/** Whose QC said the result that a dispute `p` is about. */
export const countryOf = sql<string>`CASE (SELECT w.kind FROM site w WHERE w.id = p.site_id) WHEN 'india_qc' THEN 'india' ELSE 'china' END`

/** Those that the caller may see: a vendor its own; QC those of its country, and people bound to a site those of boxes there. */
export function seenDisputes(caller: Caller): RawBuilder<SqlBool> {
  if (isBoundToVendor(caller)) return sql<SqlBool>`(${ownRows(caller, 'p.vendor_id')})`
  const isIndia = hasRight(caller, 'indiaQc')
  const china = hasRight(caller, 'chinaQc') || !isIndia ? ofSites({ sites: 'china_qc', caller }, 'p') : sql`false`
  const india = isIndia ? ofSites({ sites: 'india_qc', caller }, 'p') : sql`false`
  return sql<SqlBool>`(${china} OR ${india})`
}

const mine = ({ userId }: Caller) => sql<SqlBool>`(${isLive} AND p.owner_id = ${userId}::uuid)`

const tabsFor = (caller: Caller): Record<DisputeTab, RawBuilder<SqlBool>> => ({
  open: isLive,
  mine: mine(caller),
  overdue: isOverdue(),
  to_do: isToDo,
  settled: sql<SqlBool>`NOT ${isLive}`,
  all: sql<SqlBool>`true`,
})

/** What is due first; of what is settled the last first, of what is to be done the first. */
export const disputeQuery: ListQuery<Asked, DisputeRow> = listQuery<Asked, DisputeRow>({
  from: sql`qc_dispute p`,
  id: sql<string>`p.id`,
  scope: ({ caller }, { tab = 'all' }) => sql<SqlBool>`(${seenDisputes(caller)} AND ${tabsFor(caller)[tab]})`,
  check: (filter, context) => assertVendorName(context, filter.supplier_id),
  rules: {
    search: (text) => {
      const like = containing(text)
      return sql`(p.number ILIKE ${like} OR p.box_id IN (SELECT b.id FROM box b JOIN shipment h ON h.id = b.shipment_id
          WHERE b.sscc ILIKE ${like} OR h.shipment_id ILIKE ${like})
        OR p.vendor_id IN (SELECT id FROM vendor WHERE name ILIKE ${like} OR name_zh ILIKE ${like}))`
    },
    supplier_id: (code) => sql`p.vendor_id = (SELECT id FROM vendor WHERE code = ${code})`,
    waits: (whose) => waits[whose],
    reason: (reason) => sql`p.reason = ${reason}`,
    numbers: (numbers) => sql`p.number = ANY(${numbers}::text[])`,
  },
  order: ({ tab }) =>
    tab === 'settled'
      ? {
          by: [
            [sql`coalesce(p.settled_at, p.opened_at)`, 'timestamptz'],
            [sql`p.id`, 'uuid'],
          ],
          isDescending: true,
        }
      : tab === 'to_do'
        ? {
            by: [
              [sql`p.settled_at`, 'timestamptz'],
              [sql`p.id`, 'uuid'],
            ],
          }
        : {
            by: [
              [sql`p.due_on`, 'date'],
              [sql`p.id`, 'uuid'],
            ],
          },
  rows: (ids, { db, caller }) => disputeRows(db, caller, ids),
  counts: async (filter, context) => {
    const tabs = Object.entries(tabsFor(context.caller))
    const matching = await disputeQuery.where({ ...filter, tab: 'all' }, context)
    const { rows } = await rowsOf(tabCounts)`SELECT ${sql.join(
      tabs.map(([tab, condition]) => sql`count(*) FILTER (WHERE ${condition})::int AS ${sql.ref(tab)}`),
    )} FROM qc_dispute p WHERE ${matching}`.execute(context.db)
    return rows[0] ?? {}
  },
})

const tabCounts = {
  open: col.number,
  mine: col.number,
  overdue: col.number,
  to_do: col.number,
  settled: col.number,
  all: col.number,
}

/**
 * Whether of a dispute `p` this caller may not be told how many pieces it is about: who counts blind, while its box is to be counted again.
 * Vendors and leads are told always.
 */
export function isHiddenFrom(caller: Caller): RawBuilder<boolean> {
  if (isBoundToVendor(caller) || hasRight(caller, 'chinaQcLead')) return sql<boolean>`false`
  return sql<boolean>`(coalesce((SELECT value = 'true'::jsonb FROM setting WHERE name = 'qc_blind_count'), false)
    AND EXISTS (SELECT FROM qc_box q WHERE q.box_id = p.box_id AND q.site_id = p.site_id AND q.uncounted > 0))`
}

const idRow = disputeRow.extend({ id: col.text })

/** By id (qc_dispute.id), in the order given. */
export async function disputeRows(db: Db | Tx, caller: Caller, ids: readonly string[]): Promise<DisputeRow[]> {
  if (ids.length === 0) return []
  const known = (value: RawBuilder<unknown>) => sql`CASE WHEN NOT ${isHiddenFrom(caller)} THEN ${value} END`
  const { rows } = await rowsOf(idRow)`
    SELECT p.id, p.number, ${countryOf} AS country, b.sscc, b.box_no, h.shipment_id, v.code AS supplier_id, v.name AS supplier_name,
      v.name_zh AS supplier_name_zh, d.name AS site_name, d.name_zh AS site_name_zh, p.state, p.reason, ${known(sql`l.pieces`)} AS pieces,
      ${known(sql`l.upheld`)} AS upheld, ${known(sql`m.words`)} AS words, p.next, ${nextColumns.state} AS step,
      ${nextColumns.doneAt} AS done_at, p.due_on, ${isOverdue()} AS is_overdue,
      w.name AS owner, p.owner_id, o.name AS opened_by, p.opened_at, s.name AS settled_by, p.settled_at, p.version
    FROM qc_dispute p JOIN box b ON b.id = p.box_id JOIN shipment h ON h.id = b.shipment_id JOIN vendor v ON v.id = p.vendor_id
    JOIN site d ON d.id = p.site_id JOIN app_user o ON o.id = p.opened_by
    LEFT JOIN app_user w ON w.id = p.owner_id LEFT JOIN app_user s ON s.id = p.settled_by
    LEFT JOIN qc_dispute_message m ON m.dispute_id = p.id AND m.number = 1
    LEFT JOIN LATERAL (SELECT sum(x.pieces)::int AS pieces, sum(x.upheld)::int AS upheld FROM qc_dispute_line x
      WHERE x.dispute_id = p.id) l ON true
    WHERE p.id = ANY(${ids}::uuid[])`.execute(db)
  const isVendor = isBoundToVendor(caller)
  return inOrder(ids, rows, ({ id }) => id).map(({ id: _, ...row }) => ({
    ...row,
    ...(isVendor && { owner: null, owner_id: null }),
  }))
}

/** One by its number, with its id. Throws not_found, also for another vendor's and another site's. */
export async function disputeOf(db: Db | Tx, { caller }: Pick<CallContext, 'caller'>, number: string) {
  const { rows } = await rowsOf({ id: col.text, is_hidden: col.flag })`
    SELECT p.id, ${isHiddenFrom(caller)} AS is_hidden FROM qc_dispute p
    WHERE p.number = ${number} AND ${seenDisputes(caller)}`.execute(db)
  const [found] = rows
  const [dispute] = found === undefined ? [] : await disputeRows(db, caller, [found.id])
  if (found === undefined || dispute === undefined) throw notFound(disputeWords.notFound, { number })
  return { ...found, dispute }
}
