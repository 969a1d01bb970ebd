import './text-field.css'
import './reason.css'
import { Button, Dialog, DialogBody, DialogFooter } from '@blueprintjs/core'
import { type FormEvent as ReactFormEvent, type ReactNode, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { refusalReasons } from '../../shared/kernel/reasons.ts'
import { useUnsaved } from '../app/unsaved.ts'
import { Field } from '../people/Fields.tsx'

interface TextFieldProps {
  label: string
  problem?: string | null | undefined
  hint?: ReactNode
  value: string
  maxLength: number
  disabled?: boolean
  onChange: (value: string) => void
}

/** A labelled line of text. */
export function TextField({ label, problem, hint, onChange, ...rest }: TextFieldProps) {
  return (
    <Field label={label} problem={problem} hint={hint}>
      {(ties) => <input {...ties} {...rest} className="text-field" onChange={({ target }) => onChange(target.value)} />}
    </Field>
  )
}

interface RemarkFieldProps extends Omit<TextFieldProps, 'maxLength' | 'disabled'> {
  /** Without it, as long as the server takes a remark. */
  maxLength?: number
}

/** A labelled remark or reason in the user's own words. */
export function RemarkField({ label, problem, hint, maxLength = 500, value, onChange }: RemarkFieldProps) {
  return (
    <Field label={label} problem={problem} hint={hint}>
      {(ties) => (
        <textarea
          {...ties}
          className="text-field remark-field"
          rows={2}
          maxLength={maxLength}
          value={value}
          onChange={({ target }) => onChange(target.value)}
        />
      )}
    </Field>
  )
}

/** The specification's reasons to choose one from, and none yet. */
export function ReasonOptions() {
  const { t } = useTranslation()
  return (
    <>
      <option value="">{t('Choose a reason')}</option>
      {refusalReasons.map((reason) => (
        <option key={reason} value={reason}>
          {t(reason)}
        </option>
      ))}
    </>
  )
}

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
  const send = async (event: ReactFormEvent) => {
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
