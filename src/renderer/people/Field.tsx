import { type ReactNode, useId } from 'react'
import './people.css'

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
