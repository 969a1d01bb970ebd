import { type SqlBool, sql } from 'kysely'
import { factLabels } from '../../shared/domain/trace.ts'
import { codeIs, type Finder } from './finder.ts'
import { livesOfLines } from './lives-of-lines.ts'
import { linesOf } from './order-lines.ts'
import { selectSkus, skuTraced } from './sku-hits.ts'

export const skuFinder: Finder = {
  async find(asking, match, limit) {
    const found = await selectSkus(asking)
      .where(codeIs(sql`k.nm_sku`, match))
      .orderBy(sql`k.nm_sku USING ~>~`)
      .limit(sql.lit(limit))
      .execute()
    return found.map((sku) => skuTraced(sku, asking.caller))
  },
  async life(asking, code) {
    const sku = await selectSkus(asking).where('k.nm_sku', '=', code).executeTakeFirst()
    if (sku === undefined) return null
    const lines = await linesOf(asking, sql<SqlBool>`l.sku_id = ${sku.id}::uuid`)
    return {
      ...skuTraced(sku, asking.caller),
      facts: [
        { label: factLabels.supplier, text: sku.supplier_name, text_zh: sku.supplier_name_zh },
        {
          label: factLabels.style,
          text: `${sku.style_code} · ${sku.style_name}`,
          text_zh: `${sku.style_code} · ${sku.style_name_zh}`,
        },
        { label: factLabels.colour, text: sku.color, text_zh: sku.color_zh },
        { label: factLabels.size, text: sku.size },
      ],
      ...(await livesOfLines(asking, code, lines, sql<SqlBool>`s.code = ${sku.style_code}`)),
    }
  },
}
