import { Button } from '@blueprintjs/core'
import { Cube } from '@blueprintjs/icons'
import { useTranslation } from 'react-i18next'
import { stockCountStateWords } from '../../../shared/areas/stock-counts/lists.ts'
import type { CountPlaceRow, StockCountRow } from '../../../shared/areas/stock-counts/shapes.ts'
import { useAnswer } from '../../actions/useRows.ts'
import { api } from '../../api/client.ts'
import { useAskedAction } from '../../forms/useAskedAction.tsx'
import { key, listed } from '../../i18n/formats.ts'
import { Section } from '../../kit/Drawer.tsx'
import { FactList } from '../../kit/field-views.tsx'
import { PhoneMore } from '../../kit/PhoneMore.tsx'
import { StatusTag } from '../../kit/StatusTag.tsx'
import type { ShownField } from '../../kit/shown-field.ts'
import { Callout } from '../../kit/states.tsx'
import { LoadedDrawer, TabbedDrawer } from '../../kit/TabbedDrawer.tsx'
import { Timeline } from '../../kit/Timeline.tsx'
import { useRight } from '../../session/use-right.ts'
import { useLocale } from '../../table/words.ts'
import { CountLines } from './CountLines.tsx'
import { CountPlaces } from './CountPlaces.tsx'
import { CountSheetButton } from './CountSheet.tsx'
import { postingWords } from './posting-words.ts'
import { stateTones } from './stock-count-list.ts'

type View = 'places' | 'lines' | 'history'

interface DrawerProps {
  number: string
  view: View
  onView: (view: View) => void
  /** Counts by scan, in a place that is known or one that is scanned first. */
  onScan: (place: string) => void
  onClose: () => void
}

/** Reasons that are said often. */
const usualReasons = [key('Cycle count'), key('Yearly stocktake'), key('Recount after a difference'), key('Correction')]

/** One count: place by place, what differs, and its end. */
export function StockCountDrawer({ number, view, onView, onScan, onClose }: DrawerProps) {
  const { t } = useTranslation()
  const found = useAnswer('stockCounts.getStockCount', { number })
  const drawer = { title: number, width: 1060, onClose }
  return (
    <LoadedDrawer {...drawer} answer={found} missing={t('There is no such stock count.')}>
      {({ count, places, history }) => (
        <TabbedDrawer
          of={count}
          {...drawer}
          beside={<StatusTag status={stockCountStateWords[count.state]} tone={stateTones[count.state]} />}
          actions={<CountActions count={count} places={places} onScan={onScan} />}
          head={<Head count={count} />}
          tabs={[
            {
              key: 'places',
              label: t('Places'),
              count: places.length,
              shows: () => <CountPlaces count={count} places={places} onScan={onScan} />,
            },
            {
              key: 'lines',
              label: t('SKUs counted'),
              count: count.skus,
              shows: () => <CountLines count={count} places={places} />,
            },
            { key: 'history', label: t('History'), shows: () => <Timeline events={history} /> },
          ]}
          tab={view}
          onTab={onView}
        />
      )}
    </LoadedDrawer>
  )
}

function Head({ count }: { count: StockCountRow }) {
  const { t } = useTranslation()
  return (
    <Section>
      <FactList fields={countFacts} row={count} />
      {count.end_reason ? (
        <Callout tone={count.state === 'CANCELLED' ? 'warn' : 'good'}>{t(count.end_reason)}</Callout>
      ) : null}
      {count.reverse_reason ? (
        <Callout tone="warn">
          {t('Reversed by {{name}}: {{reason}}', { name: count.reversed_by, reason: t(count.reverse_reason) })}
        </Callout>
      ) : null}
      {count.left ? (
        <Callout tone="warn">
          {count.state === 'OPEN'
            ? t('{{n}} differences cannot be posted as they are: see why under “SKUs counted”.', { n: count.left })
            : t('{{n}} differences were left behind: see why under “SKUs counted”.', { n: count.left })}
        </Callout>
      ) : null}
    </Section>
  )
}

const countFacts: readonly ShownField<StockCountRow>[] = [
  { id: 'site', header: key('Site or shop'), of: (row, { name }) => name(row.site_name, row.site_name_zh) },
  {
    ...{ id: 'scope', header: key('What is counted') },
    of: ({ shelves, category, style_id }, { t }) =>
      [listed(shelves), category ? t(category) : '', style_id ?? ''].filter(Boolean).join(' · ') || t('Everything'),
  },
  {
    ...{ id: 'how', header: key('How') },
    of: ({ is_blind, needs_second }, { t }) =>
      [is_blind ? t('Blind') : t('Not blind'), needs_second ? t('Differences twice') : ''].filter(Boolean).join(' · '),
  },
  { id: 'created', header: key('Created'), kind: 'instant', of: (row) => row.created_at },
  { id: 'created_by', header: key('Created by'), of: (row) => row.created_by },
  { id: 'counted', header: key('Counted pcs'), kind: 'pieces', of: (row) => row.counted },
  { id: 'over', header: key('Pieces found'), kind: 'pieces', of: (row) => row.over },
  { id: 'short', header: key('Pieces not there'), kind: 'pieces', of: (row) => row.short },
  { id: 'remark', header: key('Remark'), of: (row) => row.remark },
]

interface ActionsProps extends Pick<DrawerProps, 'onScan'> {
  count: StockCountRow
  places: readonly CountPlaceRow[]
}

function CountActions({ count, places, onScan }: ActionsProps) {
  const { t } = useLocale()
  const mayPost = useRight('postStockCounts')
  const ends = useEnds(count, places)
  if (!count.may_count) return null
  if (count.state === 'POSTED' && mayPost)
    return (
      <>
        <Button variant="minimal" intent="danger" text={t('Reverse…')} onClick={() => ends.reverse.ask()} />
        {ends.reverse.dialog}
      </>
    )
  if (count.state !== 'OPEN') return null
  return (
    <>
      <PhoneMore>
        <Button variant="minimal" intent="danger" text={t('Cancel the count…')} onClick={() => ends.cancel.ask()} />
        <CountSheetButton count={count} />
      </PhoneMore>
      <Button
        icon={<Cube />}
        text={t('Count by scan')}
        intent={mayPost ? 'none' : 'primary'}
        onClick={() => onScan('')}
      />
      {mayPost ? (
        <Button
          intent="primary"
          text={t('Post…')}
          disabled={count.skus === 0}
          loading={ends.post.isRunning}
          onClick={() => ends.post.ask()}
        />
      ) : null}
      {ends.post.dialog}
      {ends.cancel.dialog}
    </>
  )
}

/** How a count ends, and how its end is taken back. Posting sends the sums that its question showed. */
function useEnds(count: StockCountRow, places: readonly CountPlaceRow[]) {
  const locale = useLocale()
  const { t, number: shown } = locale
  const { number, version } = count
  const [over, short] = [count.over ?? 0, count.short ?? 0]
  const about = { what: t('Stock counts'), refresh: ['stockCounts', 'stock'] as const, looksAgain: true }
  const post = useAskedAction(
    ({ reason, ...sums }: { over: number; short: number; reason: string }, options) =>
      api.stockCounts.postStockCount({ number, version, ...sums, reason }, options),
    {
      ...about,
      ask: (sums: { over: number; short: number }) => ({
        draft: `post.${number}`,
        title: t('Post stock count {{number}}?', { number }),
        text: postingWords(count, places, sums, locale),
        confirm: t('Post'),
        usual: usualReasons,
      }),
    },
  )
  const cancel = useAskedAction(
    ({ reason }, options) => api.stockCounts.cancelStockCount({ number, version, reason }, options),
    {
      ...about,
      ask: () => ({
        draft: `cancel.${number}`,
        title: t('Cancel stock count {{number}}?', { number }),
        text: t('What was counted stays readable, and nothing is posted.'),
        confirm: t('Cancel the count'),
        usual: [key('Counted the wrong site'), key('Another count is under way'), key('Correction')],
        isDangerous: true,
      }),
    },
  )
  const reverse = useAskedAction(
    ({ reason }, options) => api.stockCounts.reverseStockCount({ number, version, reason }, options),
    {
      ...about,
      ask: () => ({
        draft: `reverse.${number}`,
        title: t('Reverse stock count {{number}}?', { number }),
        text: t('{{short}} pieces that were written off come back, and {{over}} that were taken in go out again.', {
          short: shown(short),
          over: shown(over),
        }),
        confirm: t('Reverse'),
        usual: [key('Counted wrongly'), key('The pieces have been found'), key('Correction')],
        isDangerous: true,
      }),
    },
  )
  // What the question shows is what is sent, also when the count goes on behind it.
  return { post: { ...post, ask: () => post.ask({ over, short }) }, cancel, reverse }
}
