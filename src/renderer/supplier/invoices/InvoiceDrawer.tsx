import { Button, MenuItem, PopoverNext } from '@blueprintjs/core'
import { CaretDown, Download } from '@blueprintjs/icons'
import { useTranslation } from 'react-i18next'
import { contract } from '../../../shared/areas.ts'
import { useDownload } from '../../actions/downloads.ts'
import { useSay } from '../../actions/say.ts'
import { useAnswer } from '../../actions/useRows.ts'
import { fileCall, fileName } from '../../api/client.ts'
import { useFormats, useNamed } from '../../i18n/formats.ts'
import { Drawer } from '../../kit/Drawer.tsx'
import { KeyMenu } from '../../kit/KeyMenu.tsx'
import { Tabs } from '../../kit/Page.tsx'
import { StatusTag } from '../../kit/StatusTag.tsx'
import { EmptyState, FailedState, LoadingRows } from '../../kit/states.tsx'
import { Timeline } from '../../kit/Timeline.tsx'
import { PrintPaperButton } from '../../print/PrintPaperButton.tsx'
import { useRight } from '../../session/use-right.ts'
import { InvoicePapers, InvoiceStyles } from './InvoicePapers.tsx'
import type { InvoiceDetails } from './invoice-details.ts'
import type { InvoiceView } from './invoice-params.ts'
import { type Invoice, stageOf, stageTones, stageWords } from './invoice-stage.ts'
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
  const say = useSay()
  const found = useAnswer('invoices.getInvoices', { invoice_numbers: [number], page_size: 1 })
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
  const details = useAnswer('invoices.invoiceDetails', { invoice_number })
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

/** What can be done with an invoice, in its head; the next step is filled. */
export function InvoiceActions({ invoice }: { invoice: Invoice }) {
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
        <PrintPaperButton
          call={fileCall(contract.invoices.downloadInvoice, { invoice_number, format: 'pdf' })}
          title={t('{{invoice_number}}, invoice', { invoice_number })}
        />
      ) : null}
      <DownloadMenu number={invoice_number} mayInvoice={mayInvoice} />
      {can('ship', mayShip) ? (
        <Button intent="primary" text={t('Ship to India…')} onClick={() => ship.openInvoices([invoice_number])} />
      ) : null}
      {moves.dialog}
      {ship.dialog}
    </span>
  )
}

/** Invoices are full of prices: who may not see them gets the papers without. */
function DownloadMenu({ number, mayInvoice }: { number: string; mayInvoice: boolean }) {
  const { t } = useTranslation()
  const { download, isDownloading } = useDownload()
  const of = { invoice_number: number }
  const { downloadInvoice, downloadInvoicePoDetails, downloadInvoiceBoxDetails, downloadInvoiceProductDetails } =
    contract.invoices
  const paper = (format: 'xlsx' | 'pdf') => {
    const input = { ...of, format }
    void download(fileCall(downloadInvoice, input), fileName(downloadInvoice, input), {
      done: t('Successfully downloaded Invoice'),
    })
  }
  const sheet = (
    call: typeof downloadInvoicePoDetails | typeof downloadInvoiceBoxDetails | typeof downloadInvoiceProductDetails,
  ) => void download(fileCall(call, of), fileName(call, of))
  const menu = (
    <KeyMenu>
      {mayInvoice ? (
        <>
          <MenuItem text={t('Invoice (Excel)')} onClick={() => paper('xlsx')} />
          <MenuItem text={t('Invoice (PDF)')} onClick={() => paper('pdf')} />
          <MenuItem text={t('PO details (Excel)')} onClick={() => sheet(downloadInvoicePoDetails)} />
        </>
      ) : null}
      <MenuItem text={t('Box details (Excel)')} onClick={() => sheet(downloadInvoiceBoxDetails)} />
      <MenuItem text={t('Product details (Excel)')} onClick={() => sheet(downloadInvoiceProductDetails)} />
    </KeyMenu>
  )
  return (
    <PopoverNext content={menu} placement="bottom-end" animation="minimal" arrow={false}>
      <Button icon={<Download />} endIcon={<CaretDown />} text={t('Download')} loading={isDownloading} />
    </PopoverNext>
  )
}

/** The boxes of an invoice in the order of the paper, with their sums at the foot. */
export function InvoiceBoxes({ boxes }: Pick<InvoiceDetails, 'boxes'>) {
  const { t } = useTranslation()
  const formats = useFormats()
  const named = useNamed()
  const seesPrices = useRight('seePrices')
  const weight = (grams: number | null) => (grams === null ? '–' : formats.kilograms(grams))
  const pieces = boxes.reduce((sum, box) => sum + box.pieces, 0)
  const isWeighed = boxes.every((box) => box.weight_grams !== null)
  const grams = boxes.reduce((sum, box) => sum + (box.weight_grams ?? 0), 0)
  const currency = boxes[0]?.value?.currency
  const minor = boxes.reduce((sum, box) => sum + (box.value?.minor ?? 0), 0)
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a part that scrolls must be reachable by keyboard
    <section className="ship-scroll" tabIndex={0} aria-label={t('Boxes')}>
      <table className="plain-table">
        <thead>
          <tr>
            <th>{t('Shipment')}</th>
            <th>{t('Box')}</th>
            <th>{t('SSCC')}</th>
            <th>{t('Supplier')}</th>
            <th className="end">{t('Pieces')}</th>
            <th className="end">{t('Weight (kg)')}</th>
            {seesPrices ? <th className="end">{t('Invoice value')}</th> : null}
          </tr>
        </thead>
        <tbody>
          {boxes.map((box) => (
            <tr key={box.box_id}>
              <td className="code">{box.shipment_id}</td>
              <td className="code">{box.box_no}</td>
              <td className="code">{box.sscc}</td>
              <td>{named(box.supplier_name, box.supplier_name_zh)}</td>
              <td className="end">{formats.number(box.pieces)}</td>
              <td className={box.weight_grams === null ? 'end warn-text' : 'end'}>{weight(box.weight_grams)}</td>
              {seesPrices ? <td className="end">{box.value ? formats.money(box.value) : '–'}</td> : null}
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <td colSpan={4}>{t('Total')}</td>
            <td className="end">{formats.number(pieces)}</td>
            <td className="end">{isWeighed ? weight(grams) : '–'}</td>
            {seesPrices ? <td className="end">{currency ? formats.money({ minor, currency }) : '–'}</td> : null}
          </tr>
        </tfoot>
      </table>
    </section>
  )
}

/** What happened to the invoice, newest first, with the reasons given. */
export function InvoiceHistory({ history }: Pick<InvoiceDetails, 'history'>) {
  const { t } = useTranslation()
  const formats = useFormats()
  const numbers: Record<string, string> = { boxes: t('Boxes'), pieces: t('Pieces') }
  const about = (details: InvoiceDetails['history'][number]['details']) =>
    Object.entries(details).flatMap(([name, value]) => {
      if (numbers[name] && typeof value === 'number') return `${numbers[name]}: ${formats.number(value)}`
      return ['reason', 'export_order_number'].includes(name) && typeof value === 'string' ? t(value) : []
    })
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a part that scrolls must be reachable by keyboard
    <section className="ship-scroll ship-pad" tabIndex={0} aria-label={t('History')}>
      <Timeline
        events={history.toReversed()}
        about={({ details }) => {
          const words = about(details)
          return words.length > 0 ? <div className="timeline-meta">{words.join(' · ')}</div> : null
        }}
      />
    </section>
  )
}
