import { Button } from '@blueprintjs/core'
import { useTranslation } from 'react-i18next'
import { type InvoiceAction, invoiceActionLabels, invoiceOffers } from '../../../shared/areas/invoices/rules.ts'
import { contract, type Right } from '../../../shared/areas.ts'
import { WhyClosed } from '../../actions/ClosedMoves.tsx'
import { DownloadMenu, PrintButton, useFile } from '../../actions/files.tsx'
import { api, type CallOptions } from '../../api/client.ts'
import { useAskedAction } from '../../forms/useAskedAction.tsx'
import { key } from '../../i18n/formats.ts'
import { boxesAndPieces } from '../../kit/amounts.ts'
import { useRight } from '../../session/use-right.ts'
import { useLocale } from '../../table/words.ts'
import type { Invoice } from './invoice-list.ts'
import { useShipToIndia } from './ShipDialog.tsx'

/** What can be done with an invoice, in its head; the next step is filled. */
export function InvoiceActions({ invoice, onLoad }: { invoice: Invoice; onLoad: () => void }) {
  const { t } = useTranslation()
  const { invoice_number, allowed_actions } = invoice
  const may = { chinaInvoices: useRight('chinaInvoices'), chinaQcLead: useRight('chinaQcLead') }
  const back = useTakeBack(invoice)
  const ship = useShipToIndia()
  const mayLoad = useRight('chinaQc') && invoice.export_order?.state === 'OPEN'
  return (
    <span className="drawer-tools">
      {may.chinaInvoices ? <WhyClosed moves={invoiceOffers(invoice)} usual="" names={invoiceActionLabels} /> : null}
      {takeBacks
        .filter(({ right, action }) => may[right] && allowed_actions.includes(action))
        .map((step) => (
          <Button
            key={step.action}
            variant="minimal"
            intent="danger"
            text={t(step.confirm)}
            onClick={() => back.ask({ step })}
          />
        ))}
      {may.chinaInvoices ? (
        <PrintButton
          call={contract.invoices.downloadInvoice}
          input={{ invoice_number, format: 'pdf' }}
          title={t('{{invoice_number}}, invoice', { invoice_number })}
        />
      ) : null}
      <InvoiceFiles number={invoice_number} mayInvoice={may.chinaInvoices} />
      {mayLoad ? <Button text={t('Load…')} onClick={onLoad} /> : null}
      {may.chinaQcLead && allowed_actions.includes('ship') ? (
        <Button intent="primary" text={t('Ship to India…')} onClick={() => ship.openInvoices([invoice_number])} />
      ) : null}
      {back.dialog}
      {ship.dialog}
    </span>
  )
}

interface TakeBack {
  action: InvoiceAction
  right: Extract<Right, 'chinaInvoices' | 'chinaQcLead'>
  /** English, and the keys of their translations; they may name the invoice, its export order, and `what` it holds. */
  title: string
  text: string
  confirm: string
  usual: readonly string[]
  run: (invoice: Invoice, reason: string, options: CallOptions) => Promise<unknown>
}

/** What takes documents back: what is said of it before, and the call. */
const takeBacks: readonly TakeBack[] = [
  {
    action: 'void',
    right: 'chinaInvoices',
    title: key('Void invoice {{invoice_number}}?'),
    text: key(
      'Ready for an invoice again: {{what}}. The paper stays, marked void, and its number is not given to another.',
    ),
    confirm: key('Void invoice'),
    usual: [key('Wrong boxes'), key('Wrong price'), key('Wrong consignee'), key('Customer cancelled')],
    run: ({ invoice_number, version }, reason, options) =>
      api.invoices.createInvoice({ action: 'void', invoice_number, version, reason }, options),
  },
  {
    action: 'cancel_export',
    right: 'chinaInvoices',
    title: key('Cancel export order {{export_order_number}}?'),
    text: key('Invoice {{invoice_number}} stays; another export order can be made for it, or it can be made void.'),
    confirm: key('Cancel export order'),
    usual: [key('Wrong terms'), key('Wrong weight'), key('Other carrier'), key('Not shipping now')],
    run: ({ invoice_number, version }, reason, options) =>
      api.invoices.createExportOrder({ action: 'cancel', invoice_number, version, reason }, options),
  },
  {
    action: 'undo_ship',
    right: 'chinaQcLead',
    title: key('Undo the shipping of {{invoice_number}}?'),
    text: key('Back at China QC, on their invoice and export order: {{what}}.'),
    confirm: key('Undo shipping'),
    usual: [key('Carrier did not come'), key('Shipped by mistake'), key('Held by customs')],
    run: ({ invoice_number, boxes, pieces }, reason, options) =>
      api.invoices.confirmShipToIndia(
        { action: 'undo', invoice_numbers: [invoice_number], expected: { boxes, pieces }, reason },
        options,
      ),
  },
]

function useTakeBack(invoice: Invoice) {
  const words = useLocale()
  const { t } = words
  const said = {
    invoice_number: invoice.invoice_number,
    export_order_number: invoice.export_order?.export_order_number ?? '',
    what: boxesAndPieces(words, invoice),
  }
  return useAskedAction(({ step, reason }, options) => step.run(invoice, reason, options), {
    ask: ({ step }: { step: TakeBack }) => ({
      draft: `${step.action}.${invoice.invoice_number}`,
      title: t(step.title, said),
      text: t(step.text, said),
      confirm: t(step.confirm),
      usual: step.usual,
    }),
  })
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
        [t('Product details (Excel)'), () => get(invoices.downloadInvoiceProductDetails, { ...of, format: 'xlsx' })],
      ]}
    />
  )
}
