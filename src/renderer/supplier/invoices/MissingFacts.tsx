import { Upload } from '@blueprintjs/icons'
import { useTranslation } from 'react-i18next'
import { missingWords } from '../../../shared/areas/invoices/lists.ts'
import { contract } from '../../../shared/areas.ts'
import { DownloadButton, UploadButton, useFile } from '../../actions/files.tsx'
import { useSay } from '../../actions/say.ts'
import { key } from '../../i18n/formats.ts'
import { Callout } from '../../kit/states.tsx'
import type { Invoice } from './invoice-list.ts'

/** Styles' facts are filled in by sheet; the gross weight stands on the export order; a value on the order itself. */
function isBySheet(field: string): boolean {
  return ['hs_code', 'description', 'origin', 'net_weight'].includes(field)
}

/** Fact by fact what is missing, each with the way to fill it in. */
export function MissingFacts({ invoice }: { invoice: Invoice }) {
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
