import { Button } from '@blueprintjs/core'
import { type RowOf, useRows } from '../../actions/useRows.ts'
import { wordOf } from '../../i18n/code-words.ts'
import { key } from '../../i18n/formats.ts'
import { Loaded } from '../../kit/Loaded.tsx'
import { ScrollPart } from '../../kit/Page.tsx'
import { Timeline } from '../../kit/Timeline.tsx'
import { useLocale } from '../../table/words.ts'
import { stateWord } from './pass-list.ts'

type Event = RowOf<'gatePasses.gatePassHistory'>

const boxActions: Readonly<Record<string, string>> = {
  seal: key('Sealed'),
  reopen: key('Opened again'),
  weigh: key('Weighed'),
  move: key('At another station'),
}

const numbers = [
  ['box_no', key('Box')],
  ['boxes', key('Boxes')],
  ['pieces', key('Pieces')],
  ['planned', key('Planned')],
  ['short', key('Too few')],
  ['count', key('Labels')],
] as const

/** Who did what with a pass and when, newest first; scans of one person at one box are one line. */
export function PassHistory({ number: gate_pass }: { number: string }) {
  const { t } = useLocale()
  const list = useRows('gatePasses.gatePassHistory', { gate_pass, page_size: 100 })
  return (
    <Loaded answer={{ data: list.isLoading ? undefined : list.rows, error: list.error, reload: list.reload }}>
      {(rows) => (
        <ScrollPart className="tabbed-scroll tabbed-pad" label={t('History')}>
          <Timeline events={rows.map(shownOf)} about={({ details }) => <About details={details} />} />
          {list.hasMore ? (
            <Button variant="minimal" text={t('Load more')} loading={list.isFetching} onClick={list.loadMore} />
          ) : null}
        </ScrollPart>
      )}
    </Loaded>
  )
}

const shownOf = ({ since, from, to, ...event }: Event) => ({
  ...{ ...event, from: stateWord(from), to: stateWord(to) },
  ...(since !== null && { since }),
})

function About({ details }: Pick<Event, 'details'>) {
  const { t, number, labelled } = useLocale()
  const action = typeof details.action === 'string' ? boxActions[details.action] : undefined
  const counted = numbers.flatMap(([name, word]) => {
    const value = details[name]
    // Of one box its number says more than that it is one.
    if (name === 'boxes' && details.box_no !== undefined) return []
    return typeof value === 'number' && value > 0 ? labelled(t(word), number(value)) : []
  })
  const said = (name: string) =>
    typeof details[name] === 'string' && details[name] !== '' ? [String(details[name])] : []
  const parts = [
    ...(action === undefined ? [] : [t(action)]),
    ...counted,
    ...said('station').map((station) => labelled(t('Station'), station)),
    ...said('document'),
    ...said('reason').map((reason) => t(wordOf(reason))),
    ...said('remark'),
  ]
  return parts.length > 0 ? <div className="timeline-meta">{parts.join(' · ')}</div> : null
}
