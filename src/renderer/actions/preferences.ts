import { useCallback, useEffect, useSyncExternalStore } from 'react'
import { api } from '../api/client.ts'
import { currentUser } from '../session/session.ts'
import { useUserId } from '../session/use-user-id.ts'

/** One preference as this workstation knows it. */
interface Saved {
  value: unknown
  /** ISO time: the server's once it has taken the value, this machine's until then. */
  at: string
  isSaved: boolean
}

/** What a person's preferences stand on; given, so that tests can stand in. */
export interface PreferenceGround {
  userId: string
  storage: Pick<Storage, 'getItem' | 'setItem'>
  fetchAll: () => Promise<readonly { name: string; value?: unknown; changed_at: string }[]>
  save: (name: string, value: unknown) => Promise<{ changed_at: string }>
  /** False while nothing may be changed, for instance while seeing as another role. */
  maySave: () => boolean
  /** Milliseconds without a further change before it is sent. */
  timeout?: number
}

export interface Preferences {
  read(name: string): unknown
  /** Keeps it here at once and on the server soon; null forgets it. */
  set(name: string, value: unknown): void
  /** Fetches the server's copies, once; a newer one takes the place of the local one. */
  load(): void
  subscribe(changed: () => void): () => void
}

/**
 * A person's preferences: a copy on this workstation for the first paint, and the server's so that they follow to another.
 * Nothing here ever fails aloud: what could not be sent is sent with the next change, or at the next start.
 */
export function makePreferences(ground: PreferenceGround): Preferences {
  const { storage, userId } = ground
  const known = new Map<string, Saved | null>()
  const timers = new Map<string, ReturnType<typeof setTimeout>>()
  const listeners = new Set<() => void>()
  let isLoaded = false
  const placeOf = (name: string) => `selvedge.preference.${userId}.${name}`

  const find = (name: string): Saved | null => {
    const found = known.get(name)
    if (found !== undefined) return found
    const stored = readSaved(storage.getItem(placeOf(name)))
    known.set(name, stored)
    if (stored && !stored.isSaved && isLoaded) sendSoon(name)
    return stored
  }
  const keep = (name: string, saved: Saved) => {
    known.set(name, saved)
    try {
      if (ground.maySave()) storage.setItem(placeOf(name), JSON.stringify(saved))
    } catch {
      // The storage is full: the server's copy has to do.
    }
  }
  const send = async (name: string) => {
    timers.delete(name)
    const saved = find(name)
    if (!saved || saved.isSaved || !ground.maySave()) return
    try {
      const { changed_at } = await ground.save(name, saved.value)
      // Changed again meanwhile: that one is on its way.
      if (known.get(name) === saved) keep(name, { ...saved, at: changed_at, isSaved: true })
    } catch {
      // Kept here; the next change or the next start sends it.
    }
  }
  const sendSoon = (name: string) => {
    clearTimeout(timers.get(name))
    timers.set(
      name,
      setTimeout(() => void send(name), ground.timeout ?? 1_000),
    )
  }
  const takeAll = async () => {
    let isChanged = false
    for (const { name, value, changed_at } of await ground.fetchAll()) {
      const local = find(name)
      if (local && local.at >= changed_at) continue
      keep(name, { value: value ?? null, at: changed_at, isSaved: true })
      isChanged = true
    }
    for (const [name, saved] of known) if (saved && !saved.isSaved) sendSoon(name)
    if (isChanged) for (const tell of listeners) tell()
  }
  return {
    read: (name) => find(name)?.value ?? null,
    set(name, value) {
      keep(name, { value, at: new Date().toISOString(), isSaved: false })
      sendSoon(name)
      for (const tell of listeners) tell()
    },
    load() {
      if (isLoaded) return
      isLoaded = true
      takeAll().catch(() => {
        isLoaded = false
      })
    },
    subscribe(changed) {
      listeners.add(changed)
      return () => listeners.delete(changed)
    },
  }
}

function readSaved(text: string | null): Saved | null {
  try {
    const saved: unknown = JSON.parse(text ?? 'null')
    if (typeof saved !== 'object' || saved === null || !('value' in saved) || !('at' in saved)) return null
    return { value: saved.value, at: String(saved.at), isSaved: 'isSaved' in saved && saved.isSaved === true }
  } catch {
    // Not ours or cut short: the screen as it comes is better than none.
    return null
  }
}

/** Of the person signed in; another one's go with the session. */
let current: { userId: string; preferences: Preferences } | null = null

function preferencesOf(userId: string): Preferences {
  if (current?.userId === userId) return current.preferences
  const preferences = makePreferences({
    userId,
    storage: localStorage,
    fetchAll: async () => (await api.frame.getPreferences({}, { isQuiet: true })).data.preferences,
    save: async (name, value) => (await api.frame.setPreference({ name, value }, { isQuiet: true })).data,
    maySave: () => currentUser()?.id === userId && currentUser()?.true_role === null,
  })
  current = { userId, preferences }
  return preferences
}

/**
 * Something that a person likes to find again, here and on another machine: `usePreference('frame.side-menu', isFold)`. What was
 * kept is trusted only when `isSound` says so; null is none. The value is the same object until it changes.
 */
export function usePreference<T>(
  name: string,
  isSound: (saved: unknown) => saved is T,
): [value: T | null, set: (value: T | null) => void] {
  const userId = useUserId()
  const preferences = preferencesOf(userId)
  const kept = useSyncExternalStore(preferences.subscribe, () => preferences.read(name))
  useEffect(() => {
    if (userId !== 'nobody') preferences.load()
  }, [preferences, userId])
  const set = useCallback((value: T | null) => preferences.set(name, value), [preferences, name])
  return [isSound(kept) ? kept : null, set]
}
