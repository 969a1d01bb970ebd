import { useCallback, useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { useTranslation } from 'react-i18next'
import { draftDays } from '../../shared/kernel/pictures.ts'
import { useFormats } from '../i18n/formats.ts'
import { openFor, sealFor } from './sealed.ts'
import { closeToast, showToast } from './Toasts.tsx'

/** Typed work in local storage, by user and record, sealed by its user's key: another user of the same computer never reads it. */
const prefix = 'selvedge.draft.'
/** Older than this, nobody comes back for it. */
const savedMillis = draftDays * 24 * 60 * 60_000

export interface SavedDraft<T> {
  draft: T
  /** When it was last typed on, ISO 8601. */
  at: string
}

/** `name` says the form and its record, for example `packing.SH-000012`. */
export function draftKey(userId: string, name: string): string {
  return `${prefix}${userId}.${name}`
}

/** Gives the stored draft, if it is not too old and `isSound` accepts its shape. */
export function readDraft<T>(key: string, isSound: (saved: unknown) => saved is T): SavedDraft<T> | null {
  waiting.get(key)?.()
  const kept = savedAt(key)
  return kept !== null && !isOld(kept.at) && isSound(kept.draft) ? { draft: kept.draft, at: kept.at } : null
}

export function writeDraft(key: string, draft: unknown): void {
  waiting.delete(key)
  try {
    if (draft === null) localStorage.removeItem(key)
    else keep(key, draft, new Date().toISOString())
  } catch {
    // A full disk: what is typed is still on the screen.
  }
  for (const hear of writers) hear()
}

/** Without its user's key nothing is kept: who has signed out leaves no more behind. */
function keep(key: string, draft: unknown, at: string): void {
  const sealed = sealFor(userOf(key), key, JSON.stringify(draft))
  if (sealed !== null) localStorage.setItem(key, JSON.stringify({ at, sealed }))
}

function userOf(key: string): string {
  return key.slice(prefix.length).split('.', 1)[0] ?? ''
}

export const isDraft = (key: string): boolean => key.startsWith(prefix)

function keptKeys(): string[] {
  const keys = Array.from({ length: localStorage.length }, (_, at) => localStorage.key(at) ?? '')
  return keys.filter(isDraft)
}

/** How many drafts of a user are kept on this computer. */
export function countDrafts(userId: string): number {
  return keptKeys().filter((key) => userOf(key) === userId).length
}

export function removeDrafts(userId: string): void {
  for (const key of keptKeys()) if (userOf(key) === userId) localStorage.removeItem(key)
}

/** Stores pending drafts at once: the key is about to go. */
export function keepWaiting(): void {
  for (const write of [...waiting.values()]) write()
}

/** Drafts that a version without seals kept are sealed as soon as their user is there. */
export function sealOldDrafts(userId: string): void {
  for (const key of keptKeys().filter((one) => userOf(one) === userId)) {
    const saved = readSaved(key)
    if (saved?.draft === undefined) continue
    keep(key, saved.draft, saved.at)
  }
}

/** Says which records a draft is of, in any order: one of another selection is another draft. */
export function draftOfAll(ids: readonly string[]): string {
  const all = ids.toSorted().join(',')
  if (all.length < 100) return all
  let [high, low] = [0, 0]
  for (const char of all) {
    high = Math.imul(high ^ (char.codePointAt(0) ?? 0), 2654435761)
    low = Math.imul(low ^ (char.codePointAt(0) ?? 0), 1597334677) + high
  }
  return `${ids.length}.${(high >>> 0).toString(36)}${(low >>> 0).toString(36)}`
}

/** Typed within the last moment and not written yet: a form that takes another's place reads it all the same. */
const waiting = new Map<string, () => void>()

const writers = new Set<() => void>()

/** Whether something typed is kept under one of the keys; it is said anew when that changes. */
export function useHasDraft(keys: readonly string[]): boolean {
  return useSyncExternalStore(
    (hear) => {
      writers.add(hear)
      return () => writers.delete(hear)
    },
    () => keys.some((key) => localStorage.getItem(key) !== null),
  )
}

/** Whether a draft of the user is kept whose name ends with the record's, as that of every form of one record does. */
export function useHasDraftOf(userId: string, record: string | null): boolean {
  return useHasDraft(
    record === null ? noKeys : keptKeys().filter((key) => userOf(key) === userId && key.endsWith(`.${record}`)),
  )
}

const noKeys: readonly string[] = []

/** Drops drafts that nobody came back for, of any user. */
export function dropOldDrafts(): void {
  for (const key of keptKeys()) {
    const saved = readSaved(key)
    if (saved === null || isOld(saved.at)) localStorage.removeItem(key)
  }
}

function savedAt(key: string): SavedDraft<unknown> | null {
  const saved = readSaved(key)
  if (saved?.sealed === undefined) return saved === null ? null : { draft: saved.draft, at: saved.at }
  const opened = openFor(userOf(key), key, saved.sealed)
  return opened === null ? null : { draft: JSON.parse(opened), at: saved.at }
}

/** As it lies there: sealed, or open as an earlier version kept it. */
function readSaved(key: string): { at: string; sealed?: string; draft?: unknown } | null {
  try {
    const saved: unknown = JSON.parse(localStorage.getItem(key) ?? 'null')
    if (typeof saved !== 'object' || saved === null || !('at' in saved) || typeof saved.at !== 'string') return null
    if ('sealed' in saved && typeof saved.sealed === 'string') return { at: saved.at, sealed: saved.sealed }
    return 'draft' in saved ? { at: saved.at, draft: saved.draft } : null
  } catch {
    // Cut short or written by somebody else: an empty start is better than none.
    return null
  }
}

/** A moment that cannot be read counts as long ago. */
function isOld(at: string): boolean {
  return !(Date.now() - Date.parse(at) < savedMillis)
}

const debounceMs = 300

interface State<T> {
  key: string
  draft: T | null
  restoredAt: string | null
  isTyped: boolean
}

/** Drafts that the user knows of: typed or announced since the page was loaded. */
const known = new Set<string>()

/**
 * Typed work that survives a closed window: state that is also kept in local storage under `key` (`draftKey`), for 30 days.
 * null is no draft. What was kept is trusted to have the shape of T only when `isSound` says so; otherwise it is dropped. A
 * draft of an earlier visit is announced, with a way to discard it.
 */
export function useSavedDraft<T>(
  key: string,
  isSound: (saved: unknown) => saved is T,
): [draft: T | null, change: (change: (now: T | null) => T | null) => void] {
  const read = (): State<T> => {
    const saved = readDraft(key, isSound)
    return { key, draft: saved?.draft ?? null, restoredAt: saved?.at ?? null, isTyped: false }
  }
  const [state, setState] = useState(read)
  // Another key is another draft: it must never be written over by this one.
  const current = state.key === key ? state : read()
  if (current !== state) {
    if (state.isTyped) writeDraft(state.key, state.draft)
    setState(current)
  }
  const latest = useRef(current)
  latest.current = current
  useEffect(() => {
    if (!current.isTyped) return
    const write = () => writeDraft(current.key, current.draft)
    waiting.set(current.key, write)
    const timer = setTimeout(() => {
      if (waiting.get(current.key) === write) write()
    }, debounceMs)
    return () => clearTimeout(timer)
  }, [current])
  const isGone = useRef(false)
  // A screen that is left within those milliseconds, or a page that is loaded anew, loses nothing.
  useEffect(() => {
    const keep = () => {
      if (latest.current.isTyped) writeDraft(latest.current.key, latest.current.draft)
    }
    window.addEventListener('pagehide', keep)
    isGone.current = false
    return () => {
      window.removeEventListener('pagehide', keep)
      keep()
      isGone.current = true
    }
  }, [])
  const change = useCallback((next: (now: T | null) => T | null) => {
    known.add(latest.current.key)
    // At once: whoever is taken away in the same moment must not write what was there before.
    latest.current = { ...latest.current, draft: next(latest.current.draft), isTyped: true }
    // Sent or discarded: nothing of it is left to be told of.
    if (latest.current.draft === null) closeToast(latest.current.key)
    // What is put back later, as by Undo, is there when the form is opened again.
    if (isGone.current) writeDraft(latest.current.key, latest.current.draft)
    else setState(latest.current)
  }, [])
  useAnnounced(current.key, current.restoredAt, change)
  return [current.draft, change]
}

function useAnnounced<T>(
  key: string,
  restoredAt: string | null,
  change: (next: (now: T | null) => T | null) => void,
): void {
  const { t } = useTranslation()
  const formats = useFormats()
  const words = useRef({ t, formats })
  words.current = { t, formats }
  useEffect(() => {
    if (restoredAt === null || known.has(key)) return
    known.add(key)
    const { t, formats } = words.current
    const text = t('Draft of {{at}} restored', { at: formats.instant(restoredAt) })
    const discard = () => {
      let lost: T | null = null
      change((now) => {
        lost = now
        return null
      })
      const undo = { label: t('Undo'), run: () => change(() => lost) }
      showToast({ tone: 'info', text: t('Draft discarded'), actions: [undo] })
    }
    showToast({ id: key, tone: 'info', text, actions: [{ label: t('Discard draft'), run: discard }] })
  }, [key, restoredAt, change])
}
