/**
 * Holds back the press that took the focus from a field with a fault: it was meant for what was typed, and nothing of that is there.
 * `to` is where the focus went; another press, or a key, is taken again.
 */
export function holdPress(to: EventTarget | null): void {
  const button = to instanceof Element ? to.closest('button, [role=button]') : null
  if (!button) return
  const capture = { capture: true }
  const end = () => {
    window.removeEventListener('click', swallow, capture)
    window.removeEventListener('pointerdown', end, capture)
    window.removeEventListener('keydown', end, capture)
  }
  function swallow(event: MouseEvent) {
    end()
    if (!(event.target instanceof Node) || !button?.contains(event.target)) return
    event.preventDefault()
    event.stopImmediatePropagation()
  }
  window.addEventListener('click', swallow, capture)
  window.addEventListener('pointerdown', end, capture)
  window.addEventListener('keydown', end, capture)
}
