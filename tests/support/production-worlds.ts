import { sql } from 'kysely'
import { v7 } from 'uuid'
import type { Db } from '../../src/server/http/call.ts'
import { makeVendor } from './people.ts'

/** Facilities T1 (1,000 a day) and T2 (50 a day) of the company, OUT1 (500 a day) outside. */
export async function makeFacilities(db: Db): Promise<void> {
  await sql`INSERT INTO site (id, code, kind, name, name_zh, country, address, time_zone)
    VALUES (gen_random_uuid(), 'PNOI', 'production', 'Noida', '诺伊达', 'IN', 'Noida', 'Asia/Kolkata') ON CONFLICT DO NOTHING`.execute(
    db,
  )
  for (const [code, own, capacity] of [
    ['T1', true, 1_000],
    ['T2', true, 50],
    ['OUT1', false, 500],
  ] as const)
    await sql`INSERT INTO production_facility (id, code, name, name_zh, is_own, capacity)
      VALUES (gen_random_uuid(), ${code}, ${code}, ${code}, ${own}, ${capacity})`.execute(db)
}

/**
 * Many orders of one style (Navy, S to XL) by SQL, numbered PR-B0 …: mapped and measured, so that they may be made ready. Gives their
 * numbers.
 */
export async function makeManyOrders(db: Db, count: number, { pieces = 3 } = {}): Promise<string[]> {
  const vendor = await makeVendor(db)
  const style = v7()
  await sql`INSERT INTO style (id, code, vendor_id, name, name_zh, category) VALUES (${style}::uuid, 'ST-MANY', ${vendor.id}::uuid, 'Many', '多', 'Tops')`.execute(
    db,
  )
  const sizes = ['S', 'M', 'L', 'XL']
  await sql`INSERT INTO sku (id, nm_sku, style_id, color, color_zh, size, size_rank)
    SELECT gen_random_uuid(), 'NM-MANY-' || n.size, ${style}::uuid, 'Navy', '藏青', n.size, n.rank
    FROM unnest(${sizes}::text[]) WITH ORDINALITY AS n (size, rank)`.execute(db)
  await sql`INSERT INTO style_measure (style_id, size, point, point_zh, position, spec_mm, tolerance_mm)
    SELECT ${style}::uuid, size, 'Chest', '胸围', 1, 480, 10 FROM unnest(${sizes}::text[]) AS size`.execute(db)
  const { rows } = await sql<{ id: string }>`
    INSERT INTO material (id, code, kind, name, name_zh, unit) VALUES (gen_random_uuid(), 'FAB-MANY', 'product_fabric', 'Poplin', '府绸', 'metre') RETURNING id`.execute(
    db,
  )
  await sql`INSERT INTO sku_material (id, sku_id, material_id, placement, consumption, wastage_tenths)
    SELECT gen_random_uuid(), k.id, ${rows[0]?.id}::uuid, '', 12000, 0 FROM sku k WHERE k.style_id = ${style}::uuid`.execute(
    db,
  )
  await sql`INSERT INTO production_order (id, number, style_id, source, pieces, made_by)
    SELECT gen_random_uuid(), 'PR-B' || n, ${style}::uuid, 'records', ${4 * pieces}, (SELECT id FROM app_user LIMIT 1)
    FROM generate_series(0, ${sql.lit(count - 1)}) n`.execute(db)
  await sql`INSERT INTO production_order_line (order_id, color, size, pieces, sku_id)
    SELECT o.id, k.color, k.size, ${pieces}, k.id FROM production_order o JOIN sku k ON k.style_id = o.style_id WHERE o.style_id = ${style}::uuid`.execute(
    db,
  )
  await sql`ANALYZE production_order, production_order_line`.execute(db)
  return Array.from({ length: count }, (_, at) => `PR-B${at}`)
}
