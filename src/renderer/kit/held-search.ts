/**
 * Keeps what is typed into a search while its field is drawn anew: a tab was pressed just before, and on a slow machine the old list's field
 * is still there, or none yet. The field that comes next on the same page takes it over, with the focus.
 */
const LONGEST_MS = 4_000
/** Keys that follow each other faster are a scanner's. */
const BY_HAND_MS = 50

let held: { text: string; pathname: string; end: () => void } | null = null

/** Holds `text` and all that is typed from now on, until a field takes it, something else is pressed, or it takes too long. */
export function holdSearch(text: string): void {
  held?.end()
  const drop = () => own.end()
  const onKey = (event: KeyboardEvent) => {
    const { key, target, ctrlKey, metaKey, altKey, isComposing } = event
    if (isComposing || isField(target)) return drop()
    if (ctrlKey || metaKey || altKey || (key.length > 1 && key !== 'Backspace'))
      return key === 'Shift' ? undefined : drop()
    own.text = key === 'Backspace' ? own.text.slice(0, -1) : own.text + key
    event.preventDefault()
    event.stopImmediatePropagation()
  }
  const timer = setTimeout(drop, LONGEST_MS)
  const own = {
    text,
    pathname: location.pathname,
    end() {
      clearTimeout(timer)
      window.removeEventListener('keydown', onKey, true)
      window.removeEventListener('pointerdown', drop, true)
      if (held === own) held = null
    },
  }
  held = own
  window.addEventListener('keydown', onKey, true)
  window.addEventListener('pointerdown', drop, true)
}

/** What was held for this page's search; it is held no longer. Null as well where somebody types elsewhere. */
export function takeSearch(): string | null {
  if (held === null || isField(document.activeElement)) return null
  const { text, pathname, end } = held
  end()
  return pathname === location.pathname ? text : null
}

function isField(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && target.matches('input, textarea, select, [contenteditable]')
}

let lastKey = 0

/** `/` on a page whose search field is still to come begins to hold. */
export function hearSlashes(): void {
  document.addEventListener('keydown', (event) => {
    const { key, target, timeStamp, ctrlKey, metaKey, altKey } = event
    const isByHand = timeStamp - lastKey > BY_HAND_MS
    lastKey = timeStamp
    if (key !== '/' || !isByHand || event.defaultPrevented || ctrlKey || metaKey || altKey || isField(target)) return
    if (document.querySelector('[data-table-search], [aria-modal="true"], .bp6-dialog')) return
    event.preventDefault()
    holdSearch('')
  })
}
