import { useTranslation } from 'react-i18next'
import { useFormats } from '../../i18n/formats.ts'
import { useNamed } from '../../i18n/named.ts'
import { useRight } from '../use-right.ts'
import type { InvoiceDetails } from './invoice-details.ts'

/** The boxes of an invoice in the order of the paper, with their sums at the foot. */
export function InvoiceBoxes({ boxes }: Pick<InvoiceDetails, 'boxes'>) {
  const { t } = useTranslation()
  const formats = useFormats()
  const named = useNamed()
  const seesPrices = useRight('seePrices')
  const weight = (grams: number | null) => (grams === null ? '–' : formats.kilograms(grams))
  const pieces = boxes.reduce((sum, box) => sum + box.pieces, 0)
  const isWeighed = boxes.every((box) => box.weight_grams !== null)
  const grams = boxes.reduce((sum, box) => sum + (box.weight_grams ?? 0), 0)
  const currency = boxes[0]?.value?.currency
  const minor = boxes.reduce((sum, box) => sum + (box.value?.minor ?? 0), 0)
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a part that scrolls must be reachable by keyboard
    <section className="ship-scroll" tabIndex={0} aria-label={t('Boxes')}>
      <table className="plain-table">
        <thead>
          <tr>
            <th>{t('Shipment')}</th>
            <th>{t('Box')}</th>
            <th>{t('SSCC')}</th>
            <th>{t('Supplier')}</th>
            <th className="end">{t('Pieces')}</th>
            <th className="end">{t('Weight (kg)')}</th>
            {seesPrices ? <th className="end">{t('Invoice value')}</th> : null}
          </tr>
        </thead>
        <tbody>
          {boxes.map((box) => (
            <tr key={box.box_id}>
              <td className="code">{box.shipment_id}</td>
              <td className="code">{box.box_no}</td>
              <td className="code">{box.sscc}</td>
              <td>{named(box.supplier_name, box.supplier_name_zh)}</td>
              <td className="end">{formats.number(box.pieces)}</td>
              <td className={box.weight_grams === null ? 'end warn-text' : 'end'}>{weight(box.weight_grams)}</td>
              {seesPrices ? <td className="end">{box.value ? formats.money(box.value) : '–'}</td> : null}
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <td colSpan={4}>{t('Total')}</td>
            <td className="end">{formats.number(pieces)}</td>
            <td className="end">{isWeighed ? weight(grams) : '–'}</td>
            {seesPrices ? <td className="end">{currency ? formats.money({ minor, currency }) : '–'}</td> : null}
          </tr>
        </tfoot>
      </table>
    </section>
  )
}
