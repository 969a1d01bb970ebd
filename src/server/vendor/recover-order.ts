import type { Taken } from '../../shared/contract/grammar.ts'
import type { Contract } from '../../shared/contract/index.ts'
import { allowedMoves } from '../../shared/domain/moves.ts'
import { recordEvent } from '../audit.ts'
import { type Said, said, type Tx, type Work } from '../http/call.ts'
import { moveNotAllowed, notFound } from '../http/errors.ts'
import { decideLines } from './decide-lines.ts'
import { applyMoves, type PlainMove } from './line-moves.ts'
import { lockOrder, oneEach, ordersAfter } from './orders.ts'

type Input = Taken<Contract['vendor']['recoverOosOrder']>

/** Brings refused and out-of-stock pieces back to awaiting; the history keeps why they had gone. */
export async function recoverOosOrder(
  input: Input,
  work: Work,
): Promise<Said<{ order: Awaited<ReturnType<typeof ordersAfter>>[number] }>> {
  oneEach(input.lines?.map((line) => line.nm_sku) ?? [])
  return work.command(async (tx) => {
    const order = await lockOrder(tx, work.caller, input.order_id)
    const lines = await goneLines(tx, order.id)
    const moves = wantedBack(input, lines)
    if (moves.length === 0)
      throw moveNotAllowed('No piece of this order is refused or out of stock.', allowedMoves(order), {
        values: { order_id: input.order_id },
      })
    const auditId = await recordEvent(tx, work, {
      entity: 'order',
      entityId: input.order_id,
      event: 'order.recovered',
      details: { quantity: moves.reduce((sum, move) => sum + move.quantity, 0) },
    })
    await applyMoves(
      tx,
      moves.map((move) => ({ ...move, auditId })),
    )
    await decideLines(tx, [order.id])
    const [after] = await ordersAfter(tx, work, [input.order_id])
    if (after === undefined) throw notFound('Order {{order_id}} was not found.', { order_id: input.order_id })
    return said({ order: after }, 'Pieces recovered.')
  })
}

type GoneLine = Awaited<ReturnType<typeof goneLines>>[number]

async function goneLines(tx: Tx, orderUuid: string) {
  return tx
    .selectFrom('order_line as l')
    .innerJoin('sku as s', 's.id', 'l.sku_id')
    .where('l.order_id', '=', orderUuid)
    .select(['l.id', 's.nm_sku', 'l.rejected', 'l.oos'])
    .orderBy('l.id')
    .forNoKeyUpdate('l')
    .execute()
}

function wantedBack(input: Input, lines: GoneLine[]): PlainMove[] {
  if (input.lines === undefined) return lines.flatMap((line) => movesBack(line, line.rejected + line.oos))
  return input.lines.flatMap(({ nm_sku, quantity }) => {
    const line = lines.find((each) => each.nm_sku === nm_sku)
    if (line === undefined)
      throw notFound('SKU {{nm_sku}} is not in order {{order_id}}.', { nm_sku, order_id: input.order_id })
    if (quantity > line.rejected + line.oos)
      throw moveNotAllowed('Please enter correct quantity for order.', ['recover_oos', 'recover_refused'], {
        values: { order_id: input.order_id, nm_sku, quantity, available: line.rejected + line.oos },
      })
    return movesBack(line, quantity)
  })
}

/** Out-of-stock pieces first: a refusal had a reason. */
function movesBack(line: GoneLine, quantity: number): PlainMove[] {
  const fromOos = Math.min(line.oos, quantity)
  const fromRefused = quantity - fromOos
  return [
    ...(fromOos > 0 ? [{ lineId: line.id, kind: 'recover_oos' as const, quantity: fromOos }] : []),
    ...(fromRefused > 0 ? [{ lineId: line.id, kind: 'recover_refused' as const, quantity: fromRefused }] : []),
  ]
}
