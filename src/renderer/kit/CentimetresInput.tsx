import { type KeyboardEvent, useState } from 'react'
import { centimetres, readCentimetres } from '../../shared/kernel/centimetres.ts'

interface CentimetresInputProps {
  /** Millimetres. */
  value: number | null
  label: string
  onChange: (mm: number | null) => void
  /** It was refused. */
  isInvalid?: boolean
  /** Its place in a grid that keys move about in. */
  place?: { row: number; column: number }
  onKeyDown?: (event: KeyboardEvent<HTMLInputElement>) => void
}

/** A field for a length in centimetres with one decimal, kept in millimetres. */
export function CentimetresInput({
  value,
  label,
  onChange,
  isInvalid = false,
  place,
  onKeyDown,
}: CentimetresInputProps) {
  /** What is being typed; null while the value itself is shown. */
  const [typing, setTyping] = useState<string | null>(null)
  return (
    <input
      type="text"
      inputMode="decimal"
      autoComplete="off"
      className="quantity-input"
      aria-label={label}
      aria-invalid={isInvalid || (typing !== null && readCentimetres(typing) === undefined)}
      data-row={place?.row}
      data-col={place?.column}
      value={typing ?? (value === null ? '' : centimetres(value))}
      onChange={({ target }) => {
        // The specification blocks the minus sign in number fields.
        if (!/^[\d.,。，．０-９\s]*$/.test(target.value)) return
        setTyping(target.value)
        const mm = readCentimetres(target.value)
        if (mm !== undefined) onChange(mm)
      }}
      onFocus={(event) => event.currentTarget.select()}
      onBlur={() => setTyping(null)}
      onKeyDown={onKeyDown}
    />
  )
}
