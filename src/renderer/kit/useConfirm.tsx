import { Button, Dialog } from '@blueprintjs/core'
import { type ReactNode, useCallback, useState } from 'react'
import { useTranslation } from 'react-i18next'

export interface Question {
  title: string
  /** Consequence of agreeing, with its numbers. */
  text?: ReactNode
  /** The button's verb, for example "Cancel shipment". */
  confirm: string
  isDangerous?: boolean
  /** Nothing would change: only told why, there is nothing to agree to. */
  isVoid?: boolean
}

export interface Confirm {
  /** Gives true when the user agrees. */
  ask: (question: Question) => Promise<boolean>
  dialog: ReactNode
}

/** A question before something that cannot be taken lightly: `if (await confirm.ask({…})) …` and `{confirm.dialog}`. */
export function useConfirm(): Confirm {
  const { t } = useTranslation()
  const [asked, setAsked] = useState<(Question & { answer: (agreed: boolean) => void }) | null>(null)
  const [isOpen, setOpen] = useState(false)
  const ask = useCallback((question: Question) => {
    setOpen(true)
    return new Promise<boolean>((answer) => setAsked({ ...question, answer }))
  }, [])
  const close = (agreed: boolean) => {
    asked?.answer(agreed)
    setOpen(false)
  }
  const dialog = (
    <Dialog
      isOpen={isOpen}
      onClose={() => close(false)}
      title={asked?.title}
      role="alertdialog"
      style={{ width: 420 }}
      transitionDuration={100}
    >
      {asked?.text ? <div className="bp6-dialog-body">{asked.text}</div> : null}
      <div className="bp6-dialog-footer">
        <div className="bp6-dialog-footer-actions">
          <Button text={t('Cancel')} onClick={() => close(false)} />
          <Button
            autoFocus
            disabled={asked?.isVoid ?? false}
            intent={asked?.isDangerous ? 'danger' : 'primary'}
            text={asked?.confirm}
            onClick={() => close(true)}
          />
        </div>
      </div>
    </Dialog>
  )
  return { ask, dialog }
}
