import { Button, MenuItem, PopoverNext } from '@blueprintjs/core'
import { CaretDown, Download } from '@blueprintjs/icons'
import { useTranslation } from 'react-i18next'
import { contract } from '../../../shared/contract/index.ts'
import { PrintPaperButton } from '../../actions/print/PrintPaperButton.tsx'
import { useDownload } from '../../actions/useDownload.ts'
import { fileCall, fileName } from '../../api/client.ts'
import { KeyMenu } from '../../kit/KeyMenu.tsx'
import { useRight } from '../use-right.ts'
import type { Invoice } from './invoice-stage.ts'
import { useInvoiceMoves } from './use-invoice-moves.tsx'
import { useShipToIndia } from './use-ship-to-india.tsx'

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
          call={fileCall(contract.chinaQc.downloadInvoice, { invoice_number, format: 'pdf' })}
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
    contract.chinaQc
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
