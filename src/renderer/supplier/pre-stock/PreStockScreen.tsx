import { Button } from '@blueprintjs/core'
import type { PreStockRow } from '../../../shared/areas/pre-stock/calls.ts'
import { preStock } from '../../../shared/areas/pre-stock/lists.ts'
import { preStockTabs } from '../../../shared/areas/pre-stock/rules.ts'
import { contract } from '../../../shared/areas.ts'
import { useFile } from '../../actions/files.tsx'
import { useIsStaff, useSupplierChoices } from '../../api/use-suppliers.ts'
import { key } from '../../i18n/formats.ts'
import { useDialog } from '../../kit/dialogs.tsx'
import { WithPicture } from '../../pictures/StylePicture.tsx'
import { useRight } from '../../session/use-right.ts'
import { hidden, statusCell, tableColumns } from '../../table/columns.tsx'
import { ListScreen, useList, useListCounts } from '../../table/ListTable.tsx'
import {
  choiceFilter,
  type Filter,
  filterBy,
  oneOfParam,
  placeParam,
  searchFilter,
  textParam,
  useListState,
} from '../../table/list-state.ts'
import { useLocale } from '../../table/words.ts'
import { sizeStrip } from '../vendor-inventory/SizeStrip.tsx'
import { ChooseStyleDialog } from './ChooseStyleDialog.tsx'
import { PreStockDrawer } from './PreStockDrawer.tsx'
import { WithdrawDialog } from './WithdrawDialog.tsx'

const tabWords = {
  sellable: key('Sellable'),
  over_promised: key('Over-promised'),
  withdrawn: key('Withdrawn'),
  all: key('All'),
} as const

/** Supplier › Pre-stock listing: styles for sale before their pieces arrive, and what can be sold of them. */
export function PreStockScreen() {
  const { t } = useLocale()
  const address = useListState(params)
  const { state, set } = address
  const { tab } = state
  const list = useList(preStock, address, { call: 'preStock.getPreStockListing', also: { tab } })
  const counts = useListCounts('preStock.getPreStockListing', list.filter)
  const mayChange = useRight('preStock')
  const isStaff = useIsStaff()
  const suppliers = useSupplierChoices()
  const { get } = useFile()
  const choose = useDialog(ChooseStyleDialog, { onChoose: (style: string) => set({ style, listing: '' }, 'push') })
  const withdraw = useDialog(WithdrawDialog, { onDone: list.selection.clear })
  const chosen = list.chosen.map(({ listing_id }) => listing_id)
  const filters: Filter<typeof params>[] = [
    searchFilter('search', t('Style, SKU or listing')),
    ...(isStaff ? [choiceFilter<typeof params>('supplier', t('Supplier'), suppliers)] : []),
  ]
  const close = () => set({ listing: '', style: '' })
  return (
    <ListScreen
      page={{
        title: t('Pre-stock listing'),
        tabs: preStockTabs.map((one) => ({ key: one, label: t(tabWords[one]), count: counts[one] })),
        tab,
        onTab: (one: typeof tab) => set({ tab: one, listing: '', style: '' }, 'push'),
        tools: mayChange ? (
          <Button
            intent="primary"
            text={t('List a style…')}
            onClick={() => choose.open({ supplierId: state.supplier })}
          />
        ) : null,
      }}
      list={list}
      label={t('Pre-stock listing')}
      columns={isStaff ? columns : vendorColumns}
      opens="listing"
      file={{
        call: contract.frame.exportPreStock,
        ids: 'listing_ids',
        more: [
          {
            label: t('SKU by SKU (pre_stock_listing.csv)'),
            run: () => get(contract.preStock.downloadPreStockListing, { ...list.filter, tab }),
          },
        ],
      }}
      filters={filters}
      matching={counts[tab]}
      bulk={
        mayChange ? (
          <Button
            size="small"
            text={t('Withdraw…')}
            disabled={chosen.length === 0 || chosen.length > 500}
            onClick={() => withdraw.open({ listingIds: chosen })}
          />
        ) : null
      }
      empty={{
        title: t('No listings here'),
        hint: t('A style that is listed can be sold against its vendor’s stock before pieces arrive.'),
      }}
      emptyFiltered={{ title: t('No listing matches'), hint: t('Try other words or clear the filters.') }}
    >
      {state.listing !== '' || state.style !== '' ? (
        <PreStockDrawer
          key={state.listing || state.style}
          of={state.listing ? { listing_id: state.listing } : { style_id: state.style }}
          onClose={close}
          onMade={(listing) => set({ listing, style: '' })}
        />
      ) : null}
      {choose.dialog}
      {withdraw.dialog}
    </ListScreen>
  )
}

const columns = tableColumns<PreStockRow>(preStock.fields, {
  cells: {
    style_id: (row) => (
      <WithPicture of={row}>
        <span className="code">{row.style_id}</span>
      </WithPicture>
    ),
    status: statusCell((row) => row.status),
    strip: (row, locale) =>
      sizeStrip(
        {
          skus: row.skus.map((sku) => ({
            ...sku,
            real_stock: sku.sellable,
            // Of what promises nothing any more, nothing is missing.
            short: row.status === 'Over-promised' ? sku.promised - sku.sellable : 0,
            ...{ listing_status: 'Listed' as const, days_of_cover: null },
          })),
        },
        locale,
      ),
  },
})

/** A vendor looks at its own alone. */
const vendorColumns = columns.map((column) => (column.id === 'supplier' ? hidden(column) : column))

const params = {
  tab: oneOfParam([...preStockTabs], 'sellable'),
  search: filterBy('search', textParam()),
  supplier: filterBy('supplier_id', textParam()),
  listing: placeParam(textParam()),
  style: placeParam(textParam()),
}
