import './forms.css'
import { type FocusEvent, type ReactNode, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import { type RefusalReason, refusalReasons } from '../../shared/kernel/reasons.ts'
import { key } from '../../shared/kernel/words.ts'
import { DecimalInput, noMinus } from '../kit/DecimalInput.tsx'
import { DialogParts, type DialogTurn, Modal, useDialog } from '../kit/dialogs.tsx'
import { Field } from '../people/Fields.tsx'
import { useForm } from './useForm.ts'

interface TextFieldProps {
  label: string
  problem?: string | null | undefined
  hint?: ReactNode
  value: string
  maxLength: number
  disabled?: boolean
  autoFocus?: boolean
  placeholder?: string
  /** Of the text, where it is not the reader's. */
  lang?: string
  onChange: (value: string) => void
}

/** A labelled line of text; `usual` texts are offered while it is typed. */
export function TextField(props: TextFieldProps & { usual?: readonly string[] }) {
  const { label, problem, hint, usual, onChange, ...rest } = props
  return (
    <Field label={label} problem={problem} hint={hint}>
      {(ties) => (
        <>
          <input
            {...ties}
            {...rest}
            {...(usual ? { list: `${ties.id}usual` } : {})}
            className="text-field"
            autoComplete="off"
            onChange={({ target }) => onChange(target.value)}
          />
          {usual ? (
            <datalist id={`${ties.id}usual`}>
              {usual.map((text) => (
                <option key={text} value={text} />
              ))}
            </datalist>
          ) : null}
        </>
      )}
    </Field>
  )
}

interface RemarkFieldProps extends Omit<TextFieldProps, 'maxLength' | 'disabled'> {
  /** Without it, as long as the server takes a remark. */
  maxLength?: number
  /** What is often written, in the reader's language: a press puts it into the remark, another takes it out. */
  chips?: readonly string[]
}

const between = '; '

/** The remark with `words` put behind what is there, or without them where they stand in it. */
export function withChip(remark: string, words: string): string {
  const said = remark.split(between).map((part) => part.trim())
  const others = said.filter((part) => part !== '' && part !== words)
  return (said.includes(words) ? others : [...others, words]).join(between)
}

/** A labelled remark or reason in the user's own words. */
export function RemarkField(props: RemarkFieldProps) {
  const { label, problem, hint, maxLength = 500, autoFocus, value, chips = [], onChange } = props
  const said = value.split(between).map((part) => part.trim())
  return (
    <Field label={label} problem={problem} hint={hint}>
      {(ties) => (
        <>
          <textarea
            {...ties}
            className="text-field remark-field"
            rows={2}
            {...(autoFocus && { autoFocus, onFocus: toEnd })}
            maxLength={maxLength}
            value={value}
            onChange={({ target }) => onChange(target.value)}
          />
          {chips.length > 0 ? (
            <span className="remark-chips">
              {chips.map((words) => (
                <button
                  key={words}
                  type="button"
                  className="remark-chip"
                  aria-pressed={said.includes(words)}
                  disabled={!said.includes(words) && value.length + between.length + words.length > maxLength}
                  onClick={() => onChange(withChip(value, words))}
                >
                  {words}
                </button>
              ))}
            </span>
          ) : null}
        </>
      )}
    </Field>
  )
}

/** What was typed before the field had the focus stands before what is typed then. */
const toEnd = ({ currentTarget }: FocusEvent<HTMLTextAreaElement>) =>
  currentTarget.setSelectionRange(currentTarget.value.length, currentTarget.value.length)

interface ChoiceFieldProps<V extends string>
  extends Pick<TextFieldProps, 'label' | 'problem' | 'hint' | 'disabled' | 'autoFocus'> {
  value: V
  choices: readonly (readonly [value: V, words: string])[]
  /** All that is chosen, where it is too long for the field. */
  title?: string | undefined
  onChange: (value: V) => void
}

/** A labelled choice of a few; `choices` are in the reader's language already. */
export function ChoiceField<V extends string>({
  label,
  problem,
  hint,
  choices,
  onChange,
  ...rest
}: ChoiceFieldProps<V>) {
  return (
    <Field label={label} problem={problem} hint={hint}>
      {(ties) => (
        <select
          {...ties}
          {...rest}
          className="text-field"
          onChange={({ target }) => {
            const chosen = choices.find(([value]) => value === target.value)
            if (chosen) onChange(chosen[0])
          }}
        >
          {choices.map(([value, words]) => (
            <option key={value} value={value}>
              {words}
            </option>
          ))}
        </select>
      )}
    </Field>
  )
}

/** A labelled `DecimalInput`, which says at the field that no minus sign can be typed. */
export function DecimalField({ label, problem, hint, onChange, ...rest }: TextFieldProps) {
  const { t } = useTranslation()
  const [isMinusTyped, setMinus] = useState(false)
  return (
    <Field label={label} problem={problem || (isMinusTyped ? t(noMinus) : null)} hint={hint}>
      {(ties) => (
        <DecimalInput
          {...ties}
          {...rest}
          onMinus={() => setMinus(true)}
          // Not when it is left: the button that is being pressed would move from under the pointer.
          onFocus={() => setMinus(false)}
          onChange={onChange}
        />
      )}
    </Field>
  )
}

interface DayFieldProps extends Pick<TextFieldProps, 'label' | 'problem' | 'hint' | 'disabled' | 'value' | 'onChange'> {
  /** The first that can be chosen, `yyyy-mm-dd`. */
  min?: string
}

/** A labelled calendar day `yyyy-mm-dd`; empty while none is chosen. */
export function DayField({ label, problem, hint, onChange, ...rest }: DayFieldProps) {
  return (
    <Field label={label} problem={problem} hint={hint}>
      {(ties) => (
        <input
          {...ties}
          {...rest}
          type="date"
          className="text-field"
          onChange={({ target }) => onChange(target.value)}
        />
      )}
    </Field>
  )
}

/** The specification's reasons to choose one from, and none yet: English, and the keys of their translations. */
export const reasonWords = Object.fromEntries([
  ['', key('Choose a reason')],
  ...refusalReasons.map((reason) => [reason, reason]),
]) as Readonly<Record<RefusalReason | '', string>>

/** The same for a `select`; `first` stands before them all. */
export function ReasonOptions({ first }: { first?: ReactNode }) {
  const { t } = useTranslation()
  const [none, ...reasons] = Object.entries(reasonWords).map(([reason, words]) => (
    <option key={reason} value={reason}>
      {t(words)}
    </option>
  ))
  return [none, first, ...reasons]
}

export interface ReasonQuestion {
  /** What is asked, and of which record: `cancel.SH-000012`. What is typed is kept for it. */
  draft: string
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
  const { open, dialog } = useDialog(ReasonDialog)
  return { ask: (question) => open({ question }), dialog }
}

/** A usual one by its English, or the user's own words. */
const reasonForm = z.object({ chosen: z.string(), own: z.string() })

function ReasonDialog({ question, ...turn }: DialogTurn & { question: ReasonQuestion }) {
  const { t } = useTranslation()
  const id = useId()
  const form = useForm(reasonForm, { chosen: '', own: '' }, { draft: `reason.${question.draft}`, what: question.title })
  const { chosen, own } = form.values
  const reason = chosen || own.trim()
  const send = form.submit(async () => {
    const isDone = reason !== '' && (await question.run(reason))
    if (isDone) turn.onClose()
    return isDone
  })
  return (
    <Modal {...turn} title={question.title} className="reason-dialog" width={500} isTyped={own !== ''}>
      <form onSubmit={send}>
        <DialogParts
          onCancel={turn.onClose}
          step={{ text: question.confirm, intent: 'danger', isOff: reason === '', isRunning: form.isSending }}
        >
          <div className="reason-text">{question.text}</div>
          <fieldset className="reason-usual" aria-label={t('Reason')}>
            {question.usual.map((usual) => (
              <label key={usual} className="reason-choice">
                <input
                  type="radio"
                  name={id}
                  checked={chosen === usual}
                  onChange={() => form.change({ chosen: usual, own: '' })}
                />
                {t(usual)}
              </label>
            ))}
          </fieldset>
          <RemarkField
            label={t('Or in your own words')}
            maxLength={longest}
            value={own}
            onChange={(words) => form.change({ own: words, ...(words !== '' && { chosen: '' }) })}
          />
        </DialogParts>
      </form>
    </Modal>
  )
}
