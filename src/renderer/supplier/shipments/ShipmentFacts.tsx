import { useTranslation } from 'react-i18next'
import { useAction } from '../../actions/useAction.ts'
import { api } from '../../api/client.ts'
import { useFormats } from '../../i18n/formats.ts'
import { useNamed } from '../../i18n/named.ts'
import { Facts } from '../../kit/Drawer.tsx'
import { Instant } from '../../kit/values.tsx'
import type { ShipmentDetails } from './next-step.ts'
import type { Packing } from './packing/draft-boxes.ts'
import { TextFact } from './TextFact.tsx'

interface ShipmentFactsProps {
  details: ShipmentDetails
  /** Shows the answer of a save; typed boxes count as typed on the new version. */
  onSaved: (packing: Packing, before: number) => void
}

/** What a shipment is: when, where to, how much; invoice number and carrier are typed in place. */
export function ShipmentFacts({ details: { shipment, boxes }, onSaved }: ShipmentFactsProps) {
  const { t } = useTranslation()
  const formats = useFormats()
  const named = useNamed()
  const { shipment_id, version, invoice_number, carrier } = shipment
  const what = t('Details of {{shipment_id}}', { shipment_id })
  const save = useAction(
    (change: { invoice_number?: string | null; carrier?: string | null }, options) =>
      api.vendor.updateShipmentDetails({ shipment_id, version, ...change }, options),
    { what, done: () => t('Saved') },
  )
  const keep = async (change: { invoice_number?: string | null; carrier?: string | null }) => {
    const reply = await save.run(change)
    if (reply) onSaved(reply.data, version)
    return reply !== undefined
  }
  const canDescribe = shipment.allowed_moves.includes('describe')
  const fact = (label: string, value: string | null, field: 'invoice_number' | 'carrier', maxLength: number) =>
    canDescribe ? (
      <TextFact
        {...{ label, value, maxLength, what }}
        draft={`shipment.${shipment_id}.${field}`}
        onSave={(text) => keep({ [field]: text })}
      />
    ) : (
      (value ?? '–')
    )
  return (
    <div className="ship-facts">
      <Facts
        facts={[
          [t('Created'), <Instant key="created" at={shipment.created_date} />],
          [t('Shipped on'), shipment.shipped_at ? <Instant key="shipped" at={shipment.shipped_at} /> : null],
          [t('Destination'), named(shipment.destination, shipment.destination_zh)],
          [t('Boxes'), formats.number(boxes.length)],
          [t('Pieces'), formats.number(shipment.total_quantity)],
          [t('Invoice number'), fact(t('Invoice number'), invoice_number, 'invoice_number', 60)],
          [t('Carrier'), fact(t('Carrier'), carrier, 'carrier', 80)],
        ]}
      />
    </div>
  )
}
