/**
 * The focus never falls to the page's body because what had it is gone: a button that has done its work, a row that was
 * decided. It goes to what comes next there. Keys and scans then mean what stands in sight, and a screen reader stays in place.
 */

/** Where to go, the first that there is: what says it of itself, the cursor of a list, the next step. Never a field: letters are keys there. */
const nexts = [
  '[data-next]:not(:disabled)',
  '[role=grid] [tabindex="0"]:not(input)',
  '.bp6-intent-primary:not(:disabled)',
  'button.primary:not(:disabled)',
]

/** Parts of a page that are told apart; the smallest around what is gone comes first. */
const parts = '[role=dialog], .bp6-dialog, [data-step], section, form, main'

/** Ancestors of the lost element that are still in the page. */
function stillThere(way: readonly Element[]): Element[] {
  return way.filter((element) => element.isConnected && element !== document.body && element.matches(parts))
}

function isSeen(element: Element): boolean {
  return element.getClientRects().length > 0 && element.closest('[inert], [aria-hidden=true]') === null
}

/** The element that takes the focus after one that was on `way`: in the smallest part that has something to do. */
export function nextAfter(way: readonly Element[]): HTMLElement | null {
  const places = stillThere(way)
  const inDialog = [...document.querySelectorAll<HTMLElement>('[role=dialog]')].filter(isSeen).at(-1)
  if (inDialog && !places.includes(inDialog)) places.unshift(inDialog)
  for (const place of places) {
    for (const next of nexts) {
      const found = [...place.querySelectorAll<HTMLElement>(next)].find(isSeen)
      if (found) return found
    }
    if (place === inDialog) return inDialog
  }
  return document.querySelector<HTMLElement>('main')
}

function wayOf(element: Element): Element[] {
  const way: Element[] = []
  for (let at: Element | null = element; at; at = at.parentElement) way.push(at)
  return way
}

function give(element: HTMLElement | null): void {
  if (!element) return
  if (element.tabIndex < 0 && !element.hasAttribute('tabindex')) element.tabIndex = -1
  element.focus({ preventScroll: true })
}

/** The page has it, or the edge of an overlay, which is where Blueprint puts it when it does not know better. */
function isLost(element: Element | null): boolean {
  return element === null || element === document.body || element.matches('.bp6-overlay-start-focus-trap')
}

/** Watches the whole page. What opens and closes overlays gives the focus back itself, in the frame after: it goes first. */
export function keepFocus(): void {
  let last: HTMLElement | null = null
  let way: readonly Element[] = []
  let wasBusy = false
  let isAsked = false
  const look = () => {
    isAsked = false
    if (!last || !isLost(document.activeElement)) return
    if (last.isConnected && isSeen(last)) {
      // Busy for a while: the same button, when it may be pressed again.
      if (wasBusy && !last.matches(':disabled')) last.focus({ preventScroll: true })
      return
    }
    const next = nextAfter(way)
    last = null
    give(next)
  }
  const ask = () => {
    if (!last || !isLost(document.activeElement)) return
    wasBusy ||= last.matches(':disabled')
    if (isAsked) return
    isAsked = true
    // One frame for overlays, one for what takes the place of what is gone.
    requestAnimationFrame(() => requestAnimationFrame(look))
  }
  document.addEventListener('focusin', ({ target }) => {
    if (!(target instanceof HTMLElement) || isLost(target)) return
    last = target
    way = wayOf(target)
    wasBusy = false
  })
  // Somebody pressed on a bare place: that is where they want it.
  document.addEventListener('pointerdown', ({ target }) => {
    if (target instanceof Element && !target.closest('button, a, input, select, textarea, [tabindex]')) last = null
  })
  new MutationObserver(ask).observe(document.body, {
    subtree: true,
    childList: true,
    attributeFilter: ['disabled', 'inert', 'hidden', 'class'],
  })
}
