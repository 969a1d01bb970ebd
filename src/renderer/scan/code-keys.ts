/** What a key writes on the keyboards that scanners imitate (US), plain and with Shift. */
const marks: Readonly<Record<string, readonly [plain: string, shifted: string]>> = {
  Minus: ['-', '_'],
  Equal: ['=', '+'],
  BracketLeft: ['[', '{'],
  BracketRight: [']', '}'],
  Backslash: ['\\', '|'],
  Semicolon: [';', ':'],
  Quote: ["'", '"'],
  Comma: [',', '<'],
  Period: ['.', '>'],
  Slash: ['/', '?'],
  Space: [' ', ' '],
  NumpadSubtract: ['-', '-'],
  NumpadAdd: ['+', '+'],
  NumpadDecimal: ['.', '.'],
  NumpadDivide: ['/', '/'],
  NumpadMultiply: ['*', '*'],
}

const shiftedDigits = ')!@#$%^&*('

/**
 * The character of a key by its place on the keyboard (`event.code`): while a Chinese input method holds the keys, `event.key` only
 * says "Process". Null for keys that write nothing.
 */
export function charOfCode(code: string, isShifted: boolean): string | null {
  const digit = /^(?:Digit|Numpad)(\d)$/.exec(code)?.[1]
  if (digit !== undefined) return isShifted && code.startsWith('Digit') ? (shiftedDigits[Number(digit)] ?? null) : digit
  const letter = /^Key([A-Z])$/.exec(code)?.[1]
  // Codes are compared without case; the printed ones are in capitals.
  if (letter !== undefined) return letter
  return marks[code]?.[isShifted ? 1 : 0] ?? null
}

type Pressed = Pick<KeyboardEvent, 'key' | 'code' | 'shiftKey' | 'ctrlKey' | 'altKey' | 'metaKey'> &
  Partial<Pick<KeyboardEvent, 'isComposing' | 'keyCode'>>

/** The input method has the key. */
export function isProcessed({ key, keyCode, isComposing }: Pressed): boolean {
  return key === 'Process' || keyCode === 229 || isComposing === true
}

/** What a pressed key writes; null for shortcuts and for keys that write nothing. */
export function charOfKey(event: Pressed): string | null {
  const { key, code, ctrlKey, altKey, metaKey, shiftKey } = event
  // GS1's separator, as scanners send it.
  if (ctrlKey && !altKey && code === 'BracketRight') return '\u001d'
  if (ctrlKey || altKey || metaKey) return null
  if (isProcessed(event)) return charOfCode(code, shiftKey) ?? (key.length === 1 ? key : null)
  return key.length === 1 ? key : null
}

/** Enter and Tab end a scan, also while an input method has them. */
export function endsScan(event: Pressed): boolean {
  const word = isProcessed(event) ? event.code : event.key
  return word === 'Enter' || word === 'NumpadEnter' || (word === 'Tab' && !event.shiftKey)
}
