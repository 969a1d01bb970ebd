import { type BucketOf, type KindOf, ledger, type QuantitiesOf } from '../../kernel/ledger.ts'

/**
 * The pieces of one order line, by where they stand, and every way a piece can go (rules, sections 0 to 2): ordered = the sum of all
 * buckets. `platform` is free on the shipping platform, `reserved` is on the platform and promised to a shipment: what users
 * call "on platform" is both.
 */
export const pieces = ledger({
  buckets: ['awaiting', 'platform', 'reserved', 'packed', 'shipped', 'rejected', 'oos'],
  outside: { order: 'ordered' },
  opens: { from: 'order', to: 'awaiting' },
  moves: {
    refuse: { from: 'awaiting', to: 'rejected', reverse: 'recover_refused' },
    recover_refused: { from: 'rejected', to: 'awaiting', reverse: 'refuse' },
    mark_oos: { from: 'awaiting', to: 'oos', reverse: 'recover_oos' },
    recover_oos: { from: 'oos', to: 'awaiting', reverse: 'mark_oos' },
    schedule: { from: 'awaiting', to: 'platform', reverse: 'unschedule' },
    unschedule: { from: 'platform', to: 'awaiting', reverse: 'schedule' },
    reserve: { from: 'platform', to: 'reserved', reverse: 'release' },
    release: { from: 'reserved', to: 'platform', reverse: 'reserve' },
    pack: { from: 'reserved', to: 'packed', reverse: 'unpack' },
    unpack: { from: 'packed', to: 'reserved', reverse: 'pack' },
    ship: { from: 'packed', to: 'shipped', reverse: 'unship' },
    unship: { from: 'shipped', to: 'packed', reverse: 'ship' },
    amend_up: { from: 'order', to: 'awaiting', reverse: 'amend_down' },
    amend_down: { from: 'awaiting', to: 'order', reverse: 'amend_up' },
  },
})

export type Bucket = BucketOf<typeof pieces>
export type Quantities = QuantitiesOf<typeof pieces>
export type MoveKind = KindOf<typeof pieces>

export function onPlatform(line: Pick<Quantities, 'platform' | 'reserved'>): number {
  return line.platform + line.reserved
}
