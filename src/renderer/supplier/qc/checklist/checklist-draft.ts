import {
  type ChecklistAnswer,
  type ChecklistItem,
  type ChecklistTicked,
  checklistProblem,
} from '../../../../shared/areas/inspection/checklist.ts'
import type { verdicts } from '../../../../shared/areas/inspection/shapes.ts'

export type Verdict = (typeof verdicts)[number]

interface Ticked {
  readonly answer: ChecklistAnswer
  readonly remark: string
}

/** What was ticked so far, by code, and the verdict that was chosen by hand. */
export interface ChecklistDraft {
  readonly checklist?: Readonly<Record<string, Ticked>>
  readonly verdictByHand?: Verdict | ''
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

export function openItems(draft: ChecklistDraft, items: readonly ChecklistItem[]): ChecklistItem[] {
  return items.filter(({ code }) => tickOf(draft, code) === undefined)
}

/** Required items that are not in order: their verdict is somebody's choice. */
export function refusedItems(draft: ChecklistDraft, items: readonly ChecklistItem[]): ChecklistItem[] {
  return items.filter(({ code, is_required }) => is_required && tickOf(draft, code)?.answer === 'no')
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

/** Why the server would refuse it so: English with the values of its blanks. */
export function checklistFaultOf(
  draft: ChecklistDraft,
  items: readonly ChecklistItem[],
  verdict: string | null,
): { message: string; values: Record<string, string> } | null {
  const said = { verdict, byHand: draft.verdictByHand || undefined }
  const problem = checklistProblem(items, tickedOf(draft, items), said)
  if (problem === null) return null
  const { words, words_zh } = problem.item
  return { message: problem.message, values: { item: words, item_zh: words_zh } }
}
