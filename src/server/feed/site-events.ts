import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { atOwnSites, type Placed } from '../http/own-sites.ts'

/**
 * Which events `e` somebody hears of who works at some sites only: of what lies, lay or is due at one of them. Things that belong to no
 * site, such as orders, are heard of by everybody who may see their kind.
 */
export function ofSitesOf(caller: Placed): RawBuilder<SqlBool> {
  const [china, india] = [atOwnSites(caller, 'q.site_id', 'china_qc'), atOwnSites(caller, 'q.site_id', 'india_qc')]
  const ids = caller.siteIds
  const atQc = (kind: 'china_qc' | 'india_qc', own: RawBuilder<SqlBool>) => sql`SELECT 1 FROM box b JOIN qc_box q
    ON q.box_id = b.id AND q.site_kind = ${sql.lit(kind)} WHERE b.sscc = e.entity_id::char(18) AND ${own}`
  return sql<SqlBool>`CASE e.entity
    WHEN 'box' THEN EXISTS (${atQc('china_qc', china)}) OR NOT EXISTS (${atQc('china_qc', sql<SqlBool>`true`)})
    WHEN 'box_in_india' THEN EXISTS (${atQc('india_qc', india)})
    WHEN 'invoice' THEN EXISTS (SELECT 1 FROM invoice q WHERE q.number = e.entity_id AND ${china})
    WHEN 'return_note' THEN EXISTS (SELECT 1 FROM return_note n WHERE n.number = e.entity_id AND n.site_id = ANY(${ids}::uuid[]))
    WHEN 'purchase_order' THEN EXISTS (SELECT 1 FROM purchase_order q WHERE q.number = e.entity_id AND ${india})
    WHEN 'gate_pass' THEN EXISTS (SELECT 1 FROM gate_pass p WHERE p.number = e.entity_id
      AND (p.from_site_id = ANY(${ids}::uuid[]) OR p.to_site_id = ANY(${ids}::uuid[])))
    WHEN 'stock_count' THEN EXISTS (SELECT 1 FROM stock_count c WHERE c.number = e.entity_id AND c.site_id = ANY(${ids}::uuid[]))
    WHEN 'stock' THEN string_to_array(e.details->>'sites', ' ') && ARRAY(SELECT code FROM site WHERE id = ANY(${ids}::uuid[]))
    ELSE true END`
}
