import { z } from 'zod'
import { get, jpeg, json, post, upload } from '../../kernel/call.ts'
import {
  counts,
  day,
  instant,
  page,
  part,
  searchText,
  supplierId,
  timelineEvent,
  version,
} from '../../kernel/shapes.ts'
import { correctiveLife } from './life.ts'
import { allowed } from './rights.ts'
import { aboutKinds, actionStates, actionTabs, judgements, MOST_ACTION_PHOTOS } from './rules.ts'

export const actionNumber = z.string().trim().toUpperCase().min(1).max(20)
const title = z.string().trim().min(1).max(120)
const long = z.string().trim().min(1).max(2_000)

/** What one is about: a code as people know it; of lots and discrepancies the id that a scorecard’s list gives. */
export const about = z.object({ kind: z.enum(aboutKinds), code: z.string().trim().min(1).max(120) })

export const actionRow = z.object({
  number: z.string(),
  supplier_id: z.string(),
  supplier_name: z.string(),
  supplier_name_zh: z.string(),
  title: z.string(),
  wrong: z.string(),
  /** `code` is what people know it by. */
  about: z.object({ kind: z.enum(aboutKinds), code: z.string() }).nullable(),
  state: z.enum(actionStates),
  due_on: day,
  is_overdue: z.boolean(),
  owner: z.string().nullable(),
  owner_id: z.uuid().nullable(),
  root_cause: z.string().nullable(),
  done: z.string().nullable(),
  remark: z.string().nullable(),
  opened_by: z.string(),
  opened_at: instant,
  answered_by: z.string().nullable(),
  answered_at: instant.nullable(),
  judged_by: z.string().nullable(),
  judged_at: instant.nullable(),
  version,
})
export type ActionRow = z.output<typeof actionRow>

const one = json(z.object({ action: actionRow }))

export const correctiveActionCalls = {
  getCorrectiveActions: post('selvedge/corrective-actions', {
    summary: 'Corrective actions, what is due first; a vendor gets its own.',
    callers: allowed.correctiveActions,
    takes: z.object({
      tab: z.enum(actionTabs).default('all'),
      search: searchText.optional(),
      supplier_id: supplierId.optional(),
      due_from: day.optional(),
      due_to: day.optional(),
      numbers: z.array(actionNumber).max(5_000).optional(),
      ...page,
      part,
    }),
    gives: json(z.object({ rows: z.array(actionRow), next_cursor: z.string().nullable(), counts: counts.optional() })),
  }),
  getCorrectiveAction: post('selvedge/corrective-actions/one', {
    summary: 'One corrective action with its photographs and its history.',
    callers: allowed.correctiveActions,
    takes: z.object({ number: actionNumber }),
    gives: json(
      z.object({
        action: actionRow,
        /** In their order. */
        image_ids: z.array(z.uuid()),
        moves: correctiveLife.shape,
        /** Newest first. What was answered and said each time stands in `details`. */
        history: z.array(timelineEvent.extend({ id: z.string() })),
      }),
    ),
  }),
  openCorrectiveAction: post('selvedge/corrective-actions/open', {
    summary: 'Asks a vendor to see to it that a fault does not come again, by a day. The vendor is told.',
    callers: allowed.askCorrective,
    changes: true,
    takes: z.object({
      supplier_id: supplierId.min(1),
      title,
      wrong: long,
      due_on: day,
      owner_id: z.uuid().nullish(),
      about: about.nullish(),
    }),
    gives: one,
  }),
  changeCorrectiveAction: post('selvedge/corrective-actions/change', {
    summary: 'Another due date, or another person of the vendor to answer.',
    callers: allowed.askCorrective,
    changes: true,
    takes: z.object({ number: actionNumber, version, due_on: day, owner_id: z.uuid().nullable() }),
    gives: one,
  }),
  answerCorrectiveAction: post('selvedge/corrective-actions/answer', {
    summary:
      'The vendor’s answer: the root cause, what is done about it, and photographs. It may be bettered until it is judged.',
    callers: allowed.correctiveActions,
    changes: true,
    takes: z.object({
      number: actionNumber,
      version,
      root_cause: long,
      done: long,
      /** All of them, in their order: those left out are taken off. */
      image_ids: z.array(z.uuid()).max(MOST_ACTION_PHOTOS),
    }),
    gives: one,
  }),
  judgeCorrectiveAction: post('selvedge/corrective-actions/judge', {
    summary:
      'The company accepts an answer, sends it back with words (and another due date), closes what held, or cancels.',
    callers: allowed.askCorrective,
    changes: true,
    takes: z.object({
      number: actionNumber,
      version,
      judgement: z.enum(judgements),
      remark: z.string().trim().max(500).default(''),
      /** Of what is sent back. */
      due_on: day.nullish(),
    }),
    gives: one,
  }),
  correctiveOwners: post('selvedge/corrective-actions/owners', {
    summary: 'People of a vendor who may be asked to answer.',
    callers: allowed.askCorrective,
    takes: z.object({ supplier_id: supplierId }),
    gives: json(z.object({ people: z.array(z.object({ id: z.uuid(), name: z.string() })) })),
  }),
  uploadCorrectivePhoto: upload('selvedge/corrective-actions/photos', {
    summary: 'A photograph for an answer. Kept upright, scaled down, without place and camera.',
    callers: allowed.correctiveActions,
    accept: ['.jpg', '.jpeg', '.png', '.webp'],
    takes: z.object({ made_by: z.enum(['file', 'camera', 'drawn']).default('file') }),
    gives: json(z.object({ image_id: z.uuid(), width: z.int(), height: z.int(), bytes: z.int() })),
  }),
  correctivePhoto: get('selvedge/corrective-actions/photos/{image_id}', {
    summary: 'A photograph of an answer; a vendor gets those of its own.',
    callers: allowed.correctiveActions,
    takes: z.object({ image_id: z.uuid(), size: z.enum(['full', 'thumbnail']).default('full') }),
    gives: jpeg((input: { image_id: string }) => `${input.image_id}.jpg`),
  }),
}
