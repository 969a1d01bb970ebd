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

/** Checks that nobody answers but by looking: what an inspection asks for, and what a garment may hurt by. */
export function answeredByHand({ is_required, topic }: { is_required: boolean; topic: ChecklistTopic }): boolean {
  return is_required || topic === 'metal'
}

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

/** A country's checklist. `bench_all_yes`: "all good" at the bench answers it as well, but for `answeredByHand`. */
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

/** What was asked at an inspection, in the words of then; null where it was not answered. */
export const checklistAnswered = checklistItem
  .omit({ style_category: true })
  .extend({ answer: z.enum(checklistAnswerNames).nullable(), remark: z.string().nullable() })

/** How the checks of an inspection were answered: every one that was asked counts. */
export function countAnswers(checks: readonly { answer: ChecklistAnswer | null }[]) {
  const of = (one: ChecklistAnswer | null) => checks.filter(({ answer }) => answer === one).length
  return { yes: of('yes'), no: of('no'), na: of('na'), none: of(null) }
}

/** A check of a lot that was answered no at an earlier inspection, and neither anew nor overruled since. */
export const refusedCheck = checklistItem.pick({ code: true, words: true, words_zh: true }).extend({
  box_no: z.string(),
  /** Of the box that is looked at: answering it anew settles it. */
  is_own: z.boolean(),
})
export type RefusedCheck = z.output<typeof refusedCheck>

/** English, and the keys of their translations. */
export const checklistMessages = {
  saved: 'Checklist saved.',
  twice: 'Two items of the checklist have the same words or code.',
  unanswered: 'Checklist: please answer “{{item}}”.',
  unknown: '{{changed_by}} has changed the checklist meanwhile. Please look at it again.',
  noVersion: 'Please say which version of the checklist was answered.',
  why: 'Checklist: “{{item}}” is answered no. Please say in its remark what is wrong.',
  refused:
    'Checklist: “{{item}}” is answered no. Nothing of the lot passes until a lead overrules it, with a reason; put it on hold until then.',
  refusedBefore:
    'Checklist: “{{item}}” was answered no in box {{box_no}}. Nothing of the lot passes until that is answered anew there, or a lead overrules it, with a reason.',
  refusedSkip:
    'Checklist: “{{item}}” was answered no in box {{box_no}}. Its lot does not pass without inspection: inspect it, answer that anew or overrule it there with a reason.',
  overrule: 'Checklist: “{{item}}” is answered no. Please say why it is overruled.',
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

export interface ChecklistProblem<I> {
  item: I
  message: string
}

/** Why an inspection cannot be saved with these answers: a required item without one, or one answered no without saying what is wrong. */
export function checklistProblem<I extends Asked>(
  items: readonly I[],
  said: readonly Said[],
): ChecklistProblem<I> | null {
  const answers = new Map(said.map((one) => [one.code, one]))
  const required = items.filter(({ is_required }) => is_required)
  const open = required.find(({ code }) => !answers.has(code))
  if (open) return { item: open, message: checklistMessages.unanswered }
  const mute = required.find(({ code }) => answers.get(code)?.answer === 'no' && !answers.get(code)?.remark?.trim())
  return mute ? { item: mute, message: checklistMessages.why } : null
}

type Worded = Pick<ChecklistItem, 'code' | 'words' | 'words_zh'>

/** Checks for which nothing of a lot passes but by a lead: those answered no now, and those of `before` that are not answered anew. */
export function refusedNow<I extends Worded>(
  items: readonly I[],
  said: readonly Said[],
  before: readonly RefusedCheck[],
): (I | RefusedCheck)[] {
  const answers = new Map(said.map(({ code, answer }) => [code, answer]))
  const standing = before.filter(({ code, is_own }) => !(is_own && answers.has(code)))
  return [...items.filter(({ code }) => answers.get(code) === 'no'), ...standing]
}

/** Why nothing passes, where these checks are refused. A lead may overrule them and says why. */
export function passProblem<I extends Worded>(
  refused: readonly (I | RefusedCheck)[],
  { isLead, reason }: { isLead: boolean; reason: string | undefined },
): ChecklistProblem<I | RefusedCheck> | null {
  const [item] = refused
  if (item === undefined || (isLead && reason?.trim())) return null
  if (isLead) return { item, message: checklistMessages.overrule }
  return { item, message: 'box_no' in item ? checklistMessages.refusedBefore : checklistMessages.refused }
}

/** The blanks of a problem's message. */
export const problemValues = ({ item }: ChecklistProblem<Worded | RefusedCheck>): Record<string, string> => ({
  item: item.words,
  item_zh: item.words_zh,
  ...('box_no' in item && { box_no: item.box_no }),
})

/** An earlier inspection, as it concerns a lot. */
export interface EarlierLook {
  box_id: string
  box_no: string
  /** It judged pieces of this lot, and not only the same SKUs in an earlier round or before they failed. */
  is_of_lot: boolean
  /** Pieces of the lot passed with it. */
  has_passed: boolean
  answers: readonly (Worded & { answer: ChecklistAnswer | null })[]
}

/**
 * Checks of a lot whose last answer in a box is no, oldest look first. Pieces that passed with it or later were overruled by a lead: that settles
 * the box's own, and for other boxes of the lot all that was answered before.
 */
export function standingRefusals(looks: readonly EarlierLook[], boxId: string): RefusedCheck[] {
  const standing = new Map<string, RefusedCheck>()
  for (const { box_id, box_no, is_of_lot, has_passed, answers } of looks) {
    for (const { code, words, words_zh, answer } of answers) {
      if (answer === null) continue
      standing.delete(`${box_id} ${code}`)
      if (answer === 'no')
        standing.set(`${box_id} ${code}`, { code, words, words_zh, box_no, is_own: box_id === boxId })
    }
    if (!(is_of_lot && has_passed)) continue
    for (const [key, { is_own }] of standing) if (!is_own || box_id === boxId) standing.delete(key)
  }
  return [...standing.values()]
}
