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
        <ul className="inv-missing">
          {fields.map((field) => (
            <MissingField key={field} field={field} of={missing.filter((one) => one.field === field)} />
          ))}
        </ul>
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

interface MissingFieldProps {
  field: string
  of: Invoice['missing']
}

function MissingField({ field, of }: MissingFieldProps) {
  const { t } = useTranslation()
  const say = useSay()
  return (
    <li>
      <strong>{t(missingWords[field] ?? field)}</strong>
      <ul>
        {of.map(({ message, values }) => {
          const words = say.message(message, values)
          return <li key={words}>{words}</li>
        })}
      </ul>
      <span className="muted">{t(wayTo(field))}</span>
    </li>
  )
}

/** How the fact is filled in. */
function wayTo(field: string): string {
  if (isBySheet(field)) return key('Fill it into the sheet of product details, and upload that.')
  if (field === 'gross_weight') return key('Type the gross weight into the export order below.')
  return key('The price stands on the order: void this invoice, have the order corrected, and make it anew.')
}
