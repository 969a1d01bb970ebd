import './forms.css'
import { Checkbox } from '@blueprintjs/core'

interface CheckboxSetProps {
  legend: string
  options: readonly { value: string; label: string }[]
  value: readonly string[]
  problem?: string | null | undefined
  /** What is true while nothing is wrong. */
  hint?: string | null
  /** The chosen ones, in the order of the options. */
  onChange: (chosen: string[]) => void
}

/** Any of a few, chosen by ticking. */
export function CheckboxSet({ legend, options, value, problem, hint = null, onChange }: CheckboxSetProps) {
  const choose = (option: string, isChosen: boolean) =>
    onChange(options.map((one) => one.value).filter((one) => (one === option ? isChosen : value.includes(one))))
  const words = problem ?? hint
  return (
    <fieldset className="field checkbox-set">
      <legend className="field-label">{legend}</legend>
      {options.map((option) => (
        <Checkbox
          key={option.value}
          checked={value.includes(option.value)}
          label={option.label}
          onChange={({ currentTarget }) => choose(option.value, currentTarget.checked)}
        />
      ))}
      {words ? (
        <p className={problem ? 'field-problem' : 'field-hint'} role={problem ? 'alert' : undefined}>
          {words}
        </p>
      ) : null}
    </fieldset>
  )
}
