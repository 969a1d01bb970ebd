import '../supplier.css'
import './invoices.css'
import { Button, Dialog, DialogBody, DialogFooter } from '@blueprintjs/core'
import { type ReactNode, useCallback, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { CallData } from '../../actions/calls.ts'
import { useSay } from '../../actions/say.ts'
import { useAction } from '../../actions/useAction.ts'
import { useAnswer, useRefresh } from '../../actions/useRows.ts'
import { api } from '../../api/client.ts'
import { TextField, useReason } from '../../forms/fields.tsx'
import { key, useFormats } from '../../i18n/formats.ts'
import { boxesAndPieces } from '../../kit/amounts.ts'
import { LeftOutList } from '../../kit/LeftOutList.tsx'
import { Callout, EmptyState, FailedState, LoadingRows } from '../../kit/states.tsx'
import { useRight } from '../../session/use-right.ts'
import { useWords } from '../../table/words.ts'
import { transportWords } from './export-draft.ts'
import type { Invoice } from './invoice-stage.ts'

interface ShipDialogProps {
  wish: ShipWish
  isOpen: boolean
  onClose: () => void
  onShipped: () => void
}

/** Ship to India: first what goes and what is left out and why, then the carrier, then it goes, exactly as shown. */
export function ShipDialog({ wish, isOpen, onClose, onShipped }: ShipDialogProps) {
  const { t } = useTranslation()
  return (
    <Dialog
      isOpen={isOpen}
      onClose={onClose}
      title={t('Ship to India')}
      className="inv-ship"
      canOutsideClickClose={false}
      transitionDuration={100}
    >
      <ShipBody wish={wish} onClose={onClose} onShipped={onShipped} />
    </Dialog>
  )
}

function ShipBody({ wish, onClose, onShipped }: Omit<ShipDialogProps, 'isOpen'>) {
  const { t } = useTranslation()
  const say = useSay()
  const refresh = useRefresh()
  const { data, isError, isFetching, error, reload } = useAnswer('invoices.shipToIndiaSummary', wish)
  if (isError) return <DialogBody>{<FailedState text={say.problem(error)} onRetry={() => void reload()} />}</DialogBody>
  if (!data) {
    return (
      <DialogBody>
        <LoadingRows rows={5} />
      </DialogBody>
    )
  }
  const leftOut = <LeftOutList leftOut={data.left_out} />
  if (data.invoices.length === 0) {
    return (
      <>
        <DialogBody>
          <EmptyState title={t('Nothing can go now')} text={t('Only invoices with an export order go to India.')} />
          {leftOut}
        </DialogBody>
        <DialogFooter actions={<Button text={t('Close')} onClick={onClose} />} />
      </>
    )
  }
  return (
    <ShipForm
      summary={data}
      leftOut={leftOut}
      isFetching={isFetching}
      onClose={onClose}
      onStale={() => void refresh()}
      onShipped={() => {
        onShipped()
        onClose()
      }}
    />
  )
}

interface ShipFormProps {
  summary: ShipSummary
  leftOut: ReactNode
  isFetching: boolean
  onClose: () => void
  /** Something changed in between: the summary, and the list behind it, are read anew. */
  onStale: () => void
  onShipped: () => void
}

function ShipForm({ summary, leftOut, isFetching, onClose, onStale, onShipped }: ShipFormProps) {
  const words = useWords()
  const { t } = words
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
        if (status !== 409) return false
        setChanged(true)
        onStale()
        // The new summary says it better; the reason is said as well.
        return false
      },
    },
  )
  const confirm = async () => {
    if ((await ship.run(undefined)) !== undefined) onShipped()
  }
  return (
    <>
      <DialogBody className="inv-ship-body">
        {isChanged ? (
          <Callout tone="warn">{t('Something changed in between. This is what would go now.')}</Callout>
        ) : null}
        <ShipInvoices summary={summary} />
        {leftOut}
        {mayShip ? (
          <div className="inv-ship-fields">
            <TextField
              label={t('Carrier')}
              hint={t('Left as it is where nothing is typed')}
              maxLength={80}
              value={carrier ?? commonTo(summary.invoices, 'carrier')}
              onChange={setCarrier}
            />
            <TextField
              label={t('Air waybill or bill of lading')}
              hint={t('Left as it is where nothing is typed')}
              maxLength={60}
              value={document ?? commonTo(summary.invoices, 'transport_document')}
              onChange={setDocument}
            />
          </div>
        ) : (
          <Callout>{t('Your role sees what would go; shipping is confirmed by a lead.')}</Callout>
        )}
      </DialogBody>
      <DialogFooter
        actions={
          <>
            <Button text={mayShip ? t('Cancel') : t('Close')} onClick={onClose} />
            {mayShip ? (
              <Button
                intent="primary"
                text={words.plural(summary.boxes, 'Ship 1 box to India', 'Ship {{n}} boxes to India')}
                disabled={isFetching}
                loading={ship.isRunning}
                onClick={() => void confirm()}
              />
            ) : null}
          </>
        }
      />
    </>
  )
}

/** What goes, by invoice, with its sums at the foot. */
export function ShipInvoices({ summary }: { summary: ShipSummary }) {
  const { t } = useTranslation()
  const formats = useFormats()
  const kilograms = (grams: number | null) => (grams === null ? '–' : formats.kilograms(grams))
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a part that scrolls must be reachable by keyboard
    <section className="plain-scroll inv-ship-list" tabIndex={0} aria-label={t('Going to India')}>
      <table className="plain-table">
        <thead>
          <tr>
            <th>{t('Invoice')}</th>
            <th>{t('Export order')}</th>
            <th>{t('Consignee')}</th>
            <th>{t('Transport')}</th>
            <th>{t('Carrier')}</th>
            <th className="end">{t('Boxes')}</th>
            <th className="end">{t('Pieces')}</th>
            <th className="end">{t('Gross weight (kg)')}</th>
          </tr>
        </thead>
        <tbody>
          {summary.invoices.map((invoice) => (
            <tr key={invoice.invoice_number}>
              <td className="code">{invoice.invoice_number}</td>
              <td className="code">{invoice.export_order_number}</td>
              <td>{invoice.consignee_name}</td>
              <td>{t(transportWords[invoice.transport])}</td>
              <td>{[invoice.carrier, invoice.transport_document].filter(Boolean).join(' · ') || '–'}</td>
              <td className="end">{formats.number(invoice.boxes)}</td>
              <td className="end">{formats.number(invoice.pieces)}</td>
              <td className="end">{kilograms(invoice.gross_weight_grams)}</td>
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <td colSpan={5}>{t('Going to India')}</td>
            <td className="end">{formats.number(summary.boxes)}</td>
            <td className="end">{formats.number(summary.pieces)}</td>
            <td className="end">{kilograms(grossOf(summary.invoices))}</td>
          </tr>
        </tfoot>
      </table>
    </section>
  )
}

export type ShipSummary = CallData<'invoices.shipToIndiaSummary'>
export type ShippedInvoice = ShipSummary['invoices'][number]

/** What was chosen; nothing: all that can go. */
export interface ShipWish {
  box_ids?: string[]
  invoice_numbers?: string[]
}

/** What all invoices say alike, to be shown in the field; empty where they differ or say nothing. */
export function commonTo(invoices: readonly ShippedInvoice[], of: 'carrier' | 'transport_document'): string {
  const said = new Set(invoices.map((invoice) => invoice[of] ?? ''))
  const [only] = said
  return said.size === 1 ? (only ?? '') : ''
}

/** In grams; null while one of them is unknown. */
export function grossOf(invoices: readonly ShippedInvoice[]): number | null {
  let sum = 0
  for (const { gross_weight_grams } of invoices) {
    if (gross_weight_grams === null) return null
    sum += gross_weight_grams
  }
  return sum
}

/** As the call takes it; a field left as it was changes nothing on the export orders. */
export function shipInput(
  summary: ShipSummary,
  typed: { carrier: string | null; document: string | null },
): {
  invoice_numbers: string[]
  expected: { boxes: number; pieces: number }
  carrier?: string
  transport_document?: string
} {
  const carrier = typed.carrier?.trim()
  const document = typed.document?.trim()
  return {
    invoice_numbers: summary.invoices.map(({ invoice_number }) => invoice_number),
    expected: { boxes: summary.boxes, pieces: summary.pieces },
    ...(carrier && { carrier }),
    ...(document && { transport_document: document }),
  }
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
  const [opened, setOpened] = useState<{ wish: ShipWish; turn: number } | null>(null)
  const [isOpen, setOpen] = useState(false)
  const show = useCallback((wish: ShipWish) => {
    setOpened((now) => ({ wish, turn: (now?.turn ?? 0) + 1 }))
    setOpen(true)
  }, [])
  const dialog = opened ? (
    <ShipDialog
      key={`ship ${opened.turn}`}
      wish={opened.wish}
      isOpen={isOpen}
      onClose={() => setOpen(false)}
      onShipped={() => onDone?.()}
    />
  ) : null
  return {
    open: (named = boxIds) => show({ box_ids: [...named] }),
    openInvoices: (numbers) => show(numbers ? { invoice_numbers: [...numbers] } : {}),
    dialog,
  }
}

const voidReasons = [key('Wrong boxes'), key('Wrong price'), key('Wrong consignee'), key('Customer cancelled')] as const
const exportReasons = [key('Wrong terms'), key('Wrong weight'), key('Other carrier'), key('Not shipping now')] as const
const shipReasons = [key('Carrier did not come'), key('Shipped by mistake'), key('Held by customs')] as const

/** What takes papers back; each says what happens, and wants a reason. */
export function useInvoiceMoves(invoice: Invoice): {
  voidInvoice: () => void
  cancelExport: () => void
  undoShip: () => void
  dialog: ReactNode
} {
  const words = useWords()
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
