import './text-field.css'
import type { ReactNode } from 'react'
import { Field } from '../people/Field.tsx'

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
