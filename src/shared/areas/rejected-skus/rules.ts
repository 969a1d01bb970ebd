import { type ClosedMove, closedBy } from '../../kernel/lifecycle.ts'
import { key } from '../../kernel/words.ts'

/** What may become of rejected pieces (rules, section 4). */
export const dispositionKinds = ['return', 'rework', 'replace', 'credit', 'concession', 'b_grade', 'scrap'] as const
export type DispositionKind = (typeof dispositionKinds)[number]

export const dispositionWords: Record<DispositionKind, string> = {
  return: key('Return to vendor'),
  rework: key('Rework'),
  replace: key('Replacement'),
  credit: key('Credit'),
  concession: key('Concession'),
  b_grade: key('B-grade'),
  scrap: key('Scrap'),
}

/** What a disposition waits for, by whose command it is closed; the others are done when they are decided. */
const nextSteps = { rework: 'back_from_rework', replace: 'replaced', credit: 'credited' } as const
export type NextStep = (typeof nextSteps)[keyof typeof nextSteps]

export function nextStepOf(kind: DispositionKind): NextStep | null {
  return (nextSteps as Partial<Record<DispositionKind, NextStep>>)[kind] ?? null
}

/** What it waits for, and the button that says it happened. */
export const nextStepWords: Record<NextStep, { waits: string; happened: string }> = {
  back_from_rework: { waits: key('Being reworked'), happened: key('Back from rework') },
  replaced: { waits: key('To be replaced'), happened: key('Replacement came') },
  credited: { waits: key('To be credited'), happened: key('Credited') },
}

export const dispositionStates = { OPEN: key('Waiting'), DONE: key('Done'), UNDONE: key('Taken back') } as const
export type DispositionState = keyof typeof dispositionStates

/** A debit note by the decisions that stand on it; one of which every decision was taken back claims nothing. */
export const debitStates = { OPEN: key('To be credited'), DONE: key('Credited'), UNDONE: key('Taken back') } as const

/** The same, with what its vendor disputes of a claim that waits. */
export const debitStandings = {
  OPEN: debitStates.OPEN,
  DISPUTED: key('Claim disputed'),
  UPHELD: key('To be taken back'),
  DONE: debitStates.DONE,
  UNDONE: debitStates.UNDONE,
} as const
export type DebitStanding = keyof typeof debitStandings

/** How a claim, or a debit note by its claims, stands; what an upheld dispute takes back comes before what is still disputed. */
export function debitStanding(
  state: DispositionState,
  claims: readonly { upheld_by: string | null; disputed_by: string | null }[],
): DebitStanding {
  if (state !== 'OPEN') return state
  if (claims.some(({ upheld_by }) => upheld_by !== null)) return 'UPHELD'
  return claims.some(({ disputed_by }) => disputed_by !== null) ? 'DISPUTED' : 'OPEN'
}

/** What a decision waits for, or what became of it. */
export function decisionWord({ kind, state }: { kind: DispositionKind; state: DispositionState }): string {
  const step = nextStepOf(kind)
  return state === 'OPEN' && step !== null ? nextStepWords[step].waits : dispositionStates[state]
}

export const rejectedTabs = ['to_reconcile', 'waiting', 'reconciled', 'all'] as const
export type RejectedTab = (typeof rejectedTabs)[number]

/** Rejected pieces of a SKU in a box: those of which nothing is decided yet, and those whose next step is waited for. */
interface StandingRejected {
  balance: number
  waiting: number
}

/** What puts them in a tab; `rejectedTabCondition` of the server is the same in SQL, and a test holds the two together. */
export const inRejectedTab: Record<RejectedTab, (of: StandingRejected) => boolean> = {
  to_reconcile: (of) => of.balance > 0,
  waiting: (of) => of.waiting > 0,
  reconciled: (of) => of.balance === 0 && of.waiting === 0,
  all: () => true,
}

/** Says why the next step of a decision cannot be noted now; null where it can. */
export function closedStep(
  decision: {
    kind: DispositionKind
    state: DispositionState
    upheld_by: string | null
    disputed_by: string | null
  },
  step: NextStep,
): ClosedMove | null {
  const { kind, state, upheld_by, disputed_by } = decision
  if (state === 'UNDONE') return closedBy(rejectedMessages.undone, {})
  if (state !== 'OPEN' || nextStepOf(kind) !== step) return closedBy(rejectedMessages.notWaiting, {})
  if (upheld_by !== null) return closedBy(rejectedMessages.upheld, { dispute: upheld_by })
  return disputed_by === null ? null : closedBy(rejectedMessages.disputed, { dispute: disputed_by })
}

/** Refusals, in English, and the keys of their translations. */
export const rejectedMessages = {
  over: 'Of {{nm_sku}} in box {{box_no}} only {{available}} pcs are rejected, and {{quantity}} are given away.',
  under: 'Of {{nm_sku}} in box {{box_no}} {{left}} pcs would be left without a decision.',
  none: 'Nothing of {{nm_sku}} in box {{box_no}} waits for a decision.',
  twice: 'Multiple entries found.',
  noLines: 'Please choose at least one SKU.',
  noReason: 'A concession needs a reason.',
  noRemark: 'A return needs a reason and a remark.',
  noPrice: 'Nobody ordered {{nm_sku}} of box {{box_no}}: it has no price to be credited.',
  notInspected: 'These pieces were never inspected: photos can stand by nothing.',
  unknown: 'This decision is not there any more. Please look again.',
  notWaiting: 'This decision does not wait for that.',
  undone: 'This decision was taken back already.',
  upheld:
    'Dispute {{dispute}} about these pieces is upheld: nothing is owed for them any more. Take the claim back instead.',
  disputed:
    'The vendor disputes these pieces with {{dispute}}, which is not decided yet: they cannot be noted as credited until it is.',
  onlyRework: 'Only the rework of one decision can come back in part.',
  moreThanReworked: 'Only {{n}} pcs of it are being reworked.',
  happened: 'What was decided has happened already: it can no longer be taken back.',
  bought: 'The pieces of this concession were bought or judged again since: they can no longer be rejected.',
  noneChosen: 'Please choose at least one decision.',
  noWhy: 'Please give a reason.',
  noNote: 'Please choose a return note or a debit note.',
  unknownDebit: 'Debit note {{debit_note}} is not there.',
} as const

/**
 * Rejected pieces of a SKU, as its box counts them: those of which nothing is decided, and those that were sent or taken away. What was
 * accepted all the same, or came back from rework to be judged anew, is rejected no longer.
 */
export function rejectedNow(row: {
  balance: number
  dispositions: readonly { kind: DispositionKind; state: DispositionState; quantity: number }[]
}): number {
  const isRejected = ({ kind, state }: (typeof row.dispositions)[number]) =>
    state !== 'UNDONE' && kind !== 'concession' && !(kind === 'rework' && state === 'DONE')
  return row.dispositions.filter(isRejected).reduce((sum, { quantity }) => sum + quantity, row.balance)
}

/** What is wrong with dispositions of so many rejected pieces; null when they come out even, or may be fewer. */
export function reconcileProblem(
  rejected: number,
  dispositions: readonly { quantity: number }[],
  isInPart: boolean,
): 'over' | 'under' | 'none' | null {
  const given = dispositions.reduce((sum, { quantity }) => sum + quantity, 0)
  if (rejected === 0) return 'none'
  if (given > rejected) return 'over'
  return given < rejected && !isInPart ? 'under' : null
}

/** April to March, as numbers of Indian documents name it: "2627" for a day of November 2026. */
export function financialYear(day: string): string {
  const year = Number(day.slice(0, 4)) - (day.slice(5, 7) < '04' ? 1 : 0)
  return `${String(year).slice(2)}${String(year + 1).slice(2)}`
}
