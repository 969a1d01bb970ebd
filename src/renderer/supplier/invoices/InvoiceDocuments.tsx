import { useTranslation } from 'react-i18next'
import { stageOf } from '../../../shared/areas/invoices/lists.ts'
import { contract } from '../../../shared/areas.ts'
import { addressText } from '../../../shared/kernel/languages.ts'
import { DownloadButton, PrintButton } from '../../actions/files.tsx'
import { Facts, Section } from '../../kit/Drawer.tsx'
import { FactList } from '../../kit/field-views.tsx'
import { ScrollPart } from '../../kit/Page.tsx'
import { Callout } from '../../kit/states.tsx'
import { useRight } from '../../session/use-right.ts'
import { ExportForm } from './ExportForm.tsx'
import { invoiceFields, orderFields } from './invoice-fields.tsx'
import type { Invoice, InvoiceDetails } from './invoice-list.ts'
import { MissingFacts, ProductDetails } from './MissingFacts.tsx'
import { TransportDocument } from './TransportDocument.tsx'

interface InvoiceDocumentsProps {
  invoice: Invoice
  /** Comes a little later than the invoice. */
  details: InvoiceDetails | undefined
}

/** What the invoice is, what its export order still wants, and the export order itself. */
export function InvoiceDocuments({ invoice, details }: InvoiceDocumentsProps) {
  const { t } = useTranslation()
  const mayExport = useRight('chinaInvoices')
  const stage = stageOf(invoice)
  return (
    <ScrollPart className="tabbed-scroll" label={t('Papers')}>
      {invoice.void_reason !== null ? (
        <div className="inv-void">
          <Callout tone="bad">
            <strong>{t('Void')}</strong> · {t(invoice.void_reason)}
          </Callout>
        </div>
      ) : null}
      <Section>
        <FactList fields={invoiceFields} row={invoice} />
        <div className="inv-parties-facts">
          <Facts
            facts={[
              [t('Exporter'), <PartyFact key="exporter" party={details?.exporter} />],
              [
                t('Consignee'),
                details ? <PartyFact key="consignee" party={details.consignee} /> : invoice.consignee_name,
              ],
            ]}
          />
        </div>
      </Section>
      {stage === 'to_export' ? (
        <>
          <Section title={t('What the export order still wants')}>
            <MissingFacts invoice={invoice} />
            <ProductDetails invoice={invoice} details={details} />
          </Section>
          {mayExport ? (
            <Section title={t('Export order')}>
              <ExportForm invoice={invoice} />
            </Section>
          ) : null}
        </>
      ) : null}
      {invoice.export_order ? (
        <Section
          title={t('Export order')}
          tools={
            <>
              <PackingList number={invoice.invoice_number} />
              <TransportDocument invoice={invoice} />
            </>
          }
        >
          {invoice.missing.length > 0 ? <MissingFacts invoice={invoice} /> : null}
          <FactList fields={orderFields(invoice.export_order)} row={invoice.export_order} />
        </Section>
      ) : null}
    </ScrollPart>
  )
}

/** For customs: box by box, without prices. */
function PackingList({ number: invoice_number }: { number: string }) {
  const { t } = useTranslation()
  const call = contract.invoices.customsPackingList
  const file = (format: 'pdf' | 'xlsx') => ({ invoice_number, format })
  return (
    <>
      <DownloadButton call={call} input={file('pdf')} text={t('Packing list (PDF)')} size="small" />
      <DownloadButton call={call} input={file('xlsx')} text={t('Packing list (Excel)')} size="small" />
      <PrintButton
        call={call}
        input={file('pdf')}
        title={t('{{invoice_number}}, packing list', { invoice_number })}
        size="small"
      />
    </>
  )
}

/** As the invoice says it, whatever became of the party since. */
function PartyFact({ party }: { party: InvoiceDetails['exporter'] | undefined }) {
  if (party === undefined) return '…'
  return (
    <>
      {party.name}
      <span className="muted inv-address">{addressText(party.address, party.country)}</span>
    </>
  )
}
