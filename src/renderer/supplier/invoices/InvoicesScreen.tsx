import '../supplier.css'
import './invoices.css'
import { Button } from '@blueprintjs/core'
import { lazy, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { complete, invoices, missingOf, stageOf, stageWords } from '../../../shared/areas/invoices/lists.ts'
import { mostShipped } from '../../../shared/areas/invoices/rules.ts'
import { contract } from '../../../shared/areas.ts'
import { allRows } from '../../actions/useRows.ts'
import { useSupplierChoices } from '../../api/use-suppliers.ts'
import { Page } from '../../kit/Page.tsx'
import { LoadingRows } from '../../kit/states.tsx'
import { showToast } from '../../kit/Toasts.tsx'
import { useRight } from '../../session/use-right.ts'
import { type Tag, tableColumns, tagsCell, toneCell } from '../../table/columns.tsx'
import { ListTable, useList, useListCounts } from '../../table/ListTable.tsx'
import {
  askedOf,
  asksBeyond,
  choiceFilter,
  datesFilter,
  type ListState,
  searchFilter,
  useListState,
} from '../../table/list-state.ts'
import type { Locale } from '../../table/words.ts'
import { useLoading } from '../qc/moves/what-moves.tsx'
import { useBoxesUpload, useCreateInvoice } from './CreateInvoice.tsx'
import { InvoiceDrawer } from './InvoiceDrawer.tsx'
import { type Invoice, type InvoiceListTab, invoiceParams, readyWords, stageTones } from './invoice-list.ts'
import { ReadyTable } from './ReadyTable.tsx'
import { useShipToIndia } from './ShipDialog.tsx'
import { useTradeParties } from './TradeParties.tsx'

/** Its code, with the queue of its scans, comes when it is opened. */
const LoadingStation = lazy(async () => ({ default: (await import('./LoadingStation.tsx')).LoadingStation }))

/** Supplier › Invoices and exports: from boxes that passed to an invoice, its export order, and the way to India. */
export function InvoicesScreen() {
  const { t } = useTranslation()
  const address = useListState(invoiceParams)
  const { tab, invoice, view, load } = address.state
  const counts = useListCounts('invoices.getInvoices', askedOf(invoiceParams, address.state))
  const ready = useListCounts('invoices.getBoxesForInvoice', askedOf(invoiceParams, address.state, readyWords))
  const mayInvoice = useRight('chinaInvoices')
  const { set } = address
  const create = useCreateInvoice((number) => set({ tab: 'to_export', invoice: number, view: 'papers' }, 'push'))
  const byFile = useBoxesUpload(mayInvoice ? create.open : null)
  const parties = useTradeParties()
  if (invoice && load)
    return (
      <Suspense fallback={<LoadingRows />}>
        <LoadingStation number={invoice} onBack={() => set({ load: false, view: 'boxes' })} />
      </Suspense>
    )
  return (
    <Page
      title={t('Invoices and exports')}
      tabs={[
        {
          key: 'ready',
          label: t('Ready for invoice'),
          count: ready.boxes,
          isBeyondFilter: asksBeyond(invoiceParams, address.state, readyWords),
        },
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
        <ReadyTable address={address} counted={ready} onInvoice={mayInvoice ? create.open : null} />
      ) : (
        <InvoiceTable key={tab} address={address} tab={tab} matching={counts[tab]} />
      )}
      {invoice ? (
        <InvoiceDrawer
          key={invoice}
          number={invoice}
          view={view}
          onView={(next) => set({ view: next })}
          onLoad={() => set({ load: true }, 'push')}
          onClose={() => set({ invoice: '', view: 'papers' })}
        />
      ) : null}
      {create.dialog}
      {byFile.dialog}
      {parties.dialog}
    </Page>
  )
}

interface InvoiceTableProps {
  address: ListState<typeof invoiceParams>
  tab: Exclude<InvoiceListTab, 'ready'>
  matching: number | undefined
}

/** Invoices of one tab, newest first; those with an export order are shipped together from here. */
function InvoiceTable({ address, tab, matching }: InvoiceTableProps) {
  const { t } = useTranslation()
  const suppliers = useSupplierChoices()
  const list = useList(invoices, address, { call: 'invoices.getInvoices', also: { tab } })
  const ship = useShipToIndia(list.selection.clear)
  const isShipping = useRight('chinaQcLead') && tab === 'to_ship'
  const isAll = list.selection.selection.mode === 'all'
  const gathering = useLoading()
  const shipChosen = async () => {
    const most = mostShipped + 1
    const gather = () => allRows('invoices.getInvoices', { ...list.asked, page_size: most }, { most })
    const chosen = isAll ? await gathering.run(gather) : list.chosen
    if (!chosen) return
    if (chosen.length < most) return ship.openInvoices(chosen.map(invoices.rowId))
    const text = t('{{n}} invoices at once at most: please narrow the list first.', { n: mostShipped })
    showToast({ tone: 'error', text })
  }
  return (
    <>
      <ListTable
        list={list}
        label={t('Invoices and exports')}
        columns={invoiceColumns}
        matching={matching}
        opens="invoice"
        onOpen={(row) => address.set({ invoice: row.invoice_number, view: 'papers' }, 'push')}
        file={{ call: contract.frame.exportInvoices, ids: 'invoice_numbers' }}
        filters={[
          searchFilter<typeof invoiceParams>('q', t('Invoice, export order, box, order')),
          choiceFilter<typeof invoiceParams>('supplier', t('Supplier'), suppliers),
          datesFilter<typeof invoiceParams>('from', 'to', t('Issued on')),
        ]}
        tools={
          isShipping ? (
            <Button
              size="small"
              text={t('Ship all to India…')}
              disabled={list.loaded.rows.length === 0}
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
              loading={gathering.isRunning}
              onClick={() => void shipChosen()}
            />
          ) : null
        }
        empty={{ title: t('No invoices here'), hint: t('Invoices are made of boxes that are ready for one.') }}
      />
      {ship.dialog}
    </>
  )
}

export const invoiceColumns = tableColumns<Invoice>(invoices.fields, {
  cells: {
    state: toneCell((row) => ({ word: stageWords[stageOf(row)], tone: stageTones[stageOf(row)] })),
    missing: tagsCell(missingTags),
  },
})

/** How much an export order still wants. */
function missingTags(row: Invoice, { t, plural }: Locale): Tag[] {
  const words = missingOf(row)
  if (words.length === 0) return []
  const n = row.missing.length
  if (n === 0) return [{ text: t(complete), tone: 'good' }]
  const hint = [...new Set(words.map((word) => t(word)))].join('\n')
  return [{ text: plural(n, '1 fact missing', '{{n}} facts missing'), tone: 'warn', hint }]
}
