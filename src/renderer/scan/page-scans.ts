import { useEffect, useRef } from 'react'
import { charOfKey, endsScan, isProcessed } from './code-keys.ts'
import { startReading } from './early-keys.ts'
import { type HeardKey, isHolding, isTypedField, overhearCover, overhearFields } from './overheard.ts'
import { ownScanner } from './own-scanner.ts'
import { isCovered, isEditable } from './scan-keys.ts'
import { isOneBurst, makeScanReader, type ReadScan } from './scan-reader.ts'
import { makeSilence } from './silence.ts'

/** A Tab or Enter so soon behind a scan that needed none belongs to it. */
const trailing = 120

/** Whether a scan was taken; one that was not goes to whoever listens behind. */
export type PageScanTaker = (code: string) => boolean

interface Listening {
  take: PageScanTaker
  rank: number
}

const listening: Listening[] = []
let stop: (() => void) | null = null

/**
 * Codes that a scanner reads anywhere on the page, where nothing has a field for them: hands keep their keys and the focus stays. A
 * scan field in sight goes before. `rank`: who hears of a scan first; the larger.
 */
export function usePageScans(take: PageScanTaker, rank = 0): void {
  const latest = useRef(take)
  latest.current = take
  useEffect(() => {
    const own: Listening = { take: (code) => latest.current(code), rank }
    listening.push(own)
    stop ??= listenForPageScans(offerPageScan)
    return () => {
      listening.splice(listening.indexOf(own), 1)
      if (listening.length > 0) return
      stop?.()
      stop = null
    }
  }, [rank])
}

/** A code that its own field has no use for, to those who listen on the page; whether somebody took it. */
export function offerPageScan(code: string): boolean {
  return listening.toSorted((one, other) => other.rank - one.rank).some((each) => each.take(code))
}

/** Reads scans from the keys of the whole page; gives the way to stop. */
export function listenForPageScans(onScan: (code: string) => void): () => void {
  const reader = makeScanReader(ownScanner)
  let isReading = false
  let keyAt = 0
  let endedAt = Number.NEGATIVE_INFINITY
  const silence = makeSilence()
  /** Keys that were taken, and are not let go yet. */
  const held = new Set<string>()

  const finish = (scans: readonly ReadScan[], at: number) => {
    silence.stop()
    isReading = false
    endedAt = at
    reader.edited('')
    for (const { code } of scans) onScan(code)
  }
  const watchSilence = () => {
    const idle = reader.idleTimeout()
    if (idle === null) return
    silence.after(keyAt, idle, (now) => {
      const scans = reader.silence(now)
      if (scans.length > 0) finish(scans, now)
    })
  }
  const write = (char: string, at: number, isRepeated = false) => {
    keyAt = at
    const scans = reader.key(char, at, isRepeated)
    if (scans.length > 0) finish(scans, at)
    else watchSilence()
  }
  /** A key that must do nothing where it was pressed, nor where it is let go. */
  const swallow = (event: KeyboardEvent) => {
    event.preventDefault()
    event.stopPropagation()
    held.add(event.code)
  }
  const takeKey = (event: KeyboardEvent) => {
    swallow(event)
    if (endsScan(event)) return finish(reader.end(), event.timeStamp)
    const char = charOfKey(event)
    if (char !== null) write(char, event.timeStamp, event.repeat)
  }
  const readOn = (before: readonly HeardKey[], last: KeyboardEvent) => {
    isReading = true
    for (const { char, at } of before) write(char, at)
    takeKey(last)
  }
  const overField = overhearFields(readOn)
  const overPage = overhearCover(readOn)
  /** The first keys of a code, pressed before anything listened. */
  let begun: readonly HeardKey[] = []
  const stopReading = startReading(({ codes, open }) => {
    for (const { char, at } of codes) {
      const ended = reader.silence(at)
      if (ended.length > 0) finish(ended, at)
      if (char === null) finish(reader.end(), at)
      else write(char, at)
    }
    isReading = reader.idleTimeout() !== null
    begun = open
  })
  const onKeyDown = (event: KeyboardEvent) => {
    const { target } = event
    if (!(target instanceof Element) || hasScanField()) return
    const last = begun.at(-1)
    if (last !== undefined && !isHolding(event)) {
      const before = begun
      begun = []
      if (charOfKey(event) !== null && isOneBurst(last.at, event.timeStamp)) return readOn(before, event)
    }
    if (endsScan(event) && event.timeStamp - endedAt < trailing) return swallow(event)
    const isWritten = endsScan(event) || charOfKey(event) !== null
    if (isReading && isWritten && isOneBurst(keyAt, event.timeStamp)) return takeKey(event)
    // A field of a dialog, the trace box's, takes what is scanned into it.
    if (isTypedField(target)) return target.closest(dialogs) ? undefined : overField(target, event)
    if (!isEditable(target) || target instanceof HTMLSelectElement) overPage(event)
  }
  const onKeyUp = (event: KeyboardEvent) => {
    if (!held.delete(event.code)) return
    event.preventDefault()
    event.stopPropagation()
  }
  document.addEventListener('keydown', onKeyDown, true)
  document.addEventListener('keyup', onKeyUp, true)
  return () => {
    stopReading()
    silence.stop()
    document.removeEventListener('keydown', onKeyDown, true)
    document.removeEventListener('keyup', onKeyUp, true)
  }
}

/** A field in sight reads its own scans. */
function hasScanField(): boolean {
  return [...document.querySelectorAll('.scan-field-input')].some((field) => !isCovered(field))
}

/** A letter that stands alone for so long was pressed by a hand, in milliseconds. */
const alone = 70

/**
 * Keys of one letter that a scanner must not press: each acts only when no other key came right before or comes right behind it.
 * Not while something is typed, nor under a dialog. `keys` by the letter in lower case.
 */
export function useLoneKeys(keys: Readonly<Record<string, () => void>>, isOn = true): void {
  const latest = useRef(keys)
  latest.current = keys
  useEffect(() => {
    if (!isOn) return
    let last = Number.NEGATIVE_INFINITY
    let timer: ReturnType<typeof setTimeout> | undefined
    const listen = (event: KeyboardEvent) => {
      const isAlone = event.timeStamp - last > alone
      last = event.timeStamp
      clearTimeout(timer)
      const act = latest.current[event.key.toLowerCase()]
      if (!act || !isAlone || event.repeat || event.ctrlKey || event.metaKey || event.altKey) return
      if (event.defaultPrevented || isProcessed(event) || isEditable(document.activeElement) || isUnderDialog()) return
      if (event.target instanceof Element && event.target.closest('[role="grid"]')) return
      timer = setTimeout(act, alone)
    }
    // Before the readers of scans, which keep what they take from the page.
    window.addEventListener('keydown', listen, true)
    return () => {
      clearTimeout(timer)
      window.removeEventListener('keydown', listen, true)
    }
  }, [isOn])
}

const dialogs = '.bp6-dialog, [role=alertdialog]'

/** Something asks for an answer over the page and its drawers. */
export function isUnderDialog(): boolean {
  return document.querySelector(dialogs) !== null
}
