import { Button } from '@blueprintjs/core'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { contract } from '../../../shared/areas.ts'
import { DownloadMenu, PrintButton, useFile } from '../../actions/files.tsx'
import { useAnswer } from '../../actions/useRows.ts'
import { key } from '../../i18n/formats.ts'
import { Drawer } from '../../kit/Drawer.tsx'
import { Loaded } from '../../kit/Loaded.tsx'
import { Tabs } from '../../kit/Page.tsx'
import { StatusTag } from '../../kit/StatusTag.tsx'
import { EmptyState } from '../../kit/states.tsx'
import { History } from '../../kit/Timeline.tsx'
import { useRight } from '../../session/use-right.ts'
import { InvoiceBoxes, InvoiceDocuments, InvoiceStyles } from './InvoiceDocuments.tsx'
import type { InvoiceView } from './invoice-params.ts'
import { type Invoice, type InvoiceDetails, stageOf, stageTones, stageWords } from './invoice-stage.ts'
import { useInvoiceMoves, useShipToIndia } from './ShipDialog.tsx'

interface InvoiceDrawerProps {
  number: string
  view: InvoiceView
  onView: (view: InvoiceView) => void
  onClose: () => void
}

/** One invoice: what it says, what its export order still wants, and its way to India. */
export function InvoiceDrawer({ number, view, onView, onClose }: InvoiceDrawerProps) {
  const { t } = useTranslation()
  const found = useAnswer('invoices.getInvoices', { invoice_numbers: [number], page_size: 1 })
  const [invoice] = found.data?.rows ?? []
  if (invoice) return <OpenInvoice {...{ invoice, view, onView, onClose }} />
  return (
    <Drawer isOpen onClose={onClose} title={number} width={1080}>
      <Loaded answer={found}>
        {() => <EmptyState title={t('Invoice {{invoice_number}} was not found.', { invoice_number: number })} />}
      </Loaded>
    </Drawer>
  )
}

interface OpenInvoiceProps extends Omit<InvoiceDrawerProps, 'number'> {
  invoice: Invoice
}

function OpenInvoice({ invoice, view, onView, onClose }: OpenInvoiceProps) {
  const { t } = useTranslation()
  const { invoice_number } = invoice
  const details = useAnswer('invoices.invoiceDetails', { invoice_number })
  const stage = stageOf(invoice)
  const shown: Record<Exclude<InvoiceView, 'papers'>, (data: InvoiceDetails) => ReactNode> = {
    boxes: ({ boxes }) => <InvoiceBoxes boxes={boxes} />,
    styles: ({ styles }) => <InvoiceStyles styles={styles} isAsked={stage === 'to_export'} />,
    history: ({ history }) => <History history={history} numbers={eventNumbers} more={(of) => reasonsOf(of, t)} />,
  }
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
              { key: 'styles', label: t('Styles'), count: details.data?.styles.length },
              { key: 'history', label: t('History') },
            ]}
            tab={view}
            onTab={onView}
          />
        </div>
        <div className="ship-view">
          {view === 'papers' ? (
            <InvoiceDocuments invoice={invoice} details={details.data} />
          ) : (
            <Loaded answer={details}>{shown[view]}</Loaded>
          )}
        </div>
      </div>
    </Drawer>
  )
}

const eventNumbers = { boxes: key('Boxes'), pieces: key('Pieces') }

function reasonsOf(details: Readonly<Record<string, unknown>>, t: (text: string) => string): string[] {
  const said = [details.reason, details.export_order_number]
  return said.flatMap((words) => (typeof words === 'string' ? t(words) : []))
}

/** What can be done with an invoice, in its head; the next step is filled. */
function InvoiceActions({ invoice }: { invoice: Invoice }) {
  const { t } = useTranslation()
  const mayInvoice = useRight('chinaInvoices')
  const mayShip = useRight('chinaQcLead')
  const moves = useInvoiceMoves(invoice)
  const ship = useShipToIndia()
  const { allowed_actions, invoice_number } = invoice
  const can = (action: (typeof allowed_actions)[number], isRight: boolean) =>
    isRight && allowed_actions.includes(action)
  return (
    <span className="ship-actions">
      {can('void', mayInvoice) ? (
        <Button variant="minimal" intent="danger" text={t('Void invoice')} onClick={moves.voidInvoice} />
      ) : null}
      {can('cancel_export', mayInvoice) ? (
        <Button variant="minimal" intent="danger" text={t('Cancel export order')} onClick={moves.cancelExport} />
      ) : null}
      {can('undo_ship', mayShip) ? (
        <Button variant="minimal" intent="danger" text={t('Undo shipping')} onClick={moves.undoShip} />
      ) : null}
      {mayInvoice ? (
        <PrintButton
          call={contract.invoices.downloadInvoice}
          input={{ invoice_number, format: 'pdf' }}
          title={t('{{invoice_number}}, invoice', { invoice_number })}
        />
      ) : null}
      <InvoiceFiles number={invoice_number} mayInvoice={mayInvoice} />
      {can('ship', mayShip) ? (
        <Button intent="primary" text={t('Ship to India…')} onClick={() => ship.openInvoices([invoice_number])} />
      ) : null}
      {moves.dialog}
      {ship.dialog}
    </span>
  )
}

/** Invoices are full of prices: who may not see them gets the documents without. */
function InvoiceFiles({ number, mayInvoice }: { number: string; mayInvoice: boolean }) {
  const { t } = useTranslation()
  const { get, isGetting } = useFile()
  const { invoices } = contract
  const of = { invoice_number: number }
  const paper = (format: 'xlsx' | 'pdf') =>
    get(invoices.downloadInvoice, { ...of, format }, t('Successfully downloaded Invoice'))
  const priced = [
    [t('Invoice (Excel)'), () => paper('xlsx')],
    [t('Invoice (PDF)'), () => paper('pdf')],
    [t('PO details (Excel)'), () => get(invoices.downloadInvoicePoDetails, of)],
  ] as const
  return (
    <DownloadMenu
      isGetting={isGetting}
      items={[
        ...(mayInvoice ? priced : []),
        [t('Box details (Excel)'), () => get(invoices.downloadInvoiceBoxDetails, of)],
        [t('Product details (Excel)'), () => get(invoices.downloadInvoiceProductDetails, of)],
      ]}
    />
  )
}
