import { sql } from 'kysely'
import { v7 } from 'uuid'
import type { OrderPath } from '../../../shared/areas/production/order-states.ts'
import { recordEvent } from '../../audit/audit.ts'
import { col, rowsOf } from '../../database/rows.ts'
import type { CallContext, Tx } from '../../http/call.ts'

/** Begins production of a pre-production order that was just made, under its number and with its lines. */
export async function startProduction(
  tx: Tx,
  context: CallContext,
  preProduction: { id: string; number: string },
): Promise<void> {
  const { id, number } = preProduction
  await sql`INSERT INTO production_order (id, number, pre_production_id, catalogue_id, source, pieces, made_by)
    SELECT p.id, p.number, p.id, p.catalogue_id, 'pre_production',
      (SELECT coalesce(sum(l.pieces), 0) FROM pre_production_line l WHERE l.order_id = p.id), ${context.caller.userId}::uuid
    FROM pre_production_order p WHERE p.id = ${id}::uuid`.execute(tx)
  await sql`INSERT INTO production_order_line (order_id, color, size, pieces)
    SELECT order_id, color, size, pieces FROM pre_production_line WHERE order_id = ${id}::uuid`.execute(tx)
  await recordEvent(tx, context, {
    entity: 'production_order',
    entityId: number,
    event: 'production.made',
    to: 'ACTION_REQUIRED',
  })
}

/** Makes a production order of a live style (style.id). Gives its number. */
export async function makeProduction(
  tx: Tx,
  context: CallContext,
  order: {
    style: string
    source: 'replenishment' | 'records'
    path: OrderPath
    due_on: string | null
    lines: readonly { color: string; size: string; pieces: number }[]
  },
): Promise<string> {
  const id = v7()
  const { style, source, path, due_on, lines } = order
  const pieces = lines.reduce((sum, line) => sum + line.pieces, 0)
  const { rows } = await rowsOf({ number: col.text })`
    INSERT INTO production_order (id, style_id, source, path, due_on, pieces, made_by)
    VALUES (${id}::uuid, ${style}::uuid, ${source}, ${path}, ${due_on}::date, ${pieces}, ${context.caller.userId}::uuid) RETURNING number`.execute(
    tx,
  )
  await sql`INSERT INTO production_order_line (order_id, color, size, pieces)
    SELECT ${id}::uuid, n.* FROM unnest(${lines.map(({ color }) => color)}::text[], ${lines.map(({ size }) => size)}::text[],
      ${lines.map((line) => line.pieces)}::int[]) AS n`.execute(tx)
  const number = rows[0]?.number ?? ''
  await recordEvent(tx, context, {
    entity: 'production_order',
    entityId: number,
    event: 'production.made',
    to: 'ACTION_REQUIRED',
    details: { pieces },
  })
  return number
}
