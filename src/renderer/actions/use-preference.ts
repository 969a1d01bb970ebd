import { useCallback, useEffect, useSyncExternalStore } from 'react'
import { api } from '../api/client.ts'
import { currentUser } from '../app/session.ts'
import { useUserId } from '../table/use-user-id.ts'
import { makePreferences, type Preferences } from './preferences.ts'

/** Of the person signed in; another one's go with the session. */
let current: { userId: string; preferences: Preferences } | null = null

function preferencesOf(userId: string): Preferences {
  if (current?.userId === userId) return current.preferences
  const preferences = makePreferences({
    userId,
    storage: localStorage,
    fetchAll: async () => (await api.house.getPreferences({}, { isQuiet: true })).data.preferences,
    save: async (name, value) => (await api.house.setPreference({ name, value }, { isQuiet: true })).data,
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
  isSound: (kept: unknown) => kept is T,
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
