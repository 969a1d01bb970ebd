import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useAction } from '../../actions/useAction.ts'
import { api } from '../../api/client.ts'
import { useFormats } from '../../i18n/formats.ts'
import { useNamed } from '../../i18n/named.ts'
import { useConfirm } from '../../kit/useConfirm.tsx'
import type { ShipmentDetails } from './next-step.ts'

/** Confirm, cancel, and mark a shipment packed and shipped; each asks first what cannot be taken lightly. */
export function useShipmentMoves(details: ShipmentDetails): {
  confirm: () => Promise<void>
  cancel: () => Promise<void>
  ship: () => Promise<void>
  isRunning: boolean
  dialog: ReactNode
} {
  const { t } = useTranslation()
  const question = useConfirm()
  const { shipment_id, version } = details.shipment
  const recover = () => api.vendor.recoverShipment({ shipment_id })
  const confirm = useAction((_: undefined, options) =>
    api.vendorRetool.confirmShipment({ shipment_id, version }, options),
  )
  const cancel = useAction(
    (_: undefined, options) => api.vendor.updateShipment({ action: 'cancel', shipment_id, version }, options),
    { undo: recover },
  )
  const ship = useAction(
    (_: undefined, options) =>
      api.vendor.updateShipmentDetails({ shipment_id, version, status: 'Packed and shipped' }, options),
    { undo: recover },
  )
  return {
    confirm: async () => void (await confirm.run(undefined)),
    cancel: async () => {
      const agreed = await question.ask({
        title: t('Cancel shipment {{shipment_id}}?', { shipment_id }),
        text: t('Its pieces go back to the shipping platform. It can be recovered while they are free there.'),
        confirm: t('Cancel shipment'),
        isDangerous: true,
      })
      if (agreed) await cancel.run(undefined)
    },
    ship: async () => {
      const agreed = await question.ask({
        title: t('Mark {{shipment_id}} packed and shipped?', { shipment_id }),
        text: <ShipSummary details={details} />,
        confirm: t('Mark packed and shipped'),
      })
      if (agreed) await ship.run(undefined)
    },
    isRunning: confirm.isRunning || cancel.isRunning || ship.isRunning,
    dialog: question.dialog,
  }
}

function ShipSummary({ details: { shipment, boxes } }: { details: ShipmentDetails }) {
  const { t } = useTranslation()
  const formats = useFormats()
  const named = useNamed()
  const untracked = boxes.filter((box) => box.tracking_id === null).length
  return (
    <dl className="facts">
      <div>
        <dt>{t('Boxes')}</dt>
        <dd>{formats.number(boxes.length)}</dd>
      </div>
      <div>
        <dt>{t('Pieces')}</dt>
        <dd>{formats.number(shipment.total_quantity)}</dd>
      </div>
      <div>
        <dt>{t('Boxes without tracking ID')}</dt>
        <dd className={untracked > 0 ? 'warn-text' : undefined}>{formats.number(untracked)}</dd>
      </div>
      <div>
        <dt>{t('Destination')}</dt>
        <dd>{named(shipment.destination, shipment.destination_zh)}</dd>
      </div>
    </dl>
  )
}
