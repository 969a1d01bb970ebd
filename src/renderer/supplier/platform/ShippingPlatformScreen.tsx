import '../supplier.css'
import { Button } from '@blueprintjs/core'
import { Download, Upload } from '@blueprintjs/icons'
import { useCallback, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { contract } from '../../../shared/contract/index.ts'
import { useUploadDialog } from '../../actions/upload/useUploadDialog.tsx'
import { useDownload } from '../../actions/useDownload.ts'
import { useFileDrop } from '../../actions/useFileDrop.tsx'
import { useCounts, useRows } from '../../actions/useRows.ts'
import { api, fileCall, fileName } from '../../api/client.ts'
import { Page } from '../../kit/Page.tsx'
import { DataTable } from '../../table/DataTable.tsx'
import { clearFilters, FilterBar } from '../../table/FilterBar.tsx'
import { choiceFilter, searchFilter } from '../../table/filters.ts'
import { listExport } from '../../table/list-export.ts'
import { isSelected } from '../../table/selection.ts'
import { useListState } from '../../table/use-list-state.ts'
import { useRowSelection } from '../../table/use-row-selection.ts'
import { useKnowsView } from '../../table/use-views.ts'
import { useIsStaff, useSupplierChoices } from '../use-suppliers.ts'
import { PlatformSaveBar } from './PlatformSaveBar.tsx'
import { PlatformSheet } from './PlatformSheet.tsx'
import { type PlatformRow, platformColumns } from './platform-columns.tsx'
import { readyAll } from './platform-draft.ts'
import { platformFilter, platformParams } from './platform-params.ts'
import { useMakeShipment } from './use-make-shipment.tsx'
import { usePlatformDraft } from './use-platform-draft.ts'

const rowId = (row: PlatformRow) => row.id
const lineOf = ({ item: { order_id, nm_sku } }: PlatformRow) => ({ order_id, nm_sku })
const rowLabel = ({ item }: PlatformRow) => `${item.order_id} ${item.nm_sku}`

/** Supplier › Shipping Platform: what is ready today, typed like a sheet or uploaded, and shipments made of it. */
export function ShippingPlatformScreen() {
  const { t } = useTranslation()
  const isStaff = useIsStaff()
  const suppliers = useSupplierChoices()
  const list = useListState(platformParams)
  const { tab } = list.state
  const filter = platformFilter(list.state)
  const found = useRows(
    'vendor.getShippingItems',
    { ...filter, tab, page_size: 200 },
    { enabled: useKnowsView('shipping-platform', list) },
  )
  const counts = useCounts('vendor.getShippingItems', filter)
  const typing = usePlatformDraft(found.rows)
  const { rows, type } = typing
  const selection = useRowSelection(JSON.stringify(list.state))
  const make = useMakeShipment(typing, selection.clear)
  const sheet = usePlatformUpload()
  const drop = useFileDrop((file) => sheet.open(undefined, file))
  const { download } = useDownload()
  const columns = useMemo(() => platformColumns(isStaff, type), [isStaff, type])
  const chosen = useCallback(
    () => rows.filter((row) => isSelected(selection.selection, row.id)).map((row) => row.item),
    [rows, selection.selection],
  )
  const getSheet = () => {
    const input = { ...filter, tab }
    const call = contract.vendor.downloadShipmentPlatformItems
    void download(fileCall(call, input), fileName(call, input))
  }
  const isFiltered = Object.keys(filter).length > 0
  return (
    <Page
      title={t('Shipping Platform')}
      tabs={[
        { key: 'awaiting', label: t('Awaiting'), count: counts.awaiting },
        { key: 'on_platform', label: t('On the platform'), count: counts.on_platform },
        { key: 'all', label: t('All'), count: counts.all },
      ]}
      tab={tab}
      onTab={(next) => list.set({ tab: next }, 'push')}
      tools={
        <>
          <Button icon={<Download />} text={t('Download sheet')} onClick={getSheet} />
          <Button icon={<Upload />} text={t('Upload sheet')} onClick={() => sheet.open()} />
          <Button intent="primary" text={t('Make shipment…')} onClick={() => void make.start(chosen())} />
        </>
      }
    >
      <div className="sup-column">
        <PlatformSheet rows={rows} type={type}>
          <DataTable
            tableId="shipping-platform"
            label={t('Shipping Platform')}
            columns={columns}
            list={{ ...found, rows }}
            rowId={rowId}
            rowLabel={rowLabel}
            selection={selection}
            views={{ list: 'shipping-platform', address: list }}
            exports={listExport(contract.house.exportPlatform, { ...filter, tab }, (ids) => ({
              lines: rows.filter(({ id }) => ids.includes(id)).map(lineOf),
            }))}
            filters={
              <FilterBar
                params={platformParams}
                list={list}
                filters={[
                  searchFilter<typeof platformParams>('q', t('Order, SKU, style')),
                  ...(isStaff ? [choiceFilter<typeof platformParams>('supplier', t('Supplier'), suppliers)] : []),
                ]}
              />
            }
            bulk={
              <>
                <Button
                  size="small"
                  text={t('Ready: all awaiting')}
                  onClick={() => typing.change((now) => readyAll(now, chosen()))}
                />
                <Button size="small" text={t('Make shipment…')} onClick={() => void make.start(chosen())} />
              </>
            }
            empty={
              isFiltered
                ? {
                    title: t('Nothing matches'),
                    action: { label: t('Clear filters'), run: () => clearFilters(list, ['q', 'supplier']) },
                  }
                : emptyWords(tab, t)
            }
          />
        </PlatformSheet>
        <PlatformSaveBar typing={typing} />
      </div>
      {make.dialog}
      {sheet.dialog}
      {drop}
    </Page>
  )
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
        const call = contract.vendor.downloadShipmentPlatformItems
        void download(fileCall(call, { tab: 'all' }), fileName(call, {}))
      },
    },
    upload: (file, { mode, key, signal, onProgress }) =>
      api.vendor.uploadShipmentPlatformItems({ file, mode }, { key, signal, onProgress }),
  })
}
