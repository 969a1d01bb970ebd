import { z } from 'zod'
import { materialKinds, materialUnits } from '../../../shared/areas/materials/material.ts'
import { type MappedSku, mappedAmounts } from '../../../shared/areas/sample-development/from-mapping.ts'
import { hasRight } from '../../../shared/areas.ts'
import { col, rowsOf } from '../../database/rows.ts'
import type { CallContext, Db, Tx } from '../../http/call.ts'

const columns = {
  nm_sku: col.text,
  color: col.text,
  size: col.text,
  material_id: col.text,
  name: col.text,
  kind: z.enum(materialKinds),
  trim: col.textOrNull,
  unit: z.enum(materialUnits),
  placement: col.text,
  consumption: col.number,
  wastage_tenths: col.number,
  price_minor: col.numberOrNull,
  price_currency: col.textOrNull,
}

/** What product mapping says that SKUs of a style (catalogue_style.id) take, those of the base size first; nothing for who may not see materials. */
export async function mappedSkus(
  db: Db | Tx,
  { caller }: Pick<CallContext, 'caller'>,
  style: string,
): Promise<{ is_live: boolean; skus: MappedSku[] }> {
  const { rows: live } = await rowsOf({ is_live: col.flag })`
    SELECT style_id IS NOT NULL AS is_live FROM catalogue_style WHERE id = ${style}::uuid`.execute(db)
  const is_live = live[0]?.is_live ?? false
  if (!is_live || !hasRight(caller, 'seeMaterials')) return { is_live, skus: [] }
  const { rows } = await rowsOf(columns)`
    SELECT k.nm_sku, k.color, k.size, m.code AS material_id, m.name, m.kind, m.trim, m.unit, s.placement, s.consumption, s.wastage_tenths,
      m.price_minor::float8 AS price_minor, m.price_currency
    FROM catalogue_style c JOIN sku k ON k.style_id = c.style_id AND k.retired_at IS NULL JOIN sku_material s ON s.sku_id = k.id
    JOIN material m ON m.id = s.material_id LEFT JOIN style_making g ON g.catalogue_id = c.id
    WHERE c.id = ${style}::uuid ORDER BY (k.size = g.base_size) DESC NULLS LAST, k.color, k.size_rank, k.nm_sku, m.kind DESC, m.code, s.placement`.execute(
    db,
  )
  const bySku = Map.groupBy(rows, ({ nm_sku }) => nm_sku)
  const skus = [...bySku].map(([nm_sku, materials]) => ({
    nm_sku,
    color: materials[0]?.color ?? '',
    size: materials[0]?.size ?? '',
    materials: materials.map(({ material_id, name, placement, price_minor, price_currency, ...kept }) => ({
      material_id,
      name,
      placement,
      ...mappedAmounts(kept),
      unit_price:
        price_minor === null || price_currency === null ? null : { minor: price_minor, currency: price_currency },
    })),
  }))
  return { is_live, skus }
}

/** Which of these SKUs are of the style (catalogue_style.id), by nm_sku. */
export async function skusOfStyle(db: Db | Tx, style: string, nm_skus: readonly string[]): Promise<Set<string>> {
  if (nm_skus.length === 0) return new Set()
  const { rows } = await rowsOf({ nm_sku: col.text })`
    SELECT k.nm_sku FROM sku k JOIN catalogue_style c ON c.style_id = k.style_id
    WHERE c.id = ${style}::uuid AND k.nm_sku = ANY(${[...nm_skus]}::text[])`.execute(db)
  return new Set(rows.map(({ nm_sku }) => nm_sku))
}
