import { useTranslation } from 'react-i18next'
import { useFormats } from '../../i18n/formats.ts'
import { useNamed } from '../../i18n/named.ts'
import { useRight } from '../use-right.ts'
import type { InvoiceDetails } from './invoice-details.ts'

interface InvoiceStylesProps extends Pick<InvoiceDetails, 'styles'> {
  /** The export order is still to come: what it wants and is not there stands out. */
  isAsked: boolean
}

/** What the invoice says of each style of each order, for buyers and for customs. */
export function InvoiceStyles({ styles, isAsked }: InvoiceStylesProps) {
  const { t } = useTranslation()
  const formats = useFormats()
  const named = useNamed()
  const seesPrices = useRight('seePrices')
  const fact = (value: string | null) =>
    value === null ? <td className={isAsked ? 'warn-text' : 'muted'}>{t('Not filled in')}</td> : <td>{value}</td>
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a part that scrolls must be reachable by keyboard
    <section className="ship-scroll" tabIndex={0} aria-label={t('Styles')}>
      <table className="plain-table inv-styles">
        <thead>
          <tr>
            <th>{t('Order')}</th>
            <th>{t('Style')}</th>
            <th className="end">{t('Pieces')}</th>
            {seesPrices ? (
              <>
                <th className="end">{t('Price')}</th>
                <th className="end">{t('Invoice value')}</th>
              </>
            ) : null}
            <th>{t('HS code')}</th>
            <th>{t('Description')}</th>
            <th>{t('Composition')}</th>
            <th>{t('Country of origin')}</th>
            <th className="end">{t('Net weight (g)')}</th>
          </tr>
        </thead>
        <tbody>
          {styles.map((style) => (
            <tr key={`${style.order_id} ${style.style_id} ${style.unit_price?.minor ?? ''}`}>
              <td className="code">{style.order_id}</td>
              <td>
                <span className="code">{style.style_id}</span>{' '}
                <span className="muted">{named(style.style_name, style.style_name_zh)}</span>
              </td>
              <td className="end">{formats.number(style.pieces)}</td>
              {seesPrices ? (
                <>
                  <td className="end">{style.unit_price ? formats.money(style.unit_price) : '–'}</td>
                  <td className="end">{style.value ? formats.money(style.value) : '–'}</td>
                </>
              ) : null}
              {fact(style.hs_code)}
              {fact(style.description)}
              <td className={style.composition ? undefined : 'muted'}>{style.composition ?? '–'}</td>
              {fact(style.origin)}
              {style.net_weight_grams === null ? (
                <td className={isAsked ? 'end warn-text' : 'end muted'}>{t('Not filled in')}</td>
              ) : (
                <td className="end">{formats.number(style.net_weight_grams)}</td>
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
