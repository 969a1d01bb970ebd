import { daysBetween } from '../../kernel/days.ts'
import { key } from '../../kernel/words.ts'
import { type PassFacts, type PassState, pendingOf } from './moves.ts'

/** Why goods go. */
export const passTypes = {
  stock_transfer: key('Stock transfer'),
  returnable: key('Returnable'),
  non_returnable: key('Non-returnable'),
  vendor_return: key('Return to vendor'),
  consumption: key('Internal consumption'),
} as const
export type PassType = keyof typeof passTypes

/** To whom a pass of a type goes: a site of ours, a vendor, anybody else by name. */
export type PassTarget = 'site' | 'party' | 'vendor'

export const passTargets: Readonly<Record<PassType, readonly PassTarget[]>> = {
  stock_transfer: ['site'],
  returnable: ['site', 'party'],
  non_returnable: ['party', 'site'],
  vendor_return: ['vendor'],
  consumption: ['party'],
}

/** What is wrong with what a pass says of itself: English, and the keys of their translations. */
export const headerFaults = {
  target: 'Please say where the goods go.',
  sameSite: 'Source and destination are the same.',
  returnDay: 'Please say when the goods come back.',
  returnDayPast: 'The goods cannot come back before today.',
  purpose: 'Please say what the goods are for.',
} as const

export interface PassHeader {
  type: PassType
  from_site: string
  to_site: string | null
  supplier_id: string | null
  party: string | null
  purpose: string
  expected_return_on: string | null
}

/** The faults of a pass's head, by field; none where it may be written so. `today` at its source. */
export function faultsOfHeader(pass: PassHeader, today: string): { field: keyof PassHeader; message: string }[] {
  const given = { site: pass.to_site, party: pass.party, vendor: pass.supplier_id }
  const field = { site: 'to_site', party: 'party', vendor: 'supplier_id' } as const
  const targets = passTargets[pass.type]
  const faults: { field: keyof PassHeader; message: string }[] = []
  if (!targets.some((target) => given[target] !== null && given[target] !== ''))
    faults.push({ field: field[targets[0] ?? 'site'], message: headerFaults.target })
  if (pass.to_site !== null && pass.to_site === pass.from_site)
    faults.push({ field: 'to_site', message: headerFaults.sameSite })
  if (pass.type === 'returnable' && pass.expected_return_on === null)
    faults.push({ field: 'expected_return_on', message: headerFaults.returnDay })
  if (pass.expected_return_on !== null && pass.expected_return_on < today)
    faults.push({ field: 'expected_return_on', message: headerFaults.returnDayPast })
  if (pass.type === 'consumption' && pass.purpose === '')
    faults.push({ field: 'purpose', message: headerFaults.purpose })
  return faults
}

/** Pieces that one pass may plan: more than any lorry takes, and sums of it stay whole numbers of the database. */
export const MOST_PLANNED = 1_000_000

/** What a packing station's card says to it, so that nobody needs to touch the screen. */
export const stationCommands = { open: 'NEW-BOX', seal: 'SEAL-BOX', confirm: 'CONFIRM-PASS' } as const

/** Why planned pieces stay where they are. */
export const notSentReasons = {
  not_found: key('Not found on the shelf'),
  damaged: key('Damaged'),
  kept: key('Kept for something else'),
  not_needed: key('No longer needed'),
  no_room: key('No room in the vehicle'),
  later: key('Goes with another gate pass'),
  other: key('Another reason'),
} as const
export type NotSentReason = keyof typeof notSentReasons

/** How pieces were hurt on their way. */
export const damageReasons = {
  torn: key('Torn'),
  stained: key('Stained'),
  wet: key('Wet'),
  crushed: key('Crushed'),
  other: key('Another reason'),
} as const

export const passStatuses = {
  Draft: 'neutral',
  Confirmed: 'neutral',
  Packing: 'active',
  'Ready to submit': 'active',
  'In transit': 'active',
  'Partly received': 'warn',
  Received: 'active',
  Completed: 'good',
  'Completed with differences': 'warn',
  'Out, to come back': 'active',
  'Overdue to come back': 'bad',
  Cancelled: 'neutral',
} as const
export type PassStatus = keyof typeof passStatuses
export const passStatusNames = Object.keys(passStatuses) as [PassStatus, ...PassStatus[]]

export interface PassAtDay extends PassFacts {
  type: PassType
  damaged: number
  /** Pieces that are out and to come back; 0 of other types. */
  to_return: number
  expected_return_on: string | null
}

/** Pieces are due back and not back. */
export function isOverdue(
  pass: Pick<PassAtDay, 'type' | 'state' | 'to_return' | 'expected_return_on'>,
  today: string,
): boolean {
  const { type, expected_return_on, to_return } = pass
  return type === 'returnable' && to_return > 0 && expected_return_on !== null && expected_return_on < today
}

/** What is shown of a pass: the first that holds. */
export function passStatus(pass: PassAtDay, today: string): PassStatus {
  const plain: Partial<Record<PassState, PassStatus>> = {
    ...{ DRAFT: 'Draft', CONFIRMED: 'Confirmed', CANCELLED: 'Cancelled' },
  }
  const named = plain[pass.state]
  if (named !== undefined) return named
  if (pass.state === 'PACKING') return pass.packed > 0 && pass.open_boxes === 0 ? 'Ready to submit' : 'Packing'
  if (isOverdue(pass, today)) return 'Overdue to come back'
  if (pass.state === 'SUBMITTED' || (pass.state === 'PARTLY_RECEIVED' && pass.received + pass.excess === 0))
    return 'In transit'
  if (pass.state === 'PARTLY_RECEIVED') return 'Partly received'
  if (pass.state === 'RECEIVED') return 'Received'
  if (pass.to_return > 0) return 'Out, to come back'
  return pass.closed_short + pass.excess + pass.damaged > 0 ? 'Completed with differences' : 'Completed'
}

/** Of a pass's item. */
export interface ItemPieces {
  planned: number
  packed: number
  sent: number
  received: number
  closed_short: number
}

export const pendingOfItem = (item: Pick<ItemPieces, 'sent' | 'received' | 'closed_short'>): number => pendingOf(item)

/** Planned and not packed. */
export const notSentOf = ({ planned, packed }: Pick<ItemPieces, 'planned' | 'packed'>): number =>
  Math.max(0, planned - packed)

/** Which counts as short, as too many, as hurt. */
export const discrepancyKinds = {
  short: key('Too few'),
  excess: key('Too many'),
  damaged: key('Damaged'),
} as const
export type DiscrepancyKind = keyof typeof discrepancyKinds

/** What became of it in the end, and what each does to stock. */
export const passOutcomes = {
  found_here: { of: ['short'], label: key('Found at the destination'), stock: 'to_destination' },
  found_at_source: { of: ['short'], label: key('Found at the source: never left'), stock: 'to_source' },
  lost: { of: ['short'], label: key('Lost'), stock: null },
  claim: { of: ['short', 'damaged'], label: key('Claimed from the carrier'), stock: null },
  kept: { of: ['excess'], label: key('Kept, nobody misses them'), stock: null },
  from_source: { of: ['excess'], label: key('The source sent more than it scanned'), stock: 'from_source' },
  accepted: { of: ['damaged'], label: key('Stays in stock as damaged'), stock: null },
} as const satisfies Record<
  string,
  { of: readonly DiscrepancyKind[]; label: string; stock: 'to_destination' | 'to_source' | 'from_source' | null }
>
export type PassOutcome = keyof typeof passOutcomes
export const passOutcomeNames = Object.keys(passOutcomes) as [PassOutcome, ...PassOutcome[]]

export const outcomesOf = (kind: DiscrepancyKind): PassOutcome[] =>
  passOutcomeNames.filter((name) => (passOutcomes[name].of as readonly DiscrepancyKind[]).includes(kind))

/** Days after the last settlement, with nothing open, from which a pass is closed for good: what was settled stays. */
export const daysUntilClosed = 7

/**
 * From which of these places so many pieces are taken: what is reserved there for the pass (`own`, among those that are free) before
 * all else, in walking order; of the rest the floor before shelves, emptied ones first.
 */
export function pickFrom<P extends { kind: string; code: string; free: number; own: number }>(
  places: readonly P[],
  quantity: number,
): { place: P; quantity: number }[] | null {
  const picks = new Map<P, number>()
  let left = quantity
  const take = (place: P, most: number) => {
    const taken = Math.min(left, most)
    left -= taken
    if (taken > 0) picks.set(place, (picks.get(place) ?? 0) + taken)
  }
  for (const place of places.toSorted(inWalkingOrder)) take(place, Math.min(place.own, place.free))
  const rest = places.toSorted(
    (a, b) =>
      Number(b.kind === 'floor') - Number(a.kind === 'floor') || a.free - b.free || natural.compare(a.code, b.code),
  )
  for (const place of rest) take(place, place.free - Math.min(place.own, place.free))
  return left === 0 ? [...picks].map(([place, taken]) => ({ place, quantity: taken })) : null
}

const natural = new Intl.Collator('en', { numeric: true })

/** Shelves as people walk past them, A-2 before A-10, and the floor behind all of them. */
export const inWalkingOrder = (a: { kind: string; code: string }, b: { kind: string; code: string }): number =>
  Number(a.kind === 'floor') - Number(b.kind === 'floor') || natural.compare(a.code, b.code)

/** Whole days on the road. */
export const daysOnWay = (submittedOn: string, today: string): number => Math.max(0, daysBetween(submittedOn, today))
