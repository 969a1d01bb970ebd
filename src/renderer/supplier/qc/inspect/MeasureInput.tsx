import { type KeyboardEvent, useState } from 'react'
import { centimetres, deviation, isOut, type MeasurePoint, readCentimetres } from './measure-points.ts'

interface MeasureInputProps {
  point: MeasurePoint
  /** Millimetres. */
  value: number | null
  label: string
  row: number
  column: number
  onChange: (mm: number | null) => void
  onKeyDown: (event: KeyboardEvent<HTMLInputElement>) => void
}

/** A length in centimetres with one decimal; out of tolerance it is marked at once, with how far off it is. */
export function MeasureInput({ point, value, label, row, column, onChange, onKeyDown }: MeasureInputProps) {
  /** What is being typed; null while the value itself is shown. */
  const [typing, setTyping] = useState<string | null>(null)
  const out = value !== null && isOut(point, value)
  return (
    <span className="qc-measure" data-out={out || undefined}>
      <input
        type="text"
        inputMode="decimal"
        autoComplete="off"
        className="quantity-input"
        aria-label={label}
        aria-invalid={typing !== null && readCentimetres(typing) === undefined}
        data-row={row}
        data-col={column}
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
      <span className="qc-off">{value === null ? '' : deviation(point, value)}</span>
    </span>
  )
}
