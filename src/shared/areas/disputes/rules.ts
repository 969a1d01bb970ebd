import { key } from '../../kernel/words.ts'

/** A dispute's way: the vendor disputes a result, the company asks and is answered, and decides; or the vendor accepts it, or takes it back. */
export const disputeStates = [
  ...(['open', 'asked', 'answered', 'upheld', 'partly_upheld', 'turned_down', 'withdrawn', 'accepted'] as const),
] as const
export type DisputeState = (typeof disputeStates)[number]

export const disputeStateWords = {
  open: key('Disputed'),
  asked: key('Vendor asked'),
  answered: key('Answered by the vendor'),
  upheld: key('Upheld'),
  partly_upheld: key('Partly upheld'),
  turned_down: key('Turned down'),
  withdrawn: key('Withdrawn by the vendor'),
  accepted: key('Result accepted'),
} as const satisfies Record<DisputeState, string>

/** What the company may decide. */
export const disputeOutcomes = ['upheld', 'partly_upheld', 'turned_down'] as const
export type DisputeOutcome = (typeof disputeOutcomes)[number]

/** Whose QC said the result. Of India's a vendor may dispute what it is told of: pieces that went back, are to be replaced or credited. */
export const disputeCountries = ['china', 'india'] as const
export type DisputeCountry = (typeof disputeCountries)[number]

/** Not decided yet: somebody owns it and it has a day by which it is to be answered. */
export const liveStates = ['open', 'asked', 'answered'] as const satisfies readonly DisputeState[]
const isIn = (states: readonly DisputeState[], state: DisputeState): boolean => states.includes(state)
export const isLive = (state: DisputeState): boolean => isIn(liveStates, state)

/** Decided by the company. */
export const isDecided = (state: DisputeState): boolean => isIn(disputeOutcomes, state)

/** Who is to do the next thing with it; null when it is over. */
export const waitsFor = (state: DisputeState): 'house' | 'vendor' | null =>
  state === 'asked' ? 'vendor' : isLive(state) ? 'house' : null

export const disputeReasons = ['count_wrong', 'no_defect', 'wrong_standard', 'transport', 'other'] as const
export type DisputeReason = (typeof disputeReasons)[number]

export const disputeReasonWords = {
  count_wrong: key('Count is wrong'),
  no_defect: key('Not a defect'),
  wrong_standard: key('Judged by the wrong standard'),
  transport: key('Damaged in transport'),
  other: key('Another reason'),
} as const satisfies Record<DisputeReason, string>

/** Which pieces of a SKU are disputed: refused by QC, counted short, or counted over. */
export const disputedKinds = ['refused', 'short', 'over'] as const
export type DisputedKind = (typeof disputedKinds)[number]

export const disputedWords = {
  refused: key('Refused by QC'),
  short: key('Counted short'),
  over: key('Counted over'),
} as const satisfies Record<DisputedKind, string>

/** Why and of which pieces a vendor may dispute a result: counts of India are not disputed. */
export const disputableIn: Record<
  DisputeCountry,
  { reasons: readonly DisputeReason[]; kinds: readonly DisputedKind[] }
> = {
  china: { reasons: disputeReasons, kinds: disputedKinds },
  india: { reasons: disputeReasons.filter((reason) => reason !== 'count_wrong'), kinds: ['refused'] },
}

/** What is to be done after the company agreed. It is done by its own command, and never by the decision itself. */
export const nextSteps = ['recount', 'reinspect', 'revert', 'take_back', 'none'] as const
export type NextStep = (typeof nextSteps)[number]

export const nextStepWords = {
  recount: key('Count the box again'),
  reinspect: key('Inspect the pieces again'),
  revert: key('Revert the verdict: its pieces wait for QC again'),
  take_back: key('Take the claim back'),
  none: key('Nothing more'),
} as const satisfies Record<NextStep, string>

/** What became of the step that was decided: nobody marks it, QC's own work says so. `gone`: it can no longer be done. */
export const stepStates = ['to_do', 'done', 'gone'] as const
export type StepState = (typeof stepStates)[number]

/** Steps that a result may be followed by: China claims nothing from a vendor, and counts of India are not disputed. */
export const stepsIn: Record<DisputeCountry, readonly NextStep[]> = {
  china: ['recount', 'reinspect', 'revert', 'none'],
  india: ['take_back', 'reinspect', 'revert', 'none'],
}

export const stepStateWords = {
  to_do: key('To be done'),
  done: key('Done'),
  gone: key('No longer possible'),
} as const satisfies Record<StepState, string>

/** Whether disputed pieces of a SKU in a box are among so many of its refused ones that go back. */
export function touchesDispute(pieces: { refused: number; going: number; disputed: number }): boolean {
  return pieces.going > Math.max(0, pieces.refused - pieces.disputed)
}

export const disputeTabs = ['open', 'mine', 'overdue', 'to_do', 'settled', 'all'] as const
export type DisputeTab = (typeof disputeTabs)[number]

/** A result can be disputed so many days after its verdict, and a dispute is to be answered within so many. */
export const disputeDayLimits = { open_days: 90, answer_days: 30 } as const
export const disputeSettingDefaults = { open_days: 14, answer_days: 5 } as const
export const disputeSettingNames = ['open_days', 'answer_days'] as const

export const MOST_DISPUTE_PHOTOS = 8
export const LONGEST_DISPUTE_WORDS = 2_000

export interface Disputable {
  nm_sku: string
  refused: number
  short: number
  over: number
}

export interface DisputedPieces {
  nm_sku: string
  kind: DisputedKind
  pieces: number
}

/** The first of the disputed pieces that the result does not bear: more than were refused or counted otherwise, or said twice. Null when it bears all. */
export function overDisputed<L extends DisputedPieces>(lines: readonly L[], result: readonly Disputable[]): L | null {
  const left = new Map<string, number>(
    result.flatMap((of) => disputedKinds.map((kind) => [`${of.nm_sku} ${kind}`, of[kind]] as const)),
  )
  for (const line of lines) {
    const name = `${line.nm_sku} ${line.kind}`
    const rest = (left.get(name) ?? 0) - line.pieces
    if (rest < 0 || line.pieces < 1) return line
    // Said twice, it is not added up: nobody means that.
    left.set(name, 0)
  }
  return null
}

/** What is wrong with how many pieces are upheld, of those disputed in the same order; null when it fits the decision. */
export function upheldProblem(
  outcome: DisputeOutcome,
  disputed: readonly number[],
  upheld: readonly number[],
): string | null {
  if (upheld.some((pieces, at) => pieces < 0 || pieces > (disputed[at] ?? 0))) return disputeWords.tooManyUpheld
  const sum = upheld.reduce((all, one) => all + one, 0)
  const whole = disputed.reduce((all, one) => all + one, 0)
  if (outcome === 'partly_upheld' && (sum === 0 || sum === whole)) return disputeWords.notPartly
  return null
}

export const disputeWords = {
  opened: key('Your dispute is on its way to QC.'),
  accepted: key('QC is told that you accept the result.'),
  answered: key('Your answer is on its way to QC.'),
  withdrawn: key('The dispute is withdrawn.'),
  asked: key('The vendor is asked.'),
  settled: key('The dispute is settled. The vendor is told.'),
  handed: key('The dispute has another owner.'),
  saved: key('Settings of disputes saved.'),
  notFound: key('There is no dispute {{number}}.'),
  noResult: key('QC has not counted and judged this box yet.'),
  nothing: key('Nothing of this box was refused or counted otherwise.'),
  late: key('A result can be disputed within {{days}} days; this one is older.'),
  alreadyOpen: key('This result is disputed already: {{number}}.'),
  decided: key('The company has decided on this result: {{number}}.'),
  acceptedInChina: key('What India sends back or claims is disputed, or left as it is: there is nothing to accept.'),
  alreadyAccepted: key('You have accepted this result already.'),
  noReason: key('Please choose why you dispute it.'),
  noPieces: key('Please say how many pieces you dispute.'),
  tooMany: key('Of {{nm_sku}} there are not so many pieces to dispute.'),
  tooManyUpheld: key('More pieces are upheld than are disputed.'),
  notPartly: key('Partly upheld means some of the pieces, not none and not all.'),
  noNext: key('Please say what is to be done next.'),
  stepShipped: key('Box {{box_no}} was shipped to India: nothing of it can be done again here.'),
  stepInvoiced: key('Box {{box_no}} is on invoice {{invoice_number}}: void that first, or choose another step.'),
  stepReturned: key(
    'The disputed pieces of box {{box_no}} are not here any more: they went back with {{return_notes}}. Choose another step.',
  ),
  stepPartlyReturned: key(
    'Pieces of box {{box_no}} went back with {{return_notes}}: the box cannot be counted again. Choose another step.',
  ),
  stepInspected: key('Box {{box_no}} was inspected since it was counted: revert its verdict instead.'),
  stepClaimed: key(
    'The disputed pieces of box {{box_no}} are claimed from the vendor with {{debit_notes}}: choose “Take the claim back”.',
  ),
  stepToReplace: key('The vendor is to replace the disputed pieces of box {{box_no}}: choose “Take the claim back”.'),
  stepSettled: key(
    'The vendor has credited or replaced the disputed pieces of box {{box_no}}: that can no longer be taken back. Choose another step.',
  ),
  stepUnclaimed: key(
    'Nothing is claimed from the vendor for the disputed pieces of box {{box_no}}. Choose another step.',
  ),
  stepGone: key('Nothing of what is disputed lies in box {{box_no}} any more. Choose another step.'),
  goingBack: key(
    'Some of these pieces are disputed, or upheld and still to be looked at again: {{disputes}}. Decide that first, or say that they go back all the same.',
  ),
  noMove: key('Dispute {{number}} is {{state_key}}: this cannot be done now.'),
  noOwner: key('This person cannot own the dispute.'),
  noPhoto: key('This photograph is not there.'),
} as const
