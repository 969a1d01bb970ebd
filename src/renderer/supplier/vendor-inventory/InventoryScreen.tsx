import './inventory.css'
import { Button } from '@blueprintjs/core'
import { Cog } from '@blueprintjs/icons'
import { vendorInventory } from '../../../shared/areas/vendor-inventory/lists.ts'
import { inventoryTabs } from '../../../shared/areas/vendor-inventory/rules.ts'
import type { InventoryRow } from '../../../shared/areas/vendor-inventory/shapes.ts'
import { type InventoryFlow, inventoryFlows } from '../../../shared/areas/vendor-inventory/sheets.ts'
import { contract } from '../../../shared/areas.ts'
import { MenuButton, useFile, useSheet } from '../../actions/files.tsx'
import { useFileDrop } from '../../actions/upload/ChooseFile.tsx'
import { useAction } from '../../actions/useAction.ts'
import { api } from '../../api/client.ts'
import { useSupplierChoices } from '../../api/use-suppliers.ts'
import { key } from '../../i18n/formats.ts'
import { useDialog } from '../../kit/dialogs.tsx'
import { WithPicture } from '../../pictures/StylePicture.tsx'
import { useRight } from '../../session/use-right.ts'
import { useSettingsWord } from '../../settings/use-settings-word.ts'
import { hidden, tableColumns } from '../../table/columns.tsx'
import { ListScreen, useList, useListCounts } from '../../table/ListTable.tsx'
import {
  choiceFilter,
  type Filter,
  filterBy,
  flagParam,
  oneOfParam,
  placeParam,
  searchFilter,
  textParam,
  useListState,
} from '../../table/list-state.ts'
import { useLocale } from '../../table/words.ts'
import { FiguresDrawer } from './Figures.tsx'
import { InventoryDrawer } from './InventoryDrawer.tsx'
import { InventorySettingsDrawer } from './InventorySettings.tsx'
import { DelistDialog } from './ListingDialog.tsx'
import { sizeStrip } from './SizeStrip.tsx'

const tabWords = {
  update_pending: key('Update Pending'),
  low: key('Low'),
  out_of_stock: key('Out of stock'),
  broken: key('Core sizes broken'),
  listed: key('Listed'),
  delisted: key('Delisted'),
  all: key('All'),
} as const

/** What a vendor has, makes, asks for and offers, kept by itself. */
export const MyInventoryScreen = () => <InventoryScreen isOwn />

/** The inventory of all vendors, what lasts shortest first. */
export const InventoryManagementScreen = () => <InventoryScreen isOwn={false} />

function InventoryScreen({ isOwn }: { isOwn: boolean }) {
  const { t } = useLocale()
  const address = useListState(params)
  const { state, set } = address
  const tab = state.tab === '' ? (isOwn ? 'update_pending' : 'low') : state.tab
  const sort = isOwn && tab === 'update_pending' ? ('old' as const) : ('low' as const)
  const list = useList(vendorInventory, address, {
    call: 'vendorInventory.getInventoryDetails',
    also: { tab, sort },
  })
  const counts = useListCounts('vendorInventory.getInventoryDetails', list.filter)
  const may = { change: useRight('vendorInventory'), see: useRight('seeInventory'), rules: useRight('inventoryRules') }
  const suppliers = useSupplierChoices()
  const settings = useDialog(InventorySettingsDrawer)
  useSettingsWord(settings.open, may.rules)
  const chosen = list.chosen.map(({ style_id }) => style_id)
  const isVendor = !may.see
  const next = nextOf(list.loaded.rows, state.style)
  const filters: Filter<typeof params>[] = [
    searchFilter('search', t('Style or SKU')),
    ...(may.see ? [choiceFilter<typeof params>('supplier', t('Supplier'), suppliers)] : []),
  ]
  return (
    <ListScreen
      page={{
        title: isOwn ? t('My Inventory') : t('Inventory Management'),
        tabs: inventoryTabs.map((one) => ({ key: one, label: t(tabWords[one]), count: counts[one] })),
        tab,
        onTab: (one: typeof tab) => set({ tab: one, style: '' }, 'push'),
        tools: (
          <>
            {!isOwn && may.see ? <Button text={t('Figures')} onClick={() => set({ figures: true }, 'push')} /> : null}
            {may.change ? <SheetMenu supplierId={state.supplier} /> : null}
            {may.rules ? <Button icon={<Cog />} text={t('Settings')} onClick={() => settings.open()} /> : null}
          </>
        ),
      }}
      list={list}
      tableId={isOwn ? 'my-inventory' : 'inventory-management'}
      label={t('Inventory')}
      columns={isVendor ? vendorColumns : columns}
      opens="style"
      hasTwoLines
      file={{
        call: contract.frame.exportInventory,
        ids: 'style_ids',
        more: useSkuFile({ ...list.filter, tab }),
      }}
      filters={filters}
      matching={counts[tab]}
      bulk={<Bulk chosen={chosen} onDone={list.selection.clear} />}
      empty={
        tab === 'update_pending'
          ? { title: t('Everything is up to date'), hint: t('Styles appear here a week after they were said last.') }
          : { title: t('No styles here') }
      }
      emptyFiltered={{ title: t('No style matches'), hint: t('Try other words or clear the filters.') }}
    >
      {!isOwn && state.figures ? (
        <FiguresDrawer supplierId={state.supplier} onClose={() => set({ figures: false })} />
      ) : null}
      {state.style !== '' && (
        <InventoryDrawer
          key={state.style}
          styleId={state.style}
          onClose={() => set({ style: '' })}
          onNext={next === null ? null : () => set({ style: next })}
        />
      )}
      {settings.dialog}
    </ListScreen>
  )
}

function nextOf(rows: readonly InventoryRow[], style: string): string | null {
  const at = rows.findIndex(({ style_id }) => style_id === style)
  return at < 0 ? null : (rows[at + 1]?.style_id ?? null)
}

function useSkuFile(filter: Parameters<typeof api.vendorInventory.getInventoryDetails>[0]) {
  const { t } = useLocale()
  const { get } = useFile()
  return [
    {
      label: t('SKU by SKU (Inventory-Details.csv)'),
      run: () => get(contract.vendorInventory.downloadInventoryDetails, filter),
    },
  ]
}

function Bulk({ chosen, onDone }: { chosen: readonly string[]; onDone: () => void }) {
  const { t } = useLocale()
  const may = { change: useRight('vendorInventory'), see: useRight('seeInventory') }
  const about = { refresh: ['vendorInventory' as const] }
  const same = useAction(
    (unchanged_styles: string[], options) =>
      api.vendorInventory.updateInventoryDetails({ items: [], unchanged_styles }, options),
    about,
  )
  const list = useAction(
    (style_ids: string[], options) =>
      api.vendorInventory.updateStyleStatus({ style_ids, listing_status: 'Listed' }, options),
    about,
  )
  const ask = useAction(
    (style_ids: string[], options) => api.vendorInventory.askForInventory({ style_ids }, options),
    {},
  )
  const delist = useDialog(DelistDialog, { onDone })
  const isOff = chosen.length === 0 || chosen.length > 500
  const button = (text: string, run: (ids: string[]) => unknown) => (
    <Button size="small" text={text} disabled={isOff} onClick={() => void run([...chosen])} />
  )
  return (
    <>
      {may.change ? (
        <>
          {button(t('Nothing has changed'), async (ids) => (await same.run(ids)) && onDone())}
          {button(t('Delist…'), (ids) => delist.open({ styleIds: ids }))}
          {button(t('List again'), async (ids) => (await list.run(ids)) && onDone())}
        </>
      ) : null}
      {may.see ? button(t('Ask to update'), async (ids) => (await ask.run(ids)) && onDone()) : null}
      {delist.dialog}
    </>
  )
}

const flowWords: Readonly<Record<InventoryFlow, string>> = {
  stock: key('Stock by a sheet'),
  production: key('Production by a sheet'),
  price: key('Prices by a sheet'),
  listing: key('Listing by a sheet'),
}

/** A sheet for each of what may be said; its template holds what stands there now. */
function SheetMenu({ supplierId }: { supplierId: string }) {
  const { t } = useLocale()
  const stock = useInventorySheet('stock', supplierId)
  const production = useInventorySheet('production', supplierId)
  const price = useInventorySheet('price', supplierId)
  const listing = useInventorySheet('listing', supplierId)
  const all = { stock, production, price, listing }
  const drop = useFileDrop((file) => stock.open(undefined, file))
  return (
    <>
      <MenuButton
        text={t('By a sheet')}
        items={inventoryFlows.map((flow) => [`${t(flowWords[flow])}…`, () => all[flow].open()] as const)}
      />
      {inventoryFlows.map((flow) => (
        <span key={flow}>{all[flow].dialog}</span>
      ))}
      {drop}
    </>
  )
}

function useInventorySheet(flow: InventoryFlow, supplierId: string) {
  const { t } = useLocale()
  const { get } = useFile()
  return useSheet({
    call: 'vendorInventory.uploadInventoryFile',
    input: { flow },
    title: t(flowWords[flow]),
    accept: ['.xlsx', '.csv'],
    template: {
      label: t('Download the sheet as it stands'),
      get: () =>
        get(contract.vendorInventory.downloadSampleInventoryFile, {
          flow,
          tab: flow === 'listing' ? 'all' : 'listed',
          ...(supplierId && { supplier_id: supplierId }),
        }),
    },
  })
}

/** Of the strip’s column as wide as it is at least. */
const stripRoom = { lines: 2, width: 656 }

const columns = tableColumns<InventoryRow>(vendorInventory.fields, {
  cells: {
    style: (row, { name }) => {
      const style = name(row.style_name, row.style_name_zh)
      return (
        <WithPicture of={row}>
          <span className="dt-two" title={`${style}\n${row.style_id}`}>
            <span>{style}</span>
            <span className="code muted">{row.style_id}</span>
          </span>
        </WithPicture>
      )
    },
    strip: (row, locale) => sizeStrip(row, locale, stripRoom),
  },
})

/** A vendor looks at its own alone. */
const vendorColumns = columns.map((column) => (column.id === 'supplier' ? hidden(column) : column))

/** What the address of an inventory says. */
const params = {
  tab: oneOfParam(['', ...inventoryTabs], ''),
  search: filterBy('search', textParam()),
  supplier: filterBy('supplier_id', textParam()),
  figures: placeParam(flagParam()),
  style: placeParam(textParam()),
}
