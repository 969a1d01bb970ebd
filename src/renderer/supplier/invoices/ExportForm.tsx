import { Button } from '@blueprintjs/core'
import { Upload } from '@blueprintjs/icons'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import { contract } from '../../../shared/areas.ts'
import { plainText } from '../../../shared/kernel/codes.ts'
import { DownloadButton, UploadButton, useFile } from '../../actions/files.tsx'
import { useSay } from '../../actions/say.ts'
import { useAction } from '../../actions/useAction.ts'
import { api } from '../../api/client.ts'
import { ChoiceField, DecimalField, TextField } from '../../forms/fields.tsx'
import { useForm } from '../../forms/useForm.ts'
import { key } from '../../i18n/formats.ts'
import { FactList, type ShownField } from '../../kit/field-views.tsx'
import { Callout } from '../../kit/states.tsx'
import { type Invoice, isBySheet, missingWords } from './invoice-stage.ts'

const incoterms = ['EXW', 'FCA', 'FOB', 'CFR', 'CIF', 'CPT', 'CIP', 'DAP', 'DDP'] as const
const transports = ['air', 'sea', 'road'] as const

/** English, and the keys of their translations. */
export const transportWords = { air: key('By air'), sea: key('By sea'), road: key('By road') } as const

/** Every way has its own name for the paper whose number is asked for. */
const documentWords = { air: key('Air waybill'), sea: key('Bill of lading'), road: key('Waybill') } as const

/** Ports that the company ships between, offered while a port is typed. */
const portsOfLoading = ['CAN Guangzhou', 'SZX Shenzhen', 'PVG Shanghai', 'CNNSA Nansha', 'CNYTN Yantian']
const portsOfDischarge = ['DEL Delhi', 'BOM Mumbai', 'INNSA Nhava Sheva', 'INMUN Mundra', 'MAA Chennai']

const mostGrams = 100_000_000

/** Kilograms as typed ("125.5", "125,5", "１２５") in whole grams; null when empty, undefined when it is no weight. */
export function readGross(text: string): number | null | undefined {
  const plain = plainText(text)
    .replace(/\s*(kg|千克|公斤)$/i, '')
    .replace(',', '.')
  if (plain === '') return null
  if (!/^\d{1,6}(\.\d{0,3})?$/.test(plain)) return undefined
  const grams = Math.round(Number(plain) * 1_000)
  return grams >= 1 && grams <= mostGrams ? grams : undefined
}

const noWeight = key('Please enter a weight in kilograms.')

/** The export order as it is typed, and as the call takes it. */
export const exportForm = z
  .object({
    incoterm: z.enum(incoterms),
    transport: z.enum(transports),
    portOfLoading: z.string().trim(),
    portOfDischarge: z.string().trim(),
    carrier: z.string().trim(),
    document: z.string().trim(),
    /** Kilograms; empty: the sum of the boxes. */
    gross: z.string().refine((text) => readGross(text) !== undefined, noWeight),
  })
  .transform(({ incoterm, transport, portOfLoading, portOfDischarge, carrier, document, gross }) => ({
    incoterm,
    transport,
    port_of_loading: portOfLoading,
    port_of_discharge: portOfDischarge,
    carrier: carrier || null,
    transport_document: document || null,
    gross_weight_grams: readGross(gross) ?? null,
  }))

export const emptyExport: z.input<typeof exportForm> = {
  incoterm: 'FOB',
  transport: 'air',
  portOfLoading: '',
  portOfDischarge: '',
  carrier: '',
  document: '',
  gross: '',
}

/** The export order as it is typed: checked for what is missing, then made. */
export function ExportForm({ invoice }: { invoice: Invoice }) {
  const { t } = useTranslation()
  const { invoice_number, version } = invoice
  const what = t('Export order of {{invoice_number}}', { invoice_number })
  const form = useForm(exportForm, emptyExport, { draft: `export.${invoice_number}`, what })
  const { field, values } = form
  const terms = form.read()
  /** What a check found; void as soon as something else is typed. */
  const [checked, setChecked] = useState<{ values: typeof values; missing: Invoice['missing'] } | null>(null)
  const isCurrent = JSON.stringify(checked?.values) === JSON.stringify(values)
  type Terms = z.output<typeof exportForm>
  const check = useAction(
    (sent: Terms, options) => api.invoices.createExportOrder({ action: 'check', invoice_number, ...sent }, options),
    { what, done: () => null, refresh: [] },
  )
  const create = useAction(
    (sent: Terms, options) =>
      api.invoices.createExportOrder({ action: 'create', invoice_number, version, ...sent }, options),
    {
      what,
      done: ({ data }) =>
        t('Export order {{export_order_number}} created.', {
          export_order_number: data.invoice.export_order?.export_order_number ?? '',
        }),
    },
  )
  const look = async (sent: Terms) => {
    const missing = (await check.run(sent))?.data.invoice.missing
    setChecked(missing ? { values: { ...values }, missing } : null)
    return missing
  }
  const send = form.submit(async (sent) => {
    // What is missing is said here, in its list, rather than by a refusal.
    const missing = await look(sent)
    return missing?.length === 0 ? create.run(sent) : undefined
  })
  const later = t('May follow when it is shipped')
  return (
    <form onSubmit={send}>
      <div className="inv-export">
        <ChoiceField label={t('Incoterm')} choices={incoterms.map((term) => [term, term])} {...field('incoterm')} />
        <TextField label={t('Port of loading')} usual={portsOfLoading} maxLength={80} {...field('portOfLoading')} />
        <TextField
          label={t('Port of discharge')}
          usual={portsOfDischarge}
          maxLength={80}
          {...field('portOfDischarge')}
        />
        <ChoiceField
          label={t('Transport')}
          choices={transports.map((way) => [way, t(transportWords[way])])}
          {...field('transport')}
        />
        <TextField label={t('Carrier')} hint={later} maxLength={80} {...field('carrier')} />
        <TextField label={t(documentWords[values.transport])} hint={later} maxLength={60} {...field('document')} />
        <DecimalField
          label={t('Gross weight (kg)')}
          hint={t('Empty: the sum of the boxes')}
          maxLength={12}
          {...field('gross')}
          problem={readGross(values.gross) === undefined ? t(noWeight) : null}
        />
      </div>
      <CheckedTerms missing={isCurrent ? (checked?.missing ?? null) : null} />
      <div className="inv-export-tools">
        <Button
          text={t('Check')}
          disabled={terms === null}
          loading={check.isRunning}
          onClick={() => terms && void look(terms)}
        />
        <Button
          type="submit"
          {...(invoice.missing.length === 0 ? { intent: 'primary' as const } : {})}
          text={t('Create export order')}
          disabled={terms === null}
          loading={check.isRunning || create.isRunning}
        />
      </div>
    </form>
  )
}

type ExportOrder = NonNullable<Invoice['export_order']>

const orderFields = ({ transport }: ExportOrder): readonly ShownField<ExportOrder>[] => [
  { id: 'number', header: key('Export order'), of: (order) => order.export_order_number },
  { id: 'incoterm', header: key('Incoterm'), of: (order) => order.incoterm },
  { id: 'loading', header: key('Port of loading'), of: (order) => order.port_of_loading || '–' },
  { id: 'discharge', header: key('Port of discharge'), of: (order) => order.port_of_discharge || '–' },
  { id: 'transport', header: key('Transport'), of: (order, { t }) => t(transportWords[order.transport]) },
  { id: 'carrier', header: key('Carrier'), of: (order) => order.carrier ?? '–' },
  { id: 'document', header: documentWords[transport], of: (order) => order.transport_document ?? '–' },
  {
    id: 'gross',
    header: key('Gross weight'),
    of: ({ gross_weight_grams: grams }, { t, kilograms }) =>
      grams === null ? t('Sum of the boxes') : `${kilograms(grams)} kg`,
  },
  { id: 'shipped', header: key('Shipped on'), kind: 'instant', of: (order) => order.shipped_at },
]

/** An export order that is made. */
export function ExportOrderFacts({ order }: { order: ExportOrder }) {
  return <FactList fields={orderFields(order)} row={order} />
}

/** What a check of the typed export order came to; null before it, and once something was typed since. */
function CheckedTerms({ missing }: { missing: Invoice['missing'] | null }) {
  const { t } = useTranslation()
  const say = useSay()
  return (
    <div className="inv-checked" role="status">
      {missing?.length === 0 ? <Callout tone="good">{t('Nothing is missing.')}</Callout> : null}
      {missing && missing.length > 0 ? (
        <Callout tone="warn">
          <strong>{t('Still missing:')}</strong>
          <ul>
            {missing.map(({ message, values }) => {
              const words = say.message(message, values)
              return <li key={words}>{words}</li>
            })}
          </ul>
        </Callout>
      ) : null}
    </div>
  )
}

/** Fact by fact what is missing, each with the way to fill it in. */
export function MissingList({ invoice }: { invoice: Invoice }) {
  const { t } = useTranslation()
  const file = useFile()
  const call = contract.invoices.downloadInvoiceProductDetails
  const input = { invoice_number: invoice.invoice_number }
  const { missing } = invoice
  const fields = [...new Set(missing.map(({ field }) => field))]
  return (
    <>
      {missing.length === 0 ? (
        <Callout tone="good">{t('Nothing is missing: the export order can be made.')}</Callout>
      ) : (
        <div className="inv-missing">
          <MissingOfStyles missing={missing.filter(({ field }) => isBySheet(field))} />
          <MissingBesides missing={missing.filter(({ field }) => !isBySheet(field))} />
        </div>
      )}
      <div className="inv-sheet-tools">
        <DownloadButton {...{ call, input }} text={t('Product details to fill in')} hasIcon />
        <UploadButton
          button={{
            text: t('Upload product details'),
            icon: <Upload />,
            ...(fields.some(isBySheet) ? { intent: 'primary' } : {}),
          }}
          title={t('Product details of {{invoice_number}}', input)}
          call="invoices.uploadInvoice"
          input={{ po_number: input.invoice_number }}
          accept={['.xlsx', '.csv']}
          template={{ label: t('Download the sheet to fill in'), get: () => file.get(call, input) }}
        />
      </div>
    </>
  )
}

type Missing = Pick<Invoice, 'missing'>

/** What customs want to know of styles: a line a style, since the sheet has one as well. */
function MissingOfStyles({ missing }: Missing) {
  const { t } = useTranslation()
  const styles = Map.groupBy(missing, ({ values }) => values.style_id ?? '')
  if (styles.size === 0) return null
  return (
    <div>
      <h4>{t('Product details')}</h4>
      <ul>
        {[...styles].map(([style, facts]) => (
          <li key={style}>
            <span className="code">{style}</span>
            <span>{facts.map(({ field }) => t(missingWords[field] ?? field)).join(' · ')}</span>
          </li>
        ))}
      </ul>
      <p className="inv-missing-way">{t('Fill it into the sheet of product details, and upload that.')}</p>
    </div>
  )
}

function MissingBesides({ missing }: Missing) {
  const { t } = useTranslation()
  const say = useSay()
  return missing.map(({ field, message, values }) => {
    const words = say.message(message, values)
    return (
      <div key={words}>
        <h4>{t(missingWords[field] ?? field)}</h4>
        <p>{words}</p>
        <p className="inv-missing-way">{t(wayTo(field))}</p>
      </div>
    )
  })
}

/** How a fact that stands in no sheet is filled in. */
function wayTo(field: string): string {
  if (field === 'gross_weight') return key('Type the gross weight into the export order below.')
  return key('The price stands on the order: void this invoice, have the order corrected, and make it anew.')
}
