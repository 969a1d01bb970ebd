import { Button } from '@blueprintjs/core'
import { Duplicate } from '@blueprintjs/icons'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router-dom'
import { mostBoxesInHistory } from '../../../shared/areas/trace/calls.ts'
import { actionLabels, traceKinds } from '../../../shared/areas.ts'
import type { ApiError } from '../../api/api-error.ts'
import { api } from '../../api/client.ts'
import { key, useFormats, useNamed } from '../../i18n/formats.ts'
import { Facts, Section } from '../../kit/Drawer.tsx'
import { Loaded } from '../../kit/Loaded.tsx'
import { ScrollPart } from '../../kit/Page.tsx'
import { StatusTag } from '../../kit/StatusTag.tsx'
import { Count, Day, Instant, Money } from '../../kit/states.tsx'
import { showToast } from '../../kit/Toasts.tsx'
import { WaySection } from '../../orders/way.tsx'
import { StylePicture } from '../../pictures/StylePicture.tsx'
import { useLocale } from '../../table/words.ts'
import { HistoryTimeline } from './HistoryTimeline.tsx'
import { type History, type HistoryEvent, pictured, type Traced } from './tracing.ts'

interface TraceHistoryProps {
  traced: Traced
  isShown: boolean
  onOpen: (traced: Traced) => void
  onKnown: (title: string) => void
  onLeave: () => void
}

/** The history of one thing: what it is, what can be done next, what belongs to it, and all that happened. */
export function TraceHistory({ traced, isShown, onOpen, onKnown, onLeave }: TraceHistoryProps) {
  const { t } = useTranslation()
  const formats = useFormats()
  const query = useHistory(traced)
  const [history] = query.data?.pages ?? []
  const title = history?.title
  // biome-ignore lint/correctness/useExhaustiveDependencies: kept once it is known, however often this is drawn
  useEffect(() => {
    if (title !== undefined) onKnown(title)
  }, [title])
  if (!history) {
    if (!isShown) return null
    return (
      <Loaded answer={query} rows={6} missing={t('Nothing was found')}>
        {() => null}
      </Loaded>
    )
  }
  const boxes = history.related.find(({ kind }) => kind === 'box')?.total ?? 0
  const events = query.data?.pages.flatMap((page) => page.events) ?? []
  const ahead = query.hasNextPage ? milestonesAfter(history, events) : []
  return (
    <ScrollPart className="trace-life" hidden={!isShown} label={history.title}>
      <HistoryHead history={history} onLeave={onLeave} />
      <HistoryFacts history={history} />
      {history.kind === 'order' || history.kind === 'style' || history.kind === 'sku' ? (
        <WaySection kind={history.kind} code={history.code} />
      ) : null}
      <div className="trace-columns">
        <Section title={t('History')}>
          {boxes > mostBoxesInHistory ? (
            <p className="muted">
              {t('The history covers the newest {{most}} of {{boxes}} boxes.', {
                boxes: formats.number(boxes),
                most: formats.number(mostBoxesInHistory),
              })}
            </p>
          ) : null}
          <HistoryTimeline events={events} of={traced} onOpen={onOpen} />
          {query.hasNextPage ? (
            <Button
              className="trace-earlier"
              text={t('Show earlier events')}
              loading={query.isFetchingNextPage}
              onClick={() => void query.fetchNextPage()}
            />
          ) : null}
          {ahead.length > 0 ? <HistoryTimeline events={ahead} of={traced} onOpen={onOpen} /> : null}
        </Section>
        <div>
          {history.related.map((related) => (
            <RelatedThings key={related.kind} related={related} onOpen={onOpen} />
          ))}
        </div>
      </div>
    </ScrollPart>
  )
}

/** What stands below the lines that were not asked for yet: boxes never hide how the thing began. */
function milestonesAfter({ milestones }: History, shown: readonly HistoryEvent[]): HistoryEvent[] {
  const known = new Set(shown.map(({ id }) => id))
  return milestones.filter(({ id }) => !known.has(id)).map((event) => ({ ...event, stretch: null }))
}

function useHistory(traced: Traced) {
  return useInfiniteQuery<History, ApiError, { pages: History[] }, unknown[], string | null>({
    queryKey: ['trace.traceLife', traced],
    initialPageParam: null,
    queryFn: async ({ pageParam: cursor, signal }) =>
      (await api.trace.traceLife({ kind: traced.kind, code: traced.code, cursor }, { signal })).data,
    getNextPageParam: (page) => page.next_cursor,
  })
}

function HistoryHead({ history, onLeave }: { history: History; onLeave: () => void }) {
  const { t } = useTranslation()
  const named = useNamed()
  const navigate = useNavigate()
  const go = (path: string) => {
    onLeave()
    void navigate(path)
  }
  const copy = async () => {
    await navigator.clipboard.writeText(history.code)
    showToast({ tone: 'success', text: t('Copied') })
  }
  return (
    <div className="trace-head">
      <div className="trace-name">
        {history.picture === undefined ? null : <StylePicture of={pictured(history)} size="head" isButton />}
        <span className="trace-kind">{t(traceKinds[history.kind].one)}</span>
        <h2 className="trace-code">{history.title}</h2>
        <Button
          variant="minimal"
          size="small"
          icon={<Duplicate size={14} />}
          aria-label={t('Copy the code')}
          title={`${t('Copy the code')}: ${history.code}`}
          onClick={() => void copy()}
        />
        {history.status ? <StatusTag status={history.status} short={history.short ?? 0} /> : null}
      </div>
      <p className="muted">{named(history.subtitle, history.subtitle_zh)}</p>
      <fieldset className="trace-next" aria-label={t('Next')}>
        {history.next.map(({ action, path }, at) => (
          <Button
            key={action}
            {...(at === 0 ? { intent: 'primary' as const } : {})}
            text={t(actionLabels[action])}
            onClick={() => go(path)}
          />
        ))}
        {history.path ? (
          <Button variant="minimal" text={t('Open its screen')} onClick={() => go(history.path ?? '')} />
        ) : null}
        {history.next.length === 0 ? <span className="muted">{t('Nothing waits for you here.')}</span> : null}
      </fieldset>
    </div>
  )
}

const buckets = [
  ['ordered', key('Ordered')],
  ['awaiting', key('Awaiting')],
  ['on_platform', key('On platform')],
  ['packed', key('Packed')],
  ['shipped', key('Shipped')],
  ['oos', key('Out of stock')],
  ['rejected', key('Rejected')],
] as const

/** What is known of a thing, and where its pieces stand; places without a piece are left out. */
export function HistoryFacts({ history: { facts, quantities } }: { history: History }) {
  const { t } = useTranslation()
  const shown = buckets.filter(([name]) => (quantities?.[name] ?? 0) > 0)
  return (
    <Section>
      <Facts facts={facts.map((fact) => [t(fact.label), <FactValue key={fact.label} fact={fact} />] as const)} />
      {quantities ? (
        <dl className="trace-quantities">
          {shown.map(([name, label]) => (
            <div key={name}>
              <dt>{t(label)}</dt>
              <dd>
                <Count value={quantities[name]} />
              </dd>
            </div>
          ))}
        </dl>
      ) : null}
    </Section>
  )
}

function FactValue({ fact }: { fact: History['facts'][number] }) {
  const named = useNamed()
  if (fact.text !== undefined) return named(fact.text, fact.text_zh)
  if (fact.day !== undefined) return <Day day={fact.day} />
  if (fact.at !== undefined) return <Instant at={fact.at} />
  if (fact.count !== undefined) return <Count value={fact.count} />
  return <Money value={fact.price} />
}

interface RelatedThingsProps {
  related: History['related'][number]
  onOpen: (traced: Traced) => void
}

/** Things of one kind that belong to a history, as ways to theirs. */
export function RelatedThings({ related: { kind, total, items }, onOpen }: RelatedThingsProps) {
  const { t, number, plural } = useLocale()
  const named = useNamed()
  const left = total - items.length
  return (
    <Section title={`${t(traceKinds[kind].many)} · ${number(total)}`}>
      <ul className="trace-related">
        {items.map((item) => (
          <li key={item.code}>
            <button type="button" className="trace-link" onClick={() => onOpen(item)}>
              {item.picture === undefined ? null : <StylePicture of={pictured(item)} />}
              <span className="trace-code">{item.title}</span>
              <span className="trace-sub">{named(item.subtitle, item.subtitle_zh)}</span>
              {item.pieces === null ? null : (
                <span className="trace-pieces">{plural(item.pieces, '1 piece', '{{n}} pieces')}</span>
              )}
              {item.status ? <StatusTag status={item.status} short={item.short ?? 0} /> : null}
            </button>
          </li>
        ))}
      </ul>
      {left > 0 ? <p className="muted">{t('and {{n}} more', { n: number(left) })}</p> : null}
    </Section>
  )
}
