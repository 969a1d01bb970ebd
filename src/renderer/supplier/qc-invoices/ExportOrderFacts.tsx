import { useTranslation } from 'react-i18next'
import { useFormats } from '../../i18n/formats.ts'
import { Facts } from '../../kit/Drawer.tsx'
import { Instant } from '../../kit/values.tsx'
import { documentWord, transportWords } from './export-draft.ts'
import type { Invoice } from './invoice-stage.ts'

/** An export order that is made. */
export function ExportOrderFacts({ order }: { order: NonNullable<Invoice['export_order']> }) {
  const { t } = useTranslation()
  const formats = useFormats()
  const gross = order.gross_weight_grams
  return (
    <Facts
      facts={[
        [t('Export order'), order.export_order_number],
        [t('Incoterm'), order.incoterm],
        [t('Port of loading'), order.port_of_loading || '–'],
        [t('Port of discharge'), order.port_of_discharge || '–'],
        [t('Transport'), t(transportWords[order.transport])],
        [t('Carrier'), order.carrier ?? '–'],
        [t(documentWord(order.transport)), order.transport_document ?? '–'],
        [t('Gross weight'), gross === null ? t('Sum of the boxes') : `${formats.kilograms(gross)} kg`],
        [t('Shipped on'), order.shipped_at ? <Instant key="shipped" at={order.shipped_at} /> : null],
      ]}
    />
  )
}
