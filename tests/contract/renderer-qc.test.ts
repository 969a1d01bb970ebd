import fc from 'fast-check'
import type { TFunction } from 'i18next'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, it } from 'vitest'
import { ApiError } from '../../src/renderer/api/api-error.ts'
import { statusTone } from '../../src/renderer/kit/StatusTag.tsx'
import { balanceParts } from '../../src/renderer/supplier/qc/box/BoxOverview.tsx'
import type { BoxDetails, QcDiscrepancy, QcLine } from '../../src/renderer/supplier/qc/box/box-data.ts'
import { openPieces, settleFault, settlingOf, wireOutcomes } from '../../src/renderer/supplier/qc/box/Discrepancies.tsx'
import { stylesOf } from '../../src/renderer/supplier/qc/box/StyleMatrix.tsx'
import {
  addExtra,
  type CountDraft,
  countedOf,
  countSums,
  emptyCount,
  fillAsDeclared,
  type ScannedPiece,
  scannedPiece,
  scanPiece,
  setCounted,
  setExtra,
  unscanPiece,
  wireCount,
} from '../../src/renderer/supplier/qc/count/count-draft.ts'
import {
  addDefect,
  addSizeDefect,
  changeDefect,
  emptyInspection,
  fillRest,
  type InspectionDraft,
  judgedOf,
  judgedSum,
  lookedOf,
  outOfTolerance,
  setLooked,
  setMeasured,
} from '../../src/renderer/supplier/qc/inspect/draft.ts'
import { draftFaults } from '../../src/renderer/supplier/qc/inspect/draft-faults.ts'
import {
  blockingLot,
  chosenFor,
  holdsOf,
  lotOfFewCartons,
  lotStates,
  nextToJudge,
  type Plan,
  standingOf,
  toSortIn,
} from '../../src/renderer/supplier/qc/inspect/lot-states.ts'
import { judgeLot, verdictChange } from '../../src/renderer/supplier/qc/inspect/lot-verdict.ts'
import { deviation, isOut, pointsOf } from '../../src/renderer/supplier/qc/inspect/measure-points.ts'
import { aqlChoices } from '../../src/renderer/supplier/qc/inspect/PlanTable.tsx'
import { wireInspection } from '../../src/renderer/supplier/qc/inspect/wire-inspection.ts'
import { awaitingColumns } from '../../src/renderer/supplier/qc/list/BoxList.tsx'
import { boxStatus } from '../../src/renderer/supplier/qc/list/box-cell.tsx'
import { qcColumns } from '../../src/renderer/supplier/qc/list/qc-columns.tsx'
import { awaitingAge, awaitingWords, qcParams } from '../../src/renderer/supplier/qc/list/qc-filters.ts'
import {
  orLeftOut,
  partsJob,
  progressOf,
  type SendPart,
  workOff,
} from '../../src/renderer/supplier/qc/moves/in-parts.tsx'
import { byReason, splitBoxes } from '../../src/renderer/supplier/qc/moves/what-moves.tsx'
import { viewOfNextStep } from '../../src/renderer/supplier/qc/scan/use-box-scans.ts'
import { askedOf, readParams } from '../../src/renderer/table/list-state.ts'
import { makeLocale } from '../../src/renderer/table/words.ts'
import { planNumbers } from '../../src/shared/areas/inspection/sampling.ts'
import type { QcBoxRow } from '../../src/shared/areas/inspection/shapes.ts'
import { noTally } from '../../src/shared/areas/inspection/verdict.ts'
import { qcBoxes } from '../../src/shared/areas/qc-boxes/lists.ts'
import { type QcQuantities, qcPieces } from '../../src/shared/areas/qc-boxes/quantities.ts'
import type { QcAction } from '../../src/shared/areas/qc-boxes/status.ts'
import {
  allowedQcActions,
  onHold,
  partFailed,
  qcStatus,
  type StandingBox,
  shownQcStatus,
} from '../../src/shared/areas/qc-boxes/status.ts'
import { receivingCalls } from '../../src/shared/areas/receiving/calls.ts'
import { awaitingBoxes } from '../../src/shared/areas/receiving/lists.ts'
import { centimetres, readCentimetres } from '../../src/shared/kernel/centimetres.ts'
import { fileFields } from '../../src/shared/kernel/field.ts'
import { makeSscc } from '../../src/shared/kernel/sscc.ts'

const english = (one: string) => one

function line(nm_sku: string, quantities: Partial<QcQuantities>, more: Partial<QcLine> = {}): QcLine {
  return {
    nm_sku,
    style_id: 'S1',
    style_name: 'Dress',
    style_name_zh: '连衣裙',
    color: 'Red',
    color_zh: '红',
    picture: null,
    size: 'M',
    size_rank: 1,
    order_ids: ['O-1'],
    quantities: { ...qcPieces.nothing, ...quantities },
    ...more,
  }
}

const toCount = (sku: string, n: number) => line(sku, { declared: n, uncounted: n })
const waiting = (sku: string, n: number, more: Partial<QcLine> = {}) => line(sku, { declared: n, to_inspect: n }, more)

describe('a scanned box', () => {
  // Would catch: a box that opens at its overview, where whoever scanned it has to look for the next step.
  it('opens where its next step is done', () => {
    const view = (...allowed_actions: QcAction[]) => viewOfNextStep({ allowed_actions })
    expect(view('count', 'undo_inward')).toBe('count')
    expect(view('recount', 'inspect', 'skip')).toBe('inspect')
    expect(view('settle', 'inspect')).toBe('overview')
    expect(view('shelve', 'make_ready', 'revert')).toBe('overview')
  })
})

describe('the balance of a box', () => {
  // Would catch: a bucket that the bar leaves out, so that the sum on the screen does not come out.
  it('adds up whatever was done with the pieces', () => {
    const step = fc.tuple(fc.constantFrom(...qcPieces.kinds), fc.integer({ min: 1, max: 20 }))
    fc.assert(
      fc.property(fc.array(step, { maxLength: 40 }), (steps) => {
        let now: QcQuantities = { ...qcPieces.nothing }
        for (const [kind, quantity] of [['inward', 30] as const, ...steps]) {
          const moved = qcPieces.move(now, kind, quantity)
          if ('line' in moved) now = moved.line
        }
        const sum = balanceParts(now).reduce((all, part) => all + part.pieces, 0)
        expect(qcPieces.isBalanced(now)).toBe(true)
        expect(sum - now.excess).toBe(now.declared)
      }),
    )
  })
})

describe('colours and sizes of a box', () => {
  // Would catch: of two SKUs with the same colour and size one that nobody can see or count.
  it('gives every SKU a cell of its own', () => {
    const lines = [
      toCount('A', 1),
      toCount('B', 2),
      toCount('C', 3),
      line('D', { declared: 4 }, { size: 'L', size_rank: 2 }),
    ]
    const [style] = stylesOf(lines, english)
    const cells = style?.rows.flatMap((row) => style.columns.map((column) => style.cellId(row.key, column.key)))
    expect(cells?.filter((cell) => cell !== null).sort()).toEqual(['A', 'B', 'C', 'D'])
    expect(style?.columns.map((column) => column.key)).toEqual(['M', 'L'])
  })
})

describe('a count', () => {
  const lines = [toCount('A', 5), toCount('B', 3)]
  const bySku = new Map(lines.map((one) => [one.nm_sku, one]))

  // Would catch: a SKU counted as zero that is taken for one that nobody counted.
  it('tells a zero from a SKU without a number', () => {
    const draft = setCounted(emptyCount, lines[0] as QcLine, 0)
    expect(countSums(lines, draft)).toMatchObject({ missing: 5, left: { skus: 1, pieces: 3 } })
    expect(wireCount(lines, draft)).toEqual([{ nm_sku: 'A', counted: 0 }])
  })

  // Would catch: missing and excess of two SKUs set off against each other; what nobody declared forgotten.
  it('says missing and excess by SKU, with what was not declared', () => {
    const counted = setCounted(setCounted(emptyCount, lines[0] as QcLine, 4), lines[1] as QcLine, 4)
    const draft = setExtra(counted, 'X', 2)
    expect(countSums(lines, draft)).toMatchObject({ counted: 10, missing: 1, excess: 3 })
    expect(countSums(lines, draft).differences).toEqual([
      { nm_sku: 'A', kind: 'missing', quantity: 1 },
      { nm_sku: 'B', kind: 'excess', quantity: 1 },
      { nm_sku: 'X', kind: 'excess', quantity: 2 },
    ])
    expect(wireCount(lines, draft)).toContainEqual({ nm_sku: 'X', counted: 2 })
  })

  // Would catch: a carton's label among the pieces, offered to be counted as an excess piece.
  it('knows the code of a box from the code of a piece', () => {
    const sscc = makeSscc(0, '6901234', 12)
    for (const code of [sscc, `00${sscc}`, `(00) ${sscc}`, `]C100${sscc}`])
      expect(scanPiece(emptyCount, bySku, code)).toMatchObject({ outcome: 'box' })
    expect(scanPiece(emptyCount, bySku, 'ZZ-1').outcome).toBe('unknown')
  })

  // Would catch: scans lost or counted twice, an undo that takes back another SKU.
  it('counts every scan once, and takes the last one back', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom('a', ' A', 'b', 'ｂ', 'zz'), { maxLength: 30 }), (codes) => {
        let draft: CountDraft = emptyCount
        const counted: ScannedPiece[] = []
        for (const code of codes) {
          const scanned = scanPiece(draft, bySku, code)
          if (!('draft' in scanned)) continue
          const sku = scanned.outcome === 'counted' ? scanned.line.nm_sku : scanned.sku
          counted.push(scannedPiece(draft, bySku, sku))
          draft = scanned.draft
        }
        const sum = (sku: string) => counted.filter((one) => one.sku === sku).length
        for (const one of lines) expect(countedOf(draft, one) ?? 0).toBe(sum(one.nm_sku))
        for (const piece of counted.toReversed()) draft = unscanPiece(draft, bySku, piece)
        for (const one of lines) expect(countedOf(draft, one)).toBeUndefined()
        expect(wireCount(lines, fillAsDeclared(draft, lines))).toEqual([
          { nm_sku: 'A', counted: 5 },
          { nm_sku: 'B', counted: 3 },
        ])
      }),
    )
  })

  // Would catch: a typed zero that an undo makes "not counted", a number typed since the scan that it throws away.
  it('takes back a piece, and no number that somebody typed', () => {
    const [a] = lines as [QcLine]
    const zero = setCounted(emptyCount, a, 0)
    const after = scanPiece(zero, bySku, 'A')
    const piece = scannedPiece(zero, bySku, 'A')
    expect(countedOf(unscanPiece('draft' in after ? after.draft : zero, bySku, piece), a)).toBe(0)
    expect(countedOf(unscanPiece(setCounted(emptyCount, a, 7), bySku, { sku: 'A', isFirst: true }), a)).toBe(6)
    expect(unscanPiece(emptyCount, bySku, { sku: 'A', isFirst: false })).toBe(emptyCount)
  })

  // Would catch: a scanner that sends its symbology's mark, whose every piece is "not of this box".
  it.each([[']C0A'], [']Q1A'], [']d2a'], ['A\u001d10LOT']])('reads %s as the door does', (code) => {
    expect(scanPiece(emptyCount, bySku, code)).toMatchObject({ outcome: 'counted', counted: 1 })
  })

  // Would catch: a scanned SKU of another box that becomes excess without anybody having said so.
  it('takes an unknown SKU only when it was added', () => {
    expect(scanPiece(emptyCount, bySku, 'X').outcome).toBe('unknown')
    const added = setExtra(emptyCount, 'X', 1)
    expect(scanPiece(added, bySku, 'x')).toMatchObject({ outcome: 'extra', counted: 2 })
  })

  // Would catch: two pieces of a foreign SKU that lie there counted as one; an undo of the second that takes both.
  it('counts every added piece of an unknown SKU', () => {
    const first = scannedPiece(emptyCount, bySku, 'X')
    const one = addExtra(emptyCount, 'X')
    const second = scannedPiece(one, bySku, 'X')
    const two = addExtra(one, 'X')
    expect(two.extras).toEqual({ X: 2 })
    expect(unscanPiece(two, bySku, second).extras).toEqual({ X: 1 })
    expect(unscanPiece(one, bySku, first).extras).toEqual({})
  })

  // Would catch: "rest as declared" that overwrites what was counted.
  it('fills only what has no number', () => {
    const draft = fillAsDeclared(setCounted(emptyCount, lines[0] as QcLine, 2), lines)
    expect(wireCount(lines, draft)).toEqual([
      { nm_sku: 'A', counted: 2 },
      { nm_sku: 'B', counted: 3 },
    ])
  })
})

function plan(size: number, more: Partial<Plan> = {}): Plan {
  return {
    lot_key: 'lot',
    kind: 'inspection',
    scope: 'style_colour',
    style_id: 'S1',
    color: 'Red',
    color_zh: '红',
    lot_size: size,
    procedure: 'normal',
    level: 'II',
    aqls: { critical: '0', major: '2.5', minor: '4.0' },
    ...planNumbers(size, { procedure: 'normal', level: 'II', aqls: { critical: '0', major: '2.5', minor: '4.0' } }),
    whose: [],
    cartons: 1,
    cartons_to_open: 1,
    sample: [],
    to_look_at: [],
    is_frozen: false,
    tally: { ...noTally },
    computed: 'open',
    unseen: size,
    opened_elsewhere: 0,
    refused: [],
    held: [],
    by_settings: null,
    ...more,
  }
}

const stain = { reason: 'Stain', remark: 'oil' } as const

describe('an inspection', () => {
  const lines = [waiting('A', 300), waiting('B', 200)]
  const plans = [plan(500)]
  const start = emptyInspection('to_inspect')
  const standing = (draft: InspectionDraft) => standingOf(lotStates(plans, lines, draft))
  const faults = (draft: InspectionDraft, isLead = true) =>
    draftFaults(draft, lines, { standing: standing(draft), isLead }).map(({ part }) => part)
  const sampled = setLooked(setLooked(start, 'A', 30), 'B', 20)

  // Would catch: a tally that accepts before the sample is complete, or goes on accepting beyond the limit.
  it('accepts at Ac and rejects at Re', () => {
    const withMajor = (units: number) => addDefect(sampled, 'A', { ...stain, units })
    expect(standing(setLooked(sampled, 'B', 19)).computed).toBe('open')
    expect(standing(withMajor(3)).computed).toBe('accept')
    expect(standing(withMajor(4)).computed).toBe('reject')
    expect(standing(addDefect(start, 'A', { ...stain, severity: 'critical' })).computed).toBe('reject')
  })

  // Would catch: pieces put on hold without a word why, refused by the server only after everything was typed.
  it('asks why pieces are on hold', () => {
    const held = fillRest(sampled, lines, 'on_hold')
    expect(faults(held)).toContain('verdict')
    expect(faults({ ...held, remark: 'shade to be compared' })).not.toContain('verdict')
  })

  // Would catch: what was found in an earlier tranche of the lot forgotten.
  it('goes on from what was found before', () => {
    const before = [plan(500, { tally: { sampled: 40, critical: 0, major: 3, minor: 0 } })]
    const draft = addDefect(setLooked(start, 'A', 10), 'A', stain)
    expect(standingOf(lotStates(before, lines, draft)).computed).toBe('reject')
  })

  // Would catch: a running tally that counts pieces on hold a second time, beside a server that does not.
  it('counts pieces that were looked at before they went on hold once', () => {
    const line = waiting('A', 0)
    const onHold = { ...line, quantities: { ...line.quantities, on_hold: 4 } }
    const look = { nm_sku: 'A', sampled: 3, faulty: 1, failed_before: 0, critical: 0, major: 1, minor: 0 }
    const before = [plan(500, { tally: { sampled: 49, critical: 0, major: 3, minor: 0 }, held: [look] })]
    const draft = addDefect(setLooked(emptyInspection('on_hold'), 'A', 4), 'A', stain)
    const judged = { ...draft, judged: { S1: { A: { passed: 3, failed: 1 } } } }
    expect(lotStates(before, [onHold], judged)).toMatchObject([
      { tally: { sampled: 4, major: 1 }, total: { sampled: 50, major: 3 }, again: 3, computed: 'accept' },
    ])
  })

  // Would catch: a verdict after which the inspector looks for the next lot by hand; a save that is off, and nobody says for which lot.
  it('goes on to the lot without a verdict, and finds the one that blocks', () => {
    const red = { color: 'red' }
    const two = [lines[0] as QcLine, waiting('B', 200, red)]
    const plans = [plan(300, { lot_key: 'a', color: (lines[0] as QcLine).color }), plan(200, { lot_key: 'b', ...red })]
    const states = (draft: InspectionDraft) => lotStates(plans, two, draft)
    const accepted = judgeLot(setLooked(start, 'A', 50), [two[0] as QcLine], 'accept')
    expect(states(accepted).map(chosenFor)).toEqual(['passed', null])
    expect(nextToJudge(states(accepted), 'a')?.plan.lot_key).toBe('b')
    const both = judgeLot(accepted, [two[1] as QcLine], 'accept')
    expect(nextToJudge(states(both), 'b')).toBeUndefined()
    // Of the second nothing was looked at.
    const wrong = draftFaults(both, two, { standing: standingOf(states(both)), isLead: false })
    expect(blockingLot(states(both), wrong)?.plan.lot_key).toBe('b')
    expect(blockingLot(states(both), [])).toBeUndefined()
  })

  // Would catch: an accepted lot whose units with a defect pass, or whose further defects fail a unit twice.
  it('accepts a lot with its defective units failed', () => {
    const found = addDefect(addDefect(sampled, 'A', { ...stain, units: 2 }), 'A', {
      ...stain,
      severity: 'minor',
      isFurther: true,
      units: 2,
    })
    const draft = judgeLot(found, lines, 'accept')
    expect(judgedOf(draft, lines[0] as QcLine)).toEqual({ passed: 298, failed: 2, on_hold: 0 })
    expect(judgedOf(draft, lines[1] as QcLine)).toEqual({ passed: 200, failed: 0, on_hold: 0 })
    expect(faults(draft)).toEqual([])
    expect(standing(draft)).toMatchObject({ verdict: 'mixed', isContrary: false })
  })

  // Would catch: pieces that stay passed after their lot was rejected, or failed after it was accepted, without a word.
  it('the last verdict on a lot holds, in both directions, and says what it changed', () => {
    const judged = (draft: InspectionDraft) => standing(draft).judged
    const given = (before: InspectionDraft, verdict: 'accept' | 'reject') => {
      const after = judgeLot(before, lines, verdict)
      return { after, what: verdictChange(before, after, { lines, verdict }) }
    }
    const found = addDefect(sampled, 'A', { ...stain, units: 2 })
    const accepted = given(found, 'accept')
    expect([judged(accepted.after), accepted.what]).toEqual([{ passed: 498, failed: 2, on_hold: 0 }, null])
    const rejected = given(accepted.after, 'reject')
    expect(judged(rejected.after)).toEqual({ passed: 0, failed: 500, on_hold: 0 })
    expect(rejected.what).toEqual({ verdict: 'reject', turned: 498, released: 0, stillHeld: 0 })
    const back = given(rejected.after, 'accept')
    expect(back.after.judged).toEqual(accepted.after.judged)
    expect(back.what).toMatchObject({ verdict: 'accept', turned: 498 })
    expect(given(back.after, 'accept').what).toBeNull()
  })

  // Would catch: two doubtful pieces on hold that pass with their lot; a lot on hold as a whole that no verdict reaches.
  it('a verdict leaves pieces on hold that were put there beside others, and judges a lot that is on hold', () => {
    const two: InspectionDraft = { ...sampled, judged: { S1: { A: { on_hold: 2 } } } }
    const accepted = judgeLot(two, lines, 'accept')
    expect(standing(accepted).judged).toEqual({ passed: 498, failed: 0, on_hold: 2 })
    expect(verdictChange(two, accepted, { lines, verdict: 'accept' })).toMatchObject({ turned: 0, stillHeld: 2 })
    const all = fillRest(sampled, lines, 'on_hold')
    const failed = judgeLot(all, lines, 'reject')
    expect(standing(failed).judged).toEqual({ passed: 0, failed: 500, on_hold: 0 })
    expect(verdictChange(all, failed, { lines, verdict: 'reject' })).toMatchObject({ released: 500, stillHeld: 0 })
    // Would catch: no press that holds a lot which was accepted, or one that lets nothing of it go again.
    const found = addDefect(sampled, 'A', { ...stain, units: 2 })
    const taken = judgeLot(found, lines, 'accept')
    const held = judgeLot(taken, lines, 'hold')
    expect(standing(held).judged).toEqual({ passed: 0, failed: 2, on_hold: 498 })
    expect(verdictChange(taken, held, { lines, verdict: 'hold' })).toMatchObject({ turned: 498, stillHeld: 0 })
    expect(judgeLot(held, lines, 'accept').judged).toEqual(taken.judged)
  })

  // Would catch: four minor defects on a size of which three were ticked, told as three; "Major 0" beside a major defect.
  it('counts as looked at what has a defect, also before anybody says so, and no longer when it is taken out', () => {
    const early = addDefect(start, 'A', { ...stain, units: 2 })
    expect(standing(early).lots[0]?.total).toMatchObject({ sampled: 2, major: 2 })
    const few = setLooked(early, 'A', 1)
    expect([lookedOf(few, 'A'), standing(few).lots[0]?.total.major]).toEqual([2, 2])
    expect(lookedOf({ ...few, defects: [] }, 'A')).toBe(1)
    const sent = wireInspection(
      { box: { box_id: 'id', version: 7 } as QcBoxRow, lines, measures: [] },
      judgeLot(few, lines, 'reject'),
      standing(few),
    )
    expect(sent.lines[0]).toMatchObject({ nm_sku: 'A', sampled: 2 })
  })

  // Would catch: an inspection typed by a looser plan that the server refuses when all is done; a reason that is not sent.
  it('a looser plan wants a lead and a reason before it is saved', () => {
    const rules = { procedure: 'normal', level: 'II', aqls: plan(500).aqls, scope: 'style_colour' } as const
    const by = (asked_size: number) => [
      plan(500, { level: 'S-1', by_settings: { ...rules, sample_size: 50, asked_size } }),
    ]
    const judged = judgeLot(sampled, lines, 'accept')
    const at = (asked: number, draft: InspectionDraft) => standingOf(lotStates(by(asked), lines, draft))
    const faultsAt = (asked: number, draft: InspectionDraft, isLead: boolean) =>
      draftFaults(draft, lines, { standing: at(asked, draft), isLead }).map(({ message }) => message)
    expect(faultsAt(5, judged, false)).toEqual([expect.stringContaining('Only a lead may choose it')])
    expect(faultsAt(5, judged, true)).toEqual([expect.stringContaining('Please say why')])
    const said = { ...judged, looserReason: ' Proven vendor ' }
    expect([faultsAt(5, said, true), faultsAt(50, judged, false)]).toEqual([[], []])
    const sent = (asked: number) =>
      wireInspection({ box: { box_id: 'id', version: 7 } as QcBoxRow, lines, measures: [] }, said, at(asked, said))
    expect([sent(5).looser_reason, sent(50).looser_reason]).toEqual(['Proven vendor', undefined])
  })

  // Would catch: filling that judges more pieces than wait.
  it('never fills more than waits', () => {
    const typed = fc.record({ passed: fc.nat(50), failed: fc.nat(50), on_hold: fc.nat(50) })
    fc.assert(
      fc.property(typed, fc.constantFrom('passed', 'failed', 'on_hold' as const), (cell, layer) => {
        const draft: InspectionDraft = { ...start, judged: { S1: { A: cell } } }
        const filled = fillRest(draft, [waiting('A', 60)], layer as 'passed')
        const own = judgedOf(filled, { style_id: 'S1', nm_sku: 'A' })
        expect(judgedSum(own)).toBe(Math.max(60, judgedSum(cell)))
      }),
    )
  })

  it('says how many pieces of a refused lot to look at, after which the good ones pass without a lead', () => {
    // Would catch: a dead end at a rejected lot; a number to look at with which the pass is still refused.
    const rejected = addDefect(sampled, 'A', { ...stain, units: 9 })
    const blind = fillRest(rejected, lines, 'passed')
    expect(toSortIn(standing(blind).lots, blind)).toBe(500)
    const sorted = judgeLot(setLooked(setLooked(rejected, 'A', 300), 'B', 200), lines, 'accept')
    expect(toSortIn(standing(sorted).lots, sorted)).toBe(0)
    expect(faults(sorted, false)).not.toContain('verdict')
  })

  it('says why pieces are on hold by the last inspection that held them', () => {
    // Would catch: held pieces without a word of why; the reason of pieces that were released since.
    const held = (number: number, nm_sku: string) => ({ number, lines: [{ nm_sku, on_hold: 2 }] })
    const inspections = [held(1, 'A'), held(2, 'A'), held(3, 'B')] as unknown as BoxDetails['inspections']
    const onHold = lines.map((one) => ({
      ...one,
      quantities: { ...one.quantities, on_hold: one.nm_sku === 'A' ? 2 : 0 },
    }))
    expect(holdsOf({ inspections, lines: onHold }).map(({ number }) => number)).toEqual([2])
    expect(holdsOf({ inspections, lines })).toEqual([])
  })

  // Would catch: a verdict against the sample that is sent without a reason, or by somebody who may not overrule.
  it('asks a lead for a reason when it goes against the sample', () => {
    const rejected = addDefect(sampled, 'A', { ...stain, units: 9 })
    const draft = fillRest(rejected, lines, 'passed')
    expect(standing(draft)).toMatchObject({ computed: 'reject', verdict: 'passed', isContrary: true })
    expect(faults(draft)).toContain('verdict')
    const said = { ...draft, overrideReason: 'Defects can be mended' }
    expect(faults(said)).toEqual([])
    expect(faults(said, false)).toContain('verdict')
  })

  // Would catch: a lot that is passed all but for one piece unseen, which the server refuses, found out only when it is saved.
  it('asks a lead when too few pieces are left to complete the sample', () => {
    const passing = (b: number) => ({ ...start, judged: { S1: { A: { passed: 300 }, B: { passed: b } } } })
    expect(standing(passing(150))).toMatchObject({ isContrary: false, lots: [{ toLookAt: 0 }] })
    expect(standing(passing(152))).toMatchObject({ computed: 'open', isContrary: true, lots: [{ toLookAt: 2 }] })
    expect(faults(passing(152), false)).toContain('verdict')
    expect(faults(setLooked(passing(152), 'B', 2), false)).toEqual([])
  })

  // Would catch: a lot over nine cartons that is accepted from the first one without a word.
  it('says that a lot is accepted with fewer cartons open than must be', () => {
    const over = { scope: 'shipment', cartons: 9, cartons_to_open: 3 } as const
    const few = (opened_elsewhere: number, draft = judgeLot(sampled, lines, 'accept')) =>
      lotOfFewCartons(lotStates([plan(500, { ...over, opened_elsewhere })], lines, draft))?.cartonsOpened
    expect([few(0), few(1), few(2)]).toEqual([1, 2, undefined])
    expect(few(0, { ...judgeLot(sampled, lines, 'accept'), cartons: 3 })).toBeUndefined()
    expect(few(0, sampled)).toBeUndefined()
  })

  // Would catch: a stricter AQL chosen by mistake that only a lead can take back; a looser one offered to everybody.
  it('offers every AQL up to that of the house, whatever is chosen now', () => {
    const unwished = [plan(500)]
    const offered = (major: '0' | '1.0' | '6.5', isLead = false) =>
      aqlChoices('major', { shown: { aqls: { critical: '0', major, minor: '4.0' } }, unwished, isLead })
    expect(offered('1.0')).toEqual(['0', '0.65', '1.0', '1.5', '2.5'])
    expect(offered('0')).toEqual(offered('1.0'))
    expect(offered('6.5')).toEqual([...offered('1.0'), '6.5'])
    expect(offered('1.0', true)).toContain('4.0')
  })

  // Would catch: pieces that fail without a word why, which the server refuses.
  it('asks for a defect where pieces fail', () => {
    const draft = fillRest(setLooked(start, 'A', 1), [lines[0] as QcLine], 'failed')
    expect(faults(draft)).toContain('defects')
    expect(faults(addDefect(draft, 'A', { units: 300 }))).toContain('defects')
  })

  // Would catch: more looked at, described or judged than there is.
  it('says what does not fit', () => {
    const judged = (n: number) => ({ judged: { S1: { A: { passed: n } } } })
    expect(faults({ ...start, ...judged(301) })).toContain('pieces')
    expect(faults({ ...start, ...judged(5), looked: { A: 6 } })).toContain('pieces')
    expect(faults(addDefect({ ...start, ...judged(5) }, 'A', { ...stain, units: 6 }))).toContain('defects')
    const loose = { ...stain, severity: 'major', isFurther: true } as const
    expect(faults(addDefect({ ...start, ...judged(5) }, 'A', loose))).toContain('defects')
    expect(faults(start)).toEqual(['pieces'])
  })

  // Would catch: SKUs that nobody touched sent as judged; measurements without their point's spec.
  it('sends only what was judged, with its measurements', () => {
    const measures = [{ style_id: 'S1', size: 'M', point: 'Chest', point_zh: '胸围', spec_mm: 500, tolerance_mm: 10 }]
    const measured = setMeasured(setLooked(start, 'A', 2), 'A', { point: 'Chest', piece: 2 }, 523)
    const draft = fillRest(measured, [lines[0] as QcLine], 'passed')
    const box = { box_id: 'id', version: 7 } as QcBoxRow
    const sent = wireInspection({ box, lines, measures }, draft, standing(draft))
    expect(sent.lines).toEqual([{ nm_sku: 'A', passed: 300, failed: 0, on_hold: 0, sampled: 2, from: 'to_inspect' }])
    expect(sent.measurements).toEqual([
      { nm_sku: 'A', piece: 2, point: 'Chest', spec_mm: 500, tolerance_mm: 10, actual_mm: 523 },
    ])
    expect(sent).toMatchObject({ box_id: 'id', version: 7, verdict: 'passed' })
  })
})

describe('measurements out of tolerance', () => {
  const points = [
    { point: 'Chest', point_zh: '胸围', spec_mm: 500, tolerance_mm: 10, isOwn: false },
    { point: 'Waist', point_zh: '腰围', spec_mm: 400, tolerance_mm: 5, isOwn: false },
  ]
  const lines = [waiting('A', 300)]
  const tallyOfLot = (draft: InspectionDraft) => standingOf(lotStates([plan(300)], lines, draft)).lots[0]?.total

  it('reach the tally as a size defect: each piece once, however many of its points are off', () => {
    // Would catch: eight shirts too tight in the measurements, and "Major 0, accept" beside them.
    let draft = setLooked(emptyInspection('to_inspect'), 'A', 20)
    for (const [point, piece, mm] of [
      ['Chest', 1, 520],
      ['Waist', 1, 420],
      ['Waist', 2, 394],
      ['Chest', 3, 510],
    ] as const)
      draft = setMeasured(draft, 'A', { point, piece }, mm)
    const out = outOfTolerance(draft, 'A', points)
    expect(out).toEqual({ pieces: 2, what: 'Chest +2.0, Waist +2.0 −0.6' })
    const added = addSizeDefect(draft, 'A', out)
    expect(added.defects).toMatchObject([{ reason: 'Size issue', severity: 'major', units: 2, remark: out.what }])
    expect(tallyOfLot(added)).toMatchObject({ sampled: 20, major: 2 })
    // Measured on, the same defect grows: it is not told twice.
    const more = setMeasured(added, 'A', { point: 'Chest', piece: 4 }, 480)
    const grown = outOfTolerance(more, 'A', points)
    expect(addSizeDefect(more, 'A', grown).defects).toMatchObject([{ units: 3, remark: grown.what }])
    // Would catch: an inspector's own words that the measurements write over.
    const written = changeDefect(more, added.defects[0]?.id ?? 0, { remark: 'Too wide at the chest' })
    expect(addSizeDefect(written, 'A', grown).defects).toMatchObject([{ units: 3, remark: 'Too wide at the chest' }])
    expect(grown.what).not.toBe(out.what)
    expect(outOfTolerance(emptyInspection('to_inspect'), 'A', points).pieces).toBe(0)
  })
})

it('a box of which a part failed and went back is not shown as passed', () => {
  // Would catch: green "QC passed" for a vendor of whose 95 pieces 76 came back.
  const shown = (quantities: Partial<QcQuantities>) => shownQcStatus(box({ declared: 95, ...quantities }))
  // A box of which only held pieces are left waits for a word on them, not for an inspection.
  const pending = (quantities: Partial<QcQuantities>) =>
    shownQcStatus({ ...box({ declared: 5, ...quantities }), status: 'QC inspection pending' })
  expect(pending({ passed: 3, on_hold: 2 })).toBe(onHold)
  expect(pending({ to_inspect: 3, on_hold: 2 })).toBe('QC inspection pending')
  expect(shown({ passed: 19, returned: 76 })).toBe(partFailed)
  expect(shown({ invoiced: 19, returned: 76 })).toBe(partFailed)
  expect(shown({ passed: 95 })).toBe('QC passed')
  expect(shown({ passed: 19, failed: 76 })).toBe('QC failed')
  expect(shown({ returned: 95 })).toBe('Returned to supplier')
  expect(statusTone(partFailed)).not.toBe('good')
})

describe('lengths', () => {
  // Would catch: centimetres taken for millimetres, a minus sign, full-width digits of a Chinese keyboard refused.
  it('are read in centimetres', () => {
    expect(readCentimetres('52.3')).toBe(523)
    expect(readCentimetres(' ５２，３ ')).toBe(523)
    expect(readCentimetres('52。3')).toBe(523)
    expect(readCentimetres('')).toBeNull()
    for (const text of ['-3', '1.25', '0', '1e3', 'abc', '10001']) expect(readCentimetres(text)).toBeUndefined()
  })

  it('come back as they were typed', () => {
    for (const mm of [1, 9, 10, 523, 9_999]) expect(readCentimetres(centimetres(mm))).toBe(mm)
  })

  // Would catch: a tolerance that takes one millimetre too much or too little.
  it('are out of tolerance beyond it, on either side', () => {
    const point = { spec_mm: 500, tolerance_mm: 10 }
    expect([489, 490, 510, 511].map((mm) => isOut(point, mm))).toEqual([true, false, false, true])
    expect([489, 500, 511].map((mm) => deviation(point, mm))).toEqual(['−1.1', '0', '+1.1'])
  })

  // Would catch: a point of one size offered for another; an added point that hides the style's own.
  it('belong to the style and size of the piece', () => {
    const measures = [{ style_id: 'S1', size: 'M', point: 'Chest', point_zh: '', spec_mm: 500, tolerance_mm: 10 }]
    const own = [
      { style_id: 'S1', size: 'M', point: 'Cuff', spec_mm: 90, tolerance_mm: 5 },
      { style_id: 'S1', size: 'M', point: 'Chest', spec_mm: 1, tolerance_mm: 0 },
    ]
    expect(pointsOf({ style_id: 'S1', size: 'M' }, measures, own).map(({ spec_mm }) => spec_mm)).toEqual([500, 90])
    expect(pointsOf({ style_id: 'S1', size: 'L' }, measures, own)).toEqual([])
  })
})

function box(quantities: Partial<QcQuantities>, inspections = 1): QcBoxRow {
  const standing: StandingBox = { ...qcPieces.nothing, ...quantities, open_missing: 0, open_excess: 0, inspections }
  return {
    box_id: JSON.stringify(quantities),
    quantities: { ...qcPieces.nothing, ...quantities },
    open_missing: 0,
    open_excess: 0,
    inspections,
    status: qcStatus(standing),
    allowed_actions: allowedQcActions(standing),
  } as QcBoxRow
}

describe('moving several boxes', () => {
  const moves = ['make_ready', 'unready', 'unshelve', 'revert', 'undo_inward'] as const

  // Would catch: a bulk bar that promises what the guard of the drawer refuses, or the other way round.
  it('takes exactly the boxes whose guards allow it, and says of every other why not', () => {
    const bucket = fc.constantFrom(0, 0, 3)
    const quantities = fc.record({
      uncounted: bucket,
      to_inspect: bucket,
      on_hold: bucket,
      passed: bucket,
      shelved: bucket,
      ready: bucket,
      invoiced: bucket,
      shipped: bucket,
      failed: bucket,
    })
    fc.assert(
      fc.property(fc.array(quantities, { maxLength: 8 }), fc.constantFrom(...moves), (all, move) => {
        const boxes = all.map((one, at) => box(one, at % 2))
        const { going, staying } = splitBoxes(boxes, move)
        expect(going.length + staying.length).toBe(boxes.length)
        for (const one of going) expect(one.allowed_actions).toContain(move)
        for (const { box: one, why } of staying) {
          expect(why).not.toBe('')
          expect(one.allowed_actions).not.toContain(move)
        }
      }),
    )
  })
})

describe('moving many boxes in parts', () => {
  const ids = Array.from({ length: 7 }, (_, at) => `box-${at}`)
  const reply = (boxIds: readonly string[]) => ({ data: { boxes: boxIds.map((box_id) => ({ box_id })), left_out: [] } })

  // Would catch: a failure that begins from the first part again, or sends the failed part under another key.
  it('goes on where it failed, under the same key', async () => {
    const job = partsJob(ids, 3)
    const sent: (readonly [string[], string | undefined])[] = []
    const send: SendPart = async (boxIds, { key }) => {
      sent.push([boxIds, key])
      if (sent.length === 2) throw new ApiError(0, 'unreachable', 'gone')
      return reply(boxIds)
    }
    await expect(workOff(job, send, () => {})).rejects.toThrow('gone')
    expect([progressOf(job), job.moved]).toEqual([{ boxes: 3, of: 7 }, ids.slice(0, 3)])
    await workOff(job, send, () => {})
    expect(job.moved).toEqual(ids)
    expect(sent.map(([part]) => part.length)).toEqual([3, 3, 3, 1])
    const keys = sent.map(([, key]) => key)
    expect(keys[2]).toBe(keys[1])
    expect(new Set(keys).size).toBe(3)
  })

  // Would catch: a cancel that is only looked at when everything is done; two ways of trying again that send a part twice.
  it('stops after the part under way, and is never worked off twice at once', async () => {
    const job = partsJob(ids, 2)
    const send: SendPart = async (boxIds) => {
      if (job.answered === 1) job.isCancelled = true
      await workOff(job, send, () => {})
      return reply(boxIds)
    }
    await workOff(job, send, () => {})
    expect([job.moved, progressOf(job)]).toEqual([ids.slice(0, 4), { boxes: 4, of: 7 }])
  })

  // Would catch: one part of boxes that all changed meanwhile, which ends the whole move, or its undo, as if it had failed.
  it('takes a refused part as boxes left out, each with its reason, and nothing else so', async () => {
    const refused = new ApiError(409, 'move_not_allowed', 'None of these boxes can be taken.', {
      fields: [{ field: '001', message: 'This box is on an invoice.' }],
    })
    const { data } = await orLeftOut(Promise.reject(refused))
    expect(data).toMatchObject({ boxes: [], left_out: [{ sscc: '001', message: 'This box is on an invoice.' }] })
    const stale = new ApiError(409, 'stale', 'Changed')
    await expect(orLeftOut(Promise.reject(stale))).rejects.toBe(stale)
    const job = partsJob(ids, 3)
    await workOff(
      job,
      async (boxIds) => (boxIds[0] === 'box-3' ? Promise.reject(refused) : reply(boxIds)),
      () => {},
    )
    expect([job.moved, job.left]).toEqual([[...ids.slice(0, 3), 'box-6'], data.left_out])
  })

  // Would catch: a reason that is told twice, once as planned and once as it came.
  it('gathers what was told before and what came after under one reason', () => {
    const before = [{ why: 'A', boxes: 8, named: ['1', '2', '3', '4', '5', '6'] }]
    const leftOut = [
      { why: 'A', box: '9' },
      { why: 'B', box: '10' },
    ]
    expect(byReason(leftOut, before)).toMatchObject([
      { why: 'A', boxes: 9, named: before[0]?.named },
      { why: 'B', boxes: 1, named: ['10'] },
    ])
  })
})

describe('settling differences', () => {
  const one = { case_id: 'c', kind: 'missing', quantity: 5, settled: 2, nm_sku: 'A' } as QcDiscrepancy

  // Would catch: a case settled beyond what is open, or sent though nothing was chosen for it.
  it('sends what was chosen, up to what is open', () => {
    expect(openPieces(one)).toBe(3)
    expect(wireOutcomes([one], {})).toEqual([])
    const chosen = { c: { ...settlingOf({}, one), outcome: 'claim' as const } }
    expect(wireOutcomes([one], chosen)).toEqual([{ case_id: 'c', outcome: 'claim', quantity: 3 }])
    expect(settleFault(one, { outcome: 'claim', quantity: 4, remark: '' })).toBe('too_many')
    expect(settleFault(one, { outcome: 'claim', quantity: null, remark: '' })).toBe('none')
    expect(settleFault(one, { outcome: '', quantity: 4, remark: '' })).toBeNull()
  })
})

describe('columns of the lists', () => {
  // Would catch: a column that somebody shows and whose export the server refuses.
  it.each([
    ['boxes at QC', qcColumns, fileFields(qcBoxes.fields).map(({ id }) => id)],
    ['boxes on their way', awaitingColumns, fileFields(awaitingBoxes.fields).map(({ id }) => id)],
  ] as const)('%s: all of them can be exported', (_, columns, known) => {
    const ids = columns.flatMap((column) => column.exports?.map(({ id }) => id) ?? [column.id])
    expect(ids.filter((id) => !(known as readonly string[]).includes(id))).toEqual([])
  })
})

// Would catch: a box to be weighed again that says so in a column which nobody shows.
it('a box to be weighed again says so beside its status', () => {
  const locale = makeLocale(english as TFunction, 'en')
  const shown = (weigh_again: boolean) =>
    renderToStaticMarkup(createElement('p', null, boxStatus({ ...box({ passed: 3 }), weigh_again }, locale)))
  expect(shown(true)).toContain('Weigh again')
  expect(shown(false)).not.toContain('Weigh again')
})

// Would catch: a filter above the boxes on their way that shows as chosen and is not asked for, or under a name that nobody takes.
it('boxes on their way are asked for by every filter above them', () => {
  const address = 'tab=awaiting&q=SH&supplier=GZ01&style=ST-1&age=7&site=QC-GZ&open=1&status=QC+passed'
  const state = readParams(qcParams, new URLSearchParams(address))
  const asked = { ...askedOf(qcParams, state, awaitingWords), ...awaitingAge(state) }
  expect(asked).toEqual({ search: 'SH', supplier_id: 'GZ01', style_id: 'ST-1', min_days_on_way: 7, site: 'QC-GZ' })
  expect(receivingCalls.getAwaitingInwardBoxes.takes.parse(asked)).toMatchObject(asked)
})
