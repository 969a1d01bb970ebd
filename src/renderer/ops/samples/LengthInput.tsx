import { type KeyboardEvent, useState } from 'react'
import { inches, readInches } from '../../../shared/areas/sample-development/measures.ts'
import { centimetres, readCentimetres } from '../../../shared/kernel/centimetres.ts'
import { usePreference } from '../../actions/preferences.ts'
import { CentimetresInput, isMinus, useSayUnread } from '../../kit/CentimetresInput.tsx'

export const lengthUnits = ['cm', 'in'] as const
export type LengthUnit = (typeof lengthUnits)[number]

const isUnit = (saved: unknown): saved is LengthUnit => lengthUnits.some((unit) => unit === saved)

/** In what the user reads and types lengths, here and on every computer of theirs. */
export function useLengthUnit(): [unit: LengthUnit, set: (unit: LengthUnit) => void] {
  const [unit, set] = usePreference('measures.unit', isUnit)
  return [unit ?? 'cm', set]
}

export const lengthText = (mm: number, unit: LengthUnit): string => (unit === 'cm' ? centimetres(mm) : inches(mm))

export const readLength = (text: string, unit: LengthUnit) => (unit === 'cm' ? readCentimetres(text) : readInches(text))

interface LengthInputProps {
  unit: LengthUnit
  /** Millimetres. */
  value: number | null
  label: string
  onChange: (mm: number | null) => void
  isInvalid?: boolean
  onKeyDown?: (event: KeyboardEvent<HTMLInputElement>) => void
}

/** A field for a length in the user's unit, kept in millimetres; inches may be typed as "18 1/4". */
export function LengthInput({ unit, ...field }: LengthInputProps) {
  return unit === 'cm' ? <CentimetresInput {...field} /> : <InchesInput {...field} />
}

function InchesInput({ value, label, onChange, isInvalid = false, onKeyDown }: Omit<LengthInputProps, 'unit'>) {
  const sayUnread = useSayUnread()
  /** What is being typed; null while the value itself is shown. */
  const [typing, setTyping] = useState<string | null>(null)
  /** As it was typed last: "18" is no 17.99, though kept in whole millimetres it is. */
  const [last, setLast] = useState('')
  const isLast = value !== null && readInches(last) === value
  return (
    <input
      type="text"
      inputMode="decimal"
      autoComplete="off"
      className="quantity-input"
      aria-label={label}
      aria-invalid={isInvalid || (typing !== null && readInches(typing) === undefined)}
      value={typing ?? (isLast ? last.trim() : value === null ? '' : inches(value))}
      onChange={({ target }) => {
        if (!/^[\d.,。，．０-９\s/]*$/.test(target.value)) return
        setTyping(target.value)
        setLast(target.value)
        const mm = readInches(target.value)
        if (mm !== undefined) onChange(mm)
      }}
      onFocus={(event) => event.currentTarget.select()}
      onBlur={() => {
        if (typing !== null && readInches(typing) === undefined) sayUnread(label, typing)
        setTyping(null)
      }}
      onKeyDown={(event) => {
        // The specification blocks the minus sign in number fields; refused later it would take the selection with it.
        if (isMinus(event.key)) event.preventDefault()
        onKeyDown?.(event)
      }}
    />
  )
}
