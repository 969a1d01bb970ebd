import '../supplier.css'
import './invoices.css'
import { Button } from '@blueprintjs/core'
import { useCallback } from 'react'
import { useTranslation } from 'react-i18next'
import { useCounts } from '../../actions/useRows.ts'
import { Page } from '../../kit/Page.tsx'
import { useListState } from '../../table/use-list-state.ts'
import { useRight } from '../use-right.ts'
import { InvoiceDrawer } from './InvoiceDrawer.tsx'
import { InvoiceTable } from './InvoiceTable.tsx'
import { invoiceFilter, invoiceParams, readyFilter } from './invoice-params.ts'
import { ReadyTable } from './ReadyTable.tsx'
import { useBoxesUpload } from './use-boxes-upload.tsx'
import { useCreateInvoice } from './use-create-invoice.tsx'
import { useTradeParties } from './use-trade-parties.tsx'

/** Supplier › Invoices and exports: from boxes that passed to an invoice, its export order, and the way to India. */
export function QcInvoicesScreen() {
  const { t } = useTranslation()
  const list = useListState(invoiceParams)
  const { tab, invoice, view } = list.state
  const counts = useCounts('chinaQc.getInvoices', invoiceFilter(list.state))
  const ready = useCounts('chinaQc.getBoxesForInvoice', readyFilter(list.state))
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
