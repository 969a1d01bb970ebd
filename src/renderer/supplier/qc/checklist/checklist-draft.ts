import {
  answeredByHand,
  type ChecklistAnswer,
  type ChecklistItem,
  type ChecklistTicked,
  checklistProblem,
  passProblem,
  problemValues,
  type RefusedCheck,
  refusedNow,
} from '../../../../shared/areas/inspection/checklist.ts'

interface Ticked {
  readonly answer: ChecklistAnswer
  readonly remark: string
}

/** What was ticked so far, by code, and why a lead passes what a check refuses. */
export interface ChecklistDraft {
  readonly checklist?: Readonly<Record<string, Ticked>>
  readonly overrideReason?: string
}

export const tickOf = ({ checklist }: ChecklistDraft, code: string): Ticked | undefined => checklist?.[code]

/** The answer once more takes it back. */
export function answerItem<D extends ChecklistDraft>(draft: D, code: string, answer: ChecklistAnswer): D {
  const { [code]: before, ...others } = draft.checklist ?? {}
  if (before?.answer === answer) return { ...draft, checklist: others }
  return { ...draft, checklist: { ...others, [code]: { answer, remark: before?.remark ?? '' } } }
}

export function remarkItem<D extends ChecklistDraft>(draft: D, code: string, remark: string): D {
  const before = tickOf(draft, code)
  return before ? { ...draft, checklist: { ...draft.checklist, [code]: { ...before, remark } } } : draft
}

/** Whatever has no answer yet is in order. */
export function allYes<D extends ChecklistDraft>(draft: D, items: readonly Pick<ChecklistItem, 'code'>[]): D {
  const open = items.filter(({ code }) => tickOf(draft, code) === undefined)
  const yes = open.map(({ code }) => [code, { answer: 'yes' as const, remark: '' }])
  return yes.length === 0 ? draft : { ...draft, checklist: { ...draft.checklist, ...Object.fromEntries(yes) } }
}

/** "All good" at the bench says so of what may be answered without a look. */
export function allGood<D extends ChecklistDraft>(draft: D, items: readonly ChecklistItem[]): D {
  return allYes(
    draft,
    items.filter((item) => !answeredByHand(item)),
  )
}

export function openItems(draft: ChecklistDraft, items: readonly ChecklistItem[]): ChecklistItem[] {
  return items.filter(({ code }) => tickOf(draft, code) === undefined)
}

/** Checks for which nothing passes but by a lead: answered no here, or at an earlier inspection of the same pieces. */
export function refusedItems(
  draft: ChecklistDraft,
  items: readonly ChecklistItem[],
  before: readonly RefusedCheck[],
): (ChecklistItem | RefusedCheck)[] {
  return refusedNow(items, tickedOf(draft, items), before)
}

/** As the calls take it: answers to what is still asked. */
export function tickedOf(draft: ChecklistDraft, items: readonly ChecklistItem[]): ChecklistTicked[] {
  return items.flatMap(({ code }) => {
    const ticked = tickOf(draft, code)
    if (ticked === undefined) return []
    const remark = ticked.remark.trim()
    return { code, answer: ticked.answer, ...(remark && { remark }) }
  })
}

export interface PassWish {
  /** Earlier refused checks of the lots of which pieces pass; null where none do. */
  passing: readonly RefusedCheck[] | null
  isLead: boolean
}

/** Why the server would refuse it so: English with the values of its blanks. */
export function checklistFaultOf(
  draft: ChecklistDraft,
  items: readonly ChecklistItem[],
  { passing, isLead }: PassWish,
): { message: string; values: Record<string, string> } | null {
  const problem =
    checklistProblem(items, tickedOf(draft, items)) ??
    (passing && passProblem(refusedItems(draft, items, passing), { isLead, reason: draft.overrideReason }))
  return problem && { message: problem.message, values: problemValues(problem) }
}
