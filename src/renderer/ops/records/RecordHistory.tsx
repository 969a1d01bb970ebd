import { columnOf, type RecordKind } from '../../../shared/areas/data/record-kind.ts'
import type { SheetColumn } from '../../../shared/kernel/sheet.ts'
import type { CallData } from '../../actions/calls.ts'
import { Timeline } from '../../kit/Timeline.tsx'
import { type Locale, useLocale } from '../../table/words.ts'

type RecordEvent = CallData<'data.getRecordHistory'>['history'][number]

/** What became of a record, newest first, with what each change made of its values. */
export function RecordHistory({ kind, history }: { kind: RecordKind; history: readonly RecordEvent[] }) {
  const words = useLocale()
  return (
    <Timeline
      events={history}
      about={({ details }) => changesIn(kind, details, words).map((line) => <div key={line}>{line}</div>)}
    />
  )
}

/** "Takes orders: Yes → No", for each column that the event names. */
function changesIn(kind: RecordKind, details: RecordEvent['details'], { t, labelled }: Locale): string[] {
  return kind.sheet.columns.flatMap(({ key: id }) => {
    const change = details[id]
    if (typeof change !== 'string') return []
    const column = columnOf(kind, id)
    const sides = change.split(' → ').map((side) => valueWord(column, side, t))
    return labelled(t(column.header.en), sides.join(' → '))
  })
}

function valueWord(column: SheetColumn, value: string, t: Locale['t']): string {
  if (column.kind === 'choice') return t(column.choices[value]?.en ?? value)
  if (column.kind !== 'yesNo') return value
  return value === 'true' ? t('Yes') : value === 'false' ? t('No') : value
}
