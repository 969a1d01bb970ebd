import { type ReactNode, useCallback, useState } from 'react'
import { ShipDialog } from './ShipDialog.tsx'
import type { ShipWish } from './ship-plan.ts'

export interface ShipToIndia {
  /** Boxes of the platform: what of them can go, by invoice. Those given to the hook where none are named. */
  open: (boxIds?: readonly string[]) => void
  /** Invoices; left out, all that can go. */
  openInvoices: (invoiceNumbers?: readonly string[]) => void
  dialog: ReactNode
}

/**
 * Ships invoices with their export orders, after a summary of what goes and what does not:
 * `const ship = useShipToIndia(chosen, clear); … ship.open() … {ship.dialog}`
 */
export function useShipToIndia(boxIds: readonly string[] = [], onDone?: () => void): ShipToIndia {
  const [opened, setOpened] = useState<{ wish: ShipWish; turn: number } | null>(null)
  const [isOpen, setOpen] = useState(false)
  const show = useCallback((wish: ShipWish) => {
    setOpened((now) => ({ wish, turn: (now?.turn ?? 0) + 1 }))
    setOpen(true)
  }, [])
  const dialog = opened ? (
    <ShipDialog
      key={`ship ${opened.turn}`}
      wish={opened.wish}
      isOpen={isOpen}
      onClose={() => setOpen(false)}
      onShipped={() => onDone?.()}
    />
  ) : null
  return {
    open: (named = boxIds) => show({ box_ids: [...named] }),
    openInvoices: (numbers) => show(numbers ? { invoice_numbers: [...numbers] } : {}),
    dialog,
  }
}
