import { Button } from '@blueprintjs/core'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { contract } from '../../../shared/contract/index.ts'
import { useRows } from '../../actions/useRows.ts'
import { DataTable } from '../../table/DataTable.tsx'
import { clearFilters, FilterBar } from '../../table/FilterBar.tsx'
import { choiceFilter, datesFilter, searchFilter } from '../../table/filters.ts'
import { listExport } from '../../table/list-export.ts'
import { isSelected } from '../../table/selection.ts'
import type { ListState } from '../../table/use-list-state.ts'
import { useRowSelection } from '../../table/use-row-selection.ts'
import { useKnowsView } from '../../table/use-views.ts'
import { useRight } from '../use-right.ts'
import { useSupplierChoices } from '../use-suppliers.ts'
import { invoiceColumns } from './invoice-columns.tsx'
import { type InvoiceListTab, invoiceFilter, invoiceFilterKeys, invoiceParams } from './invoice-params.ts'
import type { Invoice } from './invoice-stage.ts'
import { useShipToIndia } from './use-ship-to-india.tsx'

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
    'chinaQc.getInvoices',
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
        exports={listExport(contract.house.exportInvoices, listed, (ids) => ({ invoice_numbers: [...ids] }))}
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
