import { Button, InputGroup } from '@blueprintjs/core'
import { EyeOff, EyeOpen } from '@blueprintjs/icons'
import { type KeyboardEvent, type ReactNode, type Ref, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Field } from './Field.tsx'

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
  const watch = (event: KeyboardEvent) => setCaps(event.getModifierState('CapsLock'))
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
