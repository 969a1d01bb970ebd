import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  asCounted,
  failRejected,
  holdAll,
  isSameSample,
  passAll,
  prepared,
  setSeen,
  toSeeIn,
} from '../../src/renderer/supplier/qc/bench/bench-work.ts'
import type { BoxDetails, QcLine } from '../../src/renderer/supplier/qc/box/box-data.ts'
import { allGood, answerItem, openItems, reworded } from '../../src/renderer/supplier/qc/checklist/checklist-draft.ts'
import { emptyCount, fillAsDeclared, setCounted } from '../../src/renderer/supplier/qc/count/count-draft.ts'
import { pressTile, type TileRow, tileGroups, unitsAt } from '../../src/renderer/supplier/qc/inspect/defect-tiles.ts'
import {
  emptyInspection,
  type InspectionDraft,
  judgedOf,
  lookedOf,
} from '../../src/renderer/supplier/qc/inspect/draft.ts'
import { lotStates, type Plan } from '../../src/renderer/supplier/qc/inspect/lot-states.ts'
import { wireChecklist } from '../../src/renderer/supplier/qc/inspect/wire-inspection.ts'
import { penTo } from '../../src/renderer/supplier/qc/report/strokes.ts'
import { benchCommandOf, benchCommands } from '../../src/shared/areas/inspection/bench.ts'
import { type ChecklistItem, checklistMessages } from '../../src/shared/areas/inspection/checklist.ts'
import { codeOfDefect, defectLibraryFault, firstDefects } from '../../src/shared/areas/inspection/defect-library.ts'
import { planNumbers, spreadSample } from '../../src/shared/areas/inspection/sampling.ts'
import { type SignatureStrokes, signatureStrokes } from '../../src/shared/areas/inspection/signature.ts'
import { noTally } from '../../src/shared/areas/inspection/verdict.ts'
import { qcPieces } from '../../src/shared/areas/qc-boxes/quantities.ts'
import { refusalReasons } from '../../src/shared/kernel/reasons.ts'

const sscc = '069012340000000016'

function line(nm_sku: string, color: string, uncounted: number): QcLine {
  return {
    ...{ nm_sku, style_id: 'S1', style_name: 'Dress', style_name_zh: '连衣裙', color, color_zh: color, picture: null },
    ...{ size: 'M', size_rank: 1, order_ids: ['O-1'] },
    quantities: { ...qcPieces.nothing, declared: uncounted, uncounted },
  }
}

const aqls = { critical: '0', major: '2.5', minor: '4.0' } as const

function plan(color: string, pieces: Record<string, number>): Plan {
  const size = Object.values(pieces).reduce((sum, n) => sum + n, 0)
  const numbers = planNumbers(size, { procedure: 'normal', level: 'II', aqls })
  const drawable = Object.entries(pieces).map(([nm_sku, n]) => ({ nm_sku, sscc, box_no: '1', pieces: n }))
  const sample = spreadSample(numbers.sample_size, drawable)
  return {
    ...{ lot_key: color, kind: 'inspection', scope: 'style_colour', style_id: 'S1', color, color_zh: color },
    ...{ lot_size: size, procedure: 'normal', level: 'II', aqls, ...numbers, cartons: 1, cartons_to_open: 1 },
    ...{ sample, to_look_at: sample },
    ...{ is_frozen: false, tally: { ...noTally }, computed: 'open', unseen: size, opened_elsewhere: 0, held: [] },
    ...{ refused: [], by_settings: null, whose: [] },
  }
}

/** A box of two colours that is not counted yet, with its samples as if it were. */
const lines = [line('A', 'red', 60), line('B', 'red', 40), line('C', 'blue', 30)]
const details = {
  box: { sscc, allowed_actions: ['count'], quantities: { ...qcPieces.nothing, declared: 130, uncounted: 130 } },
  lines,
  plans: [plan('red', { A: 60, B: 40 }), plan('blue', { C: 30 })],
} as unknown as BoxDetails

const counted = asCounted(details, fillAsDeclared(emptyCount, lines))
const start = emptyInspection('to_inspect')
const faultsOf = (draft: InspectionDraft) => prepared(counted, draft, false).faults
const lotsOf = (draft: InspectionDraft) => lotStates(counted.plans, counted.lines, draft)
const [red, blue] = lotsOf(start)
const oil = firstDefects.find(({ code }) => code === 'OIL-STAIN') as TileRow
const metal = firstDefects.find(({ code }) => code === 'METAL') as TileRow

describe('a good box on the bench', () => {
  // Would catch: a box that passes with fewer looked at than its samples ask, or that the server would refuse after its two keys.
  it('passes by one key, with as many looked at as each sample asks', () => {
    const { draft, rejected } = passAll(counted, start)
    expect(rejected).toEqual([])
    expect(faultsOf(draft)).toEqual([])
    const states = lotsOf(draft)
    expect(states.map(({ computed, judged }) => [computed, judged.passed])).toEqual([
      ['accept', 100],
      ['accept', 30],
    ])
    expect(states.map(({ tally }) => tally.sampled)).toEqual(counted.plans.map(({ sample_size }) => sample_size))
  })

  // Would catch: a smaller number that somebody typed taken for the whole sample, so that nobody can say that less was looked at.
  it('is not passed where fewer were looked at than its sample asks', () => {
    if (!red || !blue) throw new Error('two lots')
    const few = setSeen(start, red, { sscc, units: 7 })
    expect(lookedOf(few, 'A') + lookedOf(few, 'B')).toBe(7)
    expect(faultsOf(passAll(counted, few).draft).map(({ part }) => part)).toContain('verdict')
    // More than the sample goes to what else lies there, and never beyond it.
    const all = setSeen(start, blue, { sscc, units: 500 })
    expect(lookedOf(all, 'C')).toBe(30)
  })

  // Would catch: a lot of which most was looked at in another box asking for its whole sample again; more to look at than lie there.
  it('asks for what is still to be looked at of its sample, of pieces that wait', () => {
    if (!blue) throw new Error('a lot')
    const asking = (units: number, source: InspectionDraft['source'] = 'to_inspect') =>
      toSeeIn({ ...blue, plan: { ...blue.plan, to_look_at: [{ nm_sku: 'C', sscc, box_no: '1', units }] } }, sscc, {
        source,
      })
    expect([asking(2), asking(500), asking(5, 'on_hold')]).toEqual([2, 30, 0])
    expect(asking(0)).toBe(0)
  })

  it('waits for its count as it was typed', () => {
    // Would catch: pieces judged that the count does not have.
    const short = asCounted(details, setCounted(fillAsDeclared(emptyCount, lines), lines[0] as QcLine, 58))
    expect(short.lines[0]?.quantities).toMatchObject({ to_inspect: 58, uncounted: 0 })
    expect(short.box.quantities.to_inspect).toBe(128)
    expect(asCounted({ ...details, box: { ...details.box, allowed_actions: ['inspect'] } }, emptyCount).lines).toBe(
      lines,
    )
    expect(isSameSample(details, counted)).toBe(true)
    expect(isSameSample(details, { ...details, plans: [plan('red', { A: 9, B: 40 }), plan('blue', { C: 30 })] })).toBe(
      false,
    )
  })
})

describe('a bad box on the bench', () => {
  const press = (draft: InspectionDraft, sku: string, row: TileRow, by: 1 | -1 = 1) =>
    pressTile(draft, { sku, row, severity: row.severity, by })

  // Would catch: a rejected lot that the key for good boxes passes; one that is failed though its sample takes what was found.
  it('fails the lots that their samples reject, and only those', () => {
    expect(failRejected(counted, press(start, 'A', oil)).lots).toBe(0)
    const found = press(press(start, 'A', oil), 'C', metal)
    expect(passAll(counted, found).rejected.map(({ plan: { lot_key } }) => lot_key)).toEqual(['blue'])
    const failed = failRejected(counted, found)
    expect(failed.lots).toBe(1)
    expect(judgedOf(failed.draft, lines[2] as QcLine)).toEqual({ passed: 0, failed: 30, on_hold: 0 })
    const rest = passAll(counted, failed.draft)
    expect(rest.rejected).toEqual([])
    expect(faultsOf(rest.draft)).toEqual([])
    expect(judgedOf(rest.draft, lines[0] as QcLine)).toEqual({ passed: 59, failed: 1, on_hold: 0 })
    expect(judgedOf(rest.draft, lines[2] as QcLine)).toEqual({ passed: 0, failed: 30, on_hold: 0 })
  })

  it('goes on hold with a remark, which gloves do not write', () => {
    // Would catch: a hold by command barcode that is always refused for want of a remark.
    expect(faultsOf(holdAll(counted, start))).toEqual([])
    expect(holdAll(counted, { ...start, remark: 'shade' }).remark).toBe('shade')
  })

  // Would catch: a tile that adds a second defect for each press, or takes back what another SKU or severity has.
  it('counts a unit a press and takes one back', () => {
    const two = press(press(start, 'A', oil), 'A', oil)
    expect(two.defects).toMatchObject([
      { nm_sku: 'A', code: 'OIL-STAIN', reason: 'Stain', severity: 'major', units: 2, remark: 'Oil stain 油污' },
    ])
    const other = pressTile(press(two, 'B', oil), { sku: 'A', row: oil, severity: 'minor', by: 1 })
    expect([unitsAt(other, oil, 'major', 'A'), unitsAt(other, oil, 'major'), unitsAt(other, oil, 'minor')]).toEqual([
      2, 3, 1,
    ])
    const back = press(press(press(other, 'A', oil, -1), 'A', oil, -1), 'A', oil, -1)
    expect(back.defects.map(({ nm_sku, severity, units }) => [nm_sku, severity, units])).toEqual([
      ['B', 'major', 1],
      ['A', 'minor', 1],
    ])
    // A plain reason says nothing of what is wrong: that is for the inspector to write.
    const reasons = tileGroups(firstDefects).at(-1)?.rows ?? []
    expect(reasons.map(({ reason }) => reason)).toEqual(refusalReasons)
    const plain = press(start, 'A', reasons.find(({ reason }) => reason === 'Stain') as TileRow)
    expect(plain.defects).toMatchObject([{ code: null, reason: 'Stain', remark: '' }])
    expect(unitsAt(plain, oil, 'major')).toBe(0)
  })
})

it('knows its commands from codes of boxes', () => {
  // Would catch: a sheet in small letters that the bench takes for a box.
  for (const [command, code] of Object.entries(benchCommands)) expect(benchCommandOf(code.toLowerCase())).toBe(command)
  expect(benchCommandOf(sscc)).toBeNull()
})

it('gives a new defect a code of its own', () => {
  // Would catch: two defects of one code, so that reports count the one as the other.
  expect(codeOfDefect('Oil stain', ['HOLE'])).toBe('OIL-STAIN')
  expect(codeOfDefect('Oil stain', ['OIL-STAIN'])).toBe('OIL-STAIN-2')
  expect(codeOfDefect('油污', [])).toBe('DEFECT')
  expect(defectLibraryFault(firstDefects)).toBeNull()
  expect(
    defectLibraryFault([...firstDefects, { ...oil, code: 'X', name: 'hole ', name_zh: 'x', category: 'looks' }]),
  ).not.toBeNull()
})

describe('a signature that is drawn', () => {
  // Would catch: a stroke that the server refuses, for its length, its number, or a finger that left the field.
  it('is always one that the server takes, however long somebody draws', () => {
    const place = fc.record({ x: fc.integer({ min: -50, max: 1_000 }), y: fc.integer({ min: -50, max: 400 }) })
    fc.assert(
      fc.property(fc.array(fc.array(place, { minLength: 1, maxLength: 90 }), { maxLength: 80 }), (hands) => {
        let strokes: SignatureStrokes = []
        for (const hand of hands) {
          strokes = [...strokes, []]
          for (const to of hand) strokes = penTo(strokes, to)
        }
        const sent = strokes.filter((stroke) => stroke.length >= 4)
        expect(signatureStrokes.safeParse(sent).error).toBeUndefined()
      }),
      { numRuns: 40 },
    )
  })
})

const metalCheck: ChecklistItem = {
  ...{ code: 'METAL', topic: 'metal', words: 'Metal detection passed', words_zh: '验针通过', style_category: '' },
  is_required: false,
}
const listOf = (items: ChecklistItem[], version = 1): BoxDetails['checklist'] => ({
  ...{ items, bench_all_yes: false, version, changed_by: null, changed_at: null },
})
const checked = { ...counted, checklist: listOf([metalCheck]) }
const withNo = answerItem(start, metalCheck, 'no')

// Would catch: "Metal detection passed: No", then F9: QC passed and ready for invoice, without a question.
describe('a check that is answered no', () => {
  const said = (draft: InspectionDraft, isLead = false) =>
    prepared(checked, draft, isLead).faults.map(({ message }) => message)

  it('lets nothing pass, whether it is required or not, and holding goes on', () => {
    expect(said(passAll(checked, withNo).draft)).toEqual([checklistMessages.refused])
    expect(said(holdAll(checked, withNo))).toEqual([])
  })

  it('passes by a lead alone, with a reason', () => {
    const { draft } = passAll(checked, withNo)
    expect(said(draft, true)).toEqual([checklistMessages.overrule])
    expect(said({ ...draft, overrideReason: 'detector was off' }, true)).toEqual([])
    expect(said({ ...draft, overrideReason: 'detector was off' })).toEqual([checklistMessages.refused])
  })

  it('is no answer any more once it is asked in other words', () => {
    // Would catch: "Metal detection passed: Yes", and the lead who makes it "Needle detector calibrated" has a yes to that.
    const yes = answerItem(start, metalCheck, 'yes')
    const other = { ...metalCheck, words: 'Needle detector calibrated', is_required: true }
    expect([openItems(yes, [metalCheck]), openItems(yes, [other])]).toEqual([[], [other]])
    expect([reworded(yes, [metalCheck]), reworded(yes, [other])]).toEqual([0, 1])
    expect(wireChecklist(yes, { checklist: listOf([other], 2), settings: { ...listOf([]), version: 7 } })).toEqual({
      checklist_version: 2,
      settings_version: 7,
    })
    const again = answerItem(yes, other, 'yes')
    expect(openItems(again, [other])).toEqual([])
  })

  it('is never answered by "All good" for whoever did not look', () => {
    // Would catch: F9 saying Yes to a required check, or to metal detection, that nobody saw.
    const asked = (code: string, topic: ChecklistItem['topic'], is_required: boolean) => ({
      ...metalCheck,
      code,
      topic,
      is_required,
    })
    const items = [asked('A', 'labels', false), asked('B', 'labels', true), asked('C', 'metal', false)]
    expect(Object.keys(allGood(start, items).checklist ?? {})).toEqual(['A'])
  })

  it('of an earlier inspection stands until it is answered anew in its box', () => {
    const { code, words, words_zh } = metalCheck
    const earlier = (is_own: boolean) => ({
      ...checked,
      plans: checked.plans.map((one) => ({ ...one, refused: [{ code, words, words_zh, box_no: '7', is_own }] })),
    })
    const messages = (own: boolean, draft: InspectionDraft) =>
      prepared(earlier(own), passAll(earlier(own), draft).draft, false).faults.map(({ message }) => message)
    expect(messages(true, start)).toContain(checklistMessages.refusedBefore)
    expect(messages(true, answerItem(start, metalCheck, 'yes'))).toEqual([])
    expect(messages(false, answerItem(start, metalCheck, 'yes'))).toContain(checklistMessages.refusedBefore)
  })
})
