import { type ReactNode, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { showToast } from '../../kit/toasts.ts'
import { ReturnDialog } from './ReturnDialog.tsx'

export interface ReturnToVendor {
  /** Shows first what would go back; boxes may be named here where the hook was given none. */
  open: (boxIds?: readonly string[]) => void
  dialog: ReactNode
}

/**
 * Sends failed pieces of boxes back to their vendor with a return note, one vendor at a time:
 * `const back = useReturnToVendor(chosen, clear); … back.open() … {back.dialog}`
 */
export function useReturnToVendor(boxIds: readonly string[] = [], onDone?: () => void): ReturnToVendor {
  const { t } = useTranslation()
  const [opened, setOpened] = useState<{ boxIds: readonly string[]; turn: number } | null>(null)
  const [isOpen, setOpen] = useState(false)
  const hasReturned = useRef(false)
  const open = (named: readonly string[] = boxIds) => {
    if (named.length === 0) return void showToast({ tone: 'info', text: t('Select the boxes first.') })
    hasReturned.current = false
    setOpened((now) => ({ boxIds: [...named], turn: (now?.turn ?? 0) + 1 }))
    setOpen(true)
  }
  // Not before: a choice that is cleared may take its bar away, and the dialog with the note in it.
  const close = () => {
    setOpen(false)
    if (hasReturned.current) onDone?.()
  }
  const dialog = opened ? (
    <ReturnDialog
      key={`return ${opened.turn}`}
      boxIds={opened.boxIds}
      isOpen={isOpen}
      onClose={close}
      onReturned={() => {
        hasReturned.current = true
      }}
    />
  ) : null
  return { open, dialog }
}
