import type { z } from 'zod'
import type { timelineEvent } from '../../shared/kernel/shapes.ts'

export type TimelineEvent = z.output<typeof timelineEvent>
export interface EventColumns {
  at: Date
  actor: string | null
  /** Null where nobody did it. */
  by_key: boolean | null
  event: string
  from_state: string | null
  to_state: string | null
  source: TimelineEvent['source']
  details: Record<string, unknown>
}

export function timelineEventOf(row: EventColumns): TimelineEvent {
  return {
    at: row.at.toISOString(),
    actor: row.actor ?? 'Selvedge',
    by_key: row.by_key ?? false,
    event: row.event,
    from: row.from_state,
    to: row.to_state,
    source: row.source,
    details: plainDetails(row.details),
  }
}
type Plain = string | number | boolean | null
function plainDetails(details: Record<string, unknown>): Record<string, Plain> {
  const isPlain = (entry: [string, unknown]): entry is [string, Plain] =>
    entry[1] === null || ['string', 'number', 'boolean'].includes(typeof entry[1])
  return Object.fromEntries(Object.entries(details).filter(isPlain))
}
