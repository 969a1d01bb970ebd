import { Button, PopoverNext } from '@blueprintjs/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { contract } from '../../../shared/contract/index.ts'
import { useDownload } from '../../actions/useDownload.ts'
import { fileCall, fileName } from '../../api/client.ts'

/** The packing list of every shipment on one invoice, asked for by its number. */
export function InvoicePackingList() {
  const { t } = useTranslation()
  const { download, isDownloading } = useDownload()
  const [number, setNumber] = useState('')
  const get = () => {
    const input = { invoice_number: number.trim() }
    const call = contract.vendor.downloadPackingFile
    if (input.invoice_number !== '') void download(fileCall(call, input), fileName(call, input))
  }
  const form = (
    <form
      className="inline-form"
      onSubmit={(event) => {
        event.preventDefault()
        get()
      }}
    >
      <label htmlFor="invoice-number">{t('Invoice number')}</label>
      <input
        id="invoice-number"
        className="text-field"
        value={number}
        maxLength={60}
        // biome-ignore lint/a11y/noAutofocus: the popover was opened to type this number
        autoFocus
        onChange={(event) => setNumber(event.target.value)}
      />
      <Button type="submit" intent="primary" text={t('Download')} loading={isDownloading} disabled={!number.trim()} />
    </form>
  )
  return (
    <PopoverNext content={form} placement="bottom-end" animation="minimal" arrow={false}>
      <Button text={t('Packing list by invoice…')} />
    </PopoverNext>
  )
}
