import { type Holder, isAmong } from '../../kernel/rights.ts'
import type { Role } from '../../kernel/roles.ts'
import { key } from '../../kernel/words.ts'
import { takesBack } from '../catalogue/statuses.ts'

/** A sample's way through one round (rules, section 8). */
export const sampleStates = [
  ...(['planned', 'requested', 'sent', 'received', 'measured', 'passed', 'failed'] as const),
  /** Its style was rejected, delisted or sold out; no way of a sample's own leads here or out. */
  'called_off',
] as const
export type SampleState = (typeof sampleStates)[number]

export const sampleStateWords = {
  planned: key('Planned'),
  requested: key('Asked for'),
  sent: key('Sent off'),
  received: key('Received'),
  measured: key('Measured'),
  passed: key('Passed'),
  failed: key('Not passed'),
  called_off: key('Called off'),
} as const satisfies Record<SampleState, string>

const house = [
  'cataloging_team',
  'bm_team',
  'bm_admin',
  'internal_team',
  'ops',
  'admin',
  'super_admin',
] as const satisfies Role[]

/** Where a sample goes next, and who may say so. A failed one is followed by a new round, a passed one by nothing. */
export const sampleMoves: Readonly<Record<SampleState, readonly { to: SampleState; by: readonly Role[] }[]>> = {
  planned: [{ to: 'requested', by: house }],
  requested: [{ to: 'sent', by: ['vendor', ...house] }],
  sent: [{ to: 'received', by: house }],
  received: [{ to: 'measured', by: house }],
  measured: [
    { to: 'passed', by: house },
    { to: 'failed', by: house },
  ],
  passed: [],
  failed: [],
  called_off: [],
}

export const sampleMove = (from: SampleState, to: SampleState) => sampleMoves[from].find((move) => move.to === to)
export const isJudged = (state: SampleState): boolean => state === 'passed' || state === 'failed'

/** Whether somebody may take a verdict back, so that the sample is to be judged again: whoever gave it, and who may take any move back. */
export const mayTakeBack = (
  { state, judged_by }: { state: SampleState; judged_by: string | null },
  caller: Holder & { userId: string },
): boolean => isJudged(state) && (judged_by === caller.userId || isAmong(caller, takesBack))

/** A vendor is told that we have it, never what we think of it. */
export const vendorSees = (state: SampleState): SampleState =>
  state === 'measured' || isJudged(state) ? 'received' : state

export interface Measure {
  spec_mm: number | null
  tolerance_mm: number | null
  measured_mm: number
}

/** How far beyond its tolerance a measure is, in mm; null where nothing says what it should be. No tolerance is none at all. */
export function beyond({ spec_mm, tolerance_mm, measured_mm }: Measure): number | null {
  return spec_mm === null ? null : Math.max(0, Math.abs(measured_mm - spec_mm) - (tolerance_mm ?? 0))
}

/** A point of a size that the style's spec asks for, or that was measured. */
export interface Place {
  size: string
  point: string
}

export const placeKey = ({ size, point }: Place): string => `${size}\n${point}`

/** Points that the spec asks for and nobody measured. */
export function lackedPoints<P extends Place>(asked: readonly P[], measures: readonly Place[]): P[] {
  const measured = new Set(measures.map(placeKey))
  return asked.filter((one) => !measured.has(placeKey(one)))
}

/**
 * What the measures say of a sample: `failed` where one is out of tolerance; null while points that the spec asks for are not measured
 * (`lacking`), or where none could be judged.
 */
export function computedVerdict(measures: readonly Measure[], lacking = 0): 'passed' | 'failed' | null {
  const judged = measures.map(beyond).filter((mm) => mm !== null)
  if (judged.some((mm) => mm > 0)) return 'failed'
  return judged.length === 0 || lacking > 0 ? null : 'passed'
}

export const sampleWords = {
  requested: key('Samples requested.'),
  sent: key('Sample sent.'),
  saved: key('Sample saved.'),
  unchanged: key('Nothing to change.'),
  notFound: key('There is no sample {{sample}}.'),
  noMove: key('Sample {{sample}} is {{from_key}}: it cannot become {{to_key}}.'),
  notYours: key('Your role may not say that of a sample.'),
  open: key('{{catalogue_id}} has a sample under way: {{sample}}.'),
  passed: key('The sample of {{catalogue_id}} has passed: it needs no other.'),
  ended: key('{{catalogue_id}} stands at {{status_key}}: no sample is asked for.'),
  nothingAsked: key('No sample of {{catalogue_id}} is asked for.'),
  carrier: key('Please say who carries it.'),
  needsRemark: key('Please say why it failed.'),
  againstMeasures: key('Its measures did not pass: please say why the sample passes.'),
  hasOrder: key('Pre-production order {{number}} was made of sample {{sample}}: its verdict stays.'),
  notMeasured: key('Sample {{sample}} has no measures yet.'),
  noRows: key('Please fill in what was weighed or measured.'),
  noTracking: key('Please fill in who carries which sample.'),
  noSample: key('There is no such sample.'),
  notReceived: key('This sample has not been received, or is judged already.'),
  noPhoto: key('This photograph is not there.'),
  sentTwice: key('This sample stands twice in the sheet.'),
  notToSend: key('This sample is not asked for, or has been received.'),
  twice: key('This point of this size stands twice for this sample.'),
  different: key('Another row of this sample says something else.'),
  halfMeasure: key('A measure needs its size, its point and what was measured.'),
  noSpec: key('A tolerance needs what it should be.'),
  otherSpec: key('The style’s spec asks for something else.'),
  specIs: key('{{spec}} ± {{tolerance}} cm, or leave both empty.'),
  lacks: key(
    'Sample {{sample}} cannot pass yet: {{count}} points that the spec asks for are not measured: {{points}}.',
  ),
  needsReason: key('Please say why the verdict is taken back.'),
  notYourVerdict: key('Only whoever judged sample {{sample}}, or who may take any move back, takes its verdict back.'),
  wentOn: key('{{catalogue_id}} has gone on to {{status_key}} since: take the style back first.'),
  followed: key('Round {{sample}} followed already: this verdict stays.'),
  takenBack: key('Verdict taken back: the sample is to be judged again.'),
} as const
