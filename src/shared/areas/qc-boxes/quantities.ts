import { type BucketOf, type KindOf, ledger, type QuantitiesOf } from '../../kernel/ledger.ts'

/**
 * Pieces of one SKU in a box at QC, or of the whole box, by where they are, and every way a piece can go (rules, section 3): what
 * the packing list declares and what was found beyond it = the sum of all buckets. So declared = passed + failed + hold + missing − excess,
 * wherever those pieces went since.
 */
export const qcPieces = ledger({
  buckets: [
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
    /** Passed in India and on a purchase order of ours: stock from then on. */
    'purchased',
    /** Rejected, and taken away by what was decided of them: rework, replacement, credit, B-grade, scrap. */
    'disposed',
  ],
  /** What the packing list declares comes by the door, what nobody declared from nowhere. */
  outside: { door: 'declared', nowhere: 'excess' },
  moves: {
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
    purchase: { from: 'passed', to: 'purchased', reverse: 'unpurchase' },
    unpurchase: { from: 'purchased', to: 'passed', reverse: 'purchase' },
    dispose: { from: 'failed', to: 'disposed', reverse: 'undispose' },
    undispose: { from: 'disposed', to: 'failed', reverse: 'dispose' },
    /** Mended: judged again. */
    rework: { from: 'disposed', to: 'to_inspect', reverse: 'unrework' },
    unrework: { from: 'to_inspect', to: 'disposed', reverse: 'rework' },
    /** Rejected, and accepted all the same, for a reason. */
    concede: { from: 'failed', to: 'passed', reverse: 'unconcede' },
    unconcede: { from: 'passed', to: 'failed', reverse: 'concede' },
    /** Passed, and yet to go back to the vendor: nobody ordered it. No verdict is taken back. */
    decline: { from: 'passed', to: 'failed', reverse: 'undecline' },
    undecline: { from: 'failed', to: 'passed', reverse: 'decline' },
  },
})

export type QcBucket = BucketOf<typeof qcPieces>
export type QcQuantities = QuantitiesOf<typeof qcPieces>
export type QcMoveKind = KindOf<typeof qcPieces>

/** Every quantity that a line and a box at QC have, in the order in which they are told. */
export const qcColumns = qcPieces.columns

/** Pieces that lie in a box beside those that passed: not judged yet, held, or failed and not sent back. */
export function piecesBeside(box: QcQuantities): number {
  return box.uncounted + box.to_inspect + box.on_hold + box.failed
}

/** Passed and failed as the specification shows them: wherever such pieces went since. */
export function passedOf(line: QcQuantities): number {
  return line.passed + line.shelved + line.ready + line.invoiced + line.shipped + line.purchased
}

export function failedOf(line: Pick<QcQuantities, 'failed' | 'returned' | 'disposed'>): number {
  return line.failed + line.returned + line.disposed
}
