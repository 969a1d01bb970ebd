import { z } from 'zod'
import { area } from '../../kernel/area.ts'
import { json, post } from '../../kernel/call.ts'
import { type NoticeKind, notice, toPerson } from '../../kernel/notices.ts'
import { rights, rolesOf } from '../../kernel/rights.ts'
import { type Role, roles } from '../../kernel/roles.ts'
import { instant } from '../../kernel/shapes.ts'
import { cleanText, talkKinds, talkLimits, talkRoles, talkWords } from './rules.ts'

const talkers = new Set<Role>(Object.values(talkRoles).flat())

export const talkRights = rights({
  talk: {
    group: 'Everywhere',
    label: 'Talk about orders, shipments, boxes, styles and production orders that one may open',
    roles: roles.filter((role) => talkers.has(role)),
  },
})

const allowed = rolesOf(talkRights)

const thing = { kind: z.enum(talkKinds), code: z.string().trim().min(1).max(60) }
const person = z.object({ id: z.uuid(), name: z.string() })

export const talkMessage = z.object({
  id: z.uuid(),
  /** Plain words: never markup. Empty when taken back. */
  text: z.string(),
  said_by: z.string(),
  said_at: instant,
  is_own: z.boolean(),
  /** Said by somebody of the vendor. */
  is_vendor: z.boolean(),
  /** Seen by the company only. */
  house_only: z.boolean(),
  is_new: z.boolean(),
  is_taken_back: z.boolean(),
  mentions: z.array(person),
  /** Photographs, in their order. */
  image_ids: z.array(z.uuid()),
})

export type TalkMessage = z.output<typeof talkMessage>

export const talkMention = z.object({
  ...thing,
  id: z.uuid(),
  said_by: z.string(),
  said_at: instant,
  text: z.string(),
  path: z.string(),
})

export const talkCalls = {
  getThread: post('selvedge/talk/thread', {
    summary: 'What was said about a thing, oldest first: the last messages, or those before one of them.',
    callers: allowed.talk,
    forPeople: true,
    takes: z.object({ ...thing, before: z.uuid().optional() }),
    gives: json(z.object({ messages: z.array(talkMessage), has_earlier: z.boolean(), unread: z.int() })),
  }),
  getPeople: post('selvedge/talk/people', {
    summary: 'People who may see a thing and whose names have these words: those who can be named in a message.',
    callers: allowed.talk,
    forPeople: true,
    takes: z.object({
      ...thing,
      search: z.string().trim().max(80).default(''),
      house_only: z.boolean().default(false),
    }),
    gives: json(z.object({ people: z.array(person.extend({ is_vendor: z.boolean() })) })),
  }),
  say: post('selvedge/talk/say', {
    summary: 'Says something about a thing. With house_only no vendor receives it; who is named is told.',
    callers: allowed.talk,
    forPeople: true,
    changes: true,
    takes: z.object({
      ...thing,
      text: z.string().overwrite(cleanText).min(1, { error: talkWords.empty }).max(talkLimits.text),
      mentions: z.array(z.uuid()).max(talkLimits.mentions).default([]),
      house_only: z.boolean().default(false),
      image_ids: z.array(z.uuid()).max(talkLimits.photos).default([]),
    }),
    gives: json(z.object({ message: talkMessage })),
  }),
  takeBack: post('selvedge/talk/take-back', {
    summary: 'Takes an own message back within a minute: nobody reads it any more.',
    callers: allowed.talk,
    forPeople: true,
    changes: true,
    takes: z.object({ id: z.uuid() }),
    gives: json(z.object({ id: z.uuid() })),
  }),
  seeThread: post('selvedge/talk/seen', {
    summary: 'The caller has read a thread up to this message.',
    callers: allowed.talk,
    forPeople: true,
    takes: z.object({ ...thing, until: z.uuid() }),
    gives: json(z.object({ unread: z.int() })),
  }),
  getMentions: post('selvedge/talk/mentions', {
    summary: 'Messages that name the caller and that they have not read, newest first; fifty at most.',
    callers: allowed.talk,
    forPeople: true,
    takes: z.object({}),
    gives: json(z.object({ mentions: z.array(talkMention) })),
  }),
}

/** Makes the notice of messages about one kind of thing, for each place where somebody reads its thread. */
function talkNotice(things: string, thing: string, path: string, action = 'Open the talk'): NoticeKind {
  return notice('attention', {
    ...{ to: toPerson(action), label: `Messages about ${things}` },
    one: [`{{who}} wrote about ${thing} {{code}}.`, path],
    many: [`{{count}} messages about ${thing} {{code}}.`, path],
  })
}

const order = '/supplier/my-orders?tab=all&order={{code}}&view=talk'
const shipment = '/supplier/shipment-management?tab=all&shipment={{code}}&view=talk'

export const talkArea = area({
  calls: talkCalls,
  rights: talkRights,
  notices: {
    talk_order: talkNotice('orders', 'order', order),
    talk_shipment: talkNotice('shipments', 'shipment', shipment),
    talk_production_order: talkNotice(
      'production orders',
      'production order',
      '/ops/in-house-orders?order={{code}}&part=talk',
    ),
    talk_facility_job: talkNotice(
      'production at facilities',
      'production order',
      '/supply-management/production?tab=all&job={{code}}&part=talk',
    ),
    talk_style: talkNotice('styles', 'style', '/supplier/my-orders?tab=all&search={{code}}', 'Open its orders'),
    talk_box: talkNotice('boxes at QC', 'box', '/supplier/qc-platform?tab=all&box={{code}}&view=talk'),
    talk_india_box: talkNotice(
      'boxes at QC in India',
      'box',
      '/supplier/qc-platform-india?tab=all&box={{code}}&view=talk',
    ),
    talk_result: talkNotice('your boxes at QC', 'box', '/supplier/qc-results?box={{code}}&view=talk'),
  },
  entities: ['talk'],
  events: { 'talk.said': 'Message sent', 'talk.taken_back': 'Message taken back' },
  words: Object.values(talkWords),
})
