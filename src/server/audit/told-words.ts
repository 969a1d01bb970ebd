import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { areas, events, hasRight } from '../../shared/areas.ts'
import type { AreaParts } from '../../shared/kernel/area.ts'
import { isBoundToVendor } from '../../shared/kernel/roles.ts'
import type { Caller } from '../http/call.ts'
import type { TimelineEvent } from './timeline.ts'

type Reader = Pick<Caller, 'role' | 'team'>

/** Of what happened to its box a vendor is told these words; the others are free ones, written for the company's own people. */
const toldToVendors = new Set(Object.values<AreaParts>(areas).flatMap(({ toldToVendors: told }) => told ?? []))
/** What people write about an invoice may name a price ("45.50, not 54.50"), as a remark may. */
const namingPrices = new Set(Object.keys(events).filter((code) => events[code]?.namesPrice))
const freeWords = ['reason', 'remark']
/** Of these a vendor hears nothing. */
export const internalEvents = Object.keys(events).filter((code) => events[code]?.isInternal)
const internal = new Set(internalEvents)
const wordless = new Set(Object.keys(events).filter((code) => events[code]?.wordsAreInternal))
/** Told by the change feed, whatever came after. */
export const lostSight = Object.keys(events).filter((code) => events[code]?.endsForVendors)
/** A vendor sees a thing from the last of these on. */
export const beginnings = Object.keys(events).filter((code) => events[code]?.beginsForVendors)

/**
 * Whether a text among an event's details is for this reader. Why QC took something back may name other vendors and their
 * goods, and why an invoice is void may name a price.
 */
export function isToldTo(reader: Reader, event: string, key: string): boolean {
  if (isBoundToVendor(reader))
    return !internal.has(event) && !wordless.has(event) && (!event.startsWith('box.') || toldToVendors.has(key))
  return hasRight(reader, 'seePrices') || !namingPrices.has(event) || !freeWords.includes(key)
}

/** Whether a vendor hears of an event `e` (table audit_event) of its own thing, as a condition. */
export function isHeardByVendors(): RawBuilder<SqlBool> {
  return sql<SqlBool>`(e.event <> ALL(${internalEvents}::text[]) AND NOT EXISTS (SELECT 1 FROM audit_event begun
    WHERE begun.entity = e.entity AND begun.entity_id = e.entity_id AND begun.event = ANY(${beginnings}::text[]) AND begun.id > e.id))`
}

/** Events of a thing, oldest first, as this reader may see them. */
export function toldEvents(reader: Reader, events: readonly TimelineEvent[]): TimelineEvent[] {
  const begun = Math.max(
    0,
    events.findLastIndex(({ event }) => beginnings.includes(event)),
  )
  const heard = isBoundToVendor(reader) ? events.slice(begun).filter(({ event }) => !internal.has(event)) : events
  return heard.map((each) => ({
    ...each,
    details: Object.fromEntries(
      Object.entries(each.details).filter(
        ([key, value]) => typeof value !== 'string' || isToldTo(reader, each.event, key),
      ),
    ),
  }))
}
