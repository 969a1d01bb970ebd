import { charOfKey, endsScan } from './code-keys.ts'
import { early, isRead } from './early-keys.ts'
import { isHolding } from './overheard.ts'
import { isEditable } from './scan-keys.ts'

/**
 * Keeps scans that come before their screen does, for whatever reads scans first. An Enter that ended a code does nothing where it was
 * pressed, nor where it is let go: it would press the link that led to the screen once more.
 */
export function hearEarlyScans(): void {
  /** The key that was taken, and is not let go yet. */
  let held = ''
  const swallow = (event: KeyboardEvent) => {
    event.preventDefault()
    event.stopPropagation()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const { target, timeStamp: at } = event
    if (isRead() || (target instanceof Element && isEditable(target))) return early.forget()
    if (endsScan(event)) {
      if (!early.end(at)) return
      held = event.code
      return swallow(event)
    }
    const char = charOfKey(event)
    if (char !== null) early.hear({ char, at }, event.repeat)
    else if (!isHolding(event)) early.forget()
  }
  const onKeyUp = (event: KeyboardEvent) => {
    if (held === '' || event.code !== held) return
    held = ''
    swallow(event)
  }
  document.addEventListener('keydown', onKeyDown, true)
  document.addEventListener('keyup', onKeyUp, true)
  document.addEventListener('pointerdown', () => early.forget(), true)
}
