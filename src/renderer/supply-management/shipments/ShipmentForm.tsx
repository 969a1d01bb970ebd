import { z } from 'zod'
import type { FacilityShipmentRow } from '../../../shared/areas/facilities/calls.ts'
import { ewayBillNumber } from '../../../shared/areas/facilities/government-files.ts'
import { plainDigits } from '../../../shared/kernel/codes.ts'
import { useAnswer } from '../../actions/useRows.ts'
import { api } from '../../api/client.ts'
import { ChoiceField, TextField } from '../../forms/fields.tsx'
import { useSentForm } from '../../forms/useSentForm.ts'
import { key } from '../../i18n/formats.ts'
import { DialogParts, type DialogTurn, Modal } from '../../kit/dialogs.tsx'
import { useLocale } from '../../table/words.ts'

const transport = z.object({
  destination: z.string().trim().max(40),
  carrier: z.string().trim().max(60),
  vehicle_no: z.string().trim().max(60),
  lr_no: z.string().trim().max(60),
  eway_bill_no: z
    .string()
    .trim()
    .max(60)
    .refine((text) => ewayBillNumber(text) !== null, { message: key('12 digits, as the portal gave them.') }),
  distance_km: z
    .string()
    .transform((text) => plainDigits(text).trim())
    .refine((text) => text === '' || (/^\d{1,4}$/.test(text) && Number(text) >= 1 && Number(text) <= 4_000), {
      message: key('Between 1 and 4000 km.'),
    }),
})

interface ShipmentFormProps extends DialogTurn {
  facility: string
  /** Boxes of a new shipment. */
  boxes?: readonly string[]
  /** The one whose transport is changed. */
  shipment?: FacilityShipmentRow
  onMade?: (number: string) => void
}

/** Makes a shipment of boxes, or changes how one travels. */
export function ShipmentForm({ facility, boxes, shipment, onMade, ...turn }: ShipmentFormProps) {
  const { t, plural, name } = useLocale()
  const sites = useAnswer('facilities.facilityOutput', { facility }).data?.destinations ?? []
  const title = shipment ? t('How it travels: {{number}}', { number: shipment.shipment_id }) : t('New shipment')
  const isSent = shipment?.state === 'DISPATCHED'
  const form = useSentForm(
    transport,
    {
      destination: shipment?.destination ?? '',
      carrier: shipment?.carrier ?? '',
      vehicle_no: shipment?.vehicle_no ?? '',
      lr_no: shipment?.lr_no ?? '',
      eway_bill_no: shipment?.eway_bill_no ?? '',
      distance_km: shipment?.distance_km?.toString() ?? '',
    },
    {
      draft: `facility-shipment.${shipment?.shipment_id ?? 'new'}`,
      what: title,
      send: ({ destination, distance_km, ...typed }, options) =>
        api.facilities.changeShipmentStatus(
          {
            ...(shipment ? { shipment_id: shipment.shipment_id, version: shipment.version } : { facility }),
            ...(boxes && { boxes: [...boxes] }),
            status: isSent ? 'DISPATCHED' : 'PACKING',
            ...typed,
            ...(destination !== '' && !isSent && { destination }),
            ...(distance_km !== '' && { distance_km: Number(distance_km) }),
          },
          options,
        ),
      refresh: ['facilities'],
      looksAgain: true,
      after: ({ data }) => {
        turn.onClose()
        onMade?.(data.shipment.shipment_id)
      },
    },
  )
  return (
    <Modal {...turn} title={title} width={560} isTyped className="facility-touch">
      <form noValidate onSubmit={form.send}>
        <DialogParts
          onCancel={turn.onClose}
          step={{
            text: shipment ? t('Save') : t('Make the shipment'),
            isRunning: form.isSending,
            isOff: boxes?.length === 0,
          }}
        >
          {boxes ? <p>{`${facility}: ${plural(boxes.length, '1 box', '{{n}} boxes')}`}</p> : null}
          <div className="facility-fields">
            {isSent ? null : (
              <ChoiceField
                {...form.field('destination')}
                label={t('Site of India QC')}
                value={form.field('destination').value || (sites.length === 1 ? (sites[0]?.site ?? '') : '')}
                choices={[
                  ...(sites.length === 1 ? [] : ([['', t('Please choose')]] as const)),
                  ...sites.map((one) => [one.site, `${one.site} · ${name(one.name, one.name_zh)}`] as const),
                ]}
              />
            )}
            <TextField {...form.field('carrier')} label={t('Carrier')} maxLength={60} />
            <TextField {...form.field('vehicle_no')} label={t('Vehicle number')} maxLength={60} />
            <TextField {...form.field('lr_no')} label={t('Lorry receipt number')} maxLength={60} />
            <TextField {...form.field('eway_bill_no')} label={t('E-way bill number')} maxLength={20} />
            <TextField {...form.field('distance_km')} label={t('Distance (km)')} maxLength={4} />
          </div>
        </DialogParts>
      </form>
    </Modal>
  )
}
