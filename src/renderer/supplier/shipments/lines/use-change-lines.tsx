import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { lineKey } from '../../../../shared/domain/packing.ts'
import { useSay } from '../../../actions/say.ts'
import { useAction } from '../../../actions/useAction.ts'
import { api } from '../../../api/client.ts'
import { showToast } from '../../../kit/toasts.ts'
import type { ShipmentDetails } from '../next-step.ts'
import type { PackingDraft } from '../packing/use-packing-draft.ts'
import { ChangeLinesDialog } from './ChangeLinesDialog.tsx'
import type { LineOfShipment } from './line-changes.ts'

/** Gives a shipment other lines or quantities; it can be undone while the pieces are free. */
export function useChangeLines(
  { shipment, lines }: ShipmentDetails,
  onChanged: PackingDraft['keepLines'],
): { open: () => void; dialog: ReactNode } {
  const { t } = useTranslation()
  const say = useSay()
  const [turn, setTurn] = useState(0)
  const [isOpen, setOpen] = useState(false)
  const { shipment_id, version } = shipment
  const before = lines.map(({ order_id, nm_sku, ready_quantity }) => ({ order_id, nm_sku, quantity: ready_quantity }))
  const change = useAction(
    (wanted: LineOfShipment[], options) =>
      api.vendor.updateShipment({ action: 'change', shipment_id, version, lines: wanted }, options),
    {
      done: ({ data }, wanted) => {
        onChanged(new Set(wanted.map(lineKey)), data.shipment.version, version)
        return t('Lines of {{shipment_id}} changed.', { shipment_id })
      },
      undo: ({ data }, _, options) =>
        api.vendor.updateShipment(
          { action: 'change', shipment_id, version: data.shipment.version, lines: before },
          options,
        ),
      failed: ({ code, message, details: { values } }) => {
        if (code !== 'move_not_allowed') return false
        const more = [values?.order_id, values?.nm_sku].filter(Boolean).join(' · ')
        showToast({ tone: 'error', text: say.message(message, values), ...(more && { more }) })
        return true
      },
    },
  )
  const save = async (wanted: LineOfShipment[]) => {
    if ((await change.run(wanted)) !== undefined) setOpen(false)
  }
  const open = () => {
    setTurn((now) => now + 1)
    setOpen(true)
  }
  const dialog =
    turn === 0 ? null : (
      <ChangeLinesDialog
        key={turn}
        shipment={shipment}
        lines={lines}
        isOpen={isOpen}
        isSaving={change.isRunning}
        onClose={() => setOpen(false)}
        onSave={save}
      />
    )
  return { open, dialog }
}
