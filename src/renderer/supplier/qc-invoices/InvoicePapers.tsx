import { useTranslation } from 'react-i18next'
import { addressText } from '../../../shared/domain/addresses.ts'
import { useFormats } from '../../i18n/formats.ts'
import { useNamed } from '../../i18n/named.ts'
import { Callout } from '../../kit/Callout.tsx'
import { Facts, Section } from '../../kit/Drawer.tsx'
import { Day, Instant } from '../../kit/values.tsx'
import { useRight } from '../use-right.ts'
import { ExportForm } from './ExportForm.tsx'
import { ExportOrderFacts } from './ExportOrderFacts.tsx'
import type { InvoiceDetails } from './invoice-details.ts'
import { type Invoice, stageOf } from './invoice-stage.ts'
import { MissingList } from './MissingList.tsx'

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
