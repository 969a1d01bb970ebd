import { type CustomsKey, customsKeys } from '../../../shared/areas/invoices/sheets.ts'
import { api } from '../../api/client.ts'
import { useSentForm } from '../../forms/useSentForm.ts'
import { key } from '../../i18n/formats.ts'
import { DialogParts, type DialogTurn, Modal } from '../../kit/dialogs.tsx'
import { FieldTable } from '../../kit/field-views.tsx'
import type { ShownField } from '../../kit/shown-field.ts'
import { useLocale } from '../../table/words.ts'
import type { InvoiceDetails } from './invoice-list.ts'
import { beginsWith, changedStyles, factsForm, factsSheet, type RecordFacts, recordFacts } from './record-facts.ts'

interface RecordFactsProps extends DialogTurn {
  number: string
  styles: InvoiceDetails['styles']
}

const headers: Readonly<Record<CustomsKey, string>> = {
  hs_code: key('HS code'),
  description: key('Description'),
  description_zh: key('Description (Chinese)'),
  composition: key('Composition'),
  origin: key('Country of origin'),
  net_weight_grams: key('Net weight (g)'),
}

/** What customs want to know of an invoice's styles, filled with what their records know; what it said before stands below. */
export function RecordFactsDialog({ number, styles, ...turn }: RecordFactsProps) {
  const { t, name } = useLocale()
  const facts = recordFacts(styles)
  const form = useSentForm(factsForm, beginsWith(facts), {
    draft: `record-facts.${number}`,
    what: t('Product details of {{invoice_number}}', { invoice_number: number }),
    send: (typed, options) => {
      const file = new File([factsSheet(changedStyles(facts, typed))], 'product_details.csv', { type: 'text/csv' })
      return api.invoices.uploadInvoice({ po_number: number, file }, options)
    },
    refresh: ['invoices'],
    after: turn.onClose,
  })
  const typed = form.values.styles
  const changed = changedStyles(facts, form.values)
  const put = (at: number, of: CustomsKey, text: string) =>
    form.change({ styles: typed.map((one, place) => (place === at ? { ...one, [of]: text } : one)) })
  const field = (of: CustomsKey): ShownField<RecordFacts> => ({
    ...{ id: of, header: headers[of], kind: 'part' },
    of: ({ style_id, old }) => {
      const at = typed.findIndex((one) => one.style_id === style_id)
      const text = typed[at]?.[of] ?? ''
      const problem = form.problem(`styles.${at}.${of}`)
      return (
        <>
          <input
            className="text-field"
            aria-label={`${style_id}, ${t(headers[of])}`}
            aria-invalid={problem !== null}
            maxLength={200}
            value={text}
            onChange={({ target }) => put(at, of, target.value)}
          />
          {problem === null ? null : <p className="field-problem">{problem}</p>}
          {text.trim() === '' || text.trim() === old[of] ? null : (
            <span className="muted">{old[of] === '' ? t('Not filled in') : t('now {{old}}', { old: old[of] })}</span>
          )}
        </>
      )
    },
  })
  return (
    <Modal {...turn} title={t('Product details from the styles’ records')} width={1080} isTyped={form.isTyped}>
      <form noValidate onSubmit={form.send}>
        <DialogParts
          onCancel={turn.onClose}
          step={{ text: t('Save'), isRunning: form.isSending, isOff: changed.length === 0 }}
        >
          <p className="muted">
            {changed.length === 0
              ? t('The invoice says all that the styles’ records know.')
              : t('Below a fact stands what the invoice says now. What is saved is kept with the style, too.')}
          </p>
          <FieldTable
            label={t('Product details')}
            tableClass="inv-record-facts"
            fields={[
              {
                id: 'style',
                header: key('Style'),
                of: (row) => `${row.style_id} ${name(row.style_name, row.style_name_zh)}`,
              },
              ...customsKeys.map(field),
            ]}
            rows={facts}
            rowKey={({ style_id }) => style_id}
          />
        </DialogParts>
      </form>
    </Modal>
  )
}
