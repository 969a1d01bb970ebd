import type { SkuLabel } from '../../shared/domain/labels.ts'
import type { Caller, Db } from '../http/call.ts'
import { ownRows } from '../people/for-vendor.ts'

/** What a SKU's label says, by SKU; SKUs of other vendors and unknown ones are missing. */
export async function findLabelledSkus(
  db: Db,
  caller: Caller,
  nmSkus: readonly string[],
): Promise<Map<string, Omit<SkuLabel, 'copies'>>> {
  if (nmSkus.length === 0) return new Map()
  const found = await db
    .selectFrom('sku as k')
    .innerJoin('style as s', 's.id', 'k.style_id')
    .where('k.nm_sku', 'in', nmSkus)
    .where(ownRows(caller, 's.vendor_id'))
    .select(['k.nm_sku as nmSku', 's.code as styleCode', 's.name as styleName', 's.name_zh as styleNameZh'])
    .select(['k.color', 'k.color_zh as colorZh', 'k.size'])
    .execute()
  return new Map(found.map((sku) => [sku.nmSku, sku]))
}
