import { z } from 'zod'
import { defectCode } from './defect-library.ts'

/** English, and the keys of their translations; in the order in which they are shown. */
export const checklistTopics = {
  labels: 'Labels',
  barcodes: 'Barcode scans',
  metal: 'Metal detection',
  colour: 'Colour against the sealed sample',
  cartons: 'Cartons and marks',
  other: 'Other checks',
} as const
export type ChecklistTopic = keyof typeof checklistTopics
export const checklistTopicNames = Object.keys(checklistTopics) as [ChecklistTopic, ...ChecklistTopic[]]

/** More than an inspector goes through at a box. */
export const mostChecklistItems = 40

/** Something that an inspector answers beside the pieces. */
export const checklistItem = z.object({
  /** Stays with what was answered: "METAL". */
  code: defectCode,
  topic: z.enum(checklistTopicNames),
  words: z.string().trim().min(1).max(120),
  words_zh: z.string().trim().min(1).max(60),
  /** Of the styles that it is asked for; empty: of all. */
  style_category: z.string().trim().max(60),
  /** An inspection is not saved without it. */
  is_required: z.boolean(),
})
export type ChecklistItem = z.output<typeof checklistItem>

/** A country's checklist. `bench_all_yes`: "all good" at the bench answers it as well. */
export const checklist = z.object({
  items: z.array(checklistItem).max(mostChecklistItems),
  bench_all_yes: z.boolean(),
})
export type Checklist = z.output<typeof checklist>

/** English, and the keys of their translations. */
export const checklistAnswers = { yes: 'Yes', no: 'No', na: 'Not applicable' } as const
export type ChecklistAnswer = keyof typeof checklistAnswers
export const checklistAnswerNames = Object.keys(checklistAnswers) as [ChecklistAnswer, ...ChecklistAnswer[]]

/** What is answered at an inspection. */
export const checklistTicked = z.object({
  code: defectCode,
  answer: z.enum(checklistAnswerNames),
  remark: z.string().trim().max(500).optional(),
})
export type ChecklistTicked = z.output<typeof checklistTicked>

/** What was answered, in the words of then. */
export const checklistAnswered = checklistItem
  .omit({ style_category: true })
  .extend({ answer: z.enum(checklistAnswerNames), remark: z.string().nullable() })

/** English, and the keys of their translations. */
export const checklistMessages = {
  saved: 'Checklist saved.',
  twice: 'Two items of the checklist have the same words or code.',
  unanswered: 'Checklist: please answer “{{item}}”.',
  unknown: 'The checklist has changed. Please look at it again.',
  why: 'Checklist: “{{item}}” is answered no. Please say in its remark what is wrong.',
  byHand: 'Checklist: “{{item}}” is answered no. Please choose the verdict by hand.',
  otherVerdict: 'The verdict chosen by hand is not the one that the pieces have.',
} as const

/** Those that are asked of a box with styles of these categories. */
export function itemsFor(items: readonly ChecklistItem[], categories: readonly string[]): ChecklistItem[] {
  const asked = new Set(categories.map(plain))
  return items.filter(({ style_category }) => style_category === '' || asked.has(plain(style_category)))
}

const plain = (text: string) => text.trim().toLowerCase()

/** What is wrong with a checklist as a whole; null where nothing is. */
export function checklistFault(items: readonly ChecklistItem[]): string | null {
  const isTwice = (of: (one: ChecklistItem) => string) => new Set(items.map(of)).size < items.length
  const within = (text: string, { style_category }: ChecklistItem) => `${plain(style_category)} ${plain(text)}`
  const twice =
    isTwice(({ code }) => code) ||
    isTwice((one) => within(one.words, one)) ||
    isTwice((one) => within(one.words_zh, one))
  return twice ? checklistMessages.twice : null
}

type Asked = Pick<ChecklistItem, 'code' | 'is_required'>
type Said = Pick<ChecklistTicked, 'code' | 'answer'> & { remark?: string | undefined }

export interface ChecklistProblem<I extends Asked> {
  item: I
  message: string
}

/**
 * Why an inspection cannot be saved with these answers: a required item without one, a required one that is answered no without saying
 * what is wrong, or without a verdict that somebody chose by hand. Null where it can.
 */
export function checklistProblem<I extends Asked>(
  items: readonly I[],
  said: readonly Said[],
  { verdict, byHand }: { verdict: string | null; byHand: string | undefined },
): ChecklistProblem<I> | null {
  const answers = new Map(said.map((one) => [one.code, one]))
  const required = items.filter(({ is_required }) => is_required)
  const open = required.find(({ code }) => !answers.has(code))
  if (open) return { item: open, message: checklistMessages.unanswered }
  const refused = required.filter(({ code }) => answers.get(code)?.answer === 'no')
  const mute = refused.find(({ code }) => !answers.get(code)?.remark?.trim())
  if (mute) return { item: mute, message: checklistMessages.why }
  const [first] = refused
  if (first === undefined) return null
  if (!byHand) return { item: first, message: checklistMessages.byHand }
  return byHand === verdict ? null : { item: first, message: checklistMessages.otherVerdict }
}
