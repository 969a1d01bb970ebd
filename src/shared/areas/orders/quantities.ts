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

/**
 * The pieces of one order line, by where they stand. Whole pieces, never negative, and always
 * ordered = the sum of all buckets (rules, section 1). `platform` is free on the shipping platform, `reserved` is on the
 * platform and promised to a shipment: what users call "on platform" is both.
 */
export const buckets = ['awaiting', 'platform', 'reserved', 'packed', 'shipped', 'rejected', 'oos'] as const

export type Bucket = (typeof buckets)[number]

export type Quantities = { ordered: number } & Record<Bucket, number>

export function openLine(ordered: number): Quantities {
  return { ordered, awaiting: ordered, platform: 0, reserved: 0, packed: 0, shipped: 0, rejected: 0, oos: 0 }
}

export function onPlatform(line: Pick<Quantities, 'platform' | 'reserved'>): number {
  return line.platform + line.reserved
}

/** What is wrong with a line, or null: the invariant that every move must keep. */
export function brokenInvariant(line: Quantities): string | null {
  const negative = buckets.find((bucket) => line[bucket] < 0 || !Number.isInteger(line[bucket]))
  if (negative !== undefined) return `${negative} is ${line[negative]}`
  const sum = buckets.reduce((total, bucket) => total + line[bucket], 0)
  return sum === line.ordered ? null : `ordered ${line.ordered} is not the sum ${sum}`
}

export function addQuantities(lines: readonly Quantities[]): Quantities {
  const total = openLine(0)
  for (const line of lines) {
    total.ordered += line.ordered
    for (const bucket of buckets) total[bucket] += line[bucket]
  }
  return total
}
