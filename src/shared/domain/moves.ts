import type { Bucket, Quantities } from './quantities.ts'

/** Every way a piece of an order line can go, with its way back (rules, sections 0 to 2). */
export const moves = {
  refuse: { from: 'awaiting', to: 'rejected', reverse: 'recover_refused', needsReason: true },
  recover_refused: { from: 'rejected', to: 'awaiting', reverse: 'refuse', needsReason: false },
  mark_oos: { from: 'awaiting', to: 'oos', reverse: 'recover_oos', needsReason: false },
  recover_oos: { from: 'oos', to: 'awaiting', reverse: 'mark_oos', needsReason: false },
  schedule: { from: 'awaiting', to: 'platform', reverse: 'unschedule', needsReason: false },
  unschedule: { from: 'platform', to: 'awaiting', reverse: 'schedule', needsReason: false },
  reserve: { from: 'platform', to: 'reserved', reverse: 'release', needsReason: false },
  release: { from: 'reserved', to: 'platform', reverse: 'reserve', needsReason: false },
  pack: { from: 'reserved', to: 'packed', reverse: 'unpack', needsReason: false },
  unpack: { from: 'packed', to: 'reserved', reverse: 'pack', needsReason: false },
  ship: { from: 'packed', to: 'shipped', reverse: 'unship', needsReason: false },
  unship: { from: 'shipped', to: 'packed', reverse: 'ship', needsReason: false },
} as const satisfies Record<string, { from: Bucket; to: Bucket; reverse: string; needsReason: boolean }>

export type MoveKind = keyof typeof moves

export const moveKinds = Object.keys(moves) as MoveKind[]

export type MoveOutcome = { line: Quantities } | { refused: 'quantity' | 'not-enough'; allowed: MoveKind[] }

/** Moves whole pieces between two buckets, or says why not and what could be moved now. The line given is not changed. */
export function movePieces(line: Quantities, kind: MoveKind, quantity: number): MoveOutcome {
  const { from, to } = moves[kind]
  if (!Number.isSafeInteger(quantity) || quantity < 1) return { refused: 'quantity', allowed: allowedMoves(line) }
  if (line[from] < quantity) return { refused: 'not-enough', allowed: allowedMoves(line) }
  return { line: { ...line, [from]: line[from] - quantity, [to]: line[to] + quantity } }
}

export function reverseOf(kind: MoveKind): MoveKind {
  return moves[kind].reverse
}

export function allowedMoves(line: Quantities): MoveKind[] {
  return moveKinds.filter((kind) => line[moves[kind].from] > 0)
}
