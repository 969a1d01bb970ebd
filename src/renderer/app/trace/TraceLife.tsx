import { Button } from '@blueprintjs/core'
import { Duplicate } from '@blueprintjs/icons'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router-dom'
import { actionLabels } from '../../../shared/domain/next-actions.ts'
import { mostBoxesInLife } from '../../../shared/domain/trace.ts'
import { useSay } from '../../actions/say.ts'
import type { ApiError } from '../../api/api-error.ts'
import { api } from '../../api/client.ts'
import { useFormats } from '../../i18n/formats.ts'
import { useNamed } from '../../i18n/named.ts'
import { Section } from '../../kit/Drawer.tsx'
import { StatusTag } from '../../kit/StatusTag.tsx'
import { EmptyState, FailedState, LoadingRows } from '../../kit/states.tsx'
import { showToast } from '../../kit/toasts.ts'
import { kindWords, type Life, type LifeEvent, type Traced } from './kinds.ts'
import { LifeFacts } from './LifeFacts.tsx'
import { LifeTimeline } from './LifeTimeline.tsx'
import { RelatedThings } from './RelatedThings.tsx'

interface TraceLifeProps {
  traced: Traced
  isShown: boolean
  onOpen: (traced: Traced) => void
  onKnown: (title: string) => void
  onLeave: () => void
}

/** The life of one thing: what it is, what can be done next, what belongs to it, and all that happened. */
export function TraceLife({ traced, isShown, onOpen, onKnown, onLeave }: TraceLifeProps) {
  const { t } = useTranslation()
  const say = useSay()
  const formats = useFormats()
  const query = useLife(traced)
  const [life] = query.data?.pages ?? []
  const title = life?.title
  // biome-ignore lint/correctness/useExhaustiveDependencies: kept once it is known, however often this is drawn
  useEffect(() => {
    if (title !== undefined) onKnown(title)
  }, [title])
  if (!life) {
    if (!isShown) return null
    if (!query.isError) return <LoadingRows rows={6} />
    if (query.error.code === 'not_found') return <EmptyState title={t('Nothing was found')} />
    return <FailedState text={say.problem(query.error)} onRetry={() => void query.refetch()} />
  }
  const boxes = life.related.find(({ kind }) => kind === 'box')?.total ?? 0
  const events = query.data?.pages.flatMap((page) => page.events) ?? []
  const ahead = query.hasNextPage ? milestonesAfter(life, events) : []
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a part that scrolls must be reachable by keyboard
    <section className="trace-life" hidden={!isShown} aria-label={life.title} tabIndex={0}>
      <LifeHead life={life} onLeave={onLeave} />
      <LifeFacts life={life} />
      <div className="trace-columns">
        <Section title={t('History')}>
          {boxes > mostBoxesInLife ? (
            <p className="muted">
              {t('The history covers the newest {{most}} of {{boxes}} boxes.', {
                boxes: formats.number(boxes),
                most: formats.number(mostBoxesInLife),
              })}
            </p>
          ) : null}
          <LifeTimeline events={events} of={traced} onOpen={onOpen} />
          {query.hasNextPage ? (
            <Button
              className="trace-earlier"
              text={t('Show earlier events')}
              loading={query.isFetchingNextPage}
              onClick={() => void query.fetchNextPage()}
            />
          ) : null}
          {ahead.length > 0 ? <LifeTimeline events={ahead} of={traced} onOpen={onOpen} /> : null}
        </Section>
        <div>
          {life.related.map((related) => (
            <RelatedThings key={related.kind} related={related} onOpen={onOpen} />
          ))}
        </div>
      </div>
    </section>
  )
}

/** What stands below the lines that were not asked for yet: boxes never hide how the thing began. */
function milestonesAfter({ milestones }: Life, shown: readonly LifeEvent[]): LifeEvent[] {
  const known = new Set(shown.map(({ id }) => id))
  return milestones.filter(({ id }) => !known.has(id)).map((event) => ({ ...event, stretch: null }))
}

function useLife(traced: Traced) {
  return useInfiniteQuery<Life, ApiError, { pages: Life[] }, unknown[], string | null>({
    queryKey: ['house.traceLife', traced],
    initialPageParam: null,
    queryFn: async ({ pageParam: cursor, signal }) =>
      (await api.house.traceLife({ kind: traced.kind, code: traced.code, cursor }, { signal })).data,
    getNextPageParam: (page) => page.next_cursor,
  })
}

function LifeHead({ life, onLeave }: { life: Life; onLeave: () => void }) {
  const { t } = useTranslation()
  const named = useNamed()
  const navigate = useNavigate()
  const go = (path: string) => {
    onLeave()
    void navigate(path)
  }
  const copy = async () => {
    await navigator.clipboard.writeText(life.code)
    showToast({ tone: 'success', text: t('Copied') })
  }
  return (
    <div className="trace-head">
      <div className="trace-name">
        <span className="trace-kind">{t(kindWords[life.kind].one)}</span>
        <h2 className="trace-code">{life.title}</h2>
        <Button
          variant="minimal"
          size="small"
          icon={<Duplicate size={14} />}
          aria-label={t('Copy the code')}
          title={`${t('Copy the code')}: ${life.code}`}
          onClick={() => void copy()}
        />
        {life.status ? <StatusTag status={life.status} /> : null}
      </div>
      <p className="muted">{named(life.subtitle, life.subtitle_zh)}</p>
      <fieldset className="trace-next" aria-label={t('Next')}>
        {life.next.map(({ action, path }, at) => (
          <Button
            key={action}
            {...(at === 0 ? { intent: 'primary' as const } : {})}
            text={t(actionLabels[action])}
            onClick={() => go(path)}
          />
        ))}
        {life.path ? (
          <Button variant="minimal" text={t('Open its screen')} onClick={() => go(life.path ?? '')} />
        ) : null}
        {life.next.length === 0 ? <span className="muted">{t('Nothing waits for you here.')}</span> : null}
      </fieldset>
    </div>
  )
}
