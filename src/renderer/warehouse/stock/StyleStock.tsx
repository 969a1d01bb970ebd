import { Button } from '@blueprintjs/core'
import { stockTabs } from '../../../shared/areas/stock/calls.ts'
import { stockStylesList } from '../../../shared/areas/stock/lists.ts'
import type { StockStyleRow } from '../../../shared/areas/stock/shapes.ts'
import { contract } from '../../../shared/areas.ts'
import { useAnswer } from '../../actions/useRows.ts'
import { WithPicture } from '../../pictures/StylePicture.tsx'
import { tableColumns } from '../../table/columns.tsx'
import { ListScreen, useList, useListCounts } from '../../table/ListTable.tsx'
import { choiceFilter, type Filter, type ListState, searchFilter } from '../../table/list-state.ts'
import { useLocale } from '../../table/words.ts'
import { StockDrawer } from './StockDrawer.tsx'
import { type params, tabWords } from './stock-params.ts'

type Address = ListState<typeof params>

/** Stock with a row a style: what lies of it by condition, and what is on its way. A row opens its colours and sizes. */
export function StyleStock({ address }: { address: Address }) {
  const { t, name } = useLocale()
  const { state, set } = address
  const list = useList(stockStylesList, address, {
    call: 'stock.getStockStyles',
    also: { tab: state.tab },
    words: ['search', 'site', 'category', 'supplier'],
  })
  const counts = useListCounts('stock.getStockStyles', { ...list.filter, tab: state.tab })
  const choices = useAnswer('stock.stockChoices', {}).data
  const filters: Filter<typeof params>[] = [
    searchFilter('search', t('SKU, style, colour, shelf; or paste codes')),
    choiceFilter(
      'site',
      t('Site or shop'),
      choices?.sites.map((site) => ({ value: site.site, label: name(site.name, site.name_zh), hint: site.site })) ?? [],
    ),
    choiceFilter(
      'category',
      t('Category'),
      choices?.categories.map((category) => ({ value: category, label: t(category) })) ?? [],
    ),
    choiceFilter(
      'supplier',
      t('Supplier'),
      choices?.vendors.map((vendor) => ({ value: vendor.id, label: name(vendor.name, vendor.name_zh) })) ?? [],
    ),
  ]
  return (
    <ListScreen
      page={{
        title: t('Stock'),
        tabs: stockTabs.map((tab) => ({ key: tab, label: t(tabWords[tab]), count: counts[tab] })),
        tab: state.tab,
        onTab: (tab: typeof state.tab) => set({ tab, style: '', sku: '' }, 'push'),
        tools: <ByStyle address={address} />,
      }}
      list={list}
      label={t('Stock by style')}
      columns={columns}
      rowLabel={(row) => row.style_id}
      onOpen={(row) => set({ style: row.style_id }, 'push')}
      file={{ call: contract.frame.exportStockStyles, ids: 'style_ids' }}
      filters={filters}
      empty={{
        title: t('No stock here'),
        hint: t('What is bought in India, or brought in as opening stock, stands here.'),
      }}
    >
      {state.style !== '' && (
        <StockDrawer
          address={address}
          sites={choices?.sites ?? []}
          onClose={() => set({ style: '', sku: '', view: 'grid', life: '' })}
        />
      )}
    </ListScreen>
  )
}

/** One row a style, or one an SKU, place and condition. */
export function ByStyle({ address: { state, set } }: { address: Address }) {
  const { t } = useLocale()
  const isByStyle = state.by === 'style'
  return (
    <Button
      text={t('One row a style')}
      active={isByStyle}
      aria-pressed={isByStyle}
      onClick={() => set({ by: isByStyle ? 'sku' : 'style', style: '', sku: '', place: '', shelf: '' }, 'push')}
    />
  )
}

const columns = tableColumns<StockStyleRow>(stockStylesList.fields, {
  cells: {
    style_id: (row) => (
      <WithPicture of={row}>
        <span className="code">{row.style_id}</span>
      </WithPicture>
    ),
  },
})
