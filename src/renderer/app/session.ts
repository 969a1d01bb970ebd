import { atom } from 'jotai'
import type { Credentials } from '../../shared/bridge.ts'
import type { CallData } from '../actions/calls.ts'
import { api } from '../api/client.ts'
import { host } from '../host/host.ts'
import { store } from '../theme/theme.ts'
import { queryClient } from './query-client.ts'
import { forgetAllUnsaved } from './unsaved.ts'

export type User = CallData<'users.getUserDetails'>['user']

export type Session = { state: 'signed-out' } | { state: 'signed-in'; user: User }

export const sessionAtom = atom<Session>({ state: 'signed-out' })

export function currentUser(): User | null {
  const session = store.get(sessionAtom)
  return session.state === 'signed-in' ? session.user : null
}

/** Takes up the session that the host still holds, if the server still honours it. */
export async function resumeSession(): Promise<void> {
  const { signedIn } = await host.session.state()
  if (signedIn) await reloadUser()
}

/** Signs in and gives the user. Throws what the host throws. */
export async function signIn(credentials: Credentials): Promise<User> {
  await host.session.signIn(credentials)
  return reloadUser()
}

/** Who the user is by now: after a changed name or password. */
export async function reloadUser(): Promise<User> {
  const { data } = await api.users.getUserDetails({})
  store.set(sessionAtom, { state: 'signed-in', user: data.user })
  return data.user
}

/** The same session seen with other eyes (another role): nothing that was loaded for the ones before is shown. */
export function seeWith(user: User): void {
  queryClient.clear()
  forgetAllUnsaved()
  store.set(sessionAtom, { state: 'signed-in', user })
}

/** Ends the session here even when the server cannot be told; nothing that the user saw stays in memory. */
export async function signOut(): Promise<void> {
  try {
    await host.session.signOut()
  } finally {
    forgetSession()
  }
}

export function forgetSession(): void {
  sessionStorage.clear()
  queryClient.clear()
  store.set(sessionAtom, { state: 'signed-out' })
}
