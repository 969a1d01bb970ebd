import { type ScheduleEntry, scheduleMoves } from '../../../shared/areas/orders/answers.ts'
import { lineKey, unknownLines } from '../../../shared/areas/shipments/packing.ts'
import type { Contract } from '../../../shared/areas.ts'
import type { Taken } from '../../../shared/kernel/call.ts'
import { sheetMessages } from '../../../shared/kernel/sheet.ts'
import { recordEvents } from '../../audit/audit.ts'
import { type CallContext, type Reply, reply, type Tx } from '../../http/call.ts'
import { invalidInput, moveNotAllowed } from '../../http/errors.ts'
import { decideLines, tellUndelivered } from './answers.ts'
import {
  applyMoves,
  type FoundLine,
  findLines,
  type LineRef,
  linesAround,
  NOT_ANSWERED,
  type PlainMove,
} from './lines.ts'
import { itemsOf, type ShippingItem } from './platform.ts'

export interface ScheduleRow extends LineRef, ScheduleEntry {}

/** Why a row cannot be scheduled: the field that is wrong, in the specification's words. */
export interface ScheduleRowFault {
  field: 'order_id' | 'nm_sku' | 'ready_quantity' | 'oos_quantity'
  message: string
  expected?: string
  /** Place, among the rows given, of the row that is about the same line. */
  twiceOf?: number
  /** Set where the line is not ready for this move: what may be done instead. */
  allowed?: string[]
}

/** Sets ready and out-of-stock quantities from the screen; one wrong line refuses all. */
export async function saveScheduleQuantity(
  input: Taken<Contract['orders']['saveScheduleQuantity']>,
  context: CallContext,
): Promise<Reply<{ items: ShippingItem[] }>> {
  const rows = input.items.map((item) => ({
    ...item,
    ready_quantity: item.ready_quantity ?? null,
    oos_quantity: item.oos_quantity ?? null,
  }))
  return context.command(async (tx) => {
    const checked = await checkSchedule(tx, context, rows)
    checked.forEach((outcome, at) => {
      const row = rows[at]
      if ('message' in outcome && row !== undefined) throw refused(row, outcome)
    })
    await schedule(
      tx,
      context,
      checked.flatMap((outcome) => ('message' in outcome ? [] : [outcome])),
    )
    return reply({ items: await itemsOf(tx, context.caller, rows) }, 'Quantities saved.')
  })
}

function refused(row: ScheduleRow, fault: ScheduleRowFault) {
  const details = {
    values: { order_id: row.order_id, nm_sku: row.nm_sku, expected: fault.expected ?? '' },
    fields: [{ field: `${row.order_id} ${row.nm_sku} ${fault.field}`, message: fault.message }],
  }
  return fault.allowed ? moveNotAllowed(fault.message, fault.allowed, details) : invalidInput(fault.message, details)
}

export interface Scheduled {
  line: FoundLine
  moves: PlainMove[]
}

/** What each row would do, or its fault; in the rows' order. */
export async function checkSchedule(
  tx: Tx,
  context: Pick<CallContext, 'caller'>,
  rows: readonly ScheduleRow[],
): Promise<(Scheduled | ScheduleRowFault)[]> {
  const lines = await findLines(tx, context.caller, rows)
  const strangers = rows.filter((row) => !lines.has(lineKey(row)))
  const unknown = unknownLines(strangers.length > 0 ? await linesAround(tx, context.caller, strangers) : [])
  const seen = new Map<string, number>()
  return rows.map((row, at) => {
    const key = lineKey(row)
    const line = lines.get(key)
    const twiceOf = seen.get(key)
    if (twiceOf !== undefined) return { field: 'nm_sku', message: sheetMessages.multipleEntries, twiceOf }
    seen.set(key, at)
    if (line === undefined)
      return { field: 'nm_sku', ...unknown(row)[0], message: sheetMessages.notOnPlatform, allowed: [] }
    if (line.vendor_decision === 'NEW') return { field: 'nm_sku', message: NOT_ANSWERED, allowed: ['answer'] }
    const outcome = scheduleMoves(line, row)
    if ('message' in outcome) return outcome
    return { line, moves: outcome.moves.map((move) => ({ ...move, lineId: line.id })) }
  })
}

/** Moves the pieces and writes one event per order. */
export async function schedule(tx: Tx, context: CallContext, rows: readonly Scheduled[]): Promise<void> {
  const moving = rows.filter((row) => row.moves.length > 0)
  const orders = [...Map.groupBy(moving, (row) => row.line.order_id)]
  const auditIds = await recordEvents(
    tx,
    context,
    orders.map(([orderId, of]) => ({
      entity: 'order' as const,
      entityId: orderId,
      event: 'order.scheduled',
      details: { ready: sum(of, 'schedule'), taken_off: sum(of, 'unschedule'), oos: sum(of, 'mark_oos') },
    })),
  )
  const moves = orders.flatMap(([, of], at) =>
    of.flatMap((row) => row.moves.map((move) => ({ ...move, auditId: auditIds[at] ?? '' }))),
  )
  await applyMoves(tx, moves)
  const withOos = moving.filter((row) => row.moves.some((move) => move.kind === 'mark_oos'))
  const orderUuids = [...new Set(withOos.map((row) => row.line.order_uuid))]
  if (orderUuids.length > 0) await decideLines(tx, orderUuids)
  const gone = orders.map(([order_id, of]) => ({ order_id, pieces: sum(of, 'mark_oos') }))
  await tellUndelivered(tx, context, gone)
}

function sum(rows: readonly Scheduled[], kind: PlainMove['kind']): number {
  return rows.flatMap((row) => row.moves).reduce((total, move) => total + (move.kind === kind ? move.quantity : 0), 0)
}
