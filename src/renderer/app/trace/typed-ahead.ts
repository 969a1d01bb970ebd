import { charOfKey, endsScan } from '../../scan/code-keys.ts'

/** Keys that came before the palette's field did. */
export interface TypedAhead {
  text: string
  /** Enter came behind the text. */
  isEntered: boolean
}

let isKeeping = false
let typed: TypedAhead = { text: '', isEntered: false }
let onEscape: () => void = () => undefined

/**
 * Keeps what is typed from now on, until `takeTyped` or `stopTyping`: the palette's files may still be on their way, and its field is not
 * drawn before they are. The keys reach nothing else on the page meanwhile. Esc calls `cancel`.
 */
export function keepTyping(cancel: () => void): void {
  typed = { text: '', isEntered: false }
  onEscape = cancel
  if (isKeeping) return
  isKeeping = true
  window.addEventListener('keydown', hear, true)
}

export function stopTyping(): void {
  isKeeping = false
  window.removeEventListener('keydown', hear, true)
}

/** Hands over what was typed and stops keeping; null where nothing was. */
export function takeTyped(): TypedAhead | null {
  if (!isKeeping) return null
  stopTyping()
  return typed.text === '' ? null : typed
}

/** What was typed, one key later; null for a key that is not part of a text. Behind an Enter the next code begins. */
export function withKey({ text, isEntered }: TypedAhead, event: Parameters<typeof charOfKey>[0]): TypedAhead | null {
  if (endsScan(event)) return { text, isEntered: text !== '' }
  if (event.key === 'Backspace') return { text: [...text].slice(0, -1).join(''), isEntered: false }
  const char = charOfKey(event)
  return char === null ? null : { text: isEntered ? char : text + char, isEntered: false }
}

function hear(event: KeyboardEvent): void {
  const next = withKey(typed, event)
  if (next === null && event.key !== 'Escape') return
  event.preventDefault()
  event.stopImmediatePropagation()
  if (next === null) onEscape()
  else typed = next
}
