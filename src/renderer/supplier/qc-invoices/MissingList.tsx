import { Button } from '@blueprintjs/core'
import { Download, Upload } from '@blueprintjs/icons'
import { useTranslation } from 'react-i18next'
import { useSay } from '../../actions/say.ts'
import { key } from '../../i18n/key.ts'
import { Callout } from '../../kit/Callout.tsx'
import { type Invoice, isBySheet, missingWords } from './invoice-stage.ts'
import { useProductDetails } from './use-product-details.tsx'

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
