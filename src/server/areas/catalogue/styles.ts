import { type SqlBool, sql } from 'kysely'
import { z } from 'zod'
import { buyerReviewsRights } from '../../../shared/areas/buyer-reviews/rights.ts'
import { attributesOf, missingOf, namedCategories, vendorStatus } from '../../../shared/areas/catalogue/attributes.ts'
import { type CatalogueRow, catalogueRow } from '../../../shared/areas/catalogue/calls.ts'
import { catalogueStatuses } from '../../../shared/areas/catalogue/statuses.ts'
import type { Contract } from '../../../shared/areas.ts'
import type { Taken } from '../../../shared/kernel/call.ts'
import { isAmong } from '../../../shared/kernel/rights.ts'
import { isBoundToVendor } from '../../../shared/kernel/roles.ts'
import { col, rowsOf } from '../../database/rows.ts'
import { vendorToday } from '../../database/today.ts'
import type { CallContext, Caller, Db, Tx } from '../../http/call.ts'
import { ownRows } from '../../http/own-rows.ts'
import { inOrder, listQuery } from '../../lists/list-query.ts'
import { assertVendorName } from '../data/vendors.ts'
import { containing } from '../orders/order-rows.ts'
import { bySurveyOrNumber, surveyPlace } from '../style-surveys/places.ts'

export type CatalogueAsked = Taken<Contract['catalogue']['getVendorCatalogues']>

const has = (column: string) => sql`coalesce(${sql.ref(column)}::text, '') <> ''`

const asks = (category: string) =>
  sql`(${sql.join(
    attributesOf(category).map((name) => has(`c.${name}`)),
    sql` AND `,
  )})`

const asksByCategory = sql.join(
  namedCategories.map((category) => sql`WHEN ${category} THEN ${asks(category)}`),
  sql` `,
)

/** The same as `missingOf` that names nothing; a test holds the two together. */
const isComplete = sql<SqlBool>`(c.picture_id IS NOT NULL AND c.price_minor IS NOT NULL AND ${has('c.hs_code')}
  AND EXISTS (SELECT 1 FROM size_set z WHERE z.code = c.size_set AND z.retired_at IS NULL)
  AND EXISTS (SELECT 1 FROM catalogue_color k WHERE k.catalogue_id = c.id)
  AND CASE c.category ${asksByCategory} ELSE ${asks('')} END)`

/** Styles that vendors offer, newest first, or by their rank in a survey. */
export const catalogueQuery = listQuery<CatalogueAsked, CatalogueRow>({
  from: sql`catalogue_style c`,
  id: sql<string>`c.id`,
  scope: ({ caller }) => ownRows(caller, 'c.vendor_id'),
  check: (filter, context) => assertVendorName(context, filter.supplier_id),
  rules: {
    supply_chain: (chain) => sql`c.supply_chain = ${chain}`,
    search: (text) => {
      const like = containing(text)
      return sql`(c.code ILIKE ${like} OR c.name ILIKE ${like} OR c.name_zh ILIKE ${like} OR c.vendor_style ILIKE ${like}
        OR c.link_key = ${text})`
    },
    supplier_id: (code) => sql`c.vendor_id = (SELECT id FROM vendor WHERE code = ${code})`,
    category: (category) => sql`c.category = ${category}`,
    catalogue_type: (type) => sql`c.catalogue_type = ${type}`,
    completeness: (wanted) => (wanted === 'complete' ? isComplete : sql`NOT ${isComplete}`),
    catalogue_ids: (codes) => sql`c.code = ANY(${codes}::text[])`,
  },
  tabs: {
    all: sql`true`,
    ...Object.fromEntries(catalogueStatuses.map((status) => [status, sql<SqlBool>`c.status = ${status}`])),
  },
  order: bySurveyOrNumber,
  rows: (ids, { db, caller }) => catalogueRows(db, ids, caller),
})

const facts = catalogueRow
  .omit({ vendor_status: true, missing: true })
  .extend({ id: col.text, status: z.enum(catalogueStatuses), sizes: col.number })

/** By id (catalogue_style.id), in the order given, as this caller may see them. */
export async function catalogueRows(
  db: Db | Tx,
  ids: readonly string[],
  caller: Pick<Caller, 'userId' | 'role' | 'team'>,
): Promise<CatalogueRow[]> {
  if (ids.length === 0) return []
  // Who has still to judge is not led by what the others said.
  const judges = isAmong(caller, buyerReviewsRights.buyerReview.roles)
  const { rows } = await rowsOf(facts)`
    SELECT c.id, c.code AS catalogue_id, c.supply_chain, c.vendor_style, c.name, c.name_zh, c.category, c.catalogue_type,
      v.code AS supplier_id, v.name AS supplier_name, v.name_zh AS supplier_name_zh, c.picture_id AS picture,
      coalesce(k.colors, '[]') AS colors, c.price_minor, c.price_currency, c.fabric_type, c.fabric_composition,
      c.padded, c.push_up, c.wiring, c.transparency, c.pilling, c.stretchability, c.link_1688, c.buyer_remarks, c.size_set,
      (SELECT count(*)::int FROM size_set z WHERE z.code = c.size_set AND z.retired_at IS NULL) AS sizes, c.hs_code, c.pieces_per_month,
      c.status, c.came_from, c.status_since, (SELECT jsonb_build_object('deadline', r.deadline::text, 'is_late',
        r.deadline < ${vendorToday}, 'responsible', u.name, 'is_responsible', u.id = ${caller.userId}::uuid)
        FROM buyer_review r JOIN app_user u ON u.id = r.responsible_id WHERE r.catalogue_id = c.id
        AND c.status = 'Buyer Review Pending') AS review, (SELECT count(*)::int FROM catalogue_note n WHERE n.catalogue_id = c.id) AS notes,
      coalesce(w.verdicts, '[]') AS verdicts,
      m.remark AS last_remark, m.name AS last_moved_by, ${surveyPlace} AS survey, s.code AS style_id, c.created_at, c.version
    FROM catalogue_style c JOIN vendor v ON v.id = c.vendor_id LEFT JOIN style s ON s.id = c.style_id
    LEFT JOIN LATERAL (SELECT jsonb_agg(jsonb_build_object('color', color, 'color_zh', color_zh) ORDER BY position) AS colors
      FROM catalogue_color WHERE catalogue_id = c.id) k ON true
    LEFT JOIN LATERAL (SELECT m.remark, u.name FROM catalogue_move m JOIN app_user u ON u.id = m.moved_by
      WHERE m.catalogue_id = c.id ORDER BY m.seq DESC LIMIT 1) m ON true
    LEFT JOIN LATERAL (SELECT jsonb_agg(jsonb_build_object('reviewer', u.name, 'verdict', x.verdict, 'score', x.score, 'remark', x.remark)
        ORDER BY x.given_at) AS verdicts
      FROM buyer_review r JOIN buyer_review_verdict x ON x.review_id = r.id JOIN app_user u ON u.id = x.reviewer_id
      WHERE r.catalogue_id = c.id AND (${!judges}::boolean OR c.status <> 'Buyer Review Pending'
        OR EXISTS (SELECT 1 FROM buyer_review_verdict o WHERE o.review_id = r.id AND o.reviewer_id = ${caller.userId}::uuid))) w ON true
    WHERE c.id = ANY(${ids}::uuid[])`.execute(db)
  const isVendor = isBoundToVendor({ role: caller.role })
  return inOrder(ids, rows, ({ id }) => id).map((row) => (isVendor ? forItsVendor(rowOf(row)) : rowOf(row)))
}

function rowOf({ id: _id, sizes, ...row }: z.output<typeof facts>): CatalogueRow {
  return {
    ...row,
    vendor_status: vendorStatus(row.status),
    missing: missingOf({ ...row, sizes, has_price: row.price !== null, colors: row.colors.length }),
  }
}

/** What the house says to itself stays there; a remark that asks the vendor for something is written to it. */
function forItsVendor(row: CatalogueRow): CatalogueRow {
  const isAsked = row.vendor_status === 'Details wanted'
  return {
    ...row,
    status: null,
    came_from: null,
    review: null,
    verdicts: null,
    survey: null,
    buyer_remarks: null,
    notes: 0,
    last_moved_by: null,
    last_remark: isAsked ? row.last_remark : null,
    // When it was moved would tell of moves that it is not told of.
    status_since: isAsked ? row.status_since : row.created_at,
  }
}

/** A vendor has no tabs: where a style stands among ours is not its business. */
export function asSeenBy(caller: Pick<Caller, 'role' | 'team'>, asked: CatalogueAsked): CatalogueAsked {
  return isBoundToVendor({ role: caller.role }) ? { ...asked, tab: 'all', sort: 'number' } : asked
}

export async function getVendorCatalogues(asked: CatalogueAsked, context: CallContext) {
  const answer = await catalogueQuery.page(asSeenBy(context.caller, asked), context)
  const { counts } = answer.data
  if (counts && isBoundToVendor(context.caller))
    return { ...answer, data: { ...answer.data, counts: { all: counts.all ?? 0 } } }
  return answer
}
