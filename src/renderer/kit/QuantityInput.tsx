import { type ChangeEvent, type ClipboardEvent, type KeyboardEvent, type Ref, useState } from 'react'
import { isQuantityKey, readQuantity } from './quantity-text.ts'

export interface QuantityInputProps {
  value: number | null
  onChange: (value: number | null) => void
  /** For the eye only: the field shows that the value is over it and still gives it. */
  max?: number
  label: string
  isInvalid?: boolean
  disabled?: boolean
  placeholder?: string
  className?: string
  inputRef?: Ref<HTMLInputElement>
  onKeyDown?: (event: KeyboardEvent<HTMLInputElement>) => void
  onBlur?: () => void
}

/**
 * A field for whole pieces: digits only, no minus sign, pastes cleaned ("１,２００ " is 1200). While a Chinese input method
 * composes, the field waits for it.
 */
export function QuantityInput(props: QuantityInputProps) {
  const {
    value,
    onChange,
    max,
    label,
    isInvalid = false,
    disabled = false,
    placeholder,
    className,
    inputRef,
    onKeyDown,
    onBlur,
  } = props
  const [composing, setComposing] = useState<string | null>(null)
  const take = (text: string) => {
    const quantity = readQuantity(text)
    if (quantity !== undefined) onChange(quantity)
  }
  const change = ({ target, nativeEvent }: ChangeEvent<HTMLInputElement>) => {
    if (nativeEvent instanceof InputEvent && nativeEvent.isComposing) setComposing(target.value)
    else take(target.value)
  }
  const paste = (event: ClipboardEvent<HTMLInputElement>) => {
    event.preventDefault()
    take(event.clipboardData.getData('text'))
  }
  const keyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    const typed = !event.ctrlKey && !event.metaKey && !event.altKey && !event.nativeEvent.isComposing
    if (typed && !isQuantityKey(event.key)) event.preventDefault()
    onKeyDown?.(event)
  }
  return (
    <input
      ref={inputRef}
      type="text"
      inputMode="numeric"
      autoComplete="off"
      className={`quantity-input ${className ?? ''}`}
      aria-label={label}
      aria-invalid={isInvalid || (max !== undefined && value !== null && value > max)}
      disabled={disabled}
      placeholder={placeholder}
      value={composing ?? (value === null ? '' : String(value))}
      onChange={change}
      onPaste={paste}
      onKeyDown={keyDown}
      onBlur={onBlur}
      onFocus={(event) => event.currentTarget.select()}
      onCompositionStart={(event) => setComposing(event.currentTarget.value)}
      onCompositionEnd={(event) => {
        setComposing(null)
        take(event.currentTarget.value)
      }}
    />
  )
}
