/** Where a piece of a box can be in China QC (rules, section 3). */
export const qcBuckets = [
  /** Inwarded, not counted. */
  'uncounted',
  /** Counted, waiting for inspection. */
  'to_inspect',
  'on_hold',
  'passed',
  /** Passed and put on a shelf. */
  'shelved',
  /** Passed and ready for an invoice. */
  'ready',
  'invoiced',
  'shipped',
  'failed',
  'returned',
  'missing',
] as const

export type QcBucket = (typeof qcBuckets)[number]

/** Pieces of one SKU in a box, or of the whole box: declared + excess = the sum of all buckets. */
export type QcQuantities = Record<QcBucket, number> & {
  /** As the packing list says. */
  declared: number
  /** Found beyond the packing list. */
  excess: number
}

/** A side that is no bucket: what the packing list declares, and what nobody declared. */
type Outside = 'door' | 'nowhere'

/** Every way a piece of a box can go, with its way back. `excess` counts what comes from nowhere. */
export const qcMoves = {
  inward: { from: 'door', to: 'uncounted', reverse: 'uninward' },
  uninward: { from: 'uncounted', to: 'door', reverse: 'inward' },
  count: { from: 'uncounted', to: 'to_inspect', reverse: 'uncount' },
  uncount: { from: 'to_inspect', to: 'uncounted', reverse: 'count' },
  miss: { from: 'uncounted', to: 'missing', reverse: 'unmiss' },
  unmiss: { from: 'missing', to: 'uncounted', reverse: 'miss' },
  exceed: { from: 'nowhere', to: 'to_inspect', reverse: 'unexceed' },
  unexceed: { from: 'to_inspect', to: 'nowhere', reverse: 'exceed' },
  find: { from: 'missing', to: 'to_inspect', reverse: 'lose' },
  lose: { from: 'to_inspect', to: 'missing', reverse: 'find' },
  pass: { from: 'to_inspect', to: 'passed', reverse: 'revert_passed' },
  skip: { from: 'to_inspect', to: 'passed', reverse: 'revert_passed' },
  fail: { from: 'to_inspect', to: 'failed', reverse: 'revert_failed' },
  hold: { from: 'to_inspect', to: 'on_hold', reverse: 'release' },
  release: { from: 'on_hold', to: 'to_inspect', reverse: 'hold' },
  revert_passed: { from: 'passed', to: 'to_inspect', reverse: 'pass' },
  revert_failed: { from: 'failed', to: 'to_inspect', reverse: 'fail' },
  shelve: { from: 'passed', to: 'shelved', reverse: 'unshelve' },
  unshelve: { from: 'shelved', to: 'passed', reverse: 'shelve' },
  make_ready: { from: 'passed', to: 'ready', reverse: 'unready' },
  unready: { from: 'ready', to: 'passed', reverse: 'make_ready' },
  invoice: { from: 'ready', to: 'invoiced', reverse: 'uninvoice' },
  uninvoice: { from: 'invoiced', to: 'ready', reverse: 'invoice' },
  ship: { from: 'invoiced', to: 'shipped', reverse: 'unship' },
  unship: { from: 'shipped', to: 'invoiced', reverse: 'ship' },
  send_back: { from: 'failed', to: 'returned', reverse: 'take_back' },
  take_back: { from: 'returned', to: 'failed', reverse: 'send_back' },
} as const satisfies Record<string, { from: QcBucket | Outside; to: QcBucket | Outside; reverse: string }>

export type QcMoveKind = keyof typeof qcMoves

export const qcMoveKinds = Object.keys(qcMoves) as QcMoveKind[]

export const nothing: Readonly<QcQuantities> = {
  declared: 0,
  excess: 0,
  uncounted: 0,
  to_inspect: 0,
  on_hold: 0,
  passed: 0,
  shelved: 0,
  ready: 0,
  invoiced: 0,
  shipped: 0,
  failed: 0,
  returned: 0,
  missing: 0,
}

export const qcColumns = Object.keys(nothing) as (keyof QcQuantities)[]

export type QcMoveOutcome = { line: QcQuantities } | { refused: 'quantity' | 'not-enough'; available: number }

/** What a move could take at most. Only inwarding and excess take from where nothing is counted. */
export function movable(line: QcQuantities, kind: QcMoveKind): number {
  const { from, to } = qcMoves[kind]
  if (from === 'door' || from === 'nowhere') return Number.MAX_SAFE_INTEGER
  // What never was excess cannot be taken back as such, and excess never came by the packing list.
  if (to === 'nowhere') return Math.min(line[from], line.excess)
  return to === 'door' ? Math.min(line[from], line.declared) : line[from]
}

/** Moves whole pieces, or says why not. The line given is not changed. */
export function moveQcPieces(line: QcQuantities, kind: QcMoveKind, quantity: number): QcMoveOutcome {
  const available = movable(line, kind)
  if (!Number.isSafeInteger(quantity) || quantity < 1) return { refused: 'quantity', available }
  if (available < quantity) return { refused: 'not-enough', available }
  const { from, to } = qcMoves[kind]
  const moved = { ...line }
  if (from === 'door') moved.declared += quantity
  else if (from === 'nowhere') moved.excess += quantity
  else moved[from] -= quantity
  if (to === 'door') moved.declared -= quantity
  else if (to === 'nowhere') moved.excess -= quantity
  else moved[to] += quantity
  return { line: moved }
}

/** The rule of the balance: declared = passed + failed + hold + missing − excess, wherever those pieces went since. */
export function isBalanced(line: QcQuantities): boolean {
  return line.declared + line.excess === qcBuckets.reduce((sum, bucket) => sum + line[bucket], 0)
}

/** Passed and failed as the specification shows them: wherever such pieces went since. */
export function passedOf(line: QcQuantities): number {
  return line.passed + line.shelved + line.ready + line.invoiced + line.shipped
}

export function failedOf(line: QcQuantities): number {
  return line.failed + line.returned
}

export function sumOf(lines: Iterable<QcQuantities>): QcQuantities {
  const sum = { ...nothing }
  for (const line of lines) for (const column of qcColumns) sum[column] += line[column]
  return sum
}
