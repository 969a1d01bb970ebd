import { closedBy, type OfferedMove } from '../../kernel/lifecycle.ts'
import { address, type NextAction } from '../../kernel/screens.ts'
import { key } from '../../kernel/words.ts'

/** Stored states of a shipment (rules, section 2). Inwarded states are derived from boxes by China QC. */
export const shipmentStates = ['TENTATIVE', 'AWAITING_PACKING', 'PACKED_AND_SHIPPED', 'CANCELLED'] as const

export type ShipmentState = (typeof shipmentStates)[number]

export const shipmentStatuses = ['Tentative', 'Awaiting packing', 'Packed and shipped', 'Cancelled'] as const

export type ShipmentStatus = (typeof shipmentStatuses)[number]

const words: Record<ShipmentState, ShipmentStatus> = {
  TENTATIVE: 'Tentative',
  AWAITING_PACKING: 'Awaiting packing',
  PACKED_AND_SHIPPED: 'Packed and shipped',
  CANCELLED: 'Cancelled',
}

export function shipmentStatus(state: ShipmentState): ShipmentStatus {
  return words[state]
}

/** What boxes that came in make of a shipment: derived, never stored (rules, section 2). */
export const inwardedStatuses = ['Partly inwarded', 'Inwarded'] as const

/** The status with what China QC took in of it. */
export function shipmentStatusAtDoor(
  state: ShipmentState,
  boxes: { all: number; inwarded: number },
): ShipmentStatus | (typeof inwardedStatuses)[number] {
  if (state !== 'PACKED_AND_SHIPPED' || boxes.inwarded === 0) return shipmentStatus(state)
  return boxes.inwarded < boxes.all ? 'Partly inwarded' : 'Inwarded'
}

export function shipmentState(status: ShipmentStatus): ShipmentState {
  return shipmentStates[shipmentStatuses.indexOf(status)] ?? 'CANCELLED'
}

export const shipmentMoves = {
  confirm: { from: ['TENTATIVE'], to: 'AWAITING_PACKING' },
  pack: { from: ['AWAITING_PACKING'], to: 'AWAITING_PACKING' },
  /** Tracking ids, weights, carrier, invoice number: also on the way, but for boxes that came in (`describeProblem`). */
  describe: { from: ['TENTATIVE', 'AWAITING_PACKING', 'PACKED_AND_SHIPPED'], to: null },
  change: { from: ['TENTATIVE', 'AWAITING_PACKING'], to: null },
  ship: { from: ['AWAITING_PACKING'], to: 'PACKED_AND_SHIPPED' },
  cancel: { from: ['TENTATIVE', 'AWAITING_PACKING'], to: 'CANCELLED' },
  recover: { from: ['CANCELLED', 'PACKED_AND_SHIPPED'], to: 'AWAITING_PACKING' },
} as const satisfies Record<string, { from: readonly ShipmentState[]; to: ShipmentState | null }>

export type ShipmentMove = keyof typeof shipmentMoves
export const shipmentMoveNames = Object.keys(shipmentMoves) as [ShipmentMove, ...ShipmentMove[]]

/** English, and the keys of their translations. */
export const boxStands = {
  one: 'This box was inwarded: its tracking ID and weight cannot be changed.',
  some: 'Inwarded boxes keep their tracking ID and weight: {{boxes}}.',
} as const

/** Why a box's tracking id and weight stand; null while they may change. What China QC took in its documents tell of. */
export function describeProblem(box: { is_inwarded: boolean }): typeof boxStands.one | null {
  return box.is_inwarded ? boxStands.one : null
}

/** What may be done with a shipment now; a box that was inwarded can never be called back. */
export function allowedShipmentMoves(state: ShipmentState, boxesInwarded: number): ShipmentMove[] {
  const names = Object.keys(shipmentMoves) as ShipmentMove[]
  return names.filter((name) => {
    const from: readonly ShipmentState[] = shipmentMoves[name].from
    return from.includes(state) && !(name === 'recover' && boxesInwarded > 0)
  })
}

/** Why a move of a shipment is closed. English, and the keys of their translations. */
export const shipmentClosed = {
  usual: key('Shipment {{shipment_id}} is {{status}}.'),
  draft: key('Confirm the shipment first.'),
  cancelled: key('It is cancelled: recover it first.'),
  onItsWay: key('It is on its way: recover it first, while none of its boxes came in.'),
  cameIn: key('Boxes of it that came in: {{inwarded}}. It cannot be called back any more.'),
  unpacked: key('Pieces of it that lie in no box: {{unpacked}}. Pack them first, or take them off its lines.'),
} as const

/** A shipment, as far as its closed moves hang on it. */
export interface ShipmentAtHand {
  shipment_id: string
  state: ShipmentState
  inwarded: number
  /** Promised pieces in no box; left out where nobody counted. */
  unpacked?: number
}

/** Why a move of a shipment is closed; null where it is open. */
export function closedForShipment(move: ShipmentMove, { shipment_id, state, inwarded, unpacked = 0 }: ShipmentAtHand) {
  const isOpen = allowedShipmentMoves(state, inwarded).includes(move)
  const told = {
    TENTATIVE: move === 'recover' ? shipmentClosed.usual : shipmentClosed.draft,
    AWAITING_PACKING: move === 'ship' && unpacked > 0 ? shipmentClosed.unpacked : shipmentClosed.usual,
    PACKED_AND_SHIPPED:
      inwarded > 0 && move !== 'confirm' && move !== 'ship'
        ? shipmentClosed.cameIn
        : move === 'change' || move === 'cancel' || move === 'pack'
          ? shipmentClosed.onItsWay
          : shipmentClosed.usual,
    CANCELLED: move === 'cancel' || move === 'confirm' ? shipmentClosed.usual : shipmentClosed.cancelled,
  }[state]
  const isShut = !isOpen || (move === 'ship' && unpacked > 0)
  return closedBy(isShut ? told : null, { shipment_id, status_key: shipmentStatus(state), inwarded, unpacked })
}

/** The moves of a shipment, each open, or closed with why. */
export function shipmentOffers(shipment: ShipmentAtHand): OfferedMove<ShipmentMove>[] {
  return usual.map((move) => ({ move, closed: closedForShipment(move, shipment) }))
}

/** The moves in the words of their buttons: English, and the keys of their translations. */
export const shipmentActionLabels: Readonly<Record<ShipmentMove, string>> = {
  confirm: 'Confirm shipment',
  pack: 'Pack the boxes',
  ship: 'Mark packed and shipped',
  describe: 'Tracking IDs and weights',
  change: 'Change the lines',
  recover: 'Recover shipment',
  cancel: 'Cancel shipment',
}

/** A shipment, as far as its next actions hang on it. */
export interface StandingShipment {
  shipment_id: string
  state: ShipmentState
  boxesInwarded: number
  /** Every promised piece lies in a box, and there is one. */
  isPacked: boolean
}

const usual: readonly ShipmentMove[] = ['confirm', 'ship', 'pack', 'describe', 'change', 'recover', 'cancel']

const views: Partial<Record<ShipmentMove, string>> = { describe: 'boxes', change: 'lines' }

/** What may be done with a shipment, the usual first; shipping only once every piece lies in a box. */
export function shipmentActions(shipment: StandingShipment): NextAction<ShipmentMove>[] {
  const moves = allowedShipmentMoves(shipment.state, shipment.boxesInwarded)
  const now = usual.filter((move) => moves.includes(move) && (move !== 'ship' || shipment.isPacked))
  return now.map((action) => ({ action, path: shipmentPath(shipment.shipment_id, views[action]) }))
}

export function shipmentPath(shipmentId: string, view = ''): string {
  return address('/supplier/shipment-management', { shipment: shipmentId, view })
}

/** Of a box off its list, in a trace. */
export const removedBox = 'Taken off the packing list'
