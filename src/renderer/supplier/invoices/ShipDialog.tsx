import '../supplier.css'
import './invoices.css'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { CallData } from '../../actions/calls.ts'
import { useAction } from '../../actions/useAction.ts'
import { useAnswer, useRefresh } from '../../actions/useRows.ts'
import { api } from '../../api/client.ts'
import { TextField, useReason } from '../../forms/fields.tsx'
import { key } from '../../i18n/formats.ts'
import { boxesAndPieces } from '../../kit/amounts.ts'
import { DialogParts, type DialogTurn, Modal, useDialog } from '../../kit/dialogs.tsx'
import { FieldTable, type ShownField } from '../../kit/field-views.tsx'
import { LeftOutList } from '../../kit/LeftOutList.tsx'
import { Loaded } from '../../kit/Loaded.tsx'
import { Callout, EmptyState } from '../../kit/states.tsx'
import { useRight } from '../../session/use-right.ts'
import { useLocale } from '../../table/words.ts'
import { transportWords } from './ExportForm.tsx'
import type { Invoice } from './invoice-stage.ts'

/** What was chosen; nothing: all that can go. */
export interface ShipWish {
  box_ids?: string[]
  invoice_numbers?: string[]
}

export interface ShipToIndia {
  /** Boxes of the platform: what of them can go, by invoice. Those given to the hook where none are named. */
  open: (boxIds?: readonly string[]) => void
  /** Invoices; left out, all that can go. */
  openInvoices: (invoiceNumbers?: readonly string[]) => void
  dialog: ReactNode
}

/**
 * Ships invoices with their export orders, after a summary of what goes and what does not:
 * `const ship = useShipToIndia(chosen, clear); … ship.open() … {ship.dialog}`
 */
export function useShipToIndia(boxIds: readonly string[] = [], onDone?: () => void): ShipToIndia {
  const { open, dialog } = useDialog(ShipDialog, { onShipped: onDone })
  return {
    open: (named = boxIds) => open({ wish: { box_ids: [...named] } }),
    openInvoices: (numbers) => open({ wish: numbers ? { invoice_numbers: [...numbers] } : {} }),
    dialog,
  }
}

interface ShipDialogProps extends DialogTurn {
  wish: ShipWish
  onShipped: (() => void) | undefined
}

/** Ship to India: first what goes and what is left out and why, then the carrier, then it goes, exactly as shown. */
function ShipDialog({ wish, onShipped, ...turn }: ShipDialogProps) {
  const { t } = useTranslation()
  return (
    <Modal {...turn} title={t('Ship to India')} className="inv-ship" width={980} isTyped>
      <ShipBody wish={wish} onClose={turn.onClose} onShipped={onShipped} />
    </Modal>
  )
}

function ShipBody({ wish, onClose, onShipped }: Omit<ShipDialogProps, 'isOpen'>) {
  const { t } = useTranslation()
  const answer = useAnswer('invoices.shipToIndiaSummary', wish)
  return (
    <Loaded answer={answer} rows={5}>
      {(summary) =>
        summary.invoices.length === 0 ? (
          <DialogParts onCancel={onClose}>
            <EmptyState title={t('Nothing can go now')} text={t('Only invoices with an export order go to India.')} />
            <LeftOutList leftOut={summary.left_out} />
          </DialogParts>
        ) : (
          <ShipForm {...{ summary, onClose, onShipped }} isFetching={answer.isFetching} />
        )
      }
    </Loaded>
  )
}

interface ShipFormProps extends Pick<ShipDialogProps, 'onClose' | 'onShipped'> {
  summary: ShipSummary
  isFetching: boolean
}

function ShipForm({ summary, isFetching, onClose, onShipped }: ShipFormProps) {
  const words = useLocale()
  const { t } = words
  const refresh = useRefresh()
  const mayShip = useRight('chinaQcLead')
  const [carrier, setCarrier] = useState<string | null>(null)
  const [document, setDocument] = useState<string | null>(null)
  const [isChanged, setChanged] = useState(false)
  const ship = useAction(
    (_: undefined, options) =>
      api.invoices.confirmShipToIndia({ action: 'ship', ...shipInput(summary, { carrier, document }) }, options),
    {
      what: t('Ship to India'),
      done: ({ data }) => t('Shipped to India: {{what}}', { what: boxesAndPieces(words, data) }),
      failed: ({ status }) => {
        // The summary, and the list behind it, are read anew; it says it better, but the reason is said as well.
        if (status === 409) {
          setChanged(true)
          void refresh()
        }
        return false
      },
    },
  )
  const confirm = async () => {
    if ((await ship.run(undefined)) === undefined) return
    onShipped?.()
    onClose()
  }
  const hint = t('Left as it is where nothing is typed')
  const step = {
    text: words.plural(summary.boxes, 'Ship 1 box to India', 'Ship {{n}} boxes to India'),
    run: confirm,
    isOff: isFetching,
    isRunning: ship.isRunning,
  }
  return (
    <DialogParts className="inv-ship-body" onCancel={onClose} step={mayShip ? step : null}>
      {isChanged ? (
        <Callout tone="warn">{t('Something changed in between. This is what would go now.')}</Callout>
      ) : null}
      <FieldTable
        className="plain-scroll inv-ship-list"
        label={t('Going to India')}
        total={t('Going to India')}
        fields={goingFields}
        rows={summary.invoices}
        rowKey={(invoice) => invoice.invoice_number}
      />
      <LeftOutList leftOut={summary.left_out} />
      {mayShip ? (
        <div className="inv-ship-fields">
          <TextField
            label={t('Carrier')}
            hint={hint}
            maxLength={80}
            value={carrier ?? commonTo(summary.invoices, 'carrier')}
            onChange={setCarrier}
          />
          <TextField
            label={t('Air waybill or bill of lading')}
            hint={hint}
            maxLength={60}
            value={document ?? commonTo(summary.invoices, 'transport_document')}
            onChange={setDocument}
          />
        </div>
      ) : (
        <Callout>{t('Your role sees what would go; shipping is confirmed by a lead.')}</Callout>
      )}
    </DialogParts>
  )
}

/** What goes, by invoice. */
export const goingFields: readonly ShownField<ShippedInvoice>[] = [
  { id: 'invoice', header: key('Invoice'), kind: 'code', of: (row) => row.invoice_number },
  { id: 'export_order', header: key('Export order'), kind: 'code', of: (row) => row.export_order_number },
  { id: 'consignee', header: key('Consignee'), of: (row) => row.consignee_name },
  { id: 'transport', header: key('Transport'), of: (row, { t }) => t(transportWords[row.transport]) },
  {
    id: 'carrier',
    header: key('Carrier'),
    of: (row) => [row.carrier, row.transport_document].filter(Boolean).join(' · ') || null,
  },
  { id: 'boxes', header: key('Boxes'), kind: 'pieces', total: true, of: (row) => row.boxes },
  { id: 'pieces', header: key('Pieces'), kind: 'pieces', total: true, of: (row) => row.pieces },
  { id: 'gross', header: key('Gross weight (kg)'), kind: 'grams', total: true, of: (row) => row.gross_weight_grams },
]

export type ShipSummary = CallData<'invoices.shipToIndiaSummary'>
export type ShippedInvoice = ShipSummary['invoices'][number]

/** What all invoices say alike, to be shown in the field; empty where they differ or say nothing. */
export function commonTo(invoices: readonly ShippedInvoice[], of: 'carrier' | 'transport_document'): string {
  const said = new Set(invoices.map((invoice) => invoice[of] ?? ''))
  const [only] = said
  return said.size === 1 ? (only ?? '') : ''
}

/** As the call takes it; a field left as it was changes nothing on the export orders. */
export function shipInput(summary: ShipSummary, typed: { carrier: string | null; document: string | null }) {
  const carrier = typed.carrier?.trim()
  const document = typed.document?.trim()
  return {
    invoice_numbers: summary.invoices.map(({ invoice_number }) => invoice_number),
    expected: { boxes: summary.boxes, pieces: summary.pieces },
    ...(carrier && { carrier }),
    ...(document && { transport_document: document }),
  }
}

const voidReasons = [key('Wrong boxes'), key('Wrong price'), key('Wrong consignee'), key('Customer cancelled')] as const
const exportReasons = [key('Wrong terms'), key('Wrong weight'), key('Other carrier'), key('Not shipping now')] as const
const shipReasons = [key('Carrier did not come'), key('Shipped by mistake'), key('Held by customs')] as const

/** What takes documents back; each says what happens, and wants a reason. */
export function useInvoiceMoves(invoice: Invoice): {
  voidInvoice: () => void
  cancelExport: () => void
  undoShip: () => void
  dialog: ReactNode
} {
  const words = useLocale()
  const { t } = words
  const question = useReason()
  const { invoice_number, version } = invoice
  const what = boxesAndPieces(words, invoice)
  const export_order_number = invoice.export_order?.export_order_number ?? ''
  const invalidate = useAction((reason: string, options) =>
    api.invoices.createInvoice({ action: 'void', invoice_number, version, reason }, options),
  )
  const cancel = useAction((reason: string, options) =>
    api.invoices.createExportOrder({ action: 'cancel', invoice_number, version, reason }, options),
  )
  const undo = useAction((reason: string, options) =>
    api.invoices.confirmShipToIndia({ action: 'undo', invoice_numbers: [invoice_number], reason }, options),
  )
  return {
    voidInvoice: () =>
      question.ask({
        title: t('Void invoice {{invoice_number}}?', { invoice_number }),
        text: t(
          'Ready for an invoice again: {{what}}. The paper stays, marked void, and its number is not given to another.',
          { what },
        ),
        confirm: t('Void invoice'),
        usual: voidReasons,
        run: async (reason) => (await invalidate.run(reason)) !== undefined,
      }),
    cancelExport: () =>
      question.ask({
        title: t('Cancel export order {{export_order_number}}?', { export_order_number }),
        text: t('Invoice {{invoice_number}} stays; another export order can be made for it, or it can be made void.', {
          invoice_number,
        }),
        confirm: t('Cancel export order'),
        usual: exportReasons,
        run: async (reason) => (await cancel.run(reason)) !== undefined,
      }),
    undoShip: () =>
      question.ask({
        title: t('Undo the shipping of {{invoice_number}}?', { invoice_number }),
        text: t('Back at China QC, on their invoice and export order: {{what}}.', { what }),
        confirm: t('Undo shipping'),
        usual: shipReasons,
        run: async (reason) => (await undo.run(reason)) !== undefined,
      }),
    dialog: question.dialog,
  }
}
