import { charOfKey, endsScan, isProcessed } from './code-keys.ts'
import { type HeardEarly, startReading } from './early-keys.ts'
import { type HeardKey, isHolding, isTypedField, overhearCover, overhearFields } from './overheard.ts'
import { ownScanner } from './own-scanner.ts'
import { isOneBurst, makeScanReader, type ReadScan } from './scan-reader.ts'
import { makeSilence } from './silence.ts'

export interface ScanListener {
  /** Called within the event that ended the scan; `at` is the browser's own time of it (as `performance.now()`). */
  onScan: (scan: ReadScan, at: number) => void
  /** In place of `onScan` while a dialog lies over the field: whoever scans must hear that it was not taken. */
  onMissed: (scan: ReadScan) => void
  /** Ctrl+Z while the field is empty. */
  onUndo?: (() => void) | undefined
}

/** A Tab or Enter so soon behind a scan that needed none belongs to it. */
const trailing = 120

/**
 * Reads scans from a field without React and without waiting for anything. Keys pressed anywhere on the page come here, whatever has
 * the focus; out of fields that are typed in and from under dialogs only those of a scanner do. After a click the focus comes back.
 * Gives the way to stop.
 */
export function listenForScans(field: HTMLInputElement, listener: () => ScanListener): () => void {
  const reader = makeScanReader(ownScanner)
  const silence = makeSilence()
  let frame = 0
  /** Keys that an input method holds were read by their place: what it makes of them is dropped. */
  let isHeld = false
  let keyAt = 0
  let endedAt = Number.NEGATIVE_INFINITY
  /** A hand has moved the caret: without one a code is written on at its end, whatever a field too narrow for it says of its caret. */
  let isMoved = false
  let composedFrom = 0
  /** What is written next comes from the clipboard: the hand ends it. */
  let isPasted = false
  /** Keys that were taken elsewhere, and are not let go yet. */
  const held = new Set<string>()
  /** The first keys of a code, pressed before the field was there. */
  let begun: readonly HeardKey[] = []

  const show = () => {
    cancelAnimationFrame(frame)
    frame = 0
    if (field.value === reader.text()) return
    field.value = reader.text()
    field.setSelectionRange(field.value.length, field.value.length)
    isMoved = false
  }
  // Once a frame: a scanner's keys come by the dozen in one, and writing each would lay out the field as often.
  const showSoon = () => {
    if (frame === 0) frame = requestAnimationFrame(show)
  }
  const tell = (scans: readonly ReadScan[], at: number) => {
    // What a scanner writes is gone before it is read; a hand sees what it types.
    if (scans.length === 0) return reader.idleTimeout() === null ? showSoon() : undefined
    show()
    const { onScan, onMissed } = listener()
    const take = isCovered(field) ? onMissed : onScan
    for (const scan of scans) take(scan, at)
    endedAt = at
  }
  const watchSilence = () => {
    const idleTimeout = reader.idleTimeout()
    if (idleTimeout !== null) silence.after(keyAt, idleTimeout, (now) => tell(reader.silence(now), now))
  }

  const end = (event: KeyboardEvent) => {
    const isTrailing = event.timeStamp - endedAt < trailing
    // Tab in an empty field goes on to the next part of the page.
    if (reader.text().trim() === '' && event.key === 'Tab' && !isTrailing) return
    event.preventDefault()
    silence.stop()
    tell(reader.end(), event.timeStamp)
    show()
  }
  const write = (char: string, event: KeyboardEvent) => {
    const isHeldNow = isProcessed(event)
    isHeld ||= isHeldNow
    if (!isHeldNow) event.preventDefault()
    keyAt = event.timeStamp
    tell(reader.key(char, keyAt, event.repeat), keyAt)
    watchSilence()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.type !== 'keydown') return
    if (!isProcessed(event)) isHeld = false
    if (endsScan(event)) return end(event)
    if (event.ctrlKey && !event.shiftKey && event.key.toLowerCase() === 'z') {
      if (reader.text() !== '') return show()
      event.preventDefault()
      return listener().onUndo?.()
    }
    if (event.key === 'Escape' && reader.text() !== '') {
      event.stopPropagation()
      reader.edited('')
      return show()
    }
    if (isHeld && event.code === 'Backspace') return reader.edited(reader.text().slice(0, -1))
    const char = charOfKey(event)
    if (char === null) {
      // What the browser does to the text by itself, it does to all of it.
      show()
      isMoved ||= !isHolding(event)
      return
    }
    const isAtEnd = !isMoved || field.selectionStart === field.value.length || document.activeElement !== field
    // In the middle of the text the browser writes, and `input` tells.
    if (isAtEnd || isHeld || isProcessed(event)) write(char, event)
    else show()
  }
  const onInput = (event: Event) => {
    if (isHeld) return show()
    // Composed by something that presses no keys: it comes whole at the composition's end.
    if (event instanceof InputEvent && event.isComposing) return
    written(event.timeStamp, event.timeStamp)
    show()
  }
  const onComposing = (event: Event) => {
    composedFrom = event.timeStamp
  }
  const onComposed = (event: Event) => {
    if (!isHeld) written(composedFrom, event.timeStamp)
    // The browser writes what was composed after this event.
    setTimeout(show, 0)
  }
  /** The browser has written between two moments; what it wrote behind the text may be a scanner's, whose keys nobody saw. */
  const written = (from: number, until: number) => {
    silence.stop()
    const before = reader.text()
    const added = field.value.startsWith(before) ? [...field.value.slice(before.length)] : []
    if (added.length === 0 || isPasted) return reader.edited(field.value)
    const step = (until - from) / added.length
    keyAt = until
    tell(
      added.flatMap((char, at) => reader.key(char, from + step * (at + 1))),
      until,
    )
    // With no keyboard on the screen only a scanner writes several at once: a short code, which is no burst of keys, is whole as well.
    const isShortCode = field.inputMode === 'none' && added.length > 1 && reader.text() !== ''
    if (isShortCode && reader.idleTimeout() === null) silence.after(until, trailing, endShort)
    else watchSilence()
  }
  const endShort = (now: number) => {
    tell(reader.end(), now)
    show()
  }
  const onPointer = () => {
    isMoved = true
  }
  const onPaste = (event: ClipboardEvent) => {
    show()
    isPasted = true
    setTimeout(() => {
      isPasted = false
    }, 0)
    const codes = (event.clipboardData?.getData('text') ?? '').split(/[\r\n\t]+/).filter((code) => code.trim() !== '')
    if (codes.length < 2) return
    event.preventDefault()
    for (const code of codes) listener().onScan({ code: code.normalize('NFKC').trim(), by: 'hand' }, event.timeStamp)
  }

  const readOn = (before: readonly HeardKey[], last: KeyboardEvent) => {
    for (const { char, at } of before) tell(reader.key(char, at), at)
    takeKey(last)
  }
  const overField = overhearFields((before, last) => {
    field.focus({ preventScroll: true })
    readOn(before, last)
  })
  // The focus stays: what lies over the page holds it.
  const overCover = overhearCover(readOn)
  /** A key that must do nothing where it was pressed, nor where it is let go: our buttons are pressed by that. */
  const takeKey = (event: KeyboardEvent) => {
    event.preventDefault()
    event.stopPropagation()
    held.add(event.code)
    onKeyDown(event)
  }
  const onKeyUp = (event: KeyboardEvent) => {
    if (!held.delete(event.code)) return
    event.preventDefault()
    event.stopPropagation()
  }
  /** Whether a scan goes on with it, or ended just before it: then it is none of whatever took the focus meanwhile. */
  const isOfScan = (event: KeyboardEvent) => {
    if (endsScan(event) && event.timeStamp - endedAt < trailing) return true
    const isWritten = endsScan(event) || charOfKey(event) !== null
    return isWritten && reader.text() !== '' && isOneBurst(keyAt, event.timeStamp)
  }
  /** Scans that were made before the field was there. */
  const hearEarly = ({ codes, open }: HeardEarly) => {
    for (const { char, at } of codes) {
      tell(reader.silence(at), at)
      tell(char === null ? reader.end() : reader.key(char, at), at)
      keyAt = at
    }
    watchSilence()
    begun = open
  }
  /** Reads the beginning of a code whose rest comes now; a hand's key stays alone, and was none. */
  const goOn = (event: KeyboardEvent) => {
    const last = begun.at(-1)
    if (last === undefined || isHolding(event)) return
    const isWritten = endsScan(event) || charOfKey(event) !== null
    if (isWritten && isOneBurst(last.at, event.timeStamp)) {
      for (const { char, at } of begun) tell(reader.key(char, at), at)
      keyAt = last.at
    }
    begun = []
  }
  const onKeyElsewhere = (event: KeyboardEvent) => {
    const { target } = event
    goOn(event)
    if (target === field || !(target instanceof Element)) return
    if (isOfScan(event)) return takeKey(event)
    const cover = coverOf(field)
    if (cover) return isEditable(target) || hasOwnScans(cover) ? undefined : overCover(event)
    if (isTypedField(target)) return overField(target, event)
    // Letters would choose in a list: the arrows do.
    if (isEditable(target) && !(target instanceof HTMLSelectElement)) return
    const char = charOfKey(event)
    // A blank presses what has the focus; a digit or letter presses nothing.
    if (char === null || char === ' ') return
    const list = listOf(target)
    if (list) closeList(list)
    field.focus({ preventScroll: true })
    takeKey(event)
  }
  const takeFocus = () => {
    const { activeElement } = document
    if (!isEditable(activeElement) && !listOf(activeElement) && !isCovered(field)) field.focus({ preventScroll: true })
  }
  // Pressed by a key, a button keeps the focus: who goes about by keyboard is not thrown back.
  const onClick = (event: MouseEvent) => {
    if (event.detail > 0) setTimeout(takeFocus, 0)
  }

  field.addEventListener('keydown', onKeyDown)
  field.addEventListener('input', onInput)
  field.addEventListener('compositionstart', onComposing)
  field.addEventListener('compositionend', onComposed)
  field.addEventListener('pointerdown', onPointer)
  field.addEventListener('paste', onPaste)
  document.addEventListener('keydown', onKeyElsewhere, true)
  document.addEventListener('keyup', onKeyUp, true)
  document.addEventListener('click', onClick)
  if (!isOnTab(document.activeElement)) takeFocus()
  const stopReading = startReading(hearEarly)
  return () => {
    stopReading()
    silence.stop()
    cancelAnimationFrame(frame)
    field.removeEventListener('keydown', onKeyDown)
    field.removeEventListener('input', onInput)
    field.removeEventListener('compositionstart', onComposing)
    field.removeEventListener('compositionend', onComposed)
    field.removeEventListener('pointerdown', onPointer)
    field.removeEventListener('paste', onPaste)
    document.removeEventListener('keydown', onKeyElsewhere, true)
    document.removeEventListener('keyup', onKeyUp, true)
    document.removeEventListener('click', onClick)
  }
}

/** Whether keys pressed there are meant for that element. */
export function isEditable(element: Element | null): boolean {
  return (
    element instanceof HTMLTextAreaElement ||
    element instanceof HTMLSelectElement ||
    (element instanceof HTMLInputElement && !['checkbox', 'radio', 'button', 'range'].includes(element.type)) ||
    (element instanceof HTMLElement && element.isContentEditable)
  )
}

/** Somebody walks along tabs by arrow keys: taking the focus away would end the walk at the first tab with a field. */
export function isOnTab(element: Element | null): boolean {
  return element?.matches('[role=tab]:focus-visible') ?? false
}

/**
 * A dialog or drawer that lies over the field: what is typed belongs there. Null where none does. One that only fades away has been
 * answered: a scan at that moment is the page's again, unless the dialog reads scans itself.
 */
export function coverOf(field: Element): Element | null {
  const own = field.closest('[role=dialog], [role=alertdialog]')
  const lies = (dialog: Element) => {
    if (dialog.contains(field) || (isFadingAway(dialog) && !hasOwnScans(dialog))) return false
    const isLater = own === null || (own.compareDocumentPosition(dialog) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0
    return isLater && dialog instanceof HTMLElement && dialog.checkVisibility()
  }
  return [...document.querySelectorAll('[role=dialog], [role=alertdialog]')].find(lies) ?? null
}

function isFadingAway(dialog: Element): boolean {
  return dialog.closest('[class*="bp6-overlay-exit"]') !== null
}

export function isCovered(field: Element): boolean {
  return coverOf(field) !== null
}

/** What is scanned there goes to a field of its own. */
export function hasOwnScans(cover: Element): boolean {
  return cover.querySelector('.scan-field-input') !== null
}

/** Somebody chooses in a list that is open within the page (`page-select`): its options have the focus. */
export function listOf(element: Element | null): HTMLSelectElement | null {
  return element instanceof HTMLOptionElement ? element.closest('select') : null
}

/** Closes it was. No call does: it closes when it is no longer drawn within the page. */
export function closeList(list: HTMLSelectElement): void {
  list.style.appearance = 'auto'
  list.getBoundingClientRect()
  list.style.appearance = ''
}
