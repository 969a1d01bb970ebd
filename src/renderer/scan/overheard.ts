import { charOfKey } from './code-keys.ts'
import { isFastBurst, isOneBurst } from './scan-reader.ts'

/**
 * What a field is told of the keys in it, by events that bubble: a scan may begin with the next one; and it was a scan, which goes
 * elsewhere: the field is to be as it was when it began. Whoever sees to that itself prevents the default.
 */
export const scanMayBegin = 'scan-may-begin'
export const scanTakenBack = 'scan-taken-back'

export interface HeardKey {
  char: string
  at: number
}

/** Listens to keys that are written elsewhere, until they are a scanner's. */
export interface Overhearing {
  /** 'begins' before a key that stands alone or first; 'scan' with the key that tells a scanner from a hand. */
  hear(key: HeardKey, isRepeated: boolean): 'begins' | 'goes on' | 'scan'
  /** The keys heard since it began; they are forgotten. */
  take(): readonly HeardKey[]
}

export function makeOverhearing(): Overhearing {
  let heard: HeardKey[] = []
  return {
    hear(key, isRepeated) {
      const last = heard.at(-1)
      const goesOn = last !== undefined && !isRepeated && isOneBurst(last.at, key.at)
      heard = goesOn ? [...heard, key] : [key]
      if (!goesOn) return 'begins'
      return isFastBurst({ count: heard.length, first: heard[0]?.at ?? key.at, last: key.at }) ? 'scan' : 'goes on'
    },
    take() {
      const taken = heard
      heard = []
      return taken
    },
  }
}

type TypedField = HTMLInputElement | HTMLTextAreaElement

const typed: readonly string[] = ['text', 'search', 'tel', 'url', 'email', 'number']

/** Whether a hand types there, letter by letter. What writes faster than a hand was meant for somewhere else. */
export function isTypedField(element: Element): element is TypedField {
  return element instanceof HTMLTextAreaElement || (element instanceof HTMLInputElement && typed.includes(element.type))
}

const holds: readonly string[] = ['Shift', 'Control', 'Alt', 'Meta', 'CapsLock']

/** Whether it only changes what other keys write: between two characters of a scan it is no break. */
export function isHolding({ key }: KeyboardEvent): boolean {
  return holds.includes(key)
}

/**
 * Watches the keys of fields that are typed in. A hand's stay there; those of a scanner are taken back from the field, and given
 * with the event of the last of them, which has not been written.
 */
export function overhearFields(onScan: (before: readonly HeardKey[], last: KeyboardEvent) => void) {
  const overhearing = makeOverhearing()
  let field: TypedField | null = null
  let text = ''
  return (target: TypedField, event: KeyboardEvent): void => {
    const char = charOfKey(event)
    if (char === null && isHolding(event)) return
    if (char === null || target !== field) overhearing.take()
    field = target
    if (char === null) return
    const heard = overhearing.hear({ char, at: event.timeStamp }, event.repeat)
    if (heard === 'begins') {
      text = target.value
      target.dispatchEvent(new Event(scanMayBegin, { bubbles: true }))
    }
    if (heard !== 'scan') return
    event.preventDefault()
    event.stopPropagation()
    onScan(overhearing.take().slice(0, -1), event)
    // After the focus has gone: only then an input method writes what it still held.
    if (!target.dispatchEvent(new Event(scanTakenBack, { bubbles: true, cancelable: true }))) return
    // Past React, which else takes the field for unchanged.
    Object.getOwnPropertyDescriptor(Object.getPrototypeOf(target), 'value')?.set?.call(target, text)
    target.dispatchEvent(new Event('input', { bubbles: true }))
  }
}

/** Listens to the keys in what lies over the scan field, where nothing is typed, until they are a scanner's. */
export function overhearCover(onScan: (before: readonly HeardKey[], last: KeyboardEvent) => void) {
  const overhearing = makeOverhearing()
  return (event: KeyboardEvent): void => {
    const char = charOfKey(event)
    if (char === null) {
      if (!isHolding(event)) overhearing.take()
      return
    }
    if (overhearing.hear({ char, at: event.timeStamp }, event.repeat) !== 'scan') return
    onScan(overhearing.take().slice(0, -1), event)
  }
}
