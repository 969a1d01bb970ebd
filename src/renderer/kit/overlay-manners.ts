import { isSendKey } from './dialogs.tsx'

/**
 * What every overlay does, those of libraries too: a dialog takes the focus to its first field, Ctrl+Enter and Ctrl+S press its primary
 * button, and no overlay is a live region, which would be read out whole with every change in it. In drawers and on pages as well, Ctrl+Enter
 * on a button is no press of that button. Gives the function that ends it.
 */
export function mindOverlays(): () => void {
  const overlays = document.getElementsByClassName('bp6-overlay')
  const look = () => {
    for (const overlay of overlays) if (overlay.hasAttribute('aria-live')) overlay.removeAttribute('aria-live')
    const dialog = topDialog()
    const trap = document.activeElement
    if (dialog && trap?.classList.contains(startTrap) && !wasEntered.has(dialog)) firstOf(dialog)?.focus()
    // Once somebody was in it, the trap is where Shift+Tab comes from.
    if (dialog?.contains(document.activeElement)) wasEntered.add(dialog)
  }
  const wasEntered = new WeakSet<Element>()
  const send = (event: KeyboardEvent) => {
    const dialog = topDialog()
    if (!dialog || event.defaultPrevented || !isSendKey(event) || event.isComposing) return
    event.preventDefault()
    const buttons = dialog.querySelectorAll<HTMLButtonElement>(`.bp6-dialog-footer-actions :is(${primary})`)
    if (!event.repeat) [...buttons].at(-1)?.click()
  }
  let isSent = false
  // A button of Blueprint takes Ctrl+Enter as its own press, when the key goes up: Cancel, where the focus is on it.
  const heldDown = (event: KeyboardEvent) => {
    isSent = event.key === 'Enter' && isSendKey(event) && event.target instanceof HTMLButtonElement
    if (!isSent) return
    event.preventDefault()
    event.stopImmediatePropagation()
    ;(event.target as HTMLButtonElement).parentElement?.dispatchEvent(new KeyboardEvent('keydown', event))
    isSent = true
  }
  const letGo = (event: KeyboardEvent) => {
    if (!isSent || event.key !== 'Enter') return
    isSent = false
    event.stopImmediatePropagation()
  }
  const changes = new MutationObserver(look)
  changes.observe(document.body, { childList: true, subtree: true })
  document.addEventListener('focusin', look)
  document.addEventListener('keydown', send)
  document.addEventListener('keydown', heldDown, true)
  document.addEventListener('keyup', letGo, true)
  return () => {
    changes.disconnect()
    document.removeEventListener('focusin', look)
    document.removeEventListener('keydown', send)
    document.removeEventListener('keydown', heldDown, true)
    document.removeEventListener('keyup', letGo, true)
  }
}

const startTrap = 'bp6-overlay-start-focus-trap'
const primary = '.bp6-intent-primary, .bp6-intent-danger, .bp6-intent-success, .bp6-intent-warning'

const topDialog = () =>
  [...document.querySelectorAll('.bp6-dialog-container:not(.bp6-overlay-exit) .bp6-dialog')].at(-1) ?? null

/** The first field of a dialog; of one that only asks, its last button, else the one that closes it. */
function firstOf(dialog: Element): HTMLElement | null {
  const all = (selector: string) => [...dialog.querySelectorAll<HTMLElement>(selector)]
  const field = all(
    ':is(input, textarea, select, [contenteditable="true"]):not([type="hidden"], [type="file"], :disabled, [tabindex="-1"])',
  ).find((one) => one.offsetParent !== null)
  return field ?? all('.bp6-dialog-footer-actions button:not(:disabled)').at(-1) ?? all('button').at(-1) ?? null
}
