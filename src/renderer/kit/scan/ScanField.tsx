import './scan.css'
import { useEffect, useId, useRef } from 'react'
import { Barcode } from './Barcode.tsx'
import { listenForScans, type ScanListener } from './scan-keys.ts'

export interface ScanFieldProps extends ScanListener {
  /** What to scan, in the reader's language; stands above the field. */
  label: string
  placeholder?: string
  /** Under the field. */
  hint?: string
  /** Large for a station that is only for scanning. */
  size?: 'large' | 'normal'
  /** Takes nothing meanwhile. */
  isDisabled?: boolean
}

/**
 * A field for scanners and for hands. `onScan` is called within the key event that ended the scan, before anything asynchronous,
 * and the field is empty again by then: the next scan never runs into this one. It takes keys pressed anywhere on its page, or in
 * its own drawer or dialog; scanners without Enter and an input method that is on are no matter.
 */
export function ScanField({
  label,
  placeholder,
  hint,
  size = 'normal',
  isDisabled = false,
  ...listener
}: ScanFieldProps) {
  const id = useId()
  const field = useRef<HTMLInputElement>(null)
  const latest = useRef<ScanListener>(listener)
  latest.current = listener
  useEffect(() => {
    if (field.current && !isDisabled) return listenForScans(field.current, () => latest.current)
  }, [isDisabled])
  return (
    <div className="scan-field" data-size={size}>
      <label className="field-label" htmlFor={id}>
        {label}
      </label>
      <div className="scan-field-box">
        <Barcode />
        <input
          ref={field}
          id={id}
          className="scan-field-input"
          disabled={isDisabled}
          placeholder={placeholder}
          aria-describedby={hint ? `${id}-hint` : undefined}
          lang="en"
          autoComplete="off"
          autoCorrect="off"
          autoCapitalize="off"
          spellCheck={false}
          maxLength={400}
        />
      </div>
      {hint ? (
        <p className="scan-field-hint" id={`${id}-hint`}>
          {hint}
        </p>
      ) : null}
    </div>
  )
}
