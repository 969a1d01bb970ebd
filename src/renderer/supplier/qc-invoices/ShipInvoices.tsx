import { useTranslation } from 'react-i18next'
import { useFormats } from '../../i18n/formats.ts'
import { transportWords } from './export-draft.ts'
import { grossOf, type ShipSummary } from './ship-plan.ts'

/** What goes, by invoice, with its sums at the foot. */
export function ShipInvoices({ summary }: { summary: ShipSummary }) {
  const { t } = useTranslation()
  const formats = useFormats()
  const kilograms = (grams: number | null) => (grams === null ? '–' : formats.kilograms(grams))
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a part that scrolls must be reachable by keyboard
    <section className="plain-scroll inv-ship-list" tabIndex={0} aria-label={t('Going to India')}>
      <table className="plain-table">
        <thead>
          <tr>
            <th>{t('Invoice')}</th>
            <th>{t('Export order')}</th>
            <th>{t('Consignee')}</th>
            <th>{t('Transport')}</th>
            <th>{t('Carrier')}</th>
            <th className="end">{t('Boxes')}</th>
            <th className="end">{t('Pieces')}</th>
            <th className="end">{t('Gross weight (kg)')}</th>
          </tr>
        </thead>
        <tbody>
          {summary.invoices.map((invoice) => (
            <tr key={invoice.invoice_number}>
              <td className="code">{invoice.invoice_number}</td>
              <td className="code">{invoice.export_order_number}</td>
              <td>{invoice.consignee_name}</td>
              <td>{t(transportWords[invoice.transport])}</td>
              <td>{[invoice.carrier, invoice.transport_document].filter(Boolean).join(' · ') || '–'}</td>
              <td className="end">{formats.number(invoice.boxes)}</td>
              <td className="end">{formats.number(invoice.pieces)}</td>
              <td className="end">{kilograms(invoice.gross_weight_grams)}</td>
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <td colSpan={5}>{t('Going to India')}</td>
            <td className="end">{formats.number(summary.boxes)}</td>
            <td className="end">{formats.number(summary.pieces)}</td>
            <td className="end">{kilograms(grossOf(summary.invoices))}</td>
          </tr>
        </tfoot>
      </table>
    </section>
  )
}
