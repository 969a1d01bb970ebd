/** Whether the device is touched: its own keyboard would cover half of the screen, and comes only when it is called. */
export const isTouched = globalThis.matchMedia?.('(pointer: coarse)').matches ?? false

/** Lets a field be typed in by the device's own keyboard, or only be scanned into. The keyboard follows a field that gets the focus anew. */
export function turnKeyboard(field: HTMLInputElement, isOn: boolean): void {
  field.inputMode = isOn ? 'text' : 'none'
  field.blur()
  field.focus({ preventScroll: true })
}
