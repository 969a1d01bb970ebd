import { type KeyboardEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { centimetres, readCentimetres } from '../../shared/kernel/centimetres.ts'
import { useFormats } from '../i18n/formats.ts'
import { showToast } from './Toasts.tsx'

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

export const isMinus = (key: string): boolean => /^[-−－]$/.test(key)

/** Says of a length that could not be read that the field has its old number again. */
export function useSayUnread(): (label: string, text: string) => void {
  const { t } = useTranslation()
  const { labelled } = useFormats()
  return (label, text) =>
    showToast({
      tone: 'error',
      text: labelled(label, t('“{{text}}” is no length: the number is as it was before.', { text })),
    })
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
  const sayUnread = useSayUnread()
  /** Text being typed; null while the value itself is shown. */
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
      onBlur={() => {
        if (typing !== null && readCentimetres(typing) === undefined) sayUnread(label, typing)
        setTyping(null)
      }}
      onKeyDown={(event) => {
        // Refused only once it stands there, it would take the selection with it.
        if (isMinus(event.key)) event.preventDefault()
        onKeyDown?.(event)
      }}
    />
  )
}
