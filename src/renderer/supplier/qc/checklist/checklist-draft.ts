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

type Item = Pick<ChecklistItem, 'code' | 'words' | 'words_zh'>

interface Ticked {
  readonly answer: ChecklistAnswer
  readonly remark: string
  /** What was asked: asked in other words, it is not answered. */
  readonly asked: string
}

/** Versions of the checklist and the settings that somebody judges by. */
export interface SeenVersions {
  readonly checklist: number
  readonly settings: number
}

/** What was ticked so far, by code, and why a lead passes what a check refuses. */
export interface ChecklistDraft {
  readonly checklist?: Readonly<Record<string, Ticked>>
  readonly overrideReason?: string
  /** Of when the work began, or was gone on with. */
  readonly seen?: SeenVersions
}

const askedIn = ({ words, words_zh }: Item) => `${words} | ${words_zh}`

/** The answer to an item in the words of now. */
export function tickOf({ checklist }: ChecklistDraft, item: Item): Ticked | undefined {
  const ticked = checklist?.[item.code]
  return ticked?.asked === askedIn(item) ? ticked : undefined
}

/** Items that were answered in other words. */
export function reworded({ checklist }: ChecklistDraft, items: readonly Item[]): number {
  return items.filter((item) => checklist?.[item.code] && checklist[item.code]?.asked !== askedIn(item)).length
}

/** The answer once more takes it back. */
export function answerItem<D extends ChecklistDraft>(draft: D, item: Item, answer: ChecklistAnswer): D {
  const before = tickOf(draft, item)
  const { [item.code]: _, ...others } = draft.checklist ?? {}
  if (before?.answer === answer) return { ...draft, checklist: others }
  const ticked = { answer, remark: before?.remark ?? '', asked: askedIn(item) }
  return { ...draft, checklist: { ...others, [item.code]: ticked } }
}

export function remarkItem<D extends ChecklistDraft>(draft: D, item: Item, remark: string): D {
  const before = tickOf(draft, item)
  return before ? { ...draft, checklist: { ...draft.checklist, [item.code]: { ...before, remark } } } : draft
}

/** Whatever has no answer yet is in order. */
export function allYes<D extends ChecklistDraft>(draft: D, items: readonly Item[]): D {
  const open = items.filter((item) => tickOf(draft, item) === undefined)
  const yes = open.map((item) => [item.code, { answer: 'yes' as const, remark: '', asked: askedIn(item) }])
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
  return items.filter((item) => tickOf(draft, item) === undefined)
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
  return items.flatMap((item) => {
    const ticked = tickOf(draft, item)
    if (ticked === undefined) return []
    const remark = ticked.remark.trim()
    return { code: item.code, answer: ticked.answer, ...(remark && { remark }) }
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
