import { useEffect, useRef } from 'react'

/** Drawers on screen: one that loads is replaced at once by one that shows, and the focus must not leave in between. */
let openDrawers = 0
/** What had the focus before the first of them. */
let opener: HTMLElement | null = null
/** The last one has just gone; another may take its place before the focus is given back. */
let isLeaving = false

/**
 * What Blueprint's drawer leaves out. It hears Escape only once the focus has come inside, a frame or more after it is seen, and
 * it gives the focus back only when it is closed, not when it is taken away with its row.
 */
export function useDrawerFocus(isOpen: boolean, onClose: () => void): void {
  const latest = useRef(onClose)
  latest.current = onClose
  useEffect(() => {
    if (!isOpen) return
    const before = document.activeElement
    if (openDrawers === 0 && !isLeaving) opener = before instanceof HTMLElement && !isInOverlay(before) ? before : null
    openDrawers += 1
    const listen = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || event.isComposing || isInOverlay(event.target)) return
      event.preventDefault()
      event.stopPropagation()
      latest.current()
    }
    // Before the list hears it, whose Escape drops what is chosen.
    document.addEventListener('keydown', listen, true)
    return () => {
      document.removeEventListener('keydown', listen, true)
      openDrawers -= 1
      isLeaving = true
      requestAnimationFrame(giveBack)
    }
  }, [isOpen])
}

function giveBack(): void {
  isLeaving = false
  if (openDrawers > 0 || opener === null) return
  const { activeElement } = document
  // The user may have gone on to something else already.
  if (activeElement === null || activeElement === document.body) opener.focus({ preventScroll: true })
  opener = null
}

function isInOverlay(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest('.bp6-portal, .bp6-overlay') !== null
}
