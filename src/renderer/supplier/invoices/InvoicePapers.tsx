import { useTranslation } from 'react-i18next'
import { addressText } from '../../../shared/kernel/languages.ts'
import { useFormats, useNamed } from '../../i18n/formats.ts'
import { Facts, Section } from '../../kit/Drawer.tsx'
import { Callout, Day, Instant } from '../../kit/states.tsx'
import { useRight } from '../../session/use-right.ts'
import { ExportForm, ExportOrderFacts, MissingList } from './ExportForm.tsx'
import type { InvoiceDetails } from './invoice-details.ts'
import { type Invoice, stageOf } from './invoice-stage.ts'

interface InvoicePapersProps {
  invoice: Invoice
  /** Comes a little later than the invoice. */
  details: InvoiceDetails | undefined
}

/** What the invoice is, what its export order still wants, and the export order itself. */
export function InvoicePapers({ invoice, details }: InvoicePapersProps) {
  const { t } = useTranslation()
  const mayExport = useRight('chinaInvoices')
  const stage = stageOf(invoice)
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a part that scrolls must be reachable by keyboard
    <section className="ship-scroll" tabIndex={0} aria-label={t('Papers')}>
      {invoice.void_reason !== null ? (
        <div className="inv-void">
          <Callout tone="bad">
            <strong>{t('Void')}</strong> · {t(invoice.void_reason)}
          </Callout>
        </div>
      ) : null}
      <Section>
        <InvoiceFacts invoice={invoice} />
        <PartyFacts invoice={invoice} details={details} />
      </Section>
      {stage === 'to_export' ? (
        <>
          <Section title={t('What the export order still wants')}>
            <MissingList invoice={invoice} />
          </Section>
          {mayExport ? (
            <Section title={t('Export order')}>
              <ExportForm invoice={invoice} />
            </Section>
          ) : null}
        </>
      ) : null}
      {invoice.export_order ? (
        <Section title={t('Export order')}>
          <ExportOrderFacts order={invoice.export_order} />
        </Section>
      ) : null}
    </section>
  )
}

function InvoiceFacts({ invoice }: Pick<InvoicePapersProps, 'invoice'>) {
  const { t } = useTranslation()
  const formats = useFormats()
  const named = useNamed()
  return (
    <Facts
      facts={[
        [t('Issued on'), <Day key="issued" day={invoice.issued_on} />],
        [t('Site'), named(invoice.site_name, invoice.site_name_zh)],
        [t('Boxes'), formats.number(invoice.boxes)],
        [t('Pieces'), formats.number(invoice.pieces)],
        [t('Invoice value'), invoice.total ? formats.money(invoice.total) : null],
        [t('Made by'), invoice.created_by],
        [t('Made on'), <Instant key="made" at={invoice.created_at} />],
        [t('Suppliers'), named(invoice.suppliers.join(', '), invoice.suppliers_zh.join('、'))],
        [t('Remark'), invoice.remark],
      ]}
    />
  )
}

function PartyFacts({ invoice, details }: InvoicePapersProps) {
  const { t } = useTranslation()
  return (
    <div className="inv-parties-facts">
      <Facts
        facts={[
          [t('Exporter'), details ? <PartyFact key="exporter" party={details.exporter} /> : '…'],
          [t('Consignee'), details ? <PartyFact key="consignee" party={details.consignee} /> : invoice.consignee_name],
        ]}
      />
    </div>
  )
}

/** As the invoice says it, whatever became of the party since. */
function PartyFact({ party }: { party: InvoiceDetails['exporter'] }) {
  return (
    <>
      {party.name}
      <span className="muted inv-address">{addressText(party.address, party.country)}</span>
    </>
  )
}

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
