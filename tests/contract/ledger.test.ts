import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { pieces } from '../../src/shared/areas/orders/quantities.ts'
import { qcPieces } from '../../src/shared/areas/qc-boxes/quantities.ts'
import { type Ledger, ledger, type QuantitiesOf } from '../../src/shared/kernel/ledger.ts'

type Line = QuantitiesOf<Ledger>

/** What no area has yet: pieces that come from where nobody counts, and leave to there. */
const shelf = ledger({
  buckets: ['free', 'reserved'],
  outside: { elsewhere: null },
  moves: {
    receive: { from: 'elsewhere', to: 'free', reverse: 'write_off' },
    write_off: { from: 'free', to: 'elsewhere', reverse: 'receive' },
    reserve: { from: 'free', to: 'reserved', reverse: 'release' },
    release: { from: 'reserved', to: 'free', reverse: 'reserve' },
  },
})

/** Any table: up to five buckets and two places outside, every move with its way back. */
const anyTable: fc.Arbitrary<Ledger> = fc
  .record({ buckets: fc.integer({ min: 1, max: 5 }), outside: fc.nat(2), opens: fc.boolean() })
  .chain(({ buckets, outside, opens }) => {
    const named = (name: string, count: number) => Array.from({ length: count }, (_, at) => `${name}${at}`)
    const sides = [...named('bucket', buckets), ...named('outside', outside)]
    const side = fc.constantFrom(...sides)
    return fc.array(fc.tuple(side, side), { minLength: 1, maxLength: 8 }).map((ways) => {
      const told = ways.filter(([from, to]) => from !== to && !(from.startsWith('out') && to.startsWith('out')))
      const both = told.flatMap(([from, to], at) => [
        [`go${at}`, { from, to, reverse: `back${at}` }] as const,
        [`back${at}`, { from: to, to: from, reverse: `go${at}` }] as const,
      ])
      return ledger<string, Record<string, string>, Ledger['moves']>({
        buckets: named('bucket', buckets),
        outside: Object.fromEntries(named('outside', outside).map((name) => [name, `of_${name}`])),
        ...(opens && outside > 0 && { opens: { from: 'outside0', to: 'bucket0' } }),
        moves: Object.fromEntries(both),
      })
    })
  })

const step = fc.record({ kind: fc.nat(60), quantity: fc.integer({ min: -1, max: 12 }) })
const story = fc.record({ opened: fc.nat(40), steps: fc.array(step, { maxLength: 60 }) })

/** Goes through a story, and tells `seen` of every move that was tried. Gives the line and the moves that were done. */
function tell(
  of: Ledger,
  { opened, steps }: { opened: number; steps: { kind: number; quantity: number }[] },
  seen: (before: Line, kind: string, quantity: number, outcome: ReturnType<Ledger['move']>) => void = () => undefined,
) {
  let line = of.open(opened)
  const done: { kind: string; quantity: number }[] = []
  for (const { kind: at, quantity } of steps) {
    const kind = of.kinds[at % of.kinds.length]
    if (kind === undefined) continue
    const outcome = of.move(line, kind, quantity)
    seen(line, kind, quantity, outcome)
    if (!('line' in outcome)) continue
    line = outcome.line
    done.push({ kind, quantity })
  }
  return { line, done }
}

describe.each<[string, fc.Arbitrary<Ledger>]>([
  ['order lines', fc.constant(pieces)],
  ['boxes at QC', fc.constant(qcPieces)],
  ['a shelf', fc.constant(shelf)],
  ['any table', anyTable],
])('the ledger of %s', (_, anyLedger) => {
  // Would catch: a move that makes or loses pieces, or takes more than there are; pieces that leave to where they never came from.
  test('keeps every line sound, whatever is moved in whatever order', () => {
    fc.assert(
      fc.property(anyLedger, story, (of, told) => {
        tell(of, told, (_before, _kind, _quantity, outcome) => {
          if ('line' in outcome) expect(of.fault(outcome.line)).toBeNull()
        })
      }),
    )
  })

  // Would catch: a way back that leads elsewhere, or that cannot be gone.
  test('is taken back by its reverses, one by one and all together', () => {
    fc.assert(
      fc.property(anyLedger, story, (of, told) => {
        const { line, done } = tell(of, told, (before, kind, quantity, outcome) => {
          if ('line' in outcome) expect(of.move(outcome.line, of.reverseOf(kind), quantity)).toEqual({ line: before })
        })
        const back = done.toReversed().reduce((now, { kind, quantity }) => {
          const outcome = of.move(now, of.reverseOf(kind), quantity)
          if (!('line' in outcome)) throw new Error(`${kind} cannot be taken back`)
          return outcome.line
        }, line)
        expect(back).toEqual(of.open(told.opened))
      }),
    )
  })

  // Would catch: a half-done refusal, one without need, or one that names moves which are not allowed.
  test('refuses what is not there or no number of pieces, changes nothing then, and says what is allowed', () => {
    fc.assert(
      fc.property(anyLedger, story, (of, told) => {
        tell(of, told, (before, kind, quantity, outcome) => {
          const copy = { ...before }
          of.move(before, kind, quantity)
          expect(before).toEqual(copy)
          const available = of.movable(before, kind)
          expect('line' in outcome).toBe(quantity >= 1 && quantity <= available)
          if ('refused' in outcome)
            expect(outcome).toEqual({ refused: quantity < 1 ? 'quantity' : 'not-enough', available })
          for (const other of of.allowed(before)) expect('line' in of.move(before, other, 1)).toBe(true)
        })
      }),
    )
  })

  // Would catch: a sum that leaves a column out; a check that replays moves by other signs than `move` does.
  test('is the sum of its moves', () => {
    fc.assert(
      fc.property(anyLedger, story, story, (of, told, other) => {
        const { line, done } = tell(of, told)
        const sum = of.open(told.opened)
        for (const { kind, quantity } of done)
          for (const { column, by } of of.changes(kind)) sum[column] = (sum[column] ?? 0) + by * quantity
        expect(sum).toEqual(line)
        expect(of.fault(of.sum([line, tell(of, other).line]))).toBeNull()
      }),
    )
  })

  test.each([0, -1, 0.5, Number.NaN, Number.POSITIVE_INFINITY])('%s is no quantity to move', (quantity) => {
    fc.assert(
      fc.property(anyLedger, (of) => {
        for (const kind of of.kinds) expect(of.move(of.open(9), kind, quantity)).toMatchObject({ refused: 'quantity' })
      }),
    )
  })
})

// Would catch: a bucket that no piece can reach or leave; a reverse that is another move's.
test.each<[string, Ledger]>([
  ['order lines', pieces],
  ['boxes at QC', qcPieces],
])('the table of %s leads in and out of every bucket, and back by every reverse', (_, of) => {
  const ways = Object.values(of.moves)
  for (const bucket of of.buckets) {
    expect(ways.some(({ to }) => to === bucket)).toBe(true)
    expect(ways.some(({ from }) => from === bucket)).toBe(true)
  }
  for (const { from, to, reverse } of ways) expect([of.moves[reverse]?.from, of.moves[reverse]?.to]).toEqual([to, from])
})

// Would catch: pieces found beyond the list that leave by the door as declared, and declared ones as excess.
test('what never came from a place outside cannot go back there', () => {
  const line = { ...qcPieces.nothing, declared: 5, excess: 2, uncounted: 3, to_inspect: 4 }
  expect(qcPieces.movable(line, 'unexceed')).toBe(2)
  expect(qcPieces.movable(line, 'uninward')).toBe(3)
  expect(qcPieces.movable({ ...line, declared: 1 }, 'uninward')).toBe(1)
})

// Would catch: a line said to be sound with half a piece, a negative one, or pieces from nowhere.
test('a fault is named', () => {
  expect(pieces.fault(pieces.open(4))).toBeNull()
  expect(pieces.fault({ ...pieces.open(4), packed: -1 })).toBe('packed is -1')
  expect(pieces.fault({ ...pieces.open(4), awaiting: 3.5 })).toBe('awaiting is 3.5')
  expect(pieces.fault({ ...pieces.open(4), packed: 1 })).toBe('4 came and 5 are there')
})
