import { atom } from 'jotai'
import type { CallData } from '../actions/calls.ts'
import { api } from '../api/client.ts'
import { host } from '../host/host.ts'
import { store } from '../theme/theme.ts'
import { queryClient } from './query-client.ts'

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
  if (signedIn) await loadUser()
}

/** Signs in and gives the user. Throws what the host throws. */
export async function signIn(email: string, password: string): Promise<User> {
  await host.session.signIn({ email, password })
  return loadUser()
}

async function loadUser(): Promise<User> {
  const { data } = await api.users.getUserDetails({})
  store.set(sessionAtom, { state: 'signed-in', user: data.user })
  return data.user
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
