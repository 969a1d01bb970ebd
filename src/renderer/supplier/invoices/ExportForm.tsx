import { Button } from '@blueprintjs/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import { incoterms } from '../../../shared/areas/invoices/rules.ts'
import { useSay } from '../../actions/say.ts'
import { useAction } from '../../actions/useAction.ts'
import { api } from '../../api/client.ts'
import {
  choiceField,
  decimalField,
  describedForm,
  FormFields,
  optionalText,
  textField,
} from '../../forms/described.tsx'
import { useSentForm } from '../../forms/useSentForm.ts'
import { key } from '../../i18n/formats.ts'
import { Callout } from '../../kit/states.tsx'
import { readKilograms } from '../../kit/weight.ts'
import { documentWords, transportWords } from './invoice-fields.tsx'
import type { Invoice } from './invoice-list.ts'

/** Ports that the company ships between, offered while a port is typed. */
const portsOfLoading = ['CAN Guangzhou', 'SZX Shenzhen', 'PVG Shanghai', 'CNNSA Nansha', 'CNYTN Yantian']
const portsOfDischarge = ['DEL Delhi', 'BOM Mumbai', 'INNSA Nhava Sheva', 'INMUN Mundra', 'MAA Chennai']

/** Kilograms as typed, in whole grams: 100 tonnes at most. */
export const readGross = (text: string) => readKilograms(text, 100_000_000)

const noWeight = key('Please enter a weight in kilograms.')

const later = { reads: optionalText(), hint: key('May follow when it is shipped') }

const order = describedForm({
  incoterm: choiceField(key('Incoterm'), incoterms, { begins: 'FOB' }),
  port_of_loading: textField(key('Port of loading'), 80, { usual: portsOfLoading }),
  port_of_discharge: textField(key('Port of discharge'), 80, { usual: portsOfDischarge }),
  transport: choiceField(key('Transport'), transportWords),
  carrier: textField(key('Carrier'), 80, later),
  transport_document: textField(documentWords.air, 60, later),
  gross: decimalField(key('Gross weight (kg)'), 12, {
    reads: z.string().refine((text) => readGross(text) !== undefined, noWeight),
    hint: key('Empty: the sum of the boxes'),
  }),
})

/** The export order as it is typed, and as the call takes it. */
export const exportForm = order.schema.transform(({ gross, ...terms }) => ({
  ...terms,
  gross_weight_grams: readGross(gross) ?? null,
}))

export const emptyExport = order.empty

type Terms = z.output<typeof exportForm>

/** The export order as it is typed: checked for what is missing, then made. */
export function ExportForm({ invoice }: { invoice: Invoice }) {
  const { t } = useTranslation()
  const { invoice_number, version } = invoice
  const what = t('Export order of {{invoice_number}}', { invoice_number })
  /** What a check found; void as soon as something else is typed. */
  const [checked, setChecked] = useState<{ terms: string; missing: Invoice['missing'] } | null>(null)
  const check = useAction(
    (terms: Terms, options) => api.invoices.createExportOrder({ action: 'check', invoice_number, ...terms }, options),
    { what, done: () => null, refresh: [] },
  )
  const look = async (terms: Terms) => {
    const missing = (await check.run(terms))?.data.invoice.missing
    setChecked(missing ? { terms: JSON.stringify(terms), missing } : null)
    return missing?.length === 0
  }
  const form = useSentForm(exportForm, emptyExport, {
    what,
    draft: `export.${invoice_number}`,
    // What is missing is said here, in its list, rather than by a refusal.
    before: look,
    send: (terms, options) =>
      api.invoices.createExportOrder({ action: 'create', invoice_number, version, ...terms }, options),
    done: ({ data }) =>
      t('Export order {{export_order_number}} created.', {
        export_order_number: data.invoice.export_order?.export_order_number ?? '',
      }),
  })
  const { values } = form
  const terms = form.read()
  return (
    <form onSubmit={form.send}>
      <div className="form-grid inv-export">
        <FormFields
          of={order}
          form={form}
          looks={{
            transport_document: { label: t(documentWords[values.transport]) },
            gross: { problem: readGross(values.gross) === undefined ? t(noWeight) : null },
          }}
        />
      </div>
      <CheckedTerms missing={checked?.terms === JSON.stringify(terms) ? checked.missing : null} />
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
          loading={check.isRunning || form.isSending}
        />
      </div>
    </form>
  )
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
