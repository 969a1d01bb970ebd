import { useTranslation } from 'react-i18next'
import type { OrderStatus } from '../../shared/areas/orders/status.ts'
import type { QcStatus } from '../../shared/areas/qc-boxes/status.ts'
import type { ShipmentStatus } from '../../shared/areas/shipments/status.ts'

export type Tone = 'neutral' | 'active' | 'good' | 'warn' | 'bad'

/** The specification's statuses; colour only repeats what the word says. */
const tones: Record<OrderStatus | ShipmentStatus | QcStatus, Tone> = {
  'Awaiting shipment': 'neutral',
  Rejected: 'bad',
  'Added to shipping platform': 'active',
  'Partially shipped': 'active',
  'Fully shipped': 'good',
  'Ship by today': 'warn',
  'Shipment delayed': 'bad',
  'Out of stock': 'warn',
  Tentative: 'neutral',
  'Awaiting packing': 'active',
  'Packed and shipped': 'good',
  Cancelled: 'neutral',
  'Qty validation pending': 'neutral',
  'Qty missing': 'bad',
  'Qty validated': 'active',
  'QC inspection pending': 'active',
  'QC failed': 'bad',
  'QC passed': 'good',
  'Shipped to India': 'good',
  'Returned to supplier': 'warn',
}

export function statusTone(status: string): Tone {
  return Object.hasOwn(tones, status) ? tones[status as OrderStatus] : 'neutral'
}

/** A status in the reader's language. `tone` for words that the table does not know. */
export function StatusTag({ status, tone }: { status: string; tone?: Tone }) {
  const { t } = useTranslation()
  return (
    <span className="status-tag" data-tone={tone ?? statusTone(status)}>
      {t(status)}
    </span>
  )
}
