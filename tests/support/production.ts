import { sql } from 'kysely'
import { v7 } from 'uuid'
import type { Db } from '../../src/server/http/call.ts'
import { addDays, dayIn, indiaZone } from '../../src/shared/kernel/days.ts'
import { makeOrder } from './orders.ts'

export interface MadeProduction {
  id: string
  number: string
  lines: { color: string; size: string; nm_sku: string; pieces: number }[]
}

/** A production order of a live style of its own, a line a size, in ACTION_REQUIRED; with `measured` its sizes have a point of measure. */
export async function makeProduction(
  db: Db,
  quantities: readonly number[],
  { measured = true, due = 30 }: { measured?: boolean; due?: number } = {},
): Promise<MadeProduction> {
  // Of the vendor's order nothing but style and SKUs is used; it is not approved.
  const { lines: ordered } = await makeOrder(db, { pieces: [...quantities], decision: 'NEW' })
  const skus = ordered.map(({ nm_sku }) => nm_sku)
  if (measured)
    await sql`INSERT INTO style_measure (style_id, size, point, point_zh, position, spec_mm, tolerance_mm)
      SELECT DISTINCT style_id, size, 'Chest', '胸围', 1, 480, 10 FROM sku WHERE nm_sku = ANY(${skus}::text[])`.execute(
      db,
    )
  const id = v7()
  const pieces = quantities.reduce((sum, one) => sum + one, 0)
  const { rows } = await sql<{ number: string }>`
    INSERT INTO production_order (id, style_id, source, pieces, due_on, made_by)
    SELECT ${id}::uuid, style_id, 'records', ${pieces}, ${addDays(dayIn(indiaZone, new Date()), due)}::date,
      (SELECT id FROM app_user LIMIT 1) FROM sku WHERE nm_sku = ${skus[0]} RETURNING number`.execute(db)
  const { rows: cells } = await sql<{ color: string; size: string; nm_sku: string }>`
    SELECT color, size, nm_sku FROM sku WHERE nm_sku = ANY(${skus}::text[]) ORDER BY nm_sku`.execute(db)
  const lines = cells.map((cell) => ({
    ...cell,
    pieces: ordered.find(({ nm_sku }) => nm_sku === cell.nm_sku)?.ordered ?? 0,
  }))
  await sql`INSERT INTO production_order_line (order_id, color, size, pieces)
    SELECT ${id}::uuid, n.* FROM unnest(${lines.map(({ color }) => color)}::text[], ${lines.map(({ size }) => size)}::text[],
      ${lines.map((line) => line.pieces)}::int[]) AS n`.execute(db)
  return { id, number: rows[0]?.number ?? '', lines }
}
