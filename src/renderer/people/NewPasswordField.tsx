import { useTranslation } from 'react-i18next'
import { passwordProblem } from '../../shared/domain/people.ts'
import { PasswordField } from './PasswordField.tsx'

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
