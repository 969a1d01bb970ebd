import './people.css'
import { Button, InputGroup } from '@blueprintjs/core'
import { EyeOff, EyeOpen } from '@blueprintjs/icons'
import { type KeyboardEvent as ReactKeyboardEvent, type ReactNode, type Ref, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { passwordProblem } from '../../shared/areas/people/rules.ts'

/** What ties a control to its label and its words; spread onto the control. */
export interface FieldTies {
  id: string
  'aria-invalid': boolean
  'aria-describedby': string | undefined
}

interface FieldProps {
  label: string
  /** Already in the reader's language; stands beside the field. */
  problem?: string | null | undefined
  hint?: ReactNode
  children: (ties: FieldTies) => ReactNode
}

/** A labelled control with what is wrong with it, or a hint, below. */
export function Field({ label, problem, hint, children }: FieldProps) {
  const id = useId()
  const words = problem || hint
  return (
    <div className="field">
      <label className="field-label" htmlFor={id}>
        {label}
      </label>
      {children({ id, 'aria-invalid': Boolean(problem), 'aria-describedby': words ? `${id}words` : undefined })}
      {words ? (
        <p id={`${id}words`} className={problem ? 'field-problem' : 'field-hint'} role={problem ? 'alert' : undefined}>
          {words}
        </p>
      ) : null}
    </div>
  )
}

export interface PasswordFieldProps {
  label: string
  value: string
  onChange: (value: string) => void
  /** A password that exists is filled in by the browser's keeper, a new one is offered to it. */
  isNew?: boolean
  problem?: string | null
  hint?: ReactNode
  isLarge?: boolean
  autoFocus?: boolean
  inputRef?: Ref<HTMLInputElement>
}

/** A password that can be looked at, with a word about Caps Lock. */
export function PasswordField(props: PasswordFieldProps) {
  const { label, value, onChange, isNew = false, problem, hint, isLarge = false, autoFocus = false, inputRef } = props
  const { t } = useTranslation()
  const [isShown, setShown] = useState(false)
  const [isCaps, setCaps] = useState(false)
  const watch = (event: ReactKeyboardEvent) => setCaps(event.getModifierState('CapsLock'))
  const eye = isShown ? t('Hide the password') : t('Show the password')
  return (
    <Field label={label} problem={problem} hint={isCaps ? t('Caps Lock is on') : hint}>
      {(ties) => (
        <InputGroup
          {...ties}
          {...(inputRef ? { inputRef } : {})}
          {...(isLarge ? { size: 'large' as const } : {})}
          type={isShown ? 'text' : 'password'}
          name={isNew ? 'new-password' : 'password'}
          autoComplete={isNew ? 'new-password' : 'current-password'}
          autoFocus={autoFocus}
          spellCheck={false}
          value={value}
          onChange={({ target }) => onChange(target.value)}
          onKeyDown={watch}
          onKeyUp={watch}
          onBlur={() => setCaps(false)}
          rightElement={
            <Button
              variant="minimal"
              icon={isShown ? <EyeOff /> : <EyeOpen />}
              aria-label={eye}
              aria-pressed={isShown}
              title={eye}
              onClick={() => setShown(!isShown)}
            />
          }
        />
      )}
    </Field>
  )
}

interface NewPasswordFieldProps {
  label: string
  value: string
  onChange: (value: string) => void
  /** Whose it will be: their name and e-mail make no password. */
  person: { email: string; name: string }
  /** What the server said about it. */
  problem?: string | null
  isLarge?: boolean
}

/** A password to be: while it is typed, what it still lacks; once it is good, that it is. */
export function NewPasswordField({ value, person, problem, ...rest }: NewPasswordFieldProps) {
  const { t } = useTranslation()
  const lacks = passwordProblem(value, person)
  const hint =
    value !== '' && lacks === null ? <span className="field-good">{t('This password is strong enough.')}</span> : null
  return (
    <PasswordField
      {...rest}
      isNew
      value={value}
      problem={problem ?? null}
      hint={hint ?? t(lacks ?? '', { defaultValue: lacks ?? '' })}
    />
  )
}
