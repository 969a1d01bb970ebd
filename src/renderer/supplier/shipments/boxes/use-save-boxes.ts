import { useTranslation } from 'react-i18next'
import { useSay } from '../../../actions/say.ts'
import { useAction } from '../../../actions/useAction.ts'
import { api } from '../../../api/client.ts'
import { useFormats } from '../../../i18n/formats.ts'
import { showToast } from '../../../kit/toasts.ts'
import type { ShipmentDetails } from '../next-step.ts'
import type { Packing } from '../packing/draft-boxes.ts'
import { type BoxChange, changesBack } from './box-edits.ts'

/** Saves tracking ids and weights of boxes by one call; a refusal names the box, and a save can be undone. */
export function useSaveBoxes(details: ShipmentDetails, onSaved: (packing: Packing, before: number) => void) {
  const { t } = useTranslation()
  const say = useSay()
  const formats = useFormats()
  const { shipment_id, version } = details.shipment
  return useAction(
    async (boxes: BoxChange[], options) => {
      const reply = await api.vendor.updateShipmentDetails({ shipment_id, version, boxes }, options)
      onSaved(reply.data, version)
      return { ...reply, back: changesBack(boxes, details.boxes) }
    },
    {
      what: t('Boxes of {{shipment_id}}', { shipment_id }),
      done: (_, boxes) => t('Boxes changed: {{n}}', { n: formats.number(boxes.length) }),
      undo: ({ back, data }, _, options) =>
        api.vendor.updateShipmentDetails({ shipment_id, version: data.shipment.version, boxes: back }, options),
      failed: ({ code, message, details: { values } }) => {
        if (code !== 'invalid_input' || values?.box_no === undefined) return false
        const place = `${t('Box no')} ${values.box_no} · ${values.tracking_id ?? ''}`
        showToast({ tone: 'error', text: say.message(message, values), more: place })
        return true
      },
    },
  )
}
