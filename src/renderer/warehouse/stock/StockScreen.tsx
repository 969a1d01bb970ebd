import './stock.css'
import { Button } from '@blueprintjs/core'
import { useMemo } from 'react'
import { stockTabs } from '../../../shared/areas/stock/calls.ts'
import { stockList } from '../../../shared/areas/stock/lists.ts'
import { placeKinds, storedKinds } from '../../../shared/areas/stock/moves.ts'
import type { StockRow } from '../../../shared/areas/stock/shapes.ts'
import { placeWords } from '../../../shared/areas/stock/words.ts'
import { contract } from '../../../shared/areas.ts'
import { useAnswer } from '../../actions/useRows.ts'
import { useDialog } from '../../kit/dialogs.tsx'
import { WithPicture } from '../../pictures/StylePicture.tsx'
import { useRight } from '../../session/use-right.ts'
import { tableColumns } from '../../table/columns.tsx'
import { ListScreen, useList, useListCounts } from '../../table/ListTable.tsx'
import { choiceFilter, type Filter, type ListState, searchFilter, useListState } from '../../table/list-state.ts'
import { useLocale } from '../../table/words.ts'
import { type Change, ChangeDialog } from './ChangeDialog.tsx'
import { FoundDialog } from './FoundDialog.tsx'
import { StockDrawer } from './StockDrawer.tsx'
import { ByStyle, StyleStock } from './StyleStock.tsx'
import { params, tabWords } from './stock-params.ts'

/** What lies where, by SKU and place or by style. */
export function StockScreen() {
  const address = useListState(params)
  return address.state.by === 'style' ? <StyleStock address={address} /> : <SkuStock address={address} />
}

/** What lies where, of which SKU and in which condition, and what is on its way. */
function SkuStock({ address }: { address: ListState<typeof params> }) {
  const { t, name, number } = useLocale()
  const { state, set } = address
  const list = useList(stockList, address, { call: 'stock.getStock', also: { tab: state.tab }, words: listWords })
  const counts = useListCounts('stock.getStock', { ...list.filter, tab: state.tab })
  const choices = useAnswer('stock.stockChoices', {}).data
  const mayMove = useRight('putAwayStock')
  const mayWriteOff = useRight('writeOffStock')
  const change = useDialog(ChangeDialog, { onDone: list.selection.clear })
  // Stock begins in India.
  const found = useDialog(FoundDialog, {
    sites: choices?.sites.filter(({ may_change, kind }) => may_change && kind !== 'china_qc') ?? [],
  })
  const isOnTheWay = state.tab === 'in_transit'
  const columns = useMemo(() => columnsOf(isOnTheWay), [isOnTheWay])
  const filters: Filter<typeof params>[] = [
    searchFilter('search', t('SKU, style, colour, shelf; or paste codes')),
    choiceFilter(
      'site',
      t('Site or shop'),
      choices?.sites.map((site) => ({ value: site.site, label: name(site.name, site.name_zh), hint: site.site })) ?? [],
    ),
    choiceFilter(
      'place',
      t('Place'),
      placeKinds.map((kind) => ({ value: kind, label: t(placeWords[kind]) })),
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
  const mayChange = new Set(choices?.sites.flatMap(({ site, may_change }) => (may_change ? [site] : [])))
  const movable = list.chosen.filter(
    (row) => mayChange.has(row.site) && storedKinds.some((kind) => kind === row.place_kind),
  )
  const bulk = (kind: Change, text: string) => (
    <Button
      size="small"
      text={text}
      disabled={movable.length === 0}
      onClick={() => change.open({ kind, rows: movable })}
    />
  )
  return (
    <ListScreen
      page={{
        title: t('Stock'),
        tabs: stockTabs.map((tab) => ({ key: tab, label: t(tabWords[tab]), count: counts[tab] })),
        tab: state.tab,
        onTab: (tab: typeof state.tab) => set({ tab, style: '', sku: '' }, 'push'),
        tools: (
          <>
            {counts.pieces === undefined ? null : (
              <span className="stock-sum">
                {t('{{pieces}} pcs, {{reserved}} of them reserved', {
                  pieces: number(counts.pieces),
                  reserved: number(counts.reserved_pieces ?? 0),
                })}
              </span>
            )}
            <ByStyle address={address} />
            {mayWriteOff ? <Button text={t('Take up found pieces…')} onClick={() => found.open()} /> : null}
          </>
        ),
      }}
      list={list}
      label={t('Stock')}
      columns={columns}
      tableId={isOnTheWay ? 'stock-in-transit' : 'stock'}
      rowLabel={(row) => row.nm_sku}
      onOpen={(row) => set({ style: row.style_id, sku: row.nm_sku }, 'push')}
      hasSelection={mayMove && !isOnTheWay}
      file={{ call: contract.frame.exportStock, ids: 'stock_ids' }}
      filters={filters}
      bulk={
        <>
          {bulk('move', t('Move…'))}
          {bulk('regrade', t('Change condition…'))}
          {mayWriteOff ? bulk('write_off', t('Write off…')) : null}
        </>
      }
      empty={
        isOnTheWay
          ? {
              title: t('Nothing is on its way'),
              hint: t('Goods that a gate pass has sent stand here until they arrive.'),
            }
          : {
              title: t('No stock here'),
              hint: t('What is bought in India, or brought in as opening stock, stands here.'),
            }
      }
    >
      {state.style !== '' && (
        <StockDrawer
          address={address}
          sites={choices?.sites ?? []}
          onClose={() => set({ style: '', sku: '', view: 'grid', life: '' })}
        />
      )}
      {change.dialog}
      {found.dialog}
    </ListScreen>
  )
}

/** Of what is on its way since when and with what matters; of all else what is free. */
function columnsOf(isOnTheWay: boolean) {
  const shown = isOnTheWay ? ['since', 'document'] : ['place', 'condition', 'reserved', 'free']
  const fields = stockList.fields.map((field) => {
    if (['since', 'document'].includes(field.id)) return { ...field, hidden: !isOnTheWay }
    return ['place', 'condition', 'reserved', 'free'].includes(field.id) && !shown.includes(field.id)
      ? { ...field, hidden: true }
      : field
  })
  return tableColumns<StockRow>(fields, { cells })
}

const cells = {
  nm_sku: (row: StockRow) => (
    <WithPicture of={row}>
      <span className="code">{row.nm_sku}</span>
    </WithPicture>
  ),
}

/** Those of the list; the others are of its drawer. */
const listWords = ['search', 'site', 'place', 'category', 'supplier', 'shelf']
