/** Of an SKU at a place. */
export const stockConditions = ['good', 'b_grade', 'damaged'] as const
export type StockCondition = (typeof stockConditions)[number]

/** A shelf, or one of the places that a site has without shelves. Goods on their way lie in a place of the document that moves them. */
export const placeKinds = ['shelf', 'floor', 'quarantine', 'packing', 'in_transit'] as const
export type PlaceKind = (typeof placeKinds)[number]

/** Where goods lie that are neither being packed nor on their way. */
export const storedKinds = ['shelf', 'floor', 'quarantine'] as const satisfies readonly PlaceKind[]

/** Where goods lie that may be sent: from quarantine, packing or the road nothing goes on a gate pass. */
export const sendableKinds = ['shelf', 'floor'] as const satisfies readonly PlaceKind[]

/** Pieces that are free, the one word for it everywhere: on hand and promised to nobody, where they may be sent from. */
export const freePieces = (at: { place_kind: PlaceKind; on_hand: number; reserved: number }): number =>
  sendableKinds.some((kind) => kind === at.place_kind) ? at.on_hand - at.reserved : 0

/** What stands behind moves. `id` is what people call the document by. */
export const stockDocuments = [
  'opening_balance',
  'purchase_order',
  'disposition',
  'gate_pass',
  'allocation',
  'export_order',
  'stock_count',
  'sales',
  'put_away',
  'regrade',
  'write_off',
  'found',
] as const
export type StockDocument = (typeof stockDocuments)[number]

/** One side of a move: kinds of places, or outside: where what is not ours yet comes from, and what was ours goes to. */
type Side = readonly PlaceKind[] | 'outside'

interface StockWay {
  readonly from: Side
  readonly to: Side
  /** The move that takes it back. */
  readonly reverse: string
  /** Both places are of one site. Goods on their way count to the site where they go. */
  readonly site: 'same' | 'any'
  /** What becomes of the condition. */
  readonly condition: 'kept' | 'changed' | 'to_damaged' | 'from_damaged'
  readonly needsReason: boolean
}

function way<R extends string>(
  from: Side,
  to: Side,
  reverse: R,
  more: Partial<Omit<StockWay, 'reverse'>> = {},
): StockWay & { reverse: R } {
  return { from, to, reverse, site: 'same', condition: 'kept', needsReason: false, ...more }
}

const stored = storedKinds
const packing = ['packing'] as const
const onTheWay = ['in_transit'] as const
const why = { needsReason: true } as const

/** Every way that stock can go, each with the way back. */
export const stockMoves = {
  receive: way('outside', stored, 'unreceive'),
  unreceive: way(stored, 'outside', 'receive'),
  put_away: way(stored, stored, 'put_away'),
  pack: way(stored, packing, 'unpack'),
  unpack: way(packing, stored, 'pack'),
  dispatch: way(packing, onTheWay, 'call_back', { site: 'any' }),
  call_back: way(onTheWay, packing, 'dispatch', { site: 'any' }),
  arrive: way(onTheWay, stored, 'unarrive'),
  unarrive: way(stored, onTheWay, 'arrive'),
  arrive_damaged: way(onTheWay, stored, 'unarrive_damaged', { ...why, condition: 'to_damaged' }),
  unarrive_damaged: way(stored, onTheWay, 'arrive_damaged', { condition: 'from_damaged' }),
  /** Sent and never seen again. */
  close_short: way(onTheWay, 'outside', 'reopen_short', why),
  reopen_short: way('outside', onTheWay, 'close_short'),
  /** Arrived where they are ours no longer: returned to a vendor, used up, given away. */
  deliver: way(onTheWay, 'outside', 'undeliver'),
  undeliver: way('outside', onTheWay, 'deliver'),
  sell: way(stored, 'outside', 'take_back'),
  take_back: way('outside', stored, 'sell'),
  regrade: way(stored, stored, 'regrade', { ...why, condition: 'changed' }),
  write_off: way(stored, 'outside', 'found', why),
  found: way('outside', stored, 'write_off', why),
} as const satisfies Readonly<Record<string, StockWay>>

export type StockMoveKind = keyof typeof stockMoves

export const stockMoveKinds = Object.keys(stockMoves) as [StockMoveKind, ...StockMoveKind[]]

export const reverseOf = (kind: StockMoveKind): StockMoveKind => stockMoves[kind].reverse

/** One side of a move as far as the rule looks at it. */
export interface StockSide {
  readonly siteId: string
  readonly kind: PlaceKind
  readonly condition: StockCondition
  /** Which place it is. */
  readonly placeId: string
}

export interface PlainMove {
  readonly kind: StockMoveKind
  /** Whole pieces, at least 1. */
  readonly quantity: number
  readonly from: StockSide | null
  readonly to: StockSide | null
  readonly reason?: string | null | undefined
}

export type StockFault = 'quantity' | 'from' | 'to' | 'site' | 'condition' | 'reason' | 'nowhere'

/** Why a move is none, wherever how many pieces are; or null. */
export function stockFault({ kind, quantity, from, to, reason }: PlainMove): StockFault | null {
  const rule: StockWay = stockMoves[kind]
  if (!Number.isSafeInteger(quantity) || quantity < 1) return 'quantity'
  if (!fits(rule.from, from)) return 'from'
  if (!fits(rule.to, to)) return 'to'
  if (rule.needsReason && !reason?.trim()) return 'reason'
  if (from === null || to === null) return null
  if (rule.site === 'same' && from.siteId !== to.siteId) return 'site'
  if (!goesWith(rule.condition, from.condition, to.condition)) return 'condition'
  return from.placeId === to.placeId && from.condition === to.condition ? 'nowhere' : null
}

function fits(side: Side, at: StockSide | null): boolean {
  return side === 'outside' ? at === null : at !== null && side.includes(at.kind)
}

function goesWith(rule: StockWay['condition'], from: StockCondition, to: StockCondition): boolean {
  if (rule === 'kept') return from === to
  if (rule === 'changed') return from !== to
  return rule === 'to_damaged' ? to === 'damaged' : from === 'damaged'
}

/** Pieces of an SKU at a place, in a condition. */
export interface Balance {
  readonly onHand: number
  /** Promised to documents; of those on hand. */
  readonly reserved: number
}

/** Pieces that may be moved, from wherever they lie. */
export const freeOf = ({ onHand, reserved }: Balance): number => onHand - reserved

/** The moves that could take a free piece from a place of this kind, for a refusal. */
export function movesFrom(kind: PlaceKind): StockMoveKind[] {
  return stockMoveKinds.filter((name) => {
    const { from }: StockWay = stockMoves[name]
    return from !== 'outside' && from.includes(kind)
  })
}

/**
 * What a move makes of the balances, or null where more pieces would go than are free. `keyed` names one side's balance. The books given
 * are changed only when the move is done.
 */
export function moveIn<K>(
  books: Map<K, Balance>,
  { quantity, from, to }: { quantity: number; from: K | null; to: K | null },
): Balance | null {
  const nothing: Balance = { onHand: 0, reserved: 0 }
  const taken = from === null ? null : (books.get(from) ?? nothing)
  if (taken !== null && freeOf(taken) < quantity) return taken
  if (from !== null && taken !== null) books.set(from, { ...taken, onHand: taken.onHand - quantity })
  if (to !== null) {
    const given = books.get(to) ?? nothing
    books.set(to, { ...given, onHand: given.onHand + quantity })
  }
  return null
}
