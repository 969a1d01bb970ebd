import { Cross, Duplicate, Help, Layers, MapMarker, More, Tick, TickCircle, Time, Undo } from '@blueprintjs/icons'
import type { Standing } from './outcomes.ts'

const marks = {
  inwarded: Tick,
  undone: Undo,
  duplicate: Duplicate,
  unknown: Help,
  shared_waybill: Layers,
  other_site: MapMarker,
  not_shipped: Time,
  not_undone: Cross,
  refused: Cross,
  expected: TickCircle,
  waiting: More,
  undoing: More,
} satisfies Record<Standing, unknown>

/** The shape of an outcome, for eyes that do not tell its colour. */
export function OutcomeMark({ standing, size }: { standing: Standing; size: number }) {
  const Mark = marks[standing]
  return <Mark size={size} aria-hidden="true" />
}
