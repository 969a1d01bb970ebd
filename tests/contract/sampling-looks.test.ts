import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import { planNumbers } from '../../src/shared/areas/inspection/sampling.ts'
import {
  addedTo,
  addTallies,
  computedVerdict,
  countLook,
  type FoundDefect,
  type HeldLook,
  heldAfterFailing,
  isContrary,
  type Look,
  lackingIn,
  noHeldLook,
  noTally,
  type Tally,
  unseenAfter,
} from '../../src/shared/areas/inspection/verdict.ts'
import { type Severity, severities } from '../../src/shared/kernel/reasons.ts'

const nobody = { passed: 0, failed: 0, on_hold: 0, sampled: 0 }
const of = (severity: Severity, units = 1): FoundDefect => ({ severity, units, is_further: false })

/** One SKU through its inspections: what its lot has counted. */
function counting(start: HeldLook = noHeldLook) {
  let held = start
  let onHold = 0
  let tally: Tally = noTally
  const count = (look: Pick<Look, 'defects'> & { fresh?: Partial<Look['fresh']>; held?: Partial<Look['held']> }) => {
    const fresh = { ...nobody, ...look.fresh }
    const back = { passed: 0, failed: 0, sampled: 0, ...look.held }
    const staying = onHold - back.passed - back.failed
    const counted = countLook(held, { fresh, held: back, staying, defects: look.defects })
    held = counted.held
    onHold = staying + fresh.on_hold
    tally = addTallies([tally, counted.added])
    return { ...counted, tally, onHold }
  }
  return count
}

describe('pieces on hold', () => {
  it('that were looked at count once in the sample, and those that were not count when they are', () => {
    // Would catch: 3 of 20 looked at held and looked at again, told as 23; a whole lot on hold whose rest never counts.
    const doubtful = counting()
    expect(doubtful({ fresh: { passed: 57, on_hold: 3, sampled: 20 }, defects: [] }).tally.sampled).toBe(20)
    expect(doubtful({ held: { passed: 3, sampled: 3 }, defects: [] })).toMatchObject({
      own: { sampled: 3 },
      tally: { sampled: 20 },
    })
    const whole = counting()
    whole({ fresh: { on_hold: 60, sampled: 13 }, defects: [] })
    expect(whole({ held: { passed: 20, sampled: 20 }, defects: [] }).tally.sampled).toBe(20)
    expect(whole({ held: { passed: 40, sampled: 5 }, defects: [] }).tally.sampled).toBe(25)
  })

  it('have their defect counted once, whichever look found it', () => {
    // Would catch: one stain, held and then failed, told as two; one that only the second look found, told as none.
    const first = counting()
    first({ fresh: { passed: 19, on_hold: 1, sampled: 20 }, defects: [of('major')] })
    expect(first({ held: { failed: 1, sampled: 1 }, defects: [of('major')] }).tally).toMatchObject({ major: 1 })
    const second = counting()
    second({ fresh: { passed: 19, on_hold: 1, sampled: 20 }, defects: [] })
    expect(second({ held: { failed: 1, sampled: 1 }, defects: [of('major')] }).tally).toMatchObject({ major: 1 })
  })

  it('keep the defect that the first look found, though they pass', () => {
    // Would catch: a rejected lot that is accepted because its bad piece was put on hold and let through.
    const count = counting()
    count({ fresh: { passed: 19, on_hold: 1, sampled: 20 }, defects: [of('major')] })
    expect(count({ held: { passed: 1, sampled: 1 }, defects: [] }).tally).toMatchObject({ sampled: 20, major: 1 })
  })

  it('count by the worse of both looks', () => {
    // Would catch: a thread that turns out to be a hole told as two bad pieces, or as a thread.
    const count = counting()
    count({ fresh: { passed: 19, on_hold: 1, sampled: 20 }, defects: [of('minor')] })
    expect(count({ held: { failed: 1, sampled: 1 }, defects: [of('major')] }).tally).toMatchObject({
      major: 1,
      minor: 0,
    })
    const milder = counting()
    milder({ fresh: { passed: 19, on_hold: 1, sampled: 20 }, defects: [of('major')] })
    const tally = milder({ held: { failed: 1, sampled: 1 }, defects: [of('minor')] }).tally
    expect(tally).toMatchObject({ major: 1, minor: 0 })
  })

  it('do not take a rejection away', () => {
    // Would catch: a lot rejected for its threads that is accepted because one of them is called a hole at the second look.
    const { limits } = planNumbers(60, {
      procedure: 'normal',
      level: 'II',
      aqls: { critical: '0', major: '2.5', minor: '4.0' },
    })
    const minor = limits.minor.reject
    const added = [{ added: { ...noTally, major: 1, minor: -1 } }]
    expect(addedTo({ limits }, { ...noTally, minor }, added)).toEqual({ ...noTally, major: 1 })
    expect(addedTo({ limits }, { ...noTally, minor: minor - 1 }, added)).toMatchObject({ minor: -1 })
  })

  it('are not taken to have the defects of the pieces that failed', () => {
    // Would catch: the third bad piece forgiven because two bad ones had failed before.
    const count = counting()
    count({ fresh: { failed: 2, on_hold: 58, sampled: 20 }, defects: [of('major', 2)] })
    const { tally } = count({ held: { failed: 1, passed: 19, sampled: 20 }, defects: [of('major')] })
    expect(tally).toMatchObject({ sampled: 22, major: 3 })
  })

  it('do not hide the defect of a piece that waited, in one inspection', () => {
    // Would catch: a held piece let through unseen that takes away what was found on another.
    const count = counting()
    count({ fresh: { passed: 9, on_hold: 1, sampled: 10 }, defects: [of('major')] })
    const both = { fresh: { passed: 9, failed: 1, sampled: 10 }, held: { passed: 1 }, defects: [of('major')] }
    expect(count(both).tally).toMatchObject({ sampled: 20, major: 2 })
  })

  it('that had failed before count no more, but for a critical defect', () => {
    // Would catch: a failed piece, inspected again and held, counted a second time; a needle that its lot never hears of.
    const held = heldAfterFailing(noHeldLook, 2)
    const staying = 0
    const back = { fresh: nobody, held: { passed: 0, failed: 2, sampled: 2 }, staying }
    expect(countLook(held, { ...back, defects: [of('major'), of('minor')] }).added).toEqual(noTally)
    expect(countLook(held, { ...back, defects: [of('critical')] }).added).toEqual({ ...noTally, critical: 1 })
  })
})

interface Piece {
  /** What every look at it finds. */
  defect: Severity | null
  isSeen: boolean
}

const unitsOf = (pieces: readonly Piece[]) =>
  severities.map((severity) => of(severity, pieces.filter(({ defect }) => defect === severity).length))

const truth = (pieces: readonly Piece[]): Tally => {
  const seen = pieces.filter(({ isSeen }) => isSeen)
  const found = Object.fromEntries(unitsOf(seen).map(({ severity, units }) => [severity, units]))
  return { ...noTally, ...found, sampled: seen.length }
}

const anyPiece = fc.constantFrom<Severity | null>(null, null, null, 'critical', 'major', 'minor')
const anyStep = fc.record({
  isOfHeld: fc.boolean(),
  /** In percent of what there is. */
  judged: fc.integer({ min: 1, max: 100 }),
  looked: fc.nat(100),
  kept: fc.nat(100),
  failsBad: fc.boolean(),
})
const part = (all: number, percent: number) => Math.round((all * percent) / 100)

// Would catch: any order of holding and looking again that counts a piece twice, or not at all, or by another defect than its own.
test('when the pieces looked at go on hold and come back first, the tally is that of the pieces themselves', () => {
  fc.assert(
    fc.property(
      fc.array(anyPiece, { minLength: 1, maxLength: 60 }),
      fc.array(anyStep, { maxLength: 8 }),
      (made, steps) => {
        const all = made.map((defect): Piece => ({ defect, isSeen: false }))
        let waiting = all
        let onHold: Piece[] = []
        const count = counting()
        for (const step of steps) {
          const { isOfHeld } = step
          // Those with a known defect first, then the others that were looked at.
          const rank = ({ isSeen, defect }: Piece) => (isSeen ? (defect ? 0 : 1) : 2)
          const from = isOfHeld ? onHold.toSorted((a, b) => rank(a) - rank(b)) : waiting
          const judged = part(from.length, step.judged)
          const looked = from.slice(0, part(judged, step.looked))
          const unlooked = from.slice(from.length - (judged - looked.length))
          for (const piece of looked) piece.isSeen = true
          // The worst go on hold first: of others nobody could tell which of them was found anew.
          const bad = severities.flatMap((severity) => looked.filter(({ defect }) => defect === severity))
          const failed = isOfHeld || step.failsBad ? bad : []
          const stays = from.slice(looked.length, from.length - unlooked.length)
          const rest = [...bad, ...looked.filter(({ defect }) => !defect), ...unlooked].filter(
            (one) => !failed.includes(one),
          )
          const held = isOfHeld ? [] : rest.slice(0, part(rest.length, step.kept))
          const pieces = { passed: rest.length - held.length, failed: failed.length, sampled: looked.length }
          const defects = unitsOf(looked)
          const counted = count(
            isOfHeld ? { held: pieces, defects } : { fresh: { ...pieces, on_hold: held.length }, defects },
          )
          if (isOfHeld) onHold = stays
          else [waiting, onHold] = [stays, [...onHold, ...held]]
          expect(counted.onHold).toBe(onHold.length)
          expect(counted.tally).toEqual(truth(all))
        }
      },
    ),
  )
})

const anyFate = fc.record({
  place: fc.nat(1_000),
  fate: fc.constantFrom('stay', 'passed', 'failed', 'on_hold'),
  isLooked: fc.boolean(),
  found: anyPiece,
})

// Would catch: a piece that counts twice because it was not the one that was thought; numbers that run below nothing.
test('whichever pieces they are, none counts twice', () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(fc.boolean(), fc.array(anyFate, { maxLength: 30 })), { maxLength: 8 }), (looks) => {
      const pieces = Array.from({ length: 30 }, () => ({ at: 'waiting', isSeen: false, isBad: false }))
      const count = counting()
      for (const [isOfHeld, fates] of looks) {
        const source = isOfHeld ? 'on_hold' : 'waiting'
        const there = pieces.filter(({ at }) => at === source)
        const sums = { passed: 0, failed: 0, on_hold: 0, sampled: 0 }
        const found: FoundDefect[] = []
        for (const { place, fate, isLooked, found: defect } of fates) {
          const piece = there.splice(place % Math.max(1, there.length), 1)[0]
          // A piece fails for a defect that was found on it, and one on hold does not go there again.
          if (!piece || fate === 'stay' || (fate === 'on_hold' && isOfHeld)) continue
          if (fate === 'failed' && !(isLooked && defect)) continue
          sums[fate] += 1
          piece.at = fate
          if (!isLooked) continue
          sums.sampled += 1
          piece.isSeen = true
          if (!defect) continue
          piece.isBad = true
          found.push(of(defect))
        }
        const { on_hold, ...back } = sums
        const counted = count(isOfHeld ? { held: back, defects: found } : { fresh: sums, defects: found })
        const { tally, held, onHold } = counted
        expect(tally.sampled).toBeLessThanOrEqual(pieces.filter(({ isSeen }) => isSeen).length)
        const units = severities.reduce((sum, severity) => sum + tally[severity], 0)
        expect(units).toBeLessThanOrEqual(pieces.filter(({ isBad }) => isBad).length)
        expect(Math.min(...Object.values(tally), ...Object.values(held))).toBeGreaterThanOrEqual(0)
        expect(Math.max(...Object.values(held))).toBeLessThanOrEqual(onHold)
        expect(counted.added.sampled).toBeGreaterThanOrEqual(0)
        expect(counted.added.critical).toBeGreaterThanOrEqual(0)
      }
    }),
  )
})

interface Tranche {
  isOfHeld: boolean
  passed: number
  failed: number
  on_hold: number
  sampled: number
  severity: Severity
}

const tranche = (passed: number, sampled: number, more: Partial<Tranche> = {}): Tranche => ({
  ...{ isOfHeld: false, passed, failed: 0, on_hold: 0, sampled, severity: 'minor' },
  ...more,
})

/** A lot of one SKU that is judged in tranches, as far as there are so many pieces: which of them need a lead, and are not done. */
function inTranches(size: number, tranches: readonly Tranche[]) {
  const plan = planNumbers(size, {
    procedure: 'normal',
    level: 'II',
    aqls: { critical: '0', major: '2.5', minor: '4.0' },
  })
  const now = { waiting: size, onHold: 0, unseen: size, gone: 0, looks: 0 }
  let held = noHeldLook
  let tally: Tally = noTally
  const steps = []
  for (const { isOfHeld, severity, ...wanted } of tranches) {
    const there = isOfHeld ? now.onHold : now.waiting
    const failed = Math.min(wanted.failed, there)
    const passed = Math.min(wanted.passed, there - failed)
    const on_hold = isOfHeld ? 0 : Math.min(wanted.on_hold, there - failed - passed)
    const all = passed + failed + on_hold
    // Whatever fails here has a defect, and so was looked at.
    const judged = { passed, failed, on_hold, sampled: Math.max(failed, Math.min(wanted.sampled, all)) }
    const staying = now.onHold - (isOfHeld ? all : 0)
    const defects = failed > 0 ? [of(severity, failed)] : []
    const look = { fresh: isOfHeld ? nobody : judged, held: isOfHeld ? judged : nobody, staying, defects }
    const counted = countLook(held, look)
    const lot = { kind: 'inspection' as const, lot_size: size, tally, unseen: now.unseen }
    const after = unseenAfter(lot, [{ look, before: held, ...counted }])
    const total = addTallies([tally, addedTo(plan, tally, [counted])])
    const computed = computedVerdict(plan, total)
    const lacking = lackingIn(plan, total)
    const isRefused = isContrary(computed, { passed, failed, tally: counted.own, described: failed, lacking, ...after })
    steps.push({
      ...after,
      lacking,
      computed,
      isRefused,
      isAllSeen: judged.sampled === all,
      gone: now.gone,
      looks: now.looks,
    })
    if (isRefused) continue
    held = counted.held
    tally = total
    now.waiting -= isOfHeld ? 0 : all
    now.onHold = staying + on_hold
    now.unseen = after.unseen
    now.gone += passed + failed
    now.looks += judged.sampled
    Object.assign(steps.at(-1) ?? {}, { gone: now.gone, looks: now.looks })
  }
  return steps
}

describe('a lot that is judged in tranches', () => {
  const refused = (size: number, tranches: readonly Tranche[]) =>
    inTranches(size, tranches).map(({ isRefused }) => isRefused)
  const held = { isOfHeld: true }

  // Of 60 pieces 20 are to be looked at.
  it('needs a lead before too few pieces are left for its sample, however it is cut', () => {
    // Would catch: all but one passed unseen; pieces that were looked at and held taken for the rest of the sample.
    expect(refused(60, [tranche(59, 0), tranche(41, 0), tranche(40, 0), tranche(1, 0)])).toEqual([
      true,
      true,
      false,
      true,
    ])
    expect(refused(60, [tranche(0, 10, { on_hold: 10 }), tranche(50, 0), tranche(40, 0)])).toEqual([false, true, false])
    const mixed = tranche(10, 10, { on_hold: 10 })
    expect(refused(60, [tranche(40, 0), mixed, tranche(20, 20)])).toEqual([false, true, false])
  })

  it('needs none where everything is looked at, or as much as there is', () => {
    // Would catch: a lead wanted for the usual way, for a doubtful piece on hold or for a lot that is looked at whole.
    expect(refused(60, [tranche(20, 10), tranche(20, 5), tranche(20, 5)])).toEqual([false, false, false])
    expect(refused(60, [tranche(17, 19, { on_hold: 2 }), tranche(41, 1), tranche(2, 2, held)])).not.toContain(true)
    // Of 5 pieces all are to be looked at; nobody knows which of these were.
    expect(refused(5, [tranche(2, 2, { on_hold: 3 }), tranche(1, 1, held), tranche(2, 2, held)])).not.toContain(true)
    expect(refused(60, [tranche(18, 19, { failed: 1 }), tranche(41, 1)])).toEqual([false, false])
  })
})

const anyTranche = fc.record({
  isOfHeld: fc.boolean(),
  passed: fc.nat(60),
  on_hold: fc.nat(30),
  failed: fc.nat(2),
  sampled: fc.oneof(fc.nat(60), fc.constant(0), fc.constant(60)),
  severity: fc.constantFrom('major', 'minor'),
})

// Would catch: a lot passed with fewer pieces looked at than its plan asks for, by whatever tranches.
test('no tranches without a lead let more pieces go unseen than the sample of their lot allows', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 60 }), fc.array(anyTranche, { minLength: 1, maxLength: 8 }), (size, all) => {
      for (const step of inTranches(size, all)) {
        expect(Math.min(step.slipped, step.unseen)).toBeGreaterThanOrEqual(0)
        if (step.computed === 'reject') return
        if (step.isRefused) expect(step.isAllSeen).toBe(false)
        // Either the sample is or can be completed, or nothing left the lot that was not said to be looked at.
        else expect(step.unseen >= step.lacking || step.gone <= step.looks).toBe(true)
      }
    }),
  )
})
