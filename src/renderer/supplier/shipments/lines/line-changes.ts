import { lineKey } from '../../../../shared/domain/packing.ts'
import type { CallData } from '../../../actions/calls.ts'
import type { ShipmentDetails } from '../next-step.ts'

type HeldLine = ShipmentDetails['lines'][number]
export type FreeLine = CallData<'vendor.getShippingItems'>['rows'][number]

/** A line that the shipment holds or could hold. */
export interface ChangeableLine
  extends Pick<HeldLine, 'order_id' | 'nm_sku' | 'style_id' | 'color' | 'color_zh' | 'size'> {
  key: string
  /** Pieces in the shipment now. */
  held: number
  inBoxes: number
  /** The most that it can hold: its own and those free on the platform. */
  most: number
}

/** Pieces wanted by line; a line that is not named stays as it is. */
export type WantedPieces = Readonly<Record<string, number>>

export interface ChangeableLines {
  /** In the order of the shipment. */
  own: readonly ChangeableLine[]
  /** Ready on the platform, not in the shipment. */
  others: readonly ChangeableLine[]
}

export function changeableLines(held: readonly HeldLine[], free: readonly FreeLine[]): ChangeableLines {
  const ready = new Map(free.map((item) => [lineKey(item), item.ready_quantity]))
  const own = held.map((line) => changeable(line, line.ready_quantity, line.quantity_in_box, ready.get(lineKey(line))))
  const keys = new Set(own.map(({ key }) => key))
  const others = free.filter((item) => item.ready_quantity > 0 && !keys.has(lineKey(item)))
  return { own, others: others.map((item) => changeable(item, 0, 0, item.ready_quantity)) }
}

function changeable(line: HeldLine | FreeLine, held: number, inBoxes: number, free = 0): ChangeableLine {
  const { order_id, nm_sku, style_id, color, color_zh, size } = line
  return { order_id, nm_sku, style_id, color, color_zh, size, key: lineKey(line), held, inBoxes, most: held + free }
}

export function wantedOf(line: ChangeableLine, wanted: WantedPieces): number {
  return wanted[line.key] ?? line.held
}

/** Why a line cannot be so, in the server's words; null when it can. */
export function changeFault(line: ChangeableLine, wanted: WantedPieces): string | null {
  const quantity = wantedOf(line, wanted)
  if (quantity < line.inBoxes) return 'Take the pieces out of their boxes first.'
  return quantity > line.most ? 'Please enter correct quantity for order.' : null
}

export interface LineOfShipment {
  order_id: string
  nm_sku: string
  quantity: number
}

/** The lines that the shipment shall hold, as the call takes them. */
export function shipmentLinesOf(lines: readonly ChangeableLine[], wanted: WantedPieces): LineOfShipment[] {
  return lines
    .map((line) => ({ order_id: line.order_id, nm_sku: line.nm_sku, quantity: wantedOf(line, wanted) }))
    .filter(({ quantity }) => quantity > 0)
}
