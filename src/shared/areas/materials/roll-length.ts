import { type BucketOf, type KindOf, ledger, type QuantitiesOf } from '../../kernel/ledger.ts'

/**
 * The cloth of one roll in whole centimetres, by where it is, and every way it can go: received = free + reserved + consumed + written
 * off + returned. `free` is promised to no order; what is reserved is cut for its order only.
 */
export const rollLength = ledger({
  buckets: ['free', 'reserved', 'consumed', 'written_off', 'returned'],
  outside: { supplier: 'received' },
  opens: { from: 'supplier', to: 'free' },
  moves: {
    reserve: { from: 'free', to: 'reserved', reverse: 'release' },
    release: { from: 'reserved', to: 'free', reverse: 'reserve' },
    cut: { from: 'reserved', to: 'consumed', reverse: 'uncut' },
    uncut: { from: 'consumed', to: 'reserved', reverse: 'cut' },
    write_off: { from: 'free', to: 'written_off', reverse: 'take_up' },
    take_up: { from: 'written_off', to: 'free', reverse: 'write_off' },
    return: { from: 'free', to: 'returned', reverse: 'take_back' },
    take_back: { from: 'returned', to: 'free', reverse: 'return' },
    measured_longer: { from: 'supplier', to: 'free', reverse: 'measured_shorter' },
    measured_shorter: { from: 'free', to: 'supplier', reverse: 'measured_longer' },
  },
})

export type RollBucket = BucketOf<typeof rollLength>
export type RollLength = QuantitiesOf<typeof rollLength>
export type RollMove = KindOf<typeof rollLength>
