import { useCallback, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormats } from '../i18n/formats.ts'
import { readDraft, writeDraft } from './kept-drafts.ts'
import { showToast } from './toasts.ts'

export { draftKey } from './kept-drafts.ts'

const patience = 300

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
export function useKeptDraft<T>(
  key: string,
  isSound: (kept: unknown) => kept is T,
): [draft: T | null, change: (change: (now: T | null) => T | null) => void] {
  const read = (): State<T> => {
    const kept = readDraft(key, isSound)
    return { key, draft: kept?.draft ?? null, restoredAt: kept?.at ?? null, isTyped: false }
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
    const timer = setTimeout(() => writeDraft(current.key, current.draft), patience)
    return () => clearTimeout(timer)
  }, [current])
  // A screen that is left within those milliseconds, or a page that is loaded anew, loses nothing.
  useEffect(() => {
    const keep = () => {
      if (latest.current.isTyped) writeDraft(latest.current.key, latest.current.draft)
    }
    window.addEventListener('pagehide', keep)
    return () => {
      window.removeEventListener('pagehide', keep)
      keep()
    }
  }, [])
  const change = useCallback((next: (now: T | null) => T | null) => {
    known.add(latest.current.key)
    setState((now) => ({ ...now, draft: next(now.draft), isTyped: true }))
  }, [])
  useAnnounced(current.key, current.restoredAt, change)
  return [current.draft, change]
}

function useAnnounced(key: string, restoredAt: string | null, change: (next: () => null) => void): void {
  const { t } = useTranslation()
  const formats = useFormats()
  const words = useRef({ t, formats })
  words.current = { t, formats }
  useEffect(() => {
    if (restoredAt === null || known.has(key)) return
    known.add(key)
    const { t, formats } = words.current
    const text = t('Draft of {{at}} restored', { at: formats.instant(restoredAt) })
    showToast({ id: key, tone: 'info', text, actions: [{ label: t('Discard draft'), run: () => change(() => null) }] })
  }, [key, restoredAt, change])
}
