import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { readTraced } from '../../shared/domain/trace.ts'
import { col, rowsOf } from '../database/rows.ts'
import type { Work } from '../http/call.ts'
import { containing } from '../orders/order-search.ts'
import { ownRows } from '../people/for-vendor.ts'
import { atSites, chinaSites, ofSites } from './qc-sites.ts'

/** More matches than this, and a page of them is found soonest by walking the list in its order. */
const FEW = 2_000

type Asking = Pick<Work, 'db' | 'caller'>

/**
 * By what stands on a box `b`, in any form that a scanner gives it, by its shipment `h`, or by a SKU in `q`: the few boxes that
 * match by their ids, or the search itself where many do. The database cannot know beforehand which it will be, and asks every
 * box for its SKUs when it guesses wrong.
 */
export async function boxSearch(search: string, work: Asking, few = FEW): Promise<RawBuilder<SqlBool>> {
  const { text, sscc } = readTraced(search)
  if (sscc !== null) return sql<SqlBool>`b.sscc = ${sscc}`
  const like = containing(text)
  const ids = await matching(like, work, few)
  if (ids.length <= few) return sql<SqlBool>`q.box_id = ANY(${ids}::uuid[])`
  return sql<SqlBool>`(${onBox(like)} OR h.shipment_id ILIKE ${like} OR EXISTS (SELECT 1 FROM qc_line l
    WHERE l.box_id = q.box_id AND l.site_id = q.site_id AND l.sku_id = ANY(ARRAY(SELECT id FROM sku WHERE nm_sku ILIKE ${like}))))`
}

function onBox(like: string): RawBuilder<SqlBool> {
  return sql<SqlBool>`(b.sscc LIKE ${like} OR b.tracking_id ILIKE ${like} OR b.box_no ILIKE ${like})`
}

/** Boxes (box.id, some more than once) that match, one more than `few` of them at most: each of the three ways by its own index. */
async function matching(like: string, { db, caller }: Asking, few: number): Promise<string[]> {
  const most = sql`LIMIT ${sql.lit(few + 1)}`
  const { rows } = await rowsOf({ id: col.text })`
    (SELECT l.box_id AS id FROM qc_line l WHERE l.sku_id = ANY(ARRAY(SELECT id FROM sku WHERE nm_sku ILIKE ${like}))
      AND ${ofSites(chinaSites, 'l')} ${most})
    UNION ALL (SELECT q.box_id FROM qc_box q WHERE q.shipment_id = ANY(ARRAY(
      SELECT h.id FROM shipment h WHERE h.shipment_id ILIKE ${like} AND ${ownRows(caller, 'h.vendor_id')}))
      AND ${atSites(chinaSites)} ${most})
    UNION ALL (SELECT b.id FROM box b WHERE b.inwarded_at IS NOT NULL AND ${onBox(like)} ${most})
    ${most}`.execute(db)
  return rows.map(({ id }) => id)
}
