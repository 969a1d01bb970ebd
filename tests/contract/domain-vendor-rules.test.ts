import fc from 'fast-check'
import { expect, test } from 'vitest'
import { answerMoves, lineDecision, scheduleMoves } from '../../src/shared/areas/orders/answers.ts'
import { type MoveKind, pieces, type Quantities } from '../../src/shared/areas/orders/quantities.ts'
import { missingPieces, rowFaults, sumFaults } from '../../src/shared/areas/shipments/packing.ts'
import { sheetMessages } from '../../src/shared/kernel/sheet.ts'

const anyLine: fc.Arbitrary<Quantities> = fc.tuple(...pieces.buckets.map(() => fc.nat(20))).map((counts) => {
  const line = { ordered: counts.reduce((sum, count) => sum + count, 0) } as Quantities
  for (const [at, bucket] of pieces.buckets.entries()) line[bucket] = counts[at] ?? 0
  return line
})

function after(line: Quantities, moves: { kind: MoveKind; quantity: number }[]): Quantities {
  return moves.reduce((now, move) => {
    const outcome = pieces.move(now, move.kind, move.quantity)
    if (!('line' in outcome)) throw new Error(`${move.kind} ${move.quantity} is refused`)
    return outcome.line
  }, line)
}

const typed = fc.option(fc.integer({ min: -5, max: 40 }), { nil: null })

// Would catch: a schedule that promises pieces which are not there, or a sheet uploaded twice that moves pieces twice.
test('a schedule reaches what was said, keeps every piece, and said again changes nothing', () => {
  fc.assert(
    fc.property(anyLine, typed, typed, (line, ready_quantity, oos_quantity) => {
      const entry = { ready_quantity, oos_quantity }
      const outcome = scheduleMoves(line, entry)
      if ('message' in outcome) return
      const now = after(line, outcome.moves)
      expect(pieces.fault(now)).toBeNull()
      if (ready_quantity !== null) expect(now.platform).toBe(ready_quantity)
      if (oos_quantity !== null) expect(now.oos).toBe(oos_quantity)
      expect(now.shipped + now.packed + now.reserved + now.rejected).toBe(
        line.shipped + line.packed + line.reserved + line.rejected,
      )
      // All taken off again: said once more it is a row of zeros, which the specification refuses.
      const again = scheduleMoves(now, entry)
      if (now.platform + now.oos === 0) expect(again).toMatchObject({ message: sheetMessages.notPositive })
      else expect(again).toEqual({ moves: [] })
    }),
  )
})

// Would catch: a correct quantity that is refused, or a wrong one that is taken, at the edges.
test('a schedule is refused exactly when pieces are missing, negative, or nothing is said', () => {
  fc.assert(
    fc.property(anyLine, fc.nat(40), fc.nat(40), (line, ready_quantity, oos_quantity) => {
      const needs = ready_quantity - line.platform + (oos_quantity - line.oos)
      const saysNothing = ready_quantity + oos_quantity + line.platform + line.oos === 0
      const possible = oos_quantity >= line.oos && needs <= line.awaiting && !saysNothing
      expect('moves' in scheduleMoves(line, { ready_quantity, oos_quantity })).toBe(possible)
    }),
  )
})

test('the words of a refused schedule', () => {
  const line: Quantities = {
    ordered: 5,
    awaiting: 5,
    platform: 0,
    reserved: 0,
    packed: 0,
    shipped: 0,
    rejected: 0,
    oos: 0,
  }
  const said = (ready: number | null, oos: number | null) =>
    scheduleMoves(line, { ready_quantity: ready, oos_quantity: oos })
  expect(said(-1, null)).toMatchObject({
    message: 'Out-of-stock or shipping quantity should be positive and cannot be zero.',
  })
  expect(said(0, 0)).toMatchObject({
    message: 'Out-of-stock or shipping quantity should be positive and cannot be zero.',
  })
  expect(said(null, -1)).toMatchObject({ message: 'OOS quantity cannot be negative.' })
  expect(said(6, null)).toMatchObject({ message: 'Please enter correct quantity for order.', expected: '≤ 5' })
})

// Would catch: an answer that loses pieces, or a line that counts as confirmed with nothing left to send.
test('an answer accounts for every awaiting piece', () => {
  fc.assert(
    fc.property(anyLine, fc.nat(20), fc.nat(20), fc.nat(20), (line, ready, oos, rejected) => {
      const answer = {
        ready_quantity: ready,
        oos_quantity: oos,
        rejected_quantity: rejected,
        reason: 'Stain' as const,
        remark: 'ink',
      }
      const outcome = answerMoves(line, answer)
      expect('moves' in outcome).toBe(ready + oos + rejected === line.awaiting)
      if (!('moves' in outcome)) return
      const now = after(line, outcome.moves)
      expect(now.awaiting).toBe(ready)
      expect(pieces.fault(now)).toBeNull()
      if (lineDecision(now) !== 'CONFIRMED') expect(now.rejected + now.oos).toBe(now.ordered)
    }),
  )
})

test('a refusal without its reason or remark is not taken', () => {
  const line: Quantities = {
    ordered: 2,
    awaiting: 2,
    platform: 0,
    reserved: 0,
    packed: 0,
    shipped: 0,
    rejected: 0,
    oos: 0,
  }
  const refuse = (reason: 'Stain' | null, remark: string | null) =>
    answerMoves(line, { ready_quantity: 0, oos_quantity: 0, rejected_quantity: 2, reason, remark })
  expect(refuse(null, 'ink')).toHaveProperty('message')
  expect(refuse('Stain', '  ')).toHaveProperty('message')
  expect(refuse('Stain', 'ink')).toHaveProperty('moves')
})

const packed = fc.array(fc.record({ box: fc.nat(4), line: fc.nat(3), quantity: fc.integer({ min: -2, max: 9 }) }), {
  maxLength: 15,
})

// Would catch: a list whose boxes hold other sums than the shipment and is still called right.
test('a packing list without faults holds exactly the shipment, each line once a box', () => {
  const ready = [0, 1, 2].map((line) => ({ order_id: 'PO-1', nm_sku: `NM-${line}`, ready_quantity: 6 }))
  fc.assert(
    fc.property(packed, (rows) => {
      const entries = rows.map((row, at) => ({
        row: at,
        box_no: String(row.box),
        order_id: 'PO-1',
        nm_sku: `NM-${row.line}`,
        quantity: row.quantity,
        tracking_id: null,
      }))
      const faults = [...rowFaults(entries, ready), ...sumFaults(entries, ready)]
      const places = new Set(entries.map((entry) => `${entry.box_no} ${entry.nm_sku}`))
      const sums = ready.map((line) =>
        entries.filter((e) => e.nm_sku === line.nm_sku).reduce((sum, e) => sum + e.quantity, 0),
      )
      const right =
        entries.every((entry) => entry.quantity > 0 && entry.nm_sku !== 'NM-3') &&
        places.size === entries.length &&
        sums.every((sum) => sum === 6)
      expect(faults.length === 0).toBe(right)
      if (right) expect([...missingPieces(entries, ready).values()]).toEqual([0, 0, 0])
    }),
    { numRuns: 500 },
  )
})
