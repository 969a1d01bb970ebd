import { sql } from 'kysely'
import { recordEvent } from '../../audit/audit.ts'
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
