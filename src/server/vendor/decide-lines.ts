import { sql } from 'kysely'
import { lineDecision } from '../../shared/domain/answers.ts'
import type { Tx } from '../http/call.ts'

/**
 * Brings the decision of every answered line, and of those just answered, in step with its pieces, and counts the orders'
 * versions up. An order is answered once none of its lines is new; a reason stands on a line while it has refused pieces.
 */
export async function decideLines(
  tx: Tx,
  orderUuids: readonly string[],
  justAnswered: ReadonlySet<string> = new Set(),
): Promise<void> {
  const lines = await tx.selectFrom('order_line').where('order_id', 'in', orderUuids).selectAll().execute()
  const changed = lines.filter(
    (line) =>
      (line.vendor_decision !== 'NEW' || justAnswered.has(line.id)) && line.vendor_decision !== lineDecision(line),
  )
  await sql`
    UPDATE order_line l SET vendor_decision = n.decision
    FROM unnest(${changed.map((line) => line.id)}::uuid[], ${changed.map(lineDecision)}::text[]) AS n (id, decision)
    WHERE l.id = n.id`.execute(tx)
  await sql`UPDATE order_line SET reason = NULL, remark = NULL
    WHERE order_id = ANY(${orderUuids}::uuid[]) AND rejected = 0 AND reason IS NOT NULL`.execute(tx)
  await sql`
    UPDATE vendor_order o SET version = version + 1, vendor_decision = CASE
      WHEN EXISTS (SELECT 1 FROM order_line l WHERE l.order_id = o.id AND l.vendor_decision = 'NEW') THEN 'NEW'
      ELSE 'ANSWERED' END
    WHERE o.id = ANY(${orderUuids}::uuid[])`.execute(tx)
}
