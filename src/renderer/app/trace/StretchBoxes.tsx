import { Button } from '@blueprintjs/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { CallData } from '../../actions/calls.ts'
import { useSay } from '../../actions/say.ts'
import type { ApiError } from '../../api/api-error.ts'
import { api } from '../../api/client.ts'
import { wordOf } from '../../i18n/code-words.ts'
import { FailedState, LoadingRows } from '../../kit/states.tsx'
import { Instant } from '../../kit/values.tsx'
import { kindWords, type Traced } from './kinds.ts'
import { useDetailWords } from './use-detail-words.ts'

type Boxes = CallData<'house.traceStretch'>

/** One line of a life, by its first and last event. */
interface Stretch {
  first: string
  last: string
}

interface StretchBoxesProps extends Stretch {
  /** All of them ended in the same status, which the line says. */
  isEndTold: boolean
  whose: Traced
  onOpen: (traced: Traced) => void
}

/** The boxes of one line, which are asked for when it is opened: each with its time, and as the way to its own life. */
export function StretchBoxes(props: StretchBoxesProps) {
  const { t } = useTranslation()
  const [isOpen, setOpen] = useState(false)
  const id = useId()
  return (
    <>
      <button
        type="button"
        className="trace-of"
        aria-expanded={isOpen}
        aria-controls={isOpen ? id : undefined}
        onClick={() => setOpen(!isOpen)}
      >
        {isOpen ? t('Hide the boxes') : t('Show the boxes')}
      </button>
      {isOpen ? (
        <div id={id} className="trace-stretch">
          <BoxList {...props} />
        </div>
      ) : null}
    </>
  )
}

function BoxList({ whose, first, last, isEndTold, onOpen }: StretchBoxesProps) {
  const { t } = useTranslation()
  const say = useSay()
  const query = useBoxes(whose, { first, last })
  if (!query.data)
    return query.isError ? (
      <FailedState text={say.problem(query.error)} onRetry={() => void query.refetch()} />
    ) : (
      <LoadingRows rows={3} />
    )
  return (
    <>
      <ul>
        {query.data.pages.flatMap(({ events }) =>
          events.map((event) => (
            <li key={event.id}>
              <BoxRow event={isEndTold ? { ...event, to: null } : event} onOpen={onOpen} />
            </li>
          )),
        )}
      </ul>
      {query.hasNextPage ? (
        <Button
          size="small"
          text={t('Show more')}
          loading={query.isFetchingNextPage}
          onClick={() => void query.fetchNextPage()}
        />
      ) : null}
    </>
  )
}

function BoxRow({ event, onOpen }: { event: Boxes['events'][number]; onOpen: (traced: Traced) => void }) {
  const { t } = useTranslation()
  const words = [...(event.to === null ? [] : [t(wordOf(event.to))]), ...useDetailWords(event)]
  return (
    <>
      <button type="button" className="trace-of" onClick={() => onOpen(event.of)}>
        {`${t(kindWords[event.of.kind].one)} ${event.of.title}`}
      </button>
      <span className="trace-sub">{words.join(' · ')}</span>
      <span className="timeline-meta">
        <Instant at={event.at} />
      </span>
    </>
  )
}

function useBoxes({ kind, code }: Traced, { first, last }: Stretch) {
  return useInfiniteQuery<Boxes, ApiError, { pages: Boxes[] }, unknown[], string | null>({
    queryKey: ['house.traceStretch', { kind, code, first, last }],
    initialPageParam: null,
    queryFn: async ({ pageParam: cursor, signal }) =>
      (await api.house.traceStretch({ kind, code, first, last, cursor }, { signal })).data,
    getNextPageParam: (page) => page.next_cursor,
  })
}
