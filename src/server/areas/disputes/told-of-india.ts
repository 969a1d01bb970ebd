import { type RawBuilder, sql } from 'kysely'

interface Where {
  box: RawBuilder<unknown>
  site: RawBuilder<unknown>
  sku?: RawBuilder<unknown>
}

/**
 * Reckons `what` over the decisions `d` on a box in India, or on a SKU in it, of which its vendor is told: pieces that went back with a note,
 * that it is to replace, or that are claimed from it. Those taken back are left out. China's boxes have none.
 */
export function toldOf(what: RawBuilder<unknown>, { box, site, sku }: Where): RawBuilder<unknown> {
  return sql`(SELECT ${what} FROM disposition d WHERE d.box_id = ${box} AND d.site_id = ${site} ${sku ? sql`AND d.sku_id = ${sku}` : sql``}
    AND d.kind IN ('return', 'replace', 'credit') AND d.state <> 'UNDONE')`
}
