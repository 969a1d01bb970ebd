import { sql } from 'kysely'
import { v7 } from 'uuid'
import type { OrderPath } from '../../../shared/areas/production/order-states.ts'
import { recordEvent, recordEvents } from '../../audit/audit.ts'
import { col, rowsOf } from '../../database/rows.ts'
import type { CallContext, Tx } from '../../http/call.ts'
import { notify } from '../../notices/notify.ts'

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
  await notify(tx, context, { kind: 'production_made', things: [number], values: { number } })
}

export interface NewProduction {
  /** Its company's number; left out it gets the next of ours. */
  number?: string
  /** style.id of a live style. */
  style: string
  source: 'replenishment' | 'records'
  path: OrderPath
  due_on: string | null
  needs_marker?: boolean
  remark?: string
  lines: readonly { color: string; size: string; pieces: number; sku?: string | undefined }[]
}

/** Makes production orders of live styles. Gives their numbers, in the order asked. */
export async function makeProductions(
  tx: Tx,
  context: CallContext,
  orders: readonly NewProduction[],
): Promise<string[]> {
  if (orders.length === 0) return []
  const made = orders.map((order) => ({ ...order, id: v7(), pieces: piecesOf(order.lines) }))
  const all = <T>(of: (order: (typeof made)[number]) => T) => made.map(of)
  const { rows } = await rowsOf({ id: col.text, number: col.text })`
    INSERT INTO production_order (id, number, style_id, source, path, due_on, needs_marker, remark, pieces, made_by)
    SELECT n.id, coalesce(n.number, next_production_number('PR-', 'production_order_number')), n.style, n.source, n.path, n.due_on, n.marker,
      n.remark, n.pieces, ${context.caller.userId}::uuid
    FROM unnest(${all(({ id }) => id)}::uuid[], ${all(({ number }) => number ?? null)}::text[], ${all(({ style }) => style)}::uuid[],
      ${all(({ source }) => source)}::text[], ${all(({ path }) => path)}::text[], ${all(({ due_on }) => due_on)}::date[],
      ${all(({ needs_marker = true }) => needs_marker)}::boolean[], ${all(({ remark = '' }) => remark)}::text[], ${all(({ pieces }) => pieces)}::int[])
      AS n (id, number, style, source, path, due_on, marker, remark, pieces)
    RETURNING id::text AS id, number`.execute(tx)
  const lines = made.flatMap((order) => order.lines.map((line) => ({ ...line, order: order.id })))
  const each = <T>(of: (line: (typeof lines)[number]) => T) => lines.map(of)
  await sql`INSERT INTO production_order_line (order_id, color, size, pieces, sku_id)
    SELECT * FROM unnest(${each(({ order }) => order)}::uuid[], ${each(({ color }) => color)}::text[], ${each(({ size }) => size)}::text[],
      ${each(({ pieces }) => pieces)}::int[], ${each(({ sku }) => sku ?? null)}::uuid[])`.execute(tx)
  const numbers = new Map(rows.map(({ id, number }) => [id, number]))
  await recordEvents(
    tx,
    context,
    made.map(({ id, pieces }) => ({
      entity: 'production_order',
      entityId: numbers.get(id) ?? '',
      event: 'production.made',
      to: 'ACTION_REQUIRED',
      details: { pieces },
    })),
  )
  return made.map(({ id }) => numbers.get(id) ?? '')
}

const piecesOf = (lines: readonly { pieces: number }[]) => lines.reduce((sum, { pieces }) => sum + pieces, 0)
