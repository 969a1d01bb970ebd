import { type ScheduleFault, scheduleMoves } from '../../../shared/areas/orders/answers.ts'
import { pieces, type Quantities } from '../../../shared/areas/orders/quantities.ts'
import { lineKey } from '../../../shared/areas/shipments/packing.ts'
import type { CallData } from '../../actions/calls.ts'

export type PlatformItem = CallData<'orders.getShippingItems'>['rows'][number]

export type PlatformField = 'ready' | 'oos'

/** What was typed for one line. Both are totals; a field that was not touched is left out. */
export interface TypedLine {
  order_id: string
  nm_sku: string
  ready?: number
  oos?: number
}

/** By `lineKey`. Lines of other tabs and pages stay in it until they are saved. */
export type PlatformDraft = Readonly<Record<string, TypedLine>>

/** The line with what was typed. A value equal to the saved one is no change and leaves the draft. */
export function typeQuantity(
  draft: PlatformDraft,
  item: PlatformItem,
  field: PlatformField,
  quantity: number | null,
): PlatformDraft {
  const key = lineKey(item)
  const { [key]: before, ...others } = draft
  const typed = { ...before, order_id: item.order_id, nm_sku: item.nm_sku, [field]: quantity ?? 0 }
  const kept: TypedLine = {
    order_id: item.order_id,
    nm_sku: item.nm_sku,
    ...(typed.ready !== undefined && typed.ready !== item.ready_quantity && { ready: typed.ready }),
    ...(typed.oos !== undefined && typed.oos !== item.oos_quantity && { oos: typed.oos }),
  }
  return kept.ready === undefined && kept.oos === undefined ? others : { ...others, [key]: kept }
}

/** What the cell shows: the typed value, otherwise the saved one. */
export function shownQuantity(item: PlatformItem, typed: TypedLine | undefined, field: PlatformField): number {
  return typed?.[field] ?? (field === 'ready' ? item.ready_quantity : item.oos_quantity)
}

/** The rule that the typed quantities break, by the server's own function; null when they fit. */
export function faultOf(item: PlatformItem, typed: TypedLine | undefined): ScheduleFault | null {
  if (typed === undefined || isUnchanged(item, typed)) return null
  const outcome = scheduleMoves(ledgerOf(item), {
    ready_quantity: typed.ready ?? null,
    oos_quantity: typed.oos ?? null,
  })
  return 'message' in outcome ? outcome : null
}

function isUnchanged(item: PlatformItem, { ready, oos }: TypedLine): boolean {
  return (ready ?? item.ready_quantity) === item.ready_quantity && (oos ?? item.oos_quantity) === item.oos_quantity
}

/** Of the other buckets the screen knows nothing, and the rule does not ask for them. */
function ledgerOf(item: PlatformItem): Quantities {
  return {
    ...pieces.open(item.requested_quantity),
    awaiting: item.awaiting_shipment_quantity,
    platform: item.ready_quantity,
    reserved: item.reserved_quantity,
    oos: item.oos_quantity,
  }
}

/** Everything that still awaits becomes ready, less what was typed as out of stock. */
export function readyAll(draft: PlatformDraft, items: readonly PlatformItem[]): PlatformDraft {
  return items.reduce((next, item) => {
    const moreOos = shownQuantity(item, next[lineKey(item)], 'oos') - item.oos_quantity
    const ready = item.ready_quantity + item.awaiting_shipment_quantity - Math.max(0, moreOos)
    return typeQuantity(next, item, 'ready', Math.max(0, ready))
  }, draft)
}

export interface ScheduleItem {
  order_id: string
  nm_sku: string
  ready_quantity?: number
  oos_quantity?: number
}

/** What the save sends; untouched quantities stay out of it. */
export function scheduleItems(draft: PlatformDraft): ScheduleItem[] {
  return Object.values(draft).map(({ ready, oos, ...line }) => ({
    ...line,
    ...(ready !== undefined && { ready_quantity: ready }),
    ...(oos !== undefined && { oos_quantity: oos }),
  }))
}

export interface UndoPlan {
  /** Out-of-stock pieces can only grow by a schedule; they come back through the recovery of their order. */
  recover: { order_id: string; lines: { nm_sku: string; quantity: number }[] }[]
  schedule: ScheduleItem[]
}

/** How a save is taken back: recoveries first, since their pieces may be needed for the ready quantities. */
export function undoPlan(draft: PlatformDraft, before: ReadonlyMap<string, PlatformItem>): UndoPlan {
  const lines = Object.entries(draft).flatMap(([key, typed]) => {
    const item = before.get(key)
    return item === undefined ? [] : [{ typed, item }]
  })
  const gone = lines.filter(({ typed, item }) => (typed.oos ?? 0) > item.oos_quantity)
  const orders = Map.groupBy(gone, ({ item }) => item.order_id)
  return {
    recover: [...orders].map(([order_id, of]) => ({
      order_id,
      lines: of.map(({ typed, item }) => ({
        nm_sku: item.nm_sku,
        quantity: (typed.oos ?? 0) - item.oos_quantity,
      })),
    })),
    schedule: lines
      .filter(({ typed }) => typed.ready !== undefined)
      .map(({ item }) => ({ order_id: item.order_id, nm_sku: item.nm_sku, ready_quantity: item.ready_quantity })),
  }
}

export interface DraftSums {
  /** Lines with a typed quantity. */
  lines: number
  /** Pieces that the save would put on the platform, less those it takes off. */
  ready: number
  oos: number
  /** False while none of the lines has been loaded: without them nothing can be said of pieces. */
  isKnown: boolean
}

/** What the whole draft comes to, over the lines that are known. */
export function draftSums(draft: PlatformDraft, items: ReadonlyMap<string, PlatformItem>): DraftSums {
  let ready = 0
  let oos = 0
  let isKnown = false
  for (const [key, typed] of Object.entries(draft)) {
    const item = items.get(key)
    if (item === undefined) continue
    isKnown = true
    ready += shownQuantity(item, typed, 'ready') - item.ready_quantity
    oos += shownQuantity(item, typed, 'oos') - item.oos_quantity
  }
  return { lines: Object.keys(draft).length, ready, oos, isKnown }
}
