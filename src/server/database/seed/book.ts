import type { Insertable } from 'kysely'
import { type MoveKind, movePieces } from '../../../shared/domain/moves.ts'
import type { Quantities } from '../../../shared/domain/quantities.ts'
import type { RefusalReason } from '../../../shared/domain/reasons.ts'
import type { AuditEvent } from '../../audit.ts'
import type { Tables } from '../types.gen.ts'
import type { DemoAccount } from './accounts.ts'
import { fixedId, type Random } from './random.ts'

/** An order line while its story is told. */
export interface DemoLine {
  id: string
  skuId: string
  now: Quantities
  decision: 'NEW' | 'CONFIRMED' | 'REJECTED' | 'OUT_OF_STOCK'
  reason: RefusalReason | null
  remark: string | null
}

interface Happening extends AuditEvent {
  at: number
  /** The account's mailbox: `ops` for ops@demo.selvedge. */
  by: string
}

interface Move {
  kind: MoveKind
  quantity: number
  at: number
  auditId: string
  shipmentId?: string
  reason?: RefusalReason
  remark?: string
}

type Rows<T extends keyof Tables> = Insertable<Tables[T]>[]

/** Everything that the stories write, table by table, and the two ledgers that every story goes through. */
export interface Book {
  random: Random
  events: Rows<'audit_event'>
  moves: Rows<'line_move'>
  orders: Rows<'vendor_order'>
  lines: Rows<'order_line'>
  shipments: Rows<'shipment'>
  shipmentLines: Rows<'shipment_line'>
  boxes: Rows<'box'>
  boxLines: Rows<'box_line'>
  /** Boxes that came to China QC, for its own stories. */
  arrivals: Arrival[]
}

/** A box at the door of China QC. */
export interface Arrival {
  boxId: string
  sscc: string
  shipment: { id: string; shipmentId: string; vendor: string }
  contents: { line: DemoLine; quantity: number }[]
  /** When it was taken in, ms since 1970. */
  at: number
}

export function openBook(random: Random): Book {
  const tables = { events: [], moves: [], orders: [], lines: [] }
  return { random, ...tables, shipments: [], shipmentLines: [], boxes: [], boxLines: [], arrivals: [] }
}

export function userId(account: string | Pick<DemoAccount, 'email'>): string {
  return fixedId('user', typeof account === 'string' ? `${account}@demo.selvedge` : account.email)
}

export function isoTime(at: number): string {
  return new Date(at).toISOString()
}

/** Writes an event down. Gives its id, for the moves that belong to it. */
export function record(book: Book, happening: Happening): string {
  const id = book.random.idAt(happening.at)
  book.events.push({
    id,
    at: isoTime(happening.at),
    user_id: userId(happening.by),
    entity: happening.entity,
    entity_id: happening.entityId,
    event: happening.event,
    from_state: happening.from ?? null,
    to_state: happening.to ?? null,
    source: happening.source ?? 'screen',
    request_id: 'demo-data',
    // One JSON document for the whole table carries it as an object, not as text.
    details: (happening.details ?? {}) as unknown as string,
  })
  return id
}

/** Moves pieces by the domain's rule and writes the move down. Nothing happens for 0 pieces. */
export function move(book: Book, line: DemoLine, { kind, quantity, at, auditId, ...why }: Move): void {
  if (quantity === 0) return
  const outcome = movePieces(line.now, kind, quantity)
  if ('refused' in outcome) throw new Error(`a story moves ${quantity} pieces by ${kind}: ${outcome.refused}`)
  line.now = outcome.line
  book.moves.push({
    id: book.random.idAt(at),
    order_line_id: line.id,
    kind,
    quantity,
    reason: why.reason ?? null,
    remark: why.remark ?? null,
    shipment_id: why.shipmentId ?? null,
    audit_id: auditId,
    at: isoTime(at),
  })
}
