import type { RecordKind } from '../../../shared/areas/data/record-kind.ts'
import type { CallData } from '../../actions/calls.ts'
import { Timeline } from '../../kit/Timeline.tsx'

type RecordEvent = CallData<'data.getRecordHistory'>['history'][number]

/** What became of a record, newest first. */
export function RecordHistory({ history }: { kind: RecordKind; history: readonly RecordEvent[] }) {
  return <Timeline events={history.toReversed()} />
}
