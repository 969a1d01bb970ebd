import { charOfKey, endsScan, isProcessed } from './code-keys.ts'
import { isCovered, isEditable } from './focus-for-scans.ts'
import { makeScanReader, type ReadScan } from './scan-reader.ts'

export interface ScanListener {
  /** Called within the event that ended the scan; `at` is the browser's own time of it (as `performance.now()`). */
  onScan: (scan: ReadScan, at: number) => void
  /** Ctrl+Z while the field is empty. */
  onUndo?: (() => void) | undefined
}

/** A Tab or Enter so soon behind a scan that needed none belongs to it. */
const trailing = 120

/**
 * Reads scans from a field without React and without waiting for anything. Keys pressed anywhere on the page come here, except in
 * other fields and under dialogs; after a click the focus comes back. Gives the way to stop.
 */
export function listenForScans(field: HTMLInputElement, listener: () => ScanListener): () => void {
  const reader = makeScanReader()
  let timer: ReturnType<typeof setTimeout> | undefined
  /** Keys that an input method holds were read by their place: what it makes of them is dropped. */
  let isHeld = false
  let endedAt = Number.NEGATIVE_INFINITY

  const show = () => {
    if (field.value !== reader.text()) field.value = reader.text()
  }
  const tell = (scans: readonly ReadScan[], at: number) => {
    show()
    for (const scan of scans) listener().onScan(scan, at)
    if (scans.length > 0) endedAt = at
  }
  const watchSilence = () => {
    clearTimeout(timer)
    const patience = reader.patience()
    if (patience === null) return
    timer = setTimeout(() => {
      // The page was busy and further keys wait to be read.
      if (isInputPending()) return watchSilence()
      tell(reader.silence(performance.now()), performance.now())
      watchSilence()
    }, patience + 5)
  }

  const end = (event: KeyboardEvent) => {
    const isTrailing = event.timeStamp - endedAt < trailing
    // Tab in an empty field goes on to the next part of the page.
    if (reader.text().trim() === '' && event.key === 'Tab' && !isTrailing) return
    event.preventDefault()
    clearTimeout(timer)
    tell(reader.end(), event.timeStamp)
  }
  const write = (char: string, event: KeyboardEvent) => {
    const isHeldNow = isProcessed(event)
    isHeld ||= isHeldNow
    if (!isHeldNow) event.preventDefault()
    tell(reader.key(char, event.timeStamp, event.repeat), event.timeStamp)
    watchSilence()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.type !== 'keydown') return
    if (!isProcessed(event)) isHeld = false
    if (endsScan(event)) return end(event)
    if (event.ctrlKey && !event.shiftKey && event.key.toLowerCase() === 'z') {
      if (field.value !== '') return
      event.preventDefault()
      return listener().onUndo?.()
    }
    if (event.key === 'Escape' && field.value !== '') {
      event.stopPropagation()
      reader.edited('')
      return show()
    }
    if (isHeld && event.code === 'Backspace') return reader.edited(reader.text().slice(0, -1))
    const char = charOfKey(event)
    const isAtEnd = field.selectionStart === field.value.length
    // In the middle of the text the browser writes, and `input` tells.
    if (char !== null && (isAtEnd || isHeld || isProcessed(event))) write(char, event)
  }
  const onInput = (event: Event) => {
    if (isHeld) return show()
    // Composed by something that presses no keys: it comes whole at the composition's end.
    if (event instanceof InputEvent && event.isComposing) return
    clearTimeout(timer)
    reader.edited(field.value)
    show()
  }
  const onComposed = () => {
    if (!isHeld) reader.edited(field.value)
    // The browser writes what was composed after this event.
    setTimeout(show, 0)
  }
  const onPaste = (event: ClipboardEvent) => {
    const codes = (event.clipboardData?.getData('text') ?? '').split(/[\r\n\t]+/).filter((code) => code.trim() !== '')
    if (codes.length < 2) return
    event.preventDefault()
    for (const code of codes) listener().onScan({ code: code.normalize('NFKC').trim(), by: 'hand' }, event.timeStamp)
  }

  const onKeyElsewhere = (event: KeyboardEvent) => {
    const { target } = event
    if (target === field || !(target instanceof Element) || isEditable(target) || isCovered(field)) return
    const char = charOfKey(event)
    // A blank presses what has the focus; a digit or letter presses nothing.
    if (char === null || char === ' ' || event.ctrlKey) return
    event.preventDefault()
    event.stopPropagation()
    field.focus({ preventScroll: true })
    onKeyDown(event)
  }
  const takeFocus = () => {
    if (!isEditable(document.activeElement) && !isCovered(field)) field.focus({ preventScroll: true })
  }
  // Pressed by a key, a button keeps the focus: who goes about by keyboard is not thrown back.
  const onClick = (event: MouseEvent) => {
    if (event.detail > 0) setTimeout(takeFocus, 0)
  }

  field.addEventListener('keydown', onKeyDown)
  field.addEventListener('input', onInput)
  field.addEventListener('compositionend', onComposed)
  field.addEventListener('paste', onPaste)
  document.addEventListener('keydown', onKeyElsewhere, true)
  document.addEventListener('click', onClick)
  takeFocus()
  return () => {
    clearTimeout(timer)
    field.removeEventListener('keydown', onKeyDown)
    field.removeEventListener('input', onInput)
    field.removeEventListener('compositionend', onComposed)
    field.removeEventListener('paste', onPaste)
    document.removeEventListener('keydown', onKeyElsewhere, true)
    document.removeEventListener('click', onClick)
  }
}

/** Chromium's own word for keys that wait; others say no. */
function isInputPending(): boolean {
  const { scheduling } = navigator as { scheduling?: { isInputPending?: () => boolean } }
  return scheduling?.isInputPending?.() ?? false
}
