import { type ReactNode, useCallback, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { showToast } from '../../kit/toasts.ts'
import { CreateInvoiceDialog } from './CreateInvoiceDialog.tsx'

export interface CreateInvoice {
  /** `beyond`: how many more match, that one invoice cannot take. */
  open: (boxIds: readonly string[], done?: () => void, beyond?: number) => void
  dialog: ReactNode
}

interface Opened {
  boxIds: readonly string[]
  done: (() => void) | undefined
  beyond: number
  turn: number
}

/** Makes an invoice of boxes that are ready: `create.open(ids)`; `onMade` gets its number. */
export function useCreateInvoice(onMade: (invoiceNumber: string) => void): CreateInvoice {
  const { t } = useTranslation()
  const [opened, setOpened] = useState<Opened | null>(null)
  const [isOpen, setOpen] = useState(false)
  const open = useCallback<CreateInvoice['open']>(
    (boxIds, done, beyond = 0) => {
      if (boxIds.length === 0) return void showToast({ tone: 'info', text: t('Select the boxes first.') })
      setOpened((now) => ({ boxIds: [...boxIds], done, beyond, turn: (now?.turn ?? 0) + 1 }))
      setOpen(true)
    },
    [t],
  )
  const dialog = opened ? (
    <CreateInvoiceDialog
      key={`create ${opened.turn}`}
      boxIds={opened.boxIds}
      beyond={opened.beyond}
      isOpen={isOpen}
      onClose={() => setOpen(false)}
      onMade={(number) => {
        setOpen(false)
        opened.done?.()
        onMade(number)
      }}
    />
  ) : null
  return { open, dialog }
}
