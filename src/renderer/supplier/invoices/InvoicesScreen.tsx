import '../supplier.css'
import './invoices.css'
import { Button } from '@blueprintjs/core'
import { useCallback, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { contract } from '../../../shared/areas.ts'
import { useCounts, useRows } from '../../actions/useRows.ts'
import { useSupplierChoices } from '../../api/use-suppliers.ts'
import { key } from '../../i18n/formats.ts'
import { Page } from '../../kit/Page.tsx'
import { useRight } from '../../session/use-right.ts'
import {
  type Column,
  codeColumn,
  dayColumn,
  flagsColumn,
  moneyColumn,
  partColumn,
  piecesColumn,
  textColumn,
} from '../../table/columns.tsx'
import { DataTable } from '../../table/DataTable.tsx'
import { listExport } from '../../table/ExportMenu.tsx'
import { clearFilters, FilterBar } from '../../table/FilterBar.tsx'
import { choiceFilter, datesFilter, type ListState, searchFilter, useListState } from '../../table/list-state.ts'
import { isSelected, useRowSelection } from '../../table/selection.ts'
import { useKnowsView } from '../../table/views.ts'
import { useBoxesUpload, useCreateInvoice } from './CreateInvoice.tsx'
import { InvoiceDrawer } from './InvoiceDrawer.tsx'
import { type InvoiceListTab, invoiceFilter, invoiceFilterKeys, invoiceParams, readyFilter } from './invoice-params.ts'
import { type Invoice, missingWords, stageOf, stageTones, stageWords } from './invoice-stage.ts'
import { ReadyTable } from './ReadyTable.tsx'
import { useShipToIndia } from './ShipDialog.tsx'
import { useTradeParties } from './TradeParties.tsx'

/** Supplier › Invoices and exports: from boxes that passed to an invoice, its export order, and the way to India. */
export function QcInvoicesScreen() {
  const { t } = useTranslation()
  const list = useListState(invoiceParams)
  const { tab, invoice, view } = list.state
  const counts = useCounts('invoices.getInvoices', invoiceFilter(list.state))
  const ready = useCounts('invoices.getBoxesForInvoice', readyFilter(list.state))
  const mayInvoice = useRight('chinaInvoices')
  const { set } = list
  const open = useCallback((number: string) => set({ invoice: number, view: 'papers' }, 'push'), [set])
  const create = useCreateInvoice((number) => set({ tab: 'to_export', invoice: number, view: 'papers' }, 'push'))
  const byFile = useBoxesUpload(mayInvoice ? create.open : null)
  const parties = useTradeParties()
  return (
    <Page
      title={t('Invoices and exports')}
      tabs={[
        { key: 'ready', label: t('Ready for invoice'), count: ready.boxes },
        { key: 'to_export', label: t('To export'), count: counts.to_export },
        { key: 'to_ship', label: t('To ship'), count: counts.to_ship },
        { key: 'shipped', label: t('Shipped to India'), count: counts.shipped },
        { key: 'void', label: t('Void'), count: counts.void },
        { key: 'all', label: t('All'), count: counts.all },
      ]}
      tab={tab}
      onTab={(next) => set({ tab: next }, 'push')}
      tools={
        <>
          <Button text={t('Trade parties')} onClick={parties.open} />
          <Button text={t('Boxes by file')} onClick={() => byFile.open()} />
        </>
      }
    >
      {tab === 'ready' ? (
        <ReadyTable list={list} counted={ready} onInvoice={mayInvoice ? create.open : null} />
      ) : (
        <InvoiceTable key={tab} list={list} tab={tab} matching={counts[tab]} onOpen={open} />
      )}
      {invoice ? (
        <InvoiceDrawer
          key={invoice}
          number={invoice}
          view={view}
          onView={(next) => set({ view: next })}
          onClose={() => set({ invoice: '', view: 'papers' })}
        />
      ) : null}
      {create.dialog}
      {byFile.dialog}
      {parties.dialog}
    </Page>
  )
}

const rowId = (row: Invoice) => row.invoice_number

interface InvoiceTableProps {
  list: ListState<typeof invoiceParams>
  tab: Exclude<InvoiceListTab, 'ready'>
  matching: number | undefined
  onOpen: (number: string) => void
}

/** Invoices of one tab, newest first; those with an export order are shipped together from here. */
export function InvoiceTable({ list, tab, matching, onOpen }: InvoiceTableProps) {
  const { t } = useTranslation()
  const suppliers = useSupplierChoices()
  const seesPrices = useRight('seePrices')
  const mayShip = useRight('chinaQcLead')
  const filter = invoiceFilter(list.state)
  const listed = { ...filter, tab }
  const found = useRows(
    'invoices.getInvoices',
    { ...listed, page_size: 100 },
    { enabled: useKnowsView('qc-invoices', list) },
  )
  const selection = useRowSelection(JSON.stringify(listed))
  const columns = useMemo(() => invoiceColumns(seesPrices), [seesPrices])
  const chosen = found.rows.map(rowId).filter((id) => isSelected(selection.selection, id))
  const ship = useShipToIndia([], selection.clear)
  const isShipping = tab === 'to_ship' && mayShip
  return (
    <>
      <DataTable
        tableId="qc-invoices"
        label={t('Invoices and exports')}
        columns={columns}
        list={found}
        rowId={rowId}
        selection={selection}
        matching={matching}
        onOpen={(row) => onOpen(row.invoice_number)}
        openId={list.state.invoice || null}
        views={{ list: 'qc-invoices', address: list }}
        exports={listExport(contract.frame.exportInvoices, listed, (ids) => ({ invoice_numbers: [...ids] }))}
        filters={
          <FilterBar
            params={invoiceParams}
            list={list}
            filters={[
              searchFilter<typeof invoiceParams>('q', t('Invoice, export order, box, order')),
              choiceFilter<typeof invoiceParams>('supplier', t('Supplier'), suppliers),
              datesFilter<typeof invoiceParams>('from', 'to', t('Issued on')),
            ]}
          />
        }
        tools={
          isShipping ? (
            <Button
              size="small"
              text={t('Ship all to India…')}
              disabled={found.rows.length === 0}
              onClick={() => ship.openInvoices()}
            />
          ) : null
        }
        bulk={
          isShipping ? (
            <Button
              intent="primary"
              size="small"
              text={t('Ship to India…')}
              onClick={() => ship.openInvoices(selection.selection.mode === 'all' ? undefined : chosen)}
            />
          ) : null
        }
        empty={
          Object.keys(filter).length > 0
            ? {
                title: t('Nothing matches'),
                action: { label: t('Clear filters'), run: () => clearFilters(list, invoiceFilterKeys) },
              }
            : { title: t('No invoices here'), hint: t('Invoices are made of boxes that are ready for one.') }
        }
      />
      {ship.dialog}
    </>
  )
}

/** Without the value for those who may not see prices. */
export function invoiceColumns(seesPrices: boolean): readonly Column<Invoice>[] {
  const total = moneyColumn<Invoice>({
    id: 'total',
    header: key('Invoice value'),
    width: 104,
    exports: [
      { id: 'total', header: key('Invoice value') },
      { id: 'currency', header: key('Currency') },
    ],
    of: (row) => row.total,
  })
  return [
    codeColumn({ id: 'invoice', header: key('Invoice'), width: 126, pinned: true, of: (row) => row.invoice_number }),
    partColumn({ id: 'state', header: key('Status'), width: 138, words: stageWords, of: stageCell }),
    flagsColumn({
      id: 'missing',
      header: key('Still missing'),
      width: 122,
      words: missingWords,
      of: (row, { t, plural }) => missingTags(row, t, plural),
    }),
    dayColumn({ id: 'issued_on', header: key('Issued on'), width: 104, of: (row) => row.issued_on }),
    textColumn({
      id: 'suppliers',
      header: key('Suppliers'),
      width: 130,
      grows: true,
      of: (row, { name }) => name(row.suppliers.join(', '), row.suppliers_zh.join('、')),
    }),
    piecesColumn({ id: 'boxes', header: key('Boxes'), width: 64, of: (row) => row.boxes }),
    piecesColumn({ id: 'pieces', header: key('Pieces'), width: 72, of: (row) => row.pieces }),
    ...(seesPrices ? [total] : []),
    textColumn({
      id: 'export_order',
      header: key('Export order'),
      width: 104,
      of: (row) => row.export_order?.export_order_number ?? '–',
    }),
    textColumn({
      id: 'consignee',
      header: key('Consignee'),
      width: 140,
      shownFrom: 1400,
      // Names of one house are alike in their first words; its codes are not.
      of: (row) => `${row.consignee} · ${row.consignee_name}`,
    }),
    textColumn({ id: 'created_by', header: key('Made by'), width: 120, hidden: true, of: (row) => row.created_by }),
  ]
}

function stageCell(row: Invoice, { t }: { t: (text: string) => string }) {
  const stage = stageOf(row)
  return (
    <span className="status-tag" data-tone={stageTones[stage]}>
      {t(stageWords[stage])}
    </span>
  )
}

/** How much an export order still wants; of an invoice that is void or gone, nobody asks any more. */
function missingTags(
  row: Invoice,
  t: (text: string) => string,
  plural: (n: number, one: string, many: string) => string,
) {
  const stage = stageOf(row)
  if (stage === 'void' || stage === 'shipped') return []
  const n = row.missing.length
  if (n === 0) return [{ text: t('Complete'), tone: 'good' as const }]
  const hint = [...new Set(row.missing.map(({ field }) => t(missingWords[field] ?? field)))].join('\n')
  return [{ text: plural(n, '1 fact missing', '{{n}} facts missing'), tone: 'warn' as const, hint }]
}
