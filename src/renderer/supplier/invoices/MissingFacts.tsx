import { Button } from '@blueprintjs/core'
import { Upload } from '@blueprintjs/icons'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { missingWords } from '../../../shared/areas/invoices/lists.ts'
import { contract } from '../../../shared/areas.ts'
import { DownloadButton, UploadButton, useFile } from '../../actions/files.tsx'
import { useSay } from '../../actions/say.ts'
import { key } from '../../i18n/formats.ts'
import { useDialog } from '../../kit/dialogs.tsx'
import { Callout } from '../../kit/states.tsx'
import type { Invoice, InvoiceDetails } from './invoice-list.ts'
import { RecordFactsDialog } from './RecordFactsDialog.tsx'

/** Styles' facts are filled in by sheet: a line a style. The gross weight stands on the export order, a value on the order itself. */
const isBySheet = ({ field }: { field: string }) => ['hs_code', 'description', 'origin', 'net_weight'].includes(field)

/** How a fact that stands in no sheet is filled in. */
const wayTo = (field: string, isOrdered: boolean) =>
  field === 'gross_weight'
    ? isOrdered
      ? key('Cancel this export order, weigh the boxes on the QC platform, and make it anew.')
      : key('Weigh the boxes on the QC platform, or type the gross weight into the export order below.')
    : key('The price stands on the order: void this invoice, have the order corrected, and make it anew.')

/** Fact by fact what is missing, each with the way to fill it in. */
export function MissingFacts({ invoice: { missing, export_order } }: { invoice: Invoice }) {
  const { t } = useTranslation()
  const say = useSay()
  if (missing.length === 0)
    return <Callout tone="good">{t('Nothing is missing: the export order can be made.')}</Callout>
  const wordOf = ({ field }: { field: string }) => t(missingWords[field] ?? field)
  const styles = Map.groupBy(missing.filter(isBySheet), ({ values }) => values.style_id ?? '')
  return (
    <div className="inv-missing">
      {styles.size > 0 ? (
        <MissingFact
          title={t('Product details')}
          way={t('Take it from the style’s record, or fill it into the sheet of product details and upload that.')}
        >
          <ul>
            {[...styles].map(([style, facts]) => (
              <li key={style}>
                <span className="code">{style}</span>
                <span>{facts.map(wordOf).join(' · ')}</span>
              </li>
            ))}
          </ul>
        </MissingFact>
      ) : null}
      {missing
        .filter((fact) => !isBySheet(fact))
        .map((fact) => (
          <MissingFact
            key={say.message(fact.message, fact.values)}
            title={wordOf(fact)}
            way={t(wayTo(fact.field, export_order !== null))}
          >
            <p>{say.message(fact.message, fact.values)}</p>
          </MissingFact>
        ))}
    </div>
  )
}

function MissingFact({ title, way, children }: { title: string; way: string; children: ReactNode }) {
  return (
    <div>
      <h4>{title}</h4>
      {children}
      <p className="inv-missing-way">{way}</p>
    </div>
  )
}

/** What customs want to know of styles: from their records, or by sheet, to fill in and back. */
export function ProductDetails({
  invoice: { invoice_number, missing },
  details,
}: {
  invoice: Invoice
  details: InvoiceDetails | undefined
}) {
  const { t } = useTranslation()
  const file = useFile()
  const fromRecord = useDialog(RecordFactsDialog, { number: invoice_number, styles: details?.styles ?? [] })
  const call = contract.invoices.downloadInvoiceProductDetails
  const input = { invoice_number, format: 'xlsx' as const }
  const intent = missing.some(isBySheet) ? ({ intent: 'primary' } as const) : {}
  return (
    <div className="inv-sheet-tools">
      <Button text={t('From the style’s record…')} disabled={details === undefined} onClick={() => fromRecord.open()} />
      <DownloadButton {...{ call, input }} text={t('Product details to fill in')} hasIcon />
      <UploadButton
        button={{ text: t('Upload product details'), icon: <Upload />, ...intent }}
        title={t('Product details of {{invoice_number}}', input)}
        call="invoices.uploadInvoice"
        input={{ po_number: invoice_number }}
        accept={['.xlsx', '.csv']}
        template={{ label: t('Download the sheet to fill in'), get: () => file.get(call, input) }}
      />
      {fromRecord.dialog}
    </div>
  )
}
