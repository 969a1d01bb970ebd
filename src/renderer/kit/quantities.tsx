import {
  type ChangeEvent as ReactChangeEvent,
  type ClipboardEvent as ReactClipboardEvent,
  type KeyboardEvent as ReactKeyboardEvent,
  type Ref,
  useRef,
  useState,
} from 'react'
import { useTranslation } from 'react-i18next'
import { plainDigits } from '../../shared/kernel/codes.ts'
import { key } from '../../shared/kernel/words.ts'
import { useFormats } from '../i18n/formats.ts'
import { isMinus } from './DecimalInput.tsx'
import { holdPress } from './held-press.ts'
import { showToast } from './Toasts.tsx'

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
  onKeyDown?: (event: ReactKeyboardEvent<HTMLInputElement>) => void
  onBlur?: () => void
  /** Something was typed or pasted that is no whole number, or that is over: who says at the field why. `left`: with it the field was left, and is as it was before. */
  onRefused?: (isRefused: boolean, left?: string) => void
}

/**
 * A field for whole pieces: no minus sign, pastes cleaned ("１,２００ " is 1200). What is no whole number stands as it was typed, marked, and
 * counts for nothing: when the field is left it is as it was before, says so and stays marked, and the press that left it sends nothing.
 * While a Chinese input method composes, the field waits for it.
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
    onRefused,
  } = props
  const { t } = useTranslation()
  const { labelled } = useFormats()
  const [composing, setComposing] = useState<string | null>(null)
  const [refused, setRefused] = useState<string | null>(null)
  /** Text that was refused when the field was left. */
  const [lost, setLost] = useState<string | null>(null)
  const before = useRef(value)
  const take = (text: string) => {
    const quantity = readQuantity(text)
    setLost(null)
    setRefused(quantity === undefined ? text : null)
    onRefused?.(quantity === undefined)
    const next = quantity === undefined ? before.current : quantity
    if (quantity !== undefined || next !== value) onChange(next)
  }
  const sayRefused = () => {
    if (refused === null) return
    if (onRefused) onRefused(true, refused)
    else showToast({ tone: 'error', text: labelled(label, t(notWhole, { text: refused })) })
    setLost(refused)
    setRefused(null)
  }
  const change = ({ target, nativeEvent }: ReactChangeEvent<HTMLInputElement>) => {
    if (nativeEvent instanceof InputEvent && nativeEvent.isComposing) setComposing(target.value)
    else take(target.value)
  }
  const paste = (event: ReactClipboardEvent<HTMLInputElement>) => {
    event.preventDefault()
    take(event.clipboardData.getData('text'))
  }
  const keyDown = (event: ReactKeyboardEvent<HTMLInputElement>) => {
    const typed = !event.ctrlKey && !event.metaKey && !event.altKey && !event.nativeEvent.isComposing
    if (typed && !isQuantityKey(event.key) && !isPointKey(event.key)) {
      event.preventDefault()
      // -1 never becomes 1 unseen.
      if (isMinus(event.key) && onRefused) onRefused(true)
      else if (isMinus(event.key)) showToast({ id: 'whole-only', tone: 'info', text: t(wholeOnly) })
    }
    if (event.key === 'Enter' && refused !== null) {
      event.preventDefault()
      // Nor does the form send the rest, as by Ctrl+Enter.
      event.stopPropagation()
      return sayRefused()
    }
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
      aria-invalid={
        isInvalid || refused !== null || lost !== null || (max !== undefined && value !== null && value > max)
      }
      disabled={disabled}
      placeholder={placeholder}
      title={lost !== null ? t(notWhole, { text: lost }) : refused === null ? undefined : t(wholeOnly)}
      value={composing ?? refused ?? (value === null ? '' : String(value))}
      onChange={change}
      onPaste={paste}
      onKeyDown={keyDown}
      onBlur={(event) => {
        if (refused !== null) holdPress(event.relatedTarget)
        // A minus sign alone was never in the field.
        else if (lost === null) onRefused?.(false)
        sayRefused()
        onBlur?.()
      }}
      onFocus={(event) => {
        before.current = value
        setLost(null)
        onRefused?.(false)
        event.currentTarget.select()
      }}
      onCompositionStart={(event) => setComposing(event.currentTarget.value)}
      onCompositionEnd={(event) => {
        setComposing(null)
        take(event.currentTarget.value)
      }}
    />
  )
}

/**
 * Typed or pasted text as a whole number of pieces: digits of full width and of Devanagari made plain, blanks and thousands separators dropped.
 * null when nothing is left; a minus sign, a fraction or letters are refused with undefined, never silently changed.
 */
export function readQuantity(text: string): number | null | undefined {
  const plain = plainDigits(text).replace(/[\s\u200B-\u200F\uFEFF]/g, '')
  if (plain === '') return null
  const digits = /^\d{1,3}(,\d{3})+$/.test(plain) ? plain.replaceAll(',', '') : plain.replace(/\.0+$/, '')
  if (!/^\d{1,9}$/.test(digits)) return undefined
  return Number(digits)
}

/** More digits than pieces ever come in: a code, typed or scanned into a cell. */
export function isTooLong(text: string): boolean {
  return /^\d{7,}$/.test(plainDigits(text).replace(/[\s,]/g, ''))
}

/** Whether a key may be typed into a number field: the specification blocks the minus sign; other letters are no use either. */
export function isQuantityKey(key: string): boolean {
  return key.length > 1 || /^[0-9０-９०-९]$/.test(key)
}

/** Parts a number: written, so that 12.5 is refused as a whole and never becomes 125. */
export function isPointKey(key: string): boolean {
  return /^[.,．，。]$/.test(key)
}

export const wholeOnly = key('Only whole numbers of pieces, without a minus sign.')
export const notWhole = key('{{text}} is no whole number: the number is as it was before.')

/** A cell of something that is typed like a sheet; both from 0. */
export interface SheetPlace {
  readonly row: number
  readonly column: number
}

export interface SheetSize {
  readonly rows: number
  readonly columns: number
}

/** A block of cells, its edges included. */
export interface SheetArea {
  readonly top: number
  readonly left: number
  readonly bottom: number
  readonly right: number
}

export function areaBetween(a: SheetPlace, b: SheetPlace): SheetArea {
  return {
    top: Math.min(a.row, b.row),
    left: Math.min(a.column, b.column),
    bottom: Math.max(a.row, b.row),
    right: Math.max(a.column, b.column),
  }
}

/** The part of a key press that matters; `atStart` and `atEnd` say where the caret stands in the field. */
export interface SheetKey {
  readonly key: string
  readonly shiftKey: boolean
  readonly atStart: boolean
  readonly atEnd: boolean
}

/** Where a key takes the cursor; null when the key is the field's own, or leaves the sheet. */
export function nextPlace(at: SheetPlace, press: SheetKey, size: SheetSize): SheetPlace | null {
  const { row, column } = at
  switch (press.key) {
    case 'ArrowUp':
      return inside({ row: row - 1, column }, size)
    case 'ArrowDown':
      return inside({ row: row + 1, column }, size)
    case 'Enter':
      return inside({ row: row + (press.shiftKey ? -1 : 1), column }, size)
    case 'ArrowLeft':
      return press.atStart ? inside({ row, column: column - 1 }, size) : null
    case 'ArrowRight':
      return press.atEnd ? inside({ row, column: column + 1 }, size) : null
    case 'Tab':
      return inOrder(row * size.columns + column + (press.shiftKey ? -1 : 1), size)
    default:
      return null
  }
}

function inside(place: SheetPlace, { rows, columns }: SheetSize): SheetPlace | null {
  const { row, column } = place
  return row >= 0 && row < rows && column >= 0 && column < columns ? place : null
}

function inOrder(at: number, { rows, columns }: SheetSize): SheetPlace | null {
  if (at < 0 || at >= rows * columns) return null
  return { row: Math.floor(at / columns), column: at % columns }
}

/** Where the caret of a field stands. With everything selected it is at both ends, so arrows leave the field. */
export function caretOf(field: HTMLInputElement): Pick<SheetKey, 'atStart' | 'atEnd'> {
  const { selectionStart: start, selectionEnd: end, value } = field
  const isAll = start === 0 && end === value.length
  return {
    atStart: isAll || (start === 0 && end === 0),
    atEnd: isAll || (start === value.length && end === value.length),
  }
}

/** Reads a spreadsheet's clipboard text as rows of cells; quotes around a cell are taken off. Null for a single plain cell. */
export function readSheet(text: string): string[][] | null {
  const lines = text.replace(/\r\n?/g, '\n').replace(/\n+$/, '').split('\n')
  const rows = lines.map((line) => line.split('\t').map((cell) => cell.replace(/^"(.*)"$/s, '$1').trim()))
  return rows.length === 1 && rows[0]?.length === 1 ? null : rows
}
