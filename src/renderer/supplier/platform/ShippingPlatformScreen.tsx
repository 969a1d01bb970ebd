import { figureOfTab } from '../../../shared/areas/home/lines.ts'
import '../supplier.css'
import { Button, SegmentedControl } from '@blueprintjs/core'
import { Download, Upload } from '@blueprintjs/icons'
import { type ReactNode, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { platformLines } from '../../../shared/areas/orders/lists.ts'
import { contract } from '../../../shared/areas.ts'
import { useDownload } from '../../actions/downloads.ts'
import { useFileDrop } from '../../actions/upload/ChooseFile.tsx'
import { useUploadDialog } from '../../actions/upload/UploadDialog.tsx'
import { useAnswer, useCounts, useRows } from '../../actions/useRows.ts'
import { api, fileCall, fileName } from '../../api/client.ts'
import { useIsStaff, useSupplierChoices } from '../../api/use-suppliers.ts'
import { SaveBar } from '../../forms/SaveBar.tsx'
import { useFormats } from '../../i18n/formats.ts'
import { Page } from '../../kit/Page.tsx'
import { PhoneMore } from '../../kit/PhoneMore.tsx'
import type { SheetPlace } from '../../kit/quantities.tsx'
import { readBlock } from '../../kit/quantity-grid/paste-labels.ts'
import { showToast } from '../../kit/Toasts.tsx'
import { useIsPhone } from '../../kit/use-is-phone.ts'
import { DataTable } from '../../table/DataTable.tsx'
import { listExport } from '../../table/ExportMenu.tsx'
import { ExportOfColumns } from '../../table/ExportOfColumns.tsx'
import { clearFilters, FilterBar } from '../../table/FilterBar.tsx'
import { sharingTabs } from '../../table/ListTable.tsx'
import {
  type Choice,
  choiceFilter,
  flagFilter,
  flagParam,
  oneOfParam,
  type StateOf,
  searchFilter,
  textParam,
  useListState,
} from '../../table/list-state.ts'
import { useChosenRows, useRowSelection } from '../../table/selection.ts'
import { TableSheet } from '../../table/TableSheet.tsx'
import { useKnowsView } from '../../table/views.ts'
import { useLocale } from '../../table/words.ts'
import { useMakeShipment } from './MakeShipmentDialog.tsx'
import { PlatformOrders } from './PlatformOrders.tsx'
import { type PlatformRow, platformColumns, type TypeCell } from './platform-columns.tsx'
import { draftSums, readyAll } from './platform-draft.ts'
import { usePlatformDraft } from './use-platform-draft.ts'

const rowId = (row: PlatformRow) => row.id
const lineOf = ({ item: { order_id, nm_sku } }: PlatformRow) => ({ order_id, nm_sku })
const rowLabel = ({ item }: PlatformRow) => `${item.order_id} ${item.nm_sku}`

/** Supplier › Shipping Platform: what is ready today, typed like a sheet or uploaded, and shipments made of it. */
export function ShippingPlatformScreen() {
  const { t } = useTranslation()
  const isStaff = useIsStaff()
  const suppliers = useSupplierChoices()
  const address = useListState(platformParams)
  const { state } = address
  const { tab, q: search } = state
  const { name } = useLocale()
  const filter = platformFilter(address.state)
  const found = useRows(
    'orders.getShippingItems',
    { ...filter, tab, page_size: 200 },
    { enabled: useKnowsView('shipping-platform', address) },
  )
  const counts = useCounts('orders.getShippingItems', filter)
  const choices = useAnswer('orders.platformChoices', state.supplier ? { supplier_id: state.supplier } : {}).data
  const typing = usePlatformDraft(found.rows)
  const { rows, known, type } = typing
  const selection = useRowSelection(listShown(state), search)
  const chosenRows = useChosenRows(selection, { ...found, rows }, rowId, search)
  const chosen = () => chosenRows.map(({ id, item }) => known.get(id) ?? item)
  const make = useMakeShipment(typing, selection.clear)
  const sheet = usePlatformUpload()
  const drop = useFileDrop((file) => sheet.open(undefined, file))
  const { download } = useDownload()
  const columns = useMemo(() => platformColumns(isStaff, type), [isStaff, type])
  const getSheet = () => {
    const input = { ...filter, tab }
    const call = contract.orders.downloadShipmentPlatformItems
    void download(fileCall(call, input), fileName(call, input))
  }
  const exports = listExport(contract.frame.exportPlatform, { ...filter, tab }, (ids) => ({
    lines: chosenRows.filter(({ id }) => ids.includes(id)).map(lineOf),
  }))
  const isFiltered = Object.keys(filter).length > 0
  const isPhone = useIsPhone()
  const views = (
    <SegmentedControl
      size="small"
      options={[
        { value: 'orders', label: t('By order') },
        { value: 'lines', label: t('By line') },
      ]}
      value={state.view}
      onValueChange={(view) => address.set({ view: view === 'lines' ? 'lines' : 'orders' })}
    />
  )
  const file = (
    <ExportOfColumns tableId="shipping-platform" columns={columns} exports={exports} selection={selection.selection} />
  )
  const filters = (
    <>
      <FilterBar
        params={platformParams}
        address={address}
        filters={[
          searchFilter<typeof platformParams>('q', t('Order, SKU, style')),
          ...(isStaff ? [choiceFilter<typeof platformParams>('supplier', t('Supplier'), suppliers)] : []),
          flagFilter<typeof platformParams>('late', t('Late')),
          choiceFilter<typeof platformParams>('style', t('Style'), asChoices(choices?.styles, name)),
          choiceFilter<typeof platformParams>('to', t('Destination'), asChoices(choices?.destinations, name)),
        ]}
        more={
          isPhone ? (
            <div className="dt-sheet-tools">
              {views}
              {state.view === 'orders' ? file : null}
            </div>
          ) : null
        }
      />
      {isPhone ? null : views}
    </>
  )
  const bulk = (
    <>
      <Button
        size="small"
        text={t('Ready: all awaiting')}
        onClick={() => typing.change((now) => readyAll(now, chosen()))}
      />
      <Button size="small" text={t('Make shipment…')} onClick={() => void make.start(chosen())} />
    </>
  )
  const keys = ['q', 'supplier', 'late', 'style', 'to'] as const
  const empty = isFiltered
    ? {
        title: t('Nothing matches'),
        action: { label: t('Clear filters'), run: () => clearFilters(address, [...keys]) },
      }
    : emptyWords(tab, t)
  const tabs = sharingTabs(platformLines, [
    { key: 'awaiting', label: t('Awaiting'), count: counts.awaiting },
    {
      key: 'on_platform',
      label: t('On the platform'),
      count: counts.on_platform,
      figure: figureOfTab('/supplier/shipping-platform', 'on_platform'),
    },
    { key: 'all', label: t('All'), count: counts.all },
  ])
  return (
    <Page
      title={t('Shipping Platform')}
      tabs={tabs}
      tab={tab}
      onTab={(next) => address.set({ tab: next }, 'push')}
      tools={
        <>
          <PhoneMore>
            <Button icon={<Download />} text={t('Download sheet')} onClick={getSheet} />
            <Button icon={<Upload />} text={t('Upload sheet')} onClick={() => sheet.open()} />
          </PhoneMore>
          <Button
            intent="primary"
            text={t('Make shipment…')}
            disabled={found.isOld}
            onClick={() => void make.start(chosen())}
          />
        </>
      }
    >
      <div className="sup-column">
        {state.view === 'orders' ? (
          <PlatformOrders
            list={found}
            {...{ rows, selection, type, isStaff, filters, bulk, empty }}
            change={typing.change}
            tools={isPhone ? null : file}
          />
        ) : (
          <PlatformSheet rows={rows} type={type}>
            <DataTable
              tableId="shipping-platform"
              label={t('Shipping Platform')}
              columns={columns}
              list={{ ...found, rows }}
              rowId={rowId}
              rowLabel={rowLabel}
              selection={selection}
              views={{ list: 'shipping-platform', address: address }}
              exports={exports}
              filters={filters}
              bulk={bulk}
              empty={empty}
            />
          </PlatformSheet>
        )}
        <PlatformSaveBar typing={typing} />
      </div>
      {make.dialog}
      {sheet.dialog}
      {drop}
    </Page>
  )
}

interface PlatformChoice {
  id: string
  name: string
  name_zh: string
  lines: number
}

function asChoices(choices: readonly PlatformChoice[] = [], name: (en: string, zh: string) => string): Choice[] {
  return choices.map((one) => ({
    value: one.id,
    label: name(one.name, one.name_zh),
    hint: one.id,
    count: one.lines,
  }))
}

function emptyWords(tab: string, t: (key: string) => string) {
  if (tab === 'on_platform')
    return { title: t('Nothing is on the platform'), hint: t('Quantities that you enter as ready today come here.') }
  return { title: t('Nothing awaits shipment'), hint: t('Confirmed orders come here with the pieces still to send.') }
}

/** The filled platform sheet, .xlsx or .csv; its template is the platform itself. */
function usePlatformUpload() {
  const { t } = useTranslation()
  const { download } = useDownload()
  return useUploadDialog({
    title: t('Upload platform sheet'),
    accept: ['.xlsx', '.csv'],
    template: {
      label: t('Download the sheet to fill in'),
      download: () => {
        const call = contract.orders.downloadShipmentPlatformItems
        void download(fileCall(call, { tab: 'all' }), fileName(call, {}))
      },
    },
    upload: (file, { mode, key, signal, onProgress }) =>
      api.orders.uploadShipmentPlatformItems({ file, mode }, { key, signal, onProgress }),
  })
}

interface PlatformSheetProps {
  rows: readonly PlatformRow[]
  type: TypeCell
  children: ReactNode
}

const fields = ['ready', 'oos'] as const

/** The two quantity columns as a sheet. */
export function PlatformSheet({ rows, type, children }: PlatformSheetProps) {
  const { t } = useTranslation()
  const paste = (at: SheetPlace, text: string) => {
    let left = 0
    readBlock(text).forEach((cells, down) => {
      cells.forEach((cell, across) => {
        const row = rows[at.row + down]
        const field = fields[at.column + across]
        if (cell === null || field === undefined) return
        if (row === undefined || cell === 'refused') left += 1
        else type(row.item, field, cell)
      })
    })
    if (left > 0) showToast({ tone: 'info', text: t('Pasted cells left out: {{n}}', { n: left }) })
  }
  return (
    <TableSheet rows={rows.length} columns={fields.length} onPaste={paste}>
      {children}
    </TableSheet>
  )
}

/** What was typed and not saved, counted; a line that does not fit is named. */
export function PlatformSaveBar({ typing }: { typing: ReturnType<typeof usePlatformDraft> }) {
  const { t } = useTranslation()
  const formats = useFormats()
  const { draft, known, rows, change, save } = typing
  const sums = draftSums(draft, known)
  if (sums.lines === 0) return null
  const signed = (value: number) => `${value > 0 ? '+' : ''}${formats.number(value)}`
  const faulty = rows.filter((row) => row.fault !== null)
  const [first] = faulty
  const problem = first?.fault
    ? `${first.item.order_id} ${first.item.nm_sku}: ${t(first.fault.message)} ${first.fault.expected ?? ''}`
    : null
  return (
    <SaveBar
      summary={
        sums.isKnown
          ? t('Lines changed: {{lines}} · Ready {{ready}} · Out of stock {{oos}}', {
              lines: formats.number(sums.lines),
              ready: signed(sums.ready),
              oos: signed(sums.oos),
            })
          : t('Lines changed: {{lines}} · by how many pieces is known once they are loaded', {
              lines: formats.number(sums.lines),
            })
      }
      problem={problem}
      isSaving={save.isRunning}
      error={save.error}
      onSave={() => void save.run(draft)}
      onDiscard={() => change(() => ({}))}
    />
  )
}

export const platformParams = {
  tab: oneOfParam(['awaiting', 'on_platform', 'all'], 'awaiting'),
  view: oneOfParam(['orders', 'lines'], 'orders'),
  q: textParam(),
  supplier: textParam(),
  late: flagParam(),
  style: textParam(),
  to: textParam(),
}

export type PlatformState = StateOf<typeof platformParams>

/** What the list shows but for its search: by order or by line, it shows the same lines, which stay chosen. */
export function listShown({ q: _search, view: _view, ...filter }: PlatformState): string {
  return JSON.stringify(filter)
}

/** The same filter for the list, its counts and the sheet to download. */
export function platformFilter({ q, supplier, late, style, to }: PlatformState) {
  return {
    ...(q && { search: q }),
    ...(supplier && { supplier_id: supplier }),
    ...(late && { late }),
    ...(style && { style_id: style }),
    ...(to && { destination_id: to }),
  }
}
