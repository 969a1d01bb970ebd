/**
 * What has just appeared takes no press. A second click that was meant for what stood there before, or a held Enter key, would
 * otherwise decide on something that nobody has seen: the next order in a drawer, a dialog's button, a toast's "Undo".
 */

/** How long a thing has to be seen before it takes a press, in milliseconds. */
export const firstMoment = 400

/** An element that comes under the pointer this soon after the user's wheel was brought there by it, in milliseconds. */
const ownMoment = 200

/** A pointer that came this recently is still on its way: what lies where it stops is what it was brought to, in milliseconds. */
const arrival = 80

/** Pixels that a hand moves without meaning to. */
const slack = 8

export interface Point {
  x: number
  y: number
}

/** Something that can be pressed: which element, what it acts on, and what it says without its numbers. */
export interface Pressable {
  element: unknown
  record: string | null
  words: string
}

const isSame = (a: Pressable | null, b: Pressable | null) =>
  a?.element === b?.element && a?.record === b?.record && a?.words === b?.words
const isNear = (a: Point, b: Point) => Math.hypot(a.x - b.x, a.y - b.y) <= slack

/** Follows what lies under a pointer. Times are milliseconds of one clock. */
export function makePointerWatch() {
  let rest: Point | null = null
  let restsSince = 0
  let under: Pressable | null = null
  /** Elements that the user brought the pointer to: they may go and come back, and are nothing new. */
  let chosen: Pressable | null = null
  let changed: { at: Point; when: number } | null = null
  return {
    /** The pointer was moved, or the page under it by its user's own wheel: what lies there now was chosen. */
    moved(point: Point, there: Pressable | null, now = 0) {
      if (!rest || !isNear(point, rest)) restsSince = now
      if (changed && !isNear(point, changed.at)) changed = null
      rest = point
      under = there
      if (changed === null) chosen = there
    },
    /** It was pressed where it rests: what comes there now came by that press, and the second click of two was not meant for it. */
    pressed() {
      restsSince = Number.NEGATIVE_INFINITY
    },
    /** The page changed by itself: `there` lies where the pointer rests. */
    looked(there: Pressable | null, now: number) {
      if (there && isSame(chosen, there)) changed = null
      else if (rest && there && !isSame(under, there) && now - restsSince >= arrival) changed = { at: rest, when: now }
      under = there
    },
    /** Whether a press comes too early for what lies there. */
    isTooEarly(point: Point, now: number): boolean {
      return changed !== null && isNear(point, changed.at) && now - changed.when < firstMoment
    },
    rest: () => rest,
  }
}

export interface KeyPress {
  /** With its modifiers: "Ctrl+Enter". */
  key: string
  isRepeat: boolean
  /** Typed into a field: a scanner ends every code by Enter, and each is meant. */
  isTyped: boolean
}

type Keyed = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'shiftKey' | 'altKey'>

/** Names a key that presses, with its modifiers: Enter anywhere, Space on a control. Null: another key. */
export function pressingKey({ key, ctrlKey, metaKey, shiftKey, altKey }: Keyed, isOnPressable: boolean): string | null {
  const name = key === 'Enter' ? 'Enter' : key === ' ' && isOnPressable ? 'Space' : null
  return name && `${ctrlKey || metaKey ? 'Ctrl+' : ''}${shiftKey ? 'Shift+' : ''}${altKey ? 'Alt+' : ''}${name}`
}

/** Follows what a key would act on: the focused button, and the record that is open. */
export function makeKeyWatch() {
  let context: Pressable | null = null
  let changedAt = Number.NEGATIVE_INFINITY
  let last: { key: string; context: Pressable | null } | null = null
  const look = (now: Pressable | null, at: number) => {
    if (isSame(context, now)) return
    context = now
    changedAt = at
  }
  return {
    looked: look,
    /** Another key or the pointer came in between: where the focus is now was chosen, and the next press is no echo. */
    wentOn() {
      last = null
    },
    /** Whether a press is the echo of one that was meant for something else. */
    isTooEarly({ key, isRepeat, isTyped }: KeyPress, there: Pressable | null, now: number): boolean {
      look(there, now)
      const isOther = last?.key === key && !isSame(last.context, there)
      // A held key acts on what it was pressed for and on nothing after it.
      if (isRepeat) return isOther
      const isEarly = isOther && !isTyped && now - changedAt < firstMoment
      if (!isEarly) last = { key, context: there }
      return isEarly
    },
  }
}

const pressables = [
  ...['button', 'a[href]', 'summary', 'label', 'input[type=checkbox]', 'input[type=radio]', '.bp6-menu-item'],
  ...['button', 'menuitem', 'option', 'tab', 'checkbox', 'switch'].map((role) => `[role=${role}]`),
  // Outside a dialog, where a press closes it.
  '.bp6-overlay-backdrop',
  '.dt-row[data-row-id]',
].join(',')

const modifiers = new Set(['Control', 'Meta', 'Shift', 'Alt', 'AltGraph'])

const fields = 'textarea, select, input:not([type=checkbox], [type=radio], [type=button], [type=submit])'

function pressableAt(target: EventTarget | null): Pressable | null {
  if (!(target instanceof Element) || target.closest(fields)) return null
  const element = target.closest(pressables)
  if (!element) return null
  const words = element.matches('.dt-row') ? '' : (element.textContent ?? '').replace(/[\d.,]+/g, '')
  return { element, record: recordOf(element), words }
}

function recordOf(element: Element | null): string | null {
  const drawer = [...document.querySelectorAll('.drawer[data-record]')].at(-1)
  const holder = element?.closest<HTMLElement>('[data-record], [data-row-id]') ?? drawer
  return holder?.getAttribute('data-record') ?? holder?.getAttribute('data-row-id') ?? null
}

function keyContext(): Pressable {
  const { activeElement } = document
  const pressable = pressableAt(activeElement)
  return pressable ?? { element: null, record: recordOf(activeElement), words: '' }
}

/** Swallows presses that come too early, on the whole page. */
export function guardFreshPresses(): void {
  const pointer = makePointerWatch()
  const keys = makeKeyWatch()
  /** The page changed and was not looked at since. */
  let isDirty = false
  let wheeledAt = Number.NEGATIVE_INFINITY
  let isSwallowing = false
  let isSpaceSwallowed = false
  /** Where the key that is down was pressed. */
  let downOn: EventTarget | null = null
  const now = () => performance.now()
  const seen = (point: Point, there: Pressable | null) => {
    const rest = pointer.rest()
    const isStill = rest !== null && rest.x === point.x && rest.y === point.y && now() - wheeledAt > ownMoment
    if (isStill) pointer.looked(there, now())
    else pointer.moved(point, there, now())
  }
  const look = () => {
    if (!isDirty) return
    isDirty = false
    const rest = pointer.rest()
    if (rest) seen(rest, pressableAt(document.elementFromPoint(rest.x, rest.y)))
    keys.looked(keyContext(), now())
  }
  const observer = new MutationObserver(() => {
    if (!isDirty) requestAnimationFrame(look)
    isDirty = true
  })
  observer.observe(document.documentElement, {
    subtree: true,
    childList: true,
    characterData: true,
    attributeFilter: ['data-record', 'data-row-id', 'class', 'style', 'hidden'],
  })
  const placed = (event: PointerEvent) => {
    look()
    seen({ x: event.clientX, y: event.clientY }, pressableAt(event.target))
  }
  const swallow = (event: Event) => {
    event.preventDefault()
    event.stopImmediatePropagation()
  }
  const pressed = (event: PointerEvent) => {
    placed(event)
    keys.wentOn()
    const isEarly =
      pressableAt(event.target) !== null && pointer.isTooEarly({ x: event.clientX, y: event.clientY }, now())
    isSwallowing = isEarly
    if (isEarly) swallow(event)
    else pointer.pressed()
  }
  const rest = (event: MouseEvent) => {
    // A click by key or by code has no pointer behind it.
    if (!isSwallowing || event.detail === 0) return
    swallow(event)
  }
  const onWheel = () => {
    wheeledAt = now()
  }
  const onScroll = () => {
    if (now() - wheeledAt < ownMoment) wheeledAt = now()
  }
  const keyed = (event: KeyboardEvent) => {
    if (event.isComposing || modifiers.has(event.key)) return
    const { repeat: isRepeat, target } = event
    const key = pressingKey(event, pressableAt(target) !== null)
    isSpaceSwallowed = false
    if (!isRepeat) downOn = target
    if (key === null) return keys.wentOn()
    look()
    const isTyped = key === 'Enter' && target instanceof Element && target.matches(fields)
    if (!keys.isTooEarly({ key, isRepeat, isTyped }, keyContext(), now())) return
    isSpaceSwallowed = event.key === ' '
    swallow(event)
  }
  const released = (event: KeyboardEvent) => {
    // Space presses when it is let go, and Blueprint's buttons hear Enter then as well: what has just got the focus was not meant.
    if (event.key === ' ' && isSpaceSwallowed) swallow(event)
    else if ((event.key === ' ' || event.key === 'Enter') && downOn !== null && event.target !== downOn) swallow(event)
  }
  const early = { capture: true }
  window.addEventListener('pointermove', placed, early)
  window.addEventListener('pointerdown', pressed, early)
  for (const kind of ['mousedown', 'pointerup', 'mouseup', 'click', 'dblclick'] as const) {
    window.addEventListener(kind, rest, early)
  }
  window.addEventListener('wheel', onWheel, { capture: true, passive: true })
  window.addEventListener('touchmove', onWheel, { capture: true, passive: true })
  window.addEventListener('scroll', onScroll, { capture: true, passive: true })
  window.addEventListener('keydown', keyed, early)
  window.addEventListener('keyup', released, early)
}
