import { Button } from '@blueprintjs/core'
import { Cube } from '@blueprintjs/icons'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { countLines, stockCountStateWords } from '../../../shared/areas/stock-counts/lists.ts'
import { contract } from '../../../shared/areas.ts'
import type { CallData } from '../../actions/calls.ts'
import { useFile, useSheet } from '../../actions/files.tsx'
import { useAction } from '../../actions/useAction.ts'
import { useAnswer } from '../../actions/useRows.ts'
import { api } from '../../api/client.ts'
import { useAskedAction } from '../../forms/useAskedAction.tsx'
import { key } from '../../i18n/formats.ts'
import { Section } from '../../kit/Drawer.tsx'
import { FactList, FieldTable, type ShownField } from '../../kit/field-views.tsx'
import { StatusTag } from '../../kit/StatusTag.tsx'
import { Callout } from '../../kit/states.tsx'
import { LoadedDrawer, TabbedDrawer } from '../../kit/TabbedDrawer.tsx'
import { Timeline } from '../../kit/Timeline.tsx'
import { WithPicture } from '../../pictures/StylePicture.tsx'
import { useRight } from '../../session/use-right.ts'
import { tableColumns } from '../../table/columns.tsx'
import { ListTable, useList, useListCounts } from '../../table/ListTable.tsx'
import { filterBy, oneOfParam, searchFilter, textParam, useListState } from '../../table/list-state.ts'
import { useLocale } from '../../table/words.ts'
import { stateTones } from './stock-count-list.ts'

type Whole = CallData<'stockCounts.getStockCount'>
type Count = Whole['count']
type Place = Whole['places'][number]
type View = 'places' | 'lines' | 'history'

interface DrawerProps {
  number: string
  view: View
  onView: (view: View) => void
  onScan: () => void
  onClose: () => void
}

/** Reasons that are said often. */
const usualReasons = [key('Cycle count'), key('Yearly stocktake'), key('Recount after a difference'), key('Correction')]

/** One count: place by place, what differs, and its end. */
export function StockCountDrawer({ number, view, onView, onScan, onClose }: DrawerProps) {
  const { t } = useTranslation()
  const found = useAnswer('stockCounts.getStockCount', { number })
  const drawer = { title: number, width: 960, onClose }
  return (
    <LoadedDrawer {...drawer} answer={found} missing={t('There is no such stock count.')}>
      {({ count, places, history }) => (
        <TabbedDrawer
          {...drawer}
          beside={<StatusTag status={stockCountStateWords[count.state]} tone={stateTones[count.state]} />}
          actions={<CountActions count={count} onScan={onScan} />}
          head={
            <Section>
              <FactList fields={countFacts} row={count} />
              {count.end_reason ? (
                <Callout tone={count.state === 'POSTED' ? 'good' : 'warn'}>{t(count.end_reason)}</Callout>
              ) : null}
            </Section>
          }
          tabs={[
            {
              key: 'places',
              label: t('Places'),
              count: places.length,
              shows: () => <Places count={count} places={places} />,
            },
            { key: 'lines', label: t('SKUs counted'), count: count.skus, shows: () => <Lines number={number} /> },
            { key: 'history', label: t('History'), shows: () => <Timeline events={history} /> },
          ]}
          tab={view}
          onTab={onView}
        />
      )}
    </LoadedDrawer>
  )
}

const countFacts: readonly ShownField<Count>[] = [
  { id: 'site', header: key('Site or shop'), of: (row, { name }) => name(row.site_name, row.site_name_zh) },
  { id: 'created', header: key('Created'), kind: 'instant', of: (row) => row.created_at },
  { id: 'created_by', header: key('Created by'), of: (row) => row.created_by },
  { id: 'counted', header: key('Counted pcs'), kind: 'pieces', of: (row) => row.counted },
  { id: 'over', header: key('Pieces found'), kind: 'pieces', of: (row) => row.over },
  { id: 'short', header: key('Pieces not there'), kind: 'pieces', of: (row) => row.short },
  { id: 'remark', header: key('Remark'), of: (row) => row.remark },
]

function CountActions({ count, onScan }: { count: Count; onScan: () => void }) {
  const { t, number: shown } = useLocale()
  const mayPost = useRight('postStockCounts')
  const file = useFile()
  const { number, version } = count
  const upload = useSheet({
    call: 'stockCounts.uploadStockCount',
    input: { number },
    title: t('The count by sheet'),
    accept: ['.xlsx', '.csv'],
    template: {
      label: t('Sheet to fill in'),
      get: () => file.get(contract.stockCounts.downloadStockCountSheet, { number }),
    },
  })
  const post = useAskedAction(
    ({ reason }, options) => api.stockCounts.postStockCount({ number, version, reason }, options),
    {
      what: t('Stock counts'),
      refresh: ['stockCounts', 'stock'],
      ask: () => ({
        draft: `post.${number}`,
        title: t('Post stock count {{number}}?', { number }),
        text: t('{{short}} pieces are written off and {{over}} taken in. What was posted is not changed afterwards.', {
          short: shown(count.short),
          over: shown(count.over),
        }),
        confirm: t('Post'),
        usual: usualReasons,
      }),
    },
  )
  const cancel = useAskedAction(
    ({ reason }, options) => api.stockCounts.cancelStockCount({ number, version, reason }, options),
    {
      what: t('Stock counts'),
      refresh: ['stockCounts'],
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
  if (count.state !== 'OPEN') return null
  return (
    <>
      <Button variant="minimal" intent="danger" text={t('Cancel the count…')} onClick={() => cancel.ask()} />
      <Button text={t('By sheet…')} onClick={() => upload.open()} />
      <Button icon={<Cube />} text={t('Count by scan')} intent={mayPost ? 'none' : 'primary'} onClick={onScan} />
      {mayPost ? (
        <Button
          intent="primary"
          text={t('Post…')}
          disabled={count.places === 0}
          loading={post.isRunning}
          onClick={() => post.ask()}
        />
      ) : null}
      {upload.dialog}
      {post.dialog}
      {cancel.dialog}
    </>
  )
}

function Places({ count, places }: { count: Count; places: readonly Place[] }) {
  const { t, plural } = useLocale()
  const close = useAction(
    (place: string, options) => api.stockCounts.closeCountedPlace({ number: count.number, place }, options),
    {
      what: t('Stock counts'),
      refresh: ['stockCounts'],
      done: ({ data }) =>
        plural(
          data.emptied,
          '1 SKU that nobody counted there counts as none.',
          '{{n}} SKUs that nobody counted there count as none.',
        ),
    },
  )
  const fields: ShownField<Place>[] = [
    { id: 'place', header: key('Shelf'), kind: 'code', of: (row, { t: said }) => placeWords(row, said) },
    { id: 'counted_skus', header: key('SKUs counted'), kind: 'count', of: (row) => row.counted_skus },
    { id: 'counted', header: key('Pieces'), kind: 'pieces', of: (row) => row.counted },
    ...(count.is_blind && count.state === 'OPEN'
      ? []
      : [
          {
            id: 'uncounted',
            header: key('SKUs not counted'),
            kind: 'count' as const,
            of: (row: Place) => row.uncounted_skus,
          },
        ]),
    ...(count.state === 'OPEN'
      ? [
          {
            ...{ id: 'close', header: key('Counted in full'), kind: 'end' as const, isQuiet: true },
            of: (row: Place) => (
              <Button
                size="small"
                variant="minimal"
                text={t('Mark as counted in full')}
                title={t('What the books have here and nobody counted counts as none')}
                loading={close.isRunning}
                onClick={() => void close.run(row.place)}
              />
            ),
          },
        ]
      : []),
  ]
  return (
    <FieldTable
      className="plain-scroll count-table"
      label={t('Places')}
      fields={fields}
      rows={[...places]}
      rowKey={({ place }) => place}
    />
  )
}

/** A shelf by its code; what is none by its word. */
export function placeWords(
  { place, place_kind }: Pick<Place, 'place' | 'place_kind'>,
  t: (key: string) => string,
): string {
  if (place_kind === 'shelf') return place
  return place_kind === 'floor' ? t('Floor') : t('Quarantine')
}

const lineParams = { q: filterBy('search', textParam()), lines: oneOfParam(['all', 'different'], 'all') }

function Lines({ number }: { number: string }) {
  const { t } = useTranslation()
  const address = useListState(lineParams)
  const { lines } = address.state
  const list = useList(countLines, address, {
    call: 'stockCounts.getStockCountLines',
    also: { number, tab: lines },
    hasViews: false,
  })
  const counts = useListCounts('stockCounts.getStockCountLines', { number })
  const columns = useMemo(
    () =>
      tableColumns(countLines.fields, {
        cells: {
          style: (row, { name }) => (
            <WithPicture of={row}>{`${row.style_id} ${name(row.style_name, row.style_name_zh)}`}</WithPicture>
          ),
        },
      }),
    [],
  )
  return (
    <ListTable
      list={list}
      label={t('SKUs counted')}
      columns={columns}
      hasSelection={false}
      matching={counts[lines]}
      file={{ call: contract.frame.exportStockCountLines, ids: 'line_ids' }}
      filters={[searchFilter<typeof lineParams>('q', t('SKU, style, shelf'))]}
      tools={
        <Button
          active={lines === 'different'}
          text={t('Only differences ({{n}})', { n: counts.different ?? 0 })}
          onClick={() => address.set({ lines: lines === 'different' ? 'all' : 'different' })}
        />
      }
      empty={{ title: t('Nothing was counted yet.') }}
    />
  )
}
