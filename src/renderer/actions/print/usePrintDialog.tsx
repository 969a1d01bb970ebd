import { type ReactNode, useState } from 'react'
import type { FileCall, PrintChoice } from '../../../shared/bridge.ts'
import type { LabelKind } from '../../../shared/domain/labels.ts'
import { host } from '../../host/host.ts'
import { PrintDialog } from './PrintDialog.tsx'
import { usePrint } from './usePrint.ts'

export interface PrintWish {
  kind: LabelKind
  /** By `fileCall(contract.vendor.getShippingLabel, {…})`. */
  call: FileCall
  /** Shown in the job list, for example "SH-000012, 8 labels". */
  title: string
  /** How many labels, where it is known. */
  count?: number
  /** The labels went to the printer: looking at them and closing is no print. */
  onPrinted?: () => void
}

export interface PrintDialogHandle {
  /** Opens the dialog, or prints at once where this label kind is set to print without asking. `ask` opens it all the same. */
  open: (wish: PrintWish, options?: { ask?: boolean }) => Promise<void>
  dialog: ReactNode
}

/** One dialog for every label: `const print = usePrintDialog(); … print.open({…}) … {print.dialog}` */
export function usePrintDialog(): PrintDialogHandle {
  const [opened, setOpened] = useState<{ wish: PrintWish; choice: PrintChoice } | null>(null)
  const [isOpen, setOpen] = useState(false)
  const print = usePrint()
  const open: PrintDialogHandle['open'] = async (wish, options = {}) => {
    const choice = (await host.print.choices())[wish.kind] ?? { copies: 1, withoutAsking: false }
    if (choice.withoutAsking && !options.ask) {
      const { kind, call, title } = wish
      const isSent = await print({
        kind,
        call,
        title,
        copies: choice.copies,
        ...(choice.printer ? { printer: choice.printer } : {}),
      })
      if (isSent) wish.onPrinted?.()
      return
    }
    setOpened({ wish, choice })
    setOpen(true)
  }
  const dialog = opened ? (
    <PrintDialog {...opened} isOpen={isOpen} onClose={() => setOpen(false)} print={print} />
  ) : null
  return { open, dialog }
}
