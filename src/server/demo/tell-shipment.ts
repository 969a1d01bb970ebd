import type { Bucket, MoveKind } from '../../shared/areas/orders/quantities.ts'
import { shipmentStatus } from '../../shared/areas/shipments/status.ts'
import { EXTENSION_DIGIT, makeSscc } from '../../shared/kernel/sscc.ts'
import { type Book, type DemoLine, fixedId, isoTime, move, type Random, record, userId } from './book.ts'
import { actsFor, type DemoOrder, momentOf } from './tell-order.ts'

/** One shipment being told. */
interface Telling {
  book: Book
  id: string
  shipmentId: string
  vendor: string
  held: { line: DemoLine; quantity: number }[]
  /** The moment when the given part (0 to 1) of the shipment's life had passed, ms since 1970. */
  at(part: number): number
}

/** Numbers the next shipment and the next box, as the database's sequences will go on from them. */
export interface Counters {
  shipments: number
  boxes: number
  ssccPrefix: string
}

/** When the last of the orders was on the platform, ms since 1970. */
export function readyAt(orders: readonly DemoOrder[], end: number): number {
  return Math.max(...orders.map((order) => momentOf(order.plan, end, 0.5)))
}

/** Tells the story of a shipment that takes everything the orders have on the platform, as far as their story goes. */
export function tellShipment(book: Book, orders: readonly DemoOrder[], end: number, counters: Counters): void {
  const [first] = orders
  const plan = first?.plan.story.shipment
  if (first === undefined || plan === undefined) return
  const begin = readyAt(orders, end)
  const lines = orders.flatMap((order) => order.lines).filter((line) => line.now.platform > 0)
  counters.shipments += 1
  const telling: Telling = {
    book,
    id: book.random.idAt(begin),
    shipmentId: `SH-${String(counters.shipments).padStart(6, '0')}`,
    vendor: first.plan.vendor,
    held: lines.map((line) => ({ line, quantity: line.now.platform })),
    at: (part) => Math.floor(begin + (end - begin) * part),
  }
  take(telling, plan.state === 'TENTATIVE')
  if (plan.boxed) pack(telling, counters, plan.state !== 'AWAITING_PACKING', plan.inwarded ?? false)
  if (plan.state === 'PACKED_AND_SHIPPED') change(telling, 0.6, 'shipped', { ship: 'packed' })
  if (plan.state === 'CANCELLED') change(telling, 0.8, 'cancelled', { unpack: 'packed', release: 'reserved' })
  writeShipment(telling, plan.state)
}

function happening({ shipmentId, vendor, at }: Telling, part: number) {
  return { at: at(part), by: actsFor(vendor), entity: 'shipment' as const, entityId: shipmentId }
}

function take(telling: Telling, isDraft: boolean): void {
  const { book, id, held } = telling
  const event = isDraft ? 'shipment.drafted' : 'shipment.created'
  const details = { quantity: held.reduce((sum, each) => sum + each.quantity, 0), lines: held.length }
  const auditId = record(book, { ...happening(telling, 0.1), event, details })
  for (const { line, quantity } of held)
    move(book, line, { kind: 'reserve', quantity, at: telling.at(0.1), auditId, shipmentId: id })
}

const cartons = {
  large: { length_mm: 600, width_mm: 400, height_mm: 400 },
  small: { length_mm: 500, width_mm: 400, height_mm: 305 },
} as const

const unmeasured = { length_mm: null, width_mm: null, height_mm: null }

/** Fills boxes line after line, the next box when one is full. */
function pack(telling: Telling, counters: Counters, isTracked: boolean, isInwarded: boolean): void {
  const { book, id, held, at, shipmentId, vendor } = telling
  // Shipments take their time: some boxes have stood at the door for a week, some came this morning.
  const arrivedAt = at(0.66 + (counters.shipments % 6) * 0.05)
  const boxes = fillBoxes(book.random, held)
  const details = { boxes: boxes.length, quantity: held.reduce((sum, each) => sum + each.quantity, 0) }
  const auditId = record(book, { ...happening(telling, 0.4), event: 'shipment.packed', details })
  for (const { line, quantity } of held)
    move(book, line, { kind: 'pack', quantity, at: at(0.4), auditId, shipmentId: id })
  boxes.forEach((contents, place) => {
    counters.boxes += 1
    const boxId = book.random.idAt(at(0.4))
    const pieces = contents.reduce((sum, each) => sum + each.quantity, 0)
    const serial = String(counters.boxes).padStart(6, '0')
    const sscc = makeSscc(EXTENSION_DIGIT, counters.ssccPrefix, counters.boxes)
    book.boxes.push({
      id: boxId,
      shipment_id: id,
      box_no: String(place + 1),
      position: place + 1,
      sscc,
      tracking_id: isTracked ? `SF1${book.random.between(100_000, 999_999)}${serial}` : null,
      ...(isTracked ? cartons[pieces > 60 ? 'large' : 'small'] : unmeasured),
      weight_grams: isTracked ? 700 + pieces * book.random.between(120, 190) : null,
      inwarded_at: isInwarded ? isoTime(arrivedAt + place * 7_000) : null,
      created_at: isoTime(at(0.4)),
      removed_at: null,
    })
    if (isInwarded)
      book.arrivals.push({
        boxId,
        boxNo: String(place + 1),
        sscc,
        shipment: { id, shipmentId, vendor },
        contents,
        at: arrivedAt + place * 7_000,
      })
    for (const [place, { line, quantity }] of contents.entries())
      book.boxLines.push({ box_id: boxId, order_line_id: line.id, position: place + 1, quantity })
  })
}

function fillBoxes(random: Random, held: Telling['held']): Telling['held'][] {
  const boxes: Telling['held'][] = []
  let room = 0
  for (const { line, quantity } of held)
    for (let left = quantity; left > 0; ) {
      if (room === 0) {
        boxes.push([])
        room = random.between(70, 110)
      }
      const fits = Math.min(left, room)
      boxes.at(-1)?.push({ line, quantity: fits })
      room -= fits
      left -= fits
    }
  return boxes
}

/** A step that moves everything the shipment has in the given buckets. */
function change(
  telling: Telling,
  part: number,
  word: 'shipped' | 'cancelled',
  steps: Partial<Record<MoveKind, Bucket>>,
) {
  const { book, id, held } = telling
  const to = shipmentStatus(word === 'shipped' ? 'PACKED_AND_SHIPPED' : 'CANCELLED')
  const states = { from: shipmentStatus('AWAITING_PACKING'), to }
  const auditId = record(book, { ...happening(telling, part), event: `shipment.${word}`, ...states })
  // Each step a moment later: the ledger is read in the order of its ids, which is that of time.
  const inTurn = Object.entries(steps) as [MoveKind, Bucket][]
  inTurn.forEach(([kind, bucket], turn) => {
    for (const { line } of held)
      move(book, line, { kind, quantity: line.now[bucket], at: telling.at(part) + turn, auditId, shipmentId: id })
  })
}

function writeShipment({ book, id, shipmentId, vendor, held, at }: Telling, state: keyof typeof versions): void {
  const isShipped = state === 'PACKED_AND_SHIPPED'
  book.shipments.push({
    id,
    shipment_id: shipmentId,
    vendor_id: fixedId('vendor', vendor),
    destination_id: fixedId('site', 'CNQC'),
    state,
    invoice_number: isShipped ? `INV-${vendor}-${shipmentId.slice(-4)}` : null,
    carrier: isShipped ? 'SF Express 顺丰速运' : null,
    packing_hash: null,
    created_at: isoTime(at(0.1)),
    created_by: userId(actsFor(vendor)),
    shipped_at: isShipped ? isoTime(at(0.6)) : null,
    updated_at: isoTime(at(0.8)),
    updated_by: userId(actsFor(vendor)),
    version: versions[state],
  })
  for (const { line, quantity } of held)
    book.shipmentLines.push({ id: book.random.idAt(at(0.1)), shipment_id: id, order_line_id: line.id, quantity })
}

/** How often a shipment was saved on its way there. */
const versions = { TENTATIVE: 1, AWAITING_PACKING: 2, PACKED_AND_SHIPPED: 3, CANCELLED: 3 }
