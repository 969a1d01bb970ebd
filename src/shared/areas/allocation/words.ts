import { key } from '../../kernel/words.ts'
import type { Limit } from './engine.ts'

export const taskStates = [
  'CREATED',
  'CALCULATED',
  'SHORTLISTED',
  'SUBMITTED',
  'GATEPASSES_CREATED',
  'REJECTED',
] as const
export type TaskState = (typeof taskStates)[number]

export const taskStateWords = {
  CREATED: key('To calculate'),
  CALCULATED: key('Calculated'),
  SHORTLISTED: key('Shortlisted'),
  SUBMITTED: key('Submitted for gate passes'),
  GATEPASSES_CREATED: key('Gate passes made'),
  REJECTED: key('Given up'),
} as const satisfies Record<TaskState, string>

/** How events name states, where other records have states of that name. */
export const taskCode = (state: string) => `allocation.${state}`
export const orderCode = (state: string) => `replenishment.${state}`

/** What became of a style or a line of a plan. */
export const choices = ['offered', 'shortlisted', 'removed'] as const
export type Choice = (typeof choices)[number]

export const choiceWords = {
  offered: key('Offered'),
  shortlisted: key('On the shortlist'),
  removed: key('Taken out'),
} as const satisfies Record<Choice, string>

/** What kept a cell from getting more. */
export const limitWords = {
  met: key('Gets what it needs'),
  covered: key('Has enough'),
  locked: key('Locked by hand'),
  stock: key('The source has no more'),
  no_set: key('No minimum set can be made up'),
  style_full: key('The store has as much of the style as it may'),
  store_full: key('The store has no room in this category'),
  kept: key('Its other room is kept for other styles, so that all last equally long'),
} as const satisfies Record<Limit, string>

export const lineWords = {
  ...limitWords,
  made_up: key('Made up to a set or a pack'),
  torn: key('A core size that the store lacks then'),
} as const

export const replenishmentStates = ['DRAFT', 'SENT', 'CANCELLED'] as const
export type ReplenishmentState = (typeof replenishmentStates)[number]

export const replenishmentStateWords = {
  DRAFT: key('Being put together'),
  SENT: key('Gate passes made'),
  CANCELLED: key('Cancelled'),
} as const satisfies Record<ReplenishmentState, string>

export const modeWords = { eaches: key('Single pieces'), sets: key('Whole size sets') } as const

/** Why a style is not replenished at a store: the test that failed. */
export const replenishmentTests = [
  'not_listed',
  'not_carried',
  'no_stock',
  'slow',
  'snoozed',
  'on_its_way',
  'covered',
  'no_room',
  'style_full',
  'no_set',
  'given_away',
] as const
export type ReplenishmentTest = (typeof replenishmentTests)[number]

/** Tests by name, to filter by. */
export const testNames = {
  not_listed: key('No longer sold'),
  not_carried: key('Category not carried'),
  no_stock: key('None at the source'),
  slow: key('Sells too slowly'),
  snoozed: key('Put off'),
  on_its_way: key('Enough is on its way'),
  covered: key('The store has enough'),
  no_room: key('No room in the category'),
  style_full: key('Enough of the style'),
  no_set: key('No minimum set'),
  given_away: key('Other stores come first'),
} as const satisfies Record<ReplenishmentTest, string>

/** A failed test in words, with the numbers that it was judged by. */
export const testWords = {
  not_listed: key('No longer sold: its vendor delisted every size'),
  not_carried: key('The store does not carry {{category}}'),
  no_stock: key('None free at the source: {{there}} there, {{reserved}} reserved, {{percent}} % held back'),
  slow: key('Sells {{rate}} a day, below {{least}}'),
  snoozed: key('Put off until {{day}} by {{by}}'),
  on_its_way: key('{{coming}} on their way: with {{on_hand}} there, the target of {{target}} is met'),
  covered: key('Has {{on_hand}}, and its target is {{target}}'),
  no_room: key('No room in {{category}}: {{held}} there or coming, {{taken}} proposed before it, at most {{most}}'),
  style_full: key('Has {{has}}, or gets them; at most {{most}} of one style'),
  no_set: key('No minimum set: the source has too few left of size {{sizes}}'),
  given_away: key('Other stores come first: none is left of {{free}} free pieces'),
} as const satisfies Record<ReplenishmentTest, string>

export const allocationWords = {
  title: key('Allocation {{task_id}}'),
  notFound: key('There is no allocation {{number}}.'),
  noMove: key('Allocation {{number}} is {{state_key}}: this cannot be done now.'),
  frozen: key('Its lines are submitted. Take that back first.'),
  notFrozen: key('Its lines are not submitted yet.'),
  outdated: key('Cells or styles were changed since it was calculated. Please calculate it again.'),
  notCalculated: key('It is not calculated yet.'),
  created: key('Allocation created.'),
  started: key('The allocation is being calculated.'),
  locked: key('Cells saved. Calculate again to allocate round them.'),
  chosen: key('Saved.'),
  frozenNow: key('Lines submitted: their pieces are reserved.'),
  thawed: key('Taken back: the pieces are free again.'),
  submitted: key('Allocation submitted.'),
  rejected: key('Allocation given up.'),
  passesMade: key('Gate passes made: the warehouse can pack.'),
  settingsSaved: key('Settings saved.'),
  noSite: key('There is no {{kind_key}} {{site}}.'),
  noSuchCategory: key('No style is of the category {{category}}.'),
  noSuchSeason: key('No style is of the season {{season}}.'),
  nothingFree: key('None of the sources has a free piece in these categories and seasons.'),
  noStore: key('No open store carries these categories.'),
  notInTask: key('Store {{store}} is not in this allocation.'),
  skuNotInTask: key('{{nm_sku}} is not in this allocation.'),
  notCarried: key('Store {{store}} does not carry {{category}}.'),
  lockBelowNone: key('A store gets 0 pieces or more, in whole pieces.'),
  beyondFree: key('Only {{available}} pieces of {{nm_sku}} may be given; {{locked}} are locked.'),
  lockedGone: key(
    '{{nm_sku}}: {{locked}} pieces are locked, and only {{available}} may be given now. Please unlock some first.',
  ),
  noStyle: key('Style {{style_id}} in {{color}} is not in this allocation.'),
  noLine: key('This line is not in the allocation any more. Please look again.'),
  nothingChosen: key('No line is on the shortlist.'),
  stockLeft: key(
    '{{nm_sku}}: the allocation gives {{wanted}} pieces from {{site}}, and only {{free}} are free now ({{count}} SKUs). Please calculate it again.',
  ),
  promised: key(
    'Since it was calculated, stores were promised or got {{pieces}} pieces of what it gives them: {{list}}. Stores: {{stores}}. Please calculate it again.',
  ),
  storeClosed: key('Store {{store}} is closed since. Please take its lines out.'),
  poNotFound: key('There is no replenishment order {{number}}.'),
  poSent: key('Replenishment order {{number}} has its gate passes already.'),
  poCancelled: key('Replenishment order {{number}} is cancelled.'),
  poSentAlready: key('Replenishment order {{number}} has its gate passes already. Please cancel those instead.'),
  poNoMove: key('Replenishment order {{number}} is {{state_key}}: this cannot be done now.'),
  poCancelledNow: key('Replenishment order cancelled: nothing of it counts as on its way any more.'),
  poBarred: key(
    '{{nm_sku}} at {{store}}: {{test_key}}. It was ordered before that ({{count}} lines). Please take it off the order.',
  ),
  poPromised: key(
    'Since they were ordered, stores were promised or got {{pieces}} pieces of what they need: {{list}}. Stores: {{stores}}. Please order what they still need.',
  ),
  poStoreClosed: key('Store {{store}} is closed since. Please take its {{pieces}} pieces off the order.'),
  poCreated: key('Replenishment order created.'),
  poSaved: key('Replenishment order saved.'),
  poEmpty: key('Replenishment order {{number}} has no piece.'),
  poFree: key('Only {{free}} pieces of {{nm_sku}} are free at the source; {{wanted}} are ordered.'),
  poTest: key('{{nm_sku}} at {{store}}: {{test_key}}.'),
  poSets: key('{{nm_sku}} at {{store}}: whole size sets only. A set has {{pieces}} of it.'),
  noSuchStyle: key('There is no style {{style_id}} in {{color}}.'),
  snoozed: key('Put off.'),
  woken: key('Not put off any more.'),
  snoozePast: key('Please give a day that is still to come.'),
} as const

export const siteKindWords = { source: key('warehouse'), store: key('shop') } as const
