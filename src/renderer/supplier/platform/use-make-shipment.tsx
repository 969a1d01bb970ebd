import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { lineKey } from '../../../shared/domain/packing.ts'
import { sheetMessages } from '../../../shared/domain/sheet-messages.ts'
import { showToast } from '../../kit/toasts.ts'
import { MakeShipmentDialog } from './MakeShipmentDialog.tsx'
import type { PlatformDraft, PlatformItem } from './platform-draft.ts'
import type { usePlatformDraft } from './use-platform-draft.ts'

/** Why these lines make no shipment together, in the specification's words; null when they do. */
export function shipmentProblem(items: readonly PlatformItem[]): string | null {
  if (new Set(items.map((item) => item.supplier_id)).size > 1) return 'Please create shipment for single vendor.'
  return items.some((item) => item.ready_quantity > 0) ? null : sheetMessages.notOnPlatform
}

/** Makes a shipment of chosen lines. What was typed on them is saved first, since it means "ready today". */
export function useMakeShipment(typing: ReturnType<typeof usePlatformDraft>, onMade: () => void) {
  const { t } = useTranslation()
  const [items, setItems] = useState<readonly PlatformItem[]>([])
  const [isOpen, setOpen] = useState(false)
  const [turn, setTurn] = useState(0)

  const start = async (chosen: readonly PlatformItem[]): Promise<void> => {
    const vendors = new Set(chosen.map((item) => item.supplier_id))
    if (chosen.length === 0) return void showToast({ tone: 'info', text: t('Select the lines of the shipment first.') })
    if (vendors.size > 1) {
      showToast({
        tone: 'error',
        text: t('Please create shipment for single vendor.'),
        more: t('Please select only one vendor.'),
      })
      return
    }
    const fresh = await saveTyped(typing, chosen)
    if (fresh === null) return
    const problem = shipmentProblem(fresh)
    if (problem !== null) return void showToast({ tone: 'error', text: t(problem) })
    setItems(fresh.filter((item) => item.ready_quantity > 0))
    setTurn((now) => now + 1)
    setOpen(true)
  }
  const made = () => {
    setOpen(false)
    onMade()
  }
  const dialog: ReactNode =
    turn === 0 ? null : (
      <MakeShipmentDialog key={turn} items={items} isOpen={isOpen} onClose={() => setOpen(false)} onMade={made} />
    )
  return { start, dialog }
}

/** The chosen lines as they are after the save; null when it was refused. */
async function saveTyped(
  { draft, save }: ReturnType<typeof usePlatformDraft>,
  chosen: readonly PlatformItem[],
): Promise<readonly PlatformItem[] | null> {
  const keys = new Set(chosen.map(lineKey))
  const typed: PlatformDraft = Object.fromEntries(Object.entries(draft).filter(([key]) => keys.has(key)))
  if (Object.keys(typed).length === 0) return chosen
  const reply = await save.run(typed)
  if (reply === undefined) return null
  const saved = new Map(reply.data.items.map((item) => [lineKey(item), item]))
  return chosen.map((item) => saved.get(lineKey(item)) ?? item)
}
