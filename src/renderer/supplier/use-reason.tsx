import { Button, Dialog, DialogBody, DialogFooter } from '@blueprintjs/core'
import { type FormEvent, type ReactNode, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useUnsaved } from '../app/unsaved.ts'
import { RemarkField } from './TextField.tsx'
import './reason.css'

export interface ReasonQuestion {
  title: string
  /** What will happen, and to what. */
  text: ReactNode
  /** The button's verb, for example "Void invoice". */
  confirm: string
  /** Usual reasons, English and the keys of their translations: what is kept is the same in every language. */
  usual: readonly string[]
  /** Does it; false keeps the dialog open with what was typed. */
  run: (reason: string) => Promise<boolean>
}

export interface Reason {
  ask: (question: ReasonQuestion) => void
  dialog: ReactNode
}

const longest = 200

/** Asks for the reason that taking back something posted needs: `reason.ask({…})` and `{reason.dialog}`. */
export function useReason(): Reason {
  const [asked, setAsked] = useState<{ question: ReasonQuestion; turn: number } | null>(null)
  const [isOpen, setOpen] = useState(false)
  const ask = (question: ReasonQuestion) => {
    setAsked((now) => ({ question, turn: (now?.turn ?? 0) + 1 }))
    setOpen(true)
  }
  // Dialogs of several hooks are siblings: each needs a key that no other has.
  const dialog = asked ? (
    <ReasonDialog
      key={`reason ${asked.turn}`}
      question={asked.question}
      isOpen={isOpen}
      onClose={() => setOpen(false)}
    />
  ) : null
  return { ask, dialog }
}

interface ReasonDialogProps {
  question: ReasonQuestion
  isOpen: boolean
  onClose: () => void
}

function ReasonDialog({ question, isOpen, onClose }: ReasonDialogProps) {
  const { t } = useTranslation()
  const id = useId()
  /** A usual one by its English, or the user's own words. */
  const [chosen, setChosen] = useState('')
  const [own, setOwn] = useState('')
  const [isRunning, setRunning] = useState(false)
  const reason = chosen || own.trim()
  useUnsaved(isOpen && own !== '', question.title)
  const send = async (event: FormEvent) => {
    event.preventDefault()
    if (reason === '' || isRunning) return
    setRunning(true)
    const isDone = await question.run(reason)
    setRunning(false)
    if (isDone) onClose()
  }
  return (
    <Dialog
      isOpen={isOpen}
      onClose={onClose}
      title={question.title}
      className="reason-dialog"
      canOutsideClickClose={own === ''}
      transitionDuration={100}
    >
      <form onSubmit={(event) => void send(event)}>
        <DialogBody>
          <div className="reason-text">{question.text}</div>
          <fieldset className="reason-usual" aria-label={t('Reason')}>
            {question.usual.map((usual) => (
              <label key={usual} className="reason-choice">
                <input
                  type="radio"
                  name={id}
                  checked={chosen === usual}
                  onChange={() => {
                    setChosen(usual)
                    setOwn('')
                  }}
                />
                {t(usual)}
              </label>
            ))}
          </fieldset>
          <RemarkField
            label={t('Or in your own words')}
            maxLength={longest}
            value={own}
            onChange={(words) => {
              setOwn(words)
              if (words !== '') setChosen('')
            }}
          />
        </DialogBody>
        <DialogFooter
          actions={
            <>
              <Button text={t('Cancel')} onClick={onClose} />
              <Button
                type="submit"
                intent="danger"
                text={question.confirm}
                disabled={reason === ''}
                loading={isRunning}
              />
            </>
          }
        />
      </form>
    </Dialog>
  )
}
