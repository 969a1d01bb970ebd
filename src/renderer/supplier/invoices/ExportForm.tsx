import { Button } from '@blueprintjs/core'
import { Download, Upload } from '@blueprintjs/icons'
import { type FormEvent as ReactFormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useSay } from '../../actions/say.ts'
import { useAction } from '../../actions/useAction.ts'
import { api } from '../../api/client.ts'
import { useUnsaved } from '../../app/unsaved.ts'
import { TextField } from '../../forms/fields.tsx'
import { key, useFormats } from '../../i18n/formats.ts'
import { Facts } from '../../kit/Drawer.tsx'
import { draftKey, useKeptDraft } from '../../kit/drafts.ts'
import { Callout, Instant } from '../../kit/states.tsx'
import { Field } from '../../people/Fields.tsx'
import { useUserId } from '../../table/views.ts'
import {
  documentWord,
  type ExportDraft,
  emptyExport,
  incoterms,
  isExportDraft,
  portsOfDischarge,
  portsOfLoading,
  readGross,
  termsOf,
  transports,
  transportWords,
} from './export-draft.ts'
import { type Invoice, isBySheet, missingWords } from './invoice-stage.ts'
import { useProductDetails } from './use-product-details.tsx'

/** The export order as it is typed: checked for what is missing, then made. */
export function ExportForm({ invoice }: { invoice: Invoice }) {
  const { t } = useTranslation()
  const { invoice_number, version } = invoice
  const [kept, keep] = useKeptDraft(draftKey(useUserId(), `export.${invoice_number}`), isExportDraft)
  const draft = kept ?? emptyExport
  const terms = termsOf(draft)
  /** What a check found; void as soon as something is typed. */
  const [checked, setChecked] = useState<Invoice['missing'] | null>(null)
  const what = t('Export order of {{invoice_number}}', { invoice_number })
  useUnsaved(kept !== null, what)
  const check = useAction(
    (_: undefined, options) => api.invoices.createExportOrder({ action: 'check', invoice_number, ...terms }, options),
    { what, done: () => null, refresh: [] },
  )
  const create = useAction(
    (_: undefined, options) =>
      api.invoices.createExportOrder({ action: 'create', invoice_number, version, ...terms }, options),
    {
      what,
      done: ({ data }) =>
        t('Export order {{export_order_number}} created.', {
          export_order_number: data.invoice.export_order?.export_order_number ?? '',
        }),
    },
  )
  const isBusy = check.isRunning || create.isRunning
  const look = async (): Promise<Invoice['missing'] | null> => {
    const reply = await check.run(undefined)
    setChecked(reply?.data.invoice.missing ?? null)
    return reply?.data.invoice.missing ?? null
  }
  const send = async (event: ReactFormEvent) => {
    event.preventDefault()
    if (terms === null || isBusy) return
    // What is missing is said here, in its list, rather than by a refusal.
    const missing = await look()
    if (missing === null || missing.length > 0) return
    if ((await create.run(undefined)) !== undefined) keep(() => null)
  }
  const change = (part: Partial<ExportDraft>) => {
    setChecked(null)
    keep((now) => ({ ...emptyExport, ...now, ...part }))
  }
  return (
    <form onSubmit={(event) => void send(event)}>
      <ExportFields draft={draft} change={change} />
      <CheckedTerms missing={checked} />
      <div className="inv-export-tools">
        <Button text={t('Check')} disabled={terms === null} loading={check.isRunning} onClick={() => void look()} />
        <Button
          type="submit"
          {...(invoice.missing.length === 0 ? { intent: 'primary' as const } : {})}
          text={t('Create export order')}
          disabled={terms === null}
          loading={isBusy}
        />
      </div>
    </form>
  )
}

interface ExportFieldsProps {
  draft: ExportDraft
  change: (part: Partial<ExportDraft>) => void
}

/** Terms, ports, the way, and the weight where the boxes' sum is not right. */
export function ExportFields({ draft, change }: ExportFieldsProps) {
  const { t } = useTranslation()
  return (
    <div className="inv-export">
      <Field label={t('Incoterm')}>
        {(ties) => (
          <select
            {...ties}
            className="text-field"
            value={draft.incoterm}
            onChange={({ target }) =>
              change({ incoterm: incoterms.find((term) => term === target.value) ?? draft.incoterm })
            }
          >
            {incoterms.map((term) => (
              <option key={term}>{term}</option>
            ))}
          </select>
        )}
      </Field>
      <PortField label={t('Port of loading')} field="portOfLoading" ports={portsOfLoading} {...{ draft, change }} />
      <PortField
        label={t('Port of discharge')}
        field="portOfDischarge"
        ports={portsOfDischarge}
        {...{ draft, change }}
      />
      <Field label={t('Transport')}>
        {(ties) => (
          <select
            {...ties}
            className="text-field"
            value={draft.transport}
            onChange={({ target }) =>
              change({ transport: transports.find((way) => way === target.value) ?? draft.transport })
            }
          >
            {transports.map((way) => (
              <option key={way} value={way}>
                {t(transportWords[way])}
              </option>
            ))}
          </select>
        )}
      </Field>
      <TextField
        label={t('Carrier')}
        hint={t('May follow when it is shipped')}
        maxLength={80}
        value={draft.carrier}
        onChange={(carrier) => change({ carrier })}
      />
      <TextField
        label={t(documentWord(draft.transport))}
        hint={t('May follow when it is shipped')}
        maxLength={60}
        value={draft.document}
        onChange={(document) => change({ document })}
      />
      <Field
        label={t('Gross weight (kg)')}
        problem={readGross(draft.gross) === undefined ? t('Please enter a weight in kilograms.') : null}
        hint={t('Empty: the sum of the boxes')}
      >
        {(ties) => (
          <input
            {...ties}
            className="text-field end"
            inputMode="decimal"
            maxLength={12}
            value={draft.gross}
            onChange={({ target }) => change({ gross: target.value })}
          />
        )}
      </Field>
    </div>
  )
}

interface PortFieldProps extends ExportFieldsProps {
  label: string
  field: 'portOfLoading' | 'portOfDischarge'
  ports: readonly string[]
}

/** Free text, with the usual ports offered. */
function PortField({ label, field, ports, draft, change }: PortFieldProps) {
  return (
    <Field label={label}>
      {(ties) => (
        <>
          <input
            {...ties}
            className="text-field"
            list={`${ties.id}ports`}
            maxLength={80}
            value={draft[field]}
            onChange={({ target }) => change({ [field]: target.value })}
          />
          <datalist id={`${ties.id}ports`}>
            {ports.map((port) => (
              <option key={port} value={port} />
            ))}
          </datalist>
        </>
      )}
    </Field>
  )
}

/** An export order that is made. */
export function ExportOrderFacts({ order }: { order: NonNullable<Invoice['export_order']> }) {
  const { t } = useTranslation()
  const formats = useFormats()
  const gross = order.gross_weight_grams
  return (
    <Facts
      facts={[
        [t('Export order'), order.export_order_number],
        [t('Incoterm'), order.incoterm],
        [t('Port of loading'), order.port_of_loading || '–'],
        [t('Port of discharge'), order.port_of_discharge || '–'],
        [t('Transport'), t(transportWords[order.transport])],
        [t('Carrier'), order.carrier ?? '–'],
        [t(documentWord(order.transport)), order.transport_document ?? '–'],
        [t('Gross weight'), gross === null ? t('Sum of the boxes') : `${formats.kilograms(gross)} kg`],
        [t('Shipped on'), order.shipped_at ? <Instant key="shipped" at={order.shipped_at} /> : null],
      ]}
    />
  )
}

/** What a check of the typed export order came to; null before it, and once something was typed since. */
export function CheckedTerms({ missing }: { missing: Invoice['missing'] | null }) {
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
  const sheet = useProductDetails(invoice.invoice_number)
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
        <Button icon={<Download />} text={t('Product details to fill in')} onClick={sheet.get} />
        <Button
          {...(fields.some(isBySheet) ? { intent: 'primary' as const } : {})}
          icon={<Upload />}
          text={t('Upload product details')}
          onClick={() => sheet.upload.open()}
        />
      </div>
      {sheet.upload.dialog}
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
