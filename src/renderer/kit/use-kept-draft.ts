import { useCallback, useEffect, useRef, useState } from 'react'

const patience = 300

/**
 * Typed work that survives a closed window: state that is also kept in local storage under `key`. null is no draft. What was
 * kept is trusted to have the shape of T only when `isSound` says so; otherwise it is dropped.
 */
export function useKeptDraft<T>(
  key: string,
  isSound: (kept: unknown) => kept is T,
): [draft: T | null, change: (change: (now: T | null) => T | null) => void] {
  const [state, setState] = useState(() => ({ key, draft: readDraft(key, isSound) }))
  // Another key is another draft: it must never be written over by this one.
  const current = state.key === key ? state : { key, draft: readDraft(key, isSound) }
  if (current !== state) setState(current)
  const latest = useRef(current)
  latest.current = current
  useEffect(() => {
    const timer = setTimeout(() => writeDraft(current.key, current.draft), patience)
    return () => clearTimeout(timer)
  }, [current])
  // A screen that is left within those milliseconds loses nothing.
  useEffect(() => () => writeDraft(latest.current.key, latest.current.draft), [])
  const change = useCallback(
    (change: (now: T | null) => T | null) => setState((now) => ({ key: now.key, draft: change(now.draft) })),
    [],
  )
  return [current.draft, change]
}

export function draftKey(userId: string, name: string): string {
  return `selvedge.draft.${userId}.${name}`
}

function readDraft<T>(key: string, isSound: (kept: unknown) => kept is T): T | null {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(key) ?? 'null')
    return isSound(kept) ? kept : null
  } catch {
    // Cut short or written by somebody else: an empty start is better than none.
    return null
  }
}

function writeDraft(key: string, draft: unknown): void {
  if (draft === null) localStorage.removeItem(key)
  else localStorage.setItem(key, JSON.stringify(draft))
}
