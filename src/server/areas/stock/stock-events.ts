import { v7 } from 'uuid'
import type { StockDocument, StockMoveKind } from '../../../shared/areas/stock/moves.ts'
import { col, rowsOf } from '../../database/rows.ts'
import { addToFeed } from '../../feed/batches.ts'
import type { Tx } from '../../http/call.ts'

/** What the event of stock is called that a kind of move makes. */
export const stockEvent = (kind: StockMoveKind) => `stock.${kind}` as const

interface Moved {
  kind: StockMoveKind
  quantity: number
  document: { type: StockDocument; id: string }
}

/**
 * Whoever follows stock by the change feed hears of every document that moved some: an event of stock for each kind of move of it, by
 * the same person as the event of the document. What stock's own calls did is told by their own event already.
 */
export async function tellFeed(tx: Tx, moves: readonly Moved[], eventId: string): Promise<void> {
  const told = [
    ...Map.groupBy(moves, ({ kind, document }) => `${kind} ${document.type} ${document.id}`).values(),
  ].flatMap((own) => {
    const [first] = own
    if (first === undefined) return []
    const pieces = own.reduce((sum, { quantity }) => sum + quantity, 0)
    const details = { document: first.document.type, pieces, lines: own.length }
    return [{ id: v7(), of: first.document.id, event: stockEvent(first.kind), details: JSON.stringify(details) }]
  })
  const { rows } = await rowsOf({ id: col.text, entity: col.text })`
    INSERT INTO audit_event (id, user_id, entity, entity_id, event, source, request_id, details)
    SELECT n.id, e.user_id, 'stock', n.of, n.event, e.source, e.request_id, n.details::jsonb
    FROM audit_event e, unnest(${told.map(({ id }) => id)}::uuid[], ${told.map(({ of }) => of)}::text[],
      ${told.map(({ event }) => event)}::text[], ${told.map(({ details }) => details)}::text[]) AS n (id, of, event, details)
    WHERE e.id = ${eventId} AND e.entity <> 'stock' RETURNING id::text AS id, entity`.execute(tx)
  await addToFeed(tx, rows)
}
