import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useSay } from '../../actions/say.ts'
import { useAction } from '../../actions/useAction.ts'
import { api } from '../../api/client.ts'
import { showToast } from '../../kit/toasts.ts'
import { useConfirm } from '../../kit/useConfirm.tsx'

/** Brings shipments back to Awaiting packing, one after another, after a question that says what happens. */
export function useRecoverShipments(onDone?: () => void): {
  run: (ids: readonly string[]) => Promise<void>
  isRunning: boolean
  dialog: ReactNode
} {
  const { t } = useTranslation()
  const say = useSay()
  const confirm = useConfirm()
  const recover = useAction((shipment_id: string, options) => api.vendor.recoverShipment({ shipment_id }, options), {
    what: t('Recover shipment'),
    done: (_, id) => t('Shipment {{shipment_id}} recovered.', { shipment_id: id }),
    failed: ({ code, message, details: { values } }, id) => {
      if (code !== 'move_not_allowed') return false
      const line = [values?.order_id, values?.nm_sku].filter(Boolean).join(' ')
      const why = line
        ? t('{{line}} is no longer free on the platform.', { line })
        : t('{{shipment_id}} is {{status}}.', { shipment_id: id, status: t(String(values?.status ?? '')) })
      showToast({ tone: 'error', text: say.message(message, values), more: why })
      return true
    },
  })
  const run = async (ids: readonly string[]): Promise<void> => {
    if (ids.length === 0) {
      showToast({ tone: 'error', text: t('Please select a shipment id to recover.') })
      return
    }
    const agreed = await confirm.ask({
      title: t('Recover shipment'),
      text: t('{{ids}}: back to Awaiting packing, with the boxes and codes it had.', { ids: ids.join(', ') }),
      confirm: t('Recover shipment'),
    })
    if (!agreed) return
    for (const id of ids) await recover.run(id)
    onDone?.()
  }
  return { run, isRunning: recover.isRunning, dialog: confirm.dialog }
}
