import { type KeyboardEvent, useState } from 'react'
import { centimetres } from '../../shared/areas/garment-specs/rules.ts'

/** "52.3" centimetres as millimetres; full-width digits and a comma will do. Null for nothing; undefined for what is no length. */
export function readCentimetres(text: string): number | null | undefined {
  const plain = text.normalize('NFKC').trim().replace(',', '.')
  if (plain === '') return null
  if (!/^\d{1,4}(\.\d?)?$/.test(plain)) return undefined
  const mm = Math.round(Number(plain) * 10)
  return mm >= 1 && mm <= 10_000 ? mm : undefined
}

interface CentimetresInputProps {
  /** Millimetres. */
  value: number | null
  label: string
  onChange: (mm: number | null) => void
  /** Its place in a grid that keys move about in. */
  place?: { row: number; column: number }
  onKeyDown?: (event: KeyboardEvent<HTMLInputElement>) => void
}

/** A field for a length in centimetres with one decimal, kept in millimetres. */
export function CentimetresInput({ value, label, onChange, place, onKeyDown }: CentimetresInputProps) {
  /** What is being typed; null while the value itself is shown. */
  const [typing, setTyping] = useState<string | null>(null)
  return (
    <input
      type="text"
      inputMode="decimal"
      autoComplete="off"
      className="quantity-input"
      aria-label={label}
      aria-invalid={typing !== null && readCentimetres(typing) === undefined}
      data-row={place?.row}
      data-col={place?.column}
      value={typing ?? (value === null ? '' : centimetres(value))}
      onChange={({ target }) => {
        // The specification blocks the minus sign in number fields.
        if (!/^[\d.,．，０-９\s]*$/.test(target.value)) return
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
