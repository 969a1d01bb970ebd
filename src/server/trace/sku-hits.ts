import type { RawBuilder, SqlBool } from 'kysely'
import { sql } from 'kysely'
import { address } from '../../shared/domain/next-actions.ts'
import type { Caller } from '../http/call.ts'
import { ownRows } from '../people/for-vendor.ts'
import { type Asking, pathFor, RELATED, type Related, relatedOf, type Traced, total } from './finder.ts'

/** SKUs `k` of a condition, for another thing's life, in the order of colour and size. */
export async function relatedSkus(asking: Asking, condition: RawBuilder<SqlBool>): Promise<Related[]> {
  const found = await selectSkus(asking)
    .where(condition)
    .select(total)
    .orderBy('k.color')
    .orderBy('k.size_rank')
    .limit(sql.lit(RELATED))
    .execute()
  return relatedOf(
    'sku',
    found.map((sku) => skuTraced(sku, asking.caller)),
    found[0]?.total,
  )
}

export function selectSkus({ db, caller }: Asking) {
  return db
    .selectFrom('sku as k')
    .innerJoin('style as s', 's.id', 'k.style_id')
    .innerJoin('vendor as v', 'v.id', 's.vendor_id')
    .where(ownRows(caller, 's.vendor_id'))
    .select(['k.id', 'k.nm_sku', 'k.color', 'k.color_zh', 'k.size', 's.code as style_code', 's.name as style_name'])
    .select(['s.name_zh as style_name_zh', 'v.name as supplier_name', 'v.name_zh as supplier_name_zh'])
}

type SkuFacts = Awaited<ReturnType<ReturnType<typeof selectSkus>['executeTakeFirstOrThrow']>>

export function skuTraced(sku: SkuFacts, caller: Caller): Traced {
  return {
    kind: 'sku',
    code: sku.nm_sku,
    title: sku.nm_sku,
    subtitle: `${sku.style_name} · ${sku.color} · ${sku.size}`,
    subtitle_zh: `${sku.style_name_zh} · ${sku.color_zh} · ${sku.size}`,
    status: null,
    path: pathFor(caller, address('/supplier/my-orders', { tab: 'all', search: sku.nm_sku })),
  }
}
