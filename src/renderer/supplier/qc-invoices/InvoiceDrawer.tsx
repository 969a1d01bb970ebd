import { useTranslation } from 'react-i18next'
import { useSay } from '../../actions/say.ts'
import { useAnswer } from '../../actions/useRows.ts'
import { Drawer } from '../../kit/Drawer.tsx'
import { StatusTag } from '../../kit/StatusTag.tsx'
import { EmptyState, FailedState, LoadingRows } from '../../kit/states.tsx'
import { Tabs } from '../../kit/Tabs.tsx'
import { InvoiceActions } from './InvoiceActions.tsx'
import { InvoiceBoxes } from './InvoiceBoxes.tsx'
import { InvoiceHistory } from './InvoiceHistory.tsx'
import { InvoicePapers } from './InvoicePapers.tsx'
import { InvoiceStyles } from './InvoiceStyles.tsx'
import type { InvoiceView } from './invoice-params.ts'
import { type Invoice, stageOf, stageTones, stageWords } from './invoice-stage.ts'

interface InvoiceDrawerProps {
  number: string
  view: InvoiceView
  onView: (view: InvoiceView) => void
  onClose: () => void
}

/** One invoice: what it says, what its export order still wants, and its way to India. */
export function InvoiceDrawer({ number, view, onView, onClose }: InvoiceDrawerProps) {
  const { t } = useTranslation()
  const say = useSay()
  const found = useAnswer('chinaQc.getInvoices', { invoice_numbers: [number], page_size: 1 })
  const [invoice] = found.data?.rows ?? []
  if (invoice) return <OpenInvoice {...{ invoice, view, onView, onClose }} />
  return (
    <Drawer isOpen onClose={onClose} title={number} width={1080}>
      {found.isError ? (
        <FailedState text={say.problem(found.error)} onRetry={() => void found.reload()} />
      ) : found.isLoading ? (
        <LoadingRows />
      ) : (
        <EmptyState title={t('Invoice {{invoice_number}} was not found.', { invoice_number: number })} />
      )}
    </Drawer>
  )
}

interface OpenInvoiceProps extends Omit<InvoiceDrawerProps, 'number'> {
  invoice: Invoice
}

function OpenInvoice({ invoice, view, onView, onClose }: OpenInvoiceProps) {
  const { t } = useTranslation()
  const say = useSay()
  const { invoice_number } = invoice
  const details = useAnswer('house.invoiceDetails', { invoice_number })
  const { data, isError, error, reload } = details
  const stage = stageOf(invoice)
  return (
    <Drawer
      isOpen
      onClose={onClose}
      width={1080}
      title={invoice_number}
      beside={
        <>
          <StatusTag status={stageWords[stage]} tone={stageTones[stage]} />
          <InvoiceActions invoice={invoice} />
        </>
      }
    >
      <div className="ship">
        <div className="ship-tabs">
          <Tabs
            label={invoice_number}
            tabs={[
              { key: 'papers', label: t('Papers') },
              { key: 'boxes', label: t('Boxes'), count: invoice.boxes },
              { key: 'styles', label: t('Styles'), count: data?.styles.length },
              { key: 'history', label: t('History') },
            ]}
            tab={view}
            onTab={onView}
          />
        </div>
        <div className="ship-view">
          {view === 'papers' ? <InvoicePapers invoice={invoice} details={data} /> : null}
          {view !== 'papers' && isError ? (
            <FailedState text={say.problem(error)} onRetry={() => void reload()} />
          ) : null}
          {view !== 'papers' && !isError && !data ? <LoadingRows /> : null}
          {view === 'boxes' && data ? <InvoiceBoxes boxes={data.boxes} /> : null}
          {view === 'styles' && data ? <InvoiceStyles styles={data.styles} isAsked={stage === 'to_export'} /> : null}
          {view === 'history' && data ? <InvoiceHistory history={data.history} /> : null}
        </div>
      </div>
    </Drawer>
  )
}
