import { type ReactNode, useState } from 'react'
import type { FileCall, PrintChoice, PrintRequest } from '../../../shared/bridge.ts'
import type { PrintKind } from '../../../shared/domain/printing.ts'
import { host } from '../../host/host.ts'
import { PrintDialog } from './PrintDialog.tsx'
import { usePrint } from './usePrint.ts'

export interface PrintWish {
  kind: PrintKind
  /** By `fileCall(contract.vendor.getShippingLabel, {…})`. */
  call: FileCall
  /** Shown in the job list, for example "SH-000012, 8 labels". */
  title: string
  /** How many labels or pages, where it is known. */
  count?: number
  /** It went to the printer: looking at it and closing is no print. */
  onPrinted?: () => void
}

export interface PrintDialogHandle {
  /** Opens the dialog, or prints at once where this kind is set to print without asking. `ask` opens it all the same. */
  open: (wish: PrintWish, options?: { ask?: boolean }) => Promise<void>
  dialog: ReactNode
}

/** Nothing was chosen yet: the computer's printer, the kind's size, one copy. */
export const firstChoice: PrintChoice = { copies: 1, withoutAsking: false }

/** One dialog for every label and paper: `const print = usePrintDialog(); … print.open({…}) … {print.dialog}` */
export function usePrintDialog(): PrintDialogHandle {
  const [opened, setOpened] = useState<{ wish: PrintWish; choice: PrintChoice; at: number } | null>(null)
  const [isOpen, setOpen] = useState(false)
  const print = usePrint()
  const open: PrintDialogHandle['open'] = async (wish, options = {}) => {
    const choice = (await host.print.choices())[wish.kind] ?? firstChoice
    if (choice.withoutAsking && !options.ask) {
      const result = await print(requestOf(wish, choice), { isWithoutAsking: true })
      if (result === 'queued') wish.onPrinted?.()
      // Without its printer it cannot be printed unasked: the dialog says so and lets another be chosen.
      if (result !== 'no-printer') return
    }
    setOpened({ wish, choice, at: Date.now() })
    setOpen(true)
  }
  const dialog = opened ? (
    <PrintDialog
      key={opened.at}
      wish={opened.wish}
      choice={opened.choice}
      isOpen={isOpen}
      onClose={() => setOpen(false)}
      print={async (choice) => (await print(requestOf(opened.wish, choice))) === 'queued'}
    />
  ) : null
  return { open, dialog }
}

function requestOf({ kind, call, title }: PrintWish, { printer, paper, copies }: PrintChoice): PrintRequest {
  return { kind, call, title, copies, ...(printer ? { printer } : {}), ...(paper ? { paper } : {}) }
}
