import './stock-counts.css'
import { Button } from '@blueprintjs/core'
import { Plus } from '@blueprintjs/icons'
import { useMemo } from 'react'
import { stockCountStateWords, stockCounts } from '../../../shared/areas/stock-counts/lists.ts'
import type { StockCountRow } from '../../../shared/areas/stock-counts/shapes.ts'
import { contract } from '../../../shared/areas.ts'
import { useAnswer } from '../../actions/useRows.ts'
import { useDialog } from '../../kit/dialogs.tsx'
import { tableColumns, toneCell } from '../../table/columns.tsx'
import { ListScreen, useList, useListCounts } from '../../table/ListTable.tsx'
import { askedOf, choiceFilter, searchFilter, useListState } from '../../table/list-state.ts'
import { useLocale } from '../../table/words.ts'
import { CountScan } from './CountScan.tsx'
import { CountSettingsButton } from './CountSettings.tsx'
import { StartCountDialog } from './StartCountDialog.tsx'
import { StockCountDrawer } from './StockCountDrawer.tsx'
import { stateTones, stockCountParams } from './stock-count-list.ts'

type P = typeof stockCountParams

/** Warehouse › Stock counts: what lies there beside what the books say, counted by scan, by hand or by sheet. */
export function StockCountsScreen() {
  const { t, name } = useLocale()
  const address = useListState(stockCountParams)
  const { tab, count, scan, shelf, view } = address.state
  const { set } = address
  const list = useList(stockCounts, address, { call: 'stockCounts.getStockCounts', also: { tab } })
  const counts = useListCounts('stockCounts.getStockCounts', askedOf(stockCountParams, address.state))
  const sites = useAnswer('stockCounts.getCountSites', {})
  const start = useDialog(StartCountDialog, {
    onStarted: (number: string) => set({ tab: 'open', count: number, view: 'places' }, 'push'),
  })
  const columns = useMemo(
    () =>
      tableColumns(stockCounts.fields, {
        cells: {
          state: toneCell(({ state }: StockCountRow) => ({
            word: stockCountStateWords[state],
            tone: stateTones[state],
          })),
        },
      }),
    [],
  )
  if (scan)
    return (
      <CountScan
        number={scan}
        shelf={shelf}
        onShelf={(next) => set({ shelf: next })}
        onBack={() => set({ scan: '', shelf: '', count: scan }, 'push')}
      />
    )
  const siteChoices = (sites.data?.sites ?? []).map((site) => ({
    value: site.site,
    label: name(site.site_name, site.site_name_zh),
  }))
  return (
    <ListScreen
      page={{
        title: t('Stock counts'),
        tabs: [
          { key: 'open', label: t('Under way'), count: counts.open },
          { key: 'posted', label: t('Posted'), count: counts.posted },
          { key: 'cancelled', label: t('Cancelled'), count: counts.cancelled },
          { key: 'reversed', label: t('Reversed'), count: counts.reversed },
          { key: 'all', label: t('All'), count: counts.all },
        ],
        tab,
        onTab: (next) => set({ tab: next }, 'push'),
        tools: (
          <>
            <CountSettingsButton />
            {sites.data?.sites.length ? (
              <Button intent="primary" icon={<Plus />} text={t('New stock count…')} onClick={() => start.open()} />
            ) : null}
          </>
        ),
      }}
      list={list}
      label={t('Stock counts')}
      columns={columns}
      matching={counts[tab]}
      hasSelection={false}
      opens="count"
      file={{ call: contract.frame.exportStockCounts, ids: 'numbers' }}
      filters={[searchFilter<P>('q', t('Stock count, site')), choiceFilter<P>('site', t('Site or shop'), siteChoices)]}
      empty={{
        title: t('No stock counts here'),
        hint: t('A count says what lies on each shelf; posting it puts the books right, with a reason.'),
      }}
    >
      {count ? (
        <StockCountDrawer
          key={count}
          number={count}
          view={view}
          onView={(next) => set({ view: next })}
          onScan={(place) => set({ scan: count, shelf: place, count: '' }, 'push')}
          onClose={() => set({ count: '', view: 'places' })}
        />
      ) : null}
      {start.dialog}
    </ListScreen>
  )
}
