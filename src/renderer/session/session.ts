import { atom } from 'jotai'
import type { Credentials } from '../../shared/bridge.ts'
import { noPlaceZones } from '../../shared/kernel/place-zones.ts'
import type { CallData } from '../actions/calls.ts'
import { ApiError } from '../api/api-error.ts'
import { api, type CallOptions } from '../api/client.ts'
import { workFor } from '../api/send.ts'
import { queryClient } from '../app/query-client.ts'
import { forgetAllUnsaved } from '../app/unsaved.ts'
import { host, isDesktop } from '../host/host.ts'
import { setPlaceZones } from '../i18n/formats.ts'
import { isDraft, keepWaiting, removeDrafts, sealOldDrafts } from '../kit/drafts.ts'
import { dropKey, holdKey } from '../kit/sealed.ts'
import { closeToast, currentToasts } from '../kit/Toasts.tsx'
import { forgetAnsweredScans } from '../scan/scan-queue.ts'
import { forgetFacts } from '../scan/station-facts.ts'
import { store } from '../theme/theme.tsx'

export type User = CallData<'people.getUserDetails'>['user']

export type Session = { state: 'signed-out' } | { state: 'signed-in'; user: User }

export const sessionAtom = atom<Session>({ state: 'signed-out' })

/** Role, team and country stand in local storage (specification, section 3); nothing here goes by them, the server knows its users. */
store.sub(sessionAtom, () => {
  const user = currentUser()
  setPlaceZones(user?.zones ?? noPlaceZones)
  if (user) {
    sessionStorage.setItem(pageUserKey, JSON.stringify(user))
    // A server of before seals has none to give: nothing is kept then.
    if (user.draft_key) holdKey(user.id, user.draft_key)
    sealOldDrafts(user.id)
  }
  for (const [name, value] of [
    ['userRole', user?.role],
    ['team', user?.team],
    ['country', user?.country],
  ] as const) {
    if (value) localStorage.setItem(name, value)
    else localStorage.removeItem(name)
  }
})

/** Why the session was ended, in the server's words, until somebody signs in; null where there is nothing to say. */
export const endedWhyAtom = atom<string | null>(null)

/** What a user sees hangs on these. */
export function eyesOf({ role, team, vendor, true_role }: User): string {
  return [role, team, vendor?.id, true_role].join(' ')
}

export function currentUser(): User | null {
  const session = store.get(sessionAtom)
  return session.state === 'signed-in' ? session.user : null
}

/**
 * Takes up the session that the host still holds, if the server still honours it. A browser's page that is reloaded without a
 * connection goes on as who it was, with what is on this computer, until the server can be asked.
 */
export async function resumeSession(): Promise<void> {
  try {
    // A browser's cookie is HttpOnly: whether it still holds, only the server knows, and says so with who its user is.
    const isHeld = isDesktop ? (await host.session.state()).signedIn : isMarked()
    if (isHeld) tellOtherTabs((await reloadUser({ isQuiet: true })).id)
  } catch (failure) {
    const isAway = failure instanceof TypeError || (failure instanceof ApiError && failure.code === 'unreachable')
    const user = isAway && !isDesktop ? readPageUser() : null
    if (user === null) throw failure
    beginFor(user.id)
    store.set(sessionAtom, { state: 'signed-in', user })
    isUnasked = true
  }
}

/** The session was taken up without the server. */
let isUnasked = false

/** The mark that the server sets beside its cookie. Nobody is asked for without it: the sign-in page has no session to lose. */
function isMarked(): boolean {
  return /(?:^|; )(?:__Host-)?selvedge_signed_in=1/.test(document.cookie)
}

/** Once there is a connection again: whose session it is, the server says. */
export async function askWhoseSession(): Promise<void> {
  if (!isUnasked) return
  isUnasked = false
  await reloadUser()
}

/** Of this tab alone, and gone with its sign-out. */
const pageUserKey = 'selvedge.user'

function readPageUser(): User | null {
  try {
    return JSON.parse(sessionStorage.getItem(pageUserKey) ?? 'null') as User | null
  } catch {
    // Cut short: the user signs in once there is a connection.
    return null
  }
}

/** Signs in and gives the user. Throws what the host throws. */
export async function signIn(credentials: Credentials): Promise<User> {
  const { user } = await host.session.signIn(credentials)
  const id = idOf(user)
  const before = currentUser()
  if (before !== null && id !== null && before.id !== id) forgetSession()
  if (id !== null) beginFor(id)
  // Quiet: the form that waits for this says itself what came between.
  const whole = await reloadUser({ isQuiet: true })
  tellOtherTabs(whole.id)
  return whole
}

/** Who the user is by now: after a changed name or password. */
export async function reloadUser(options: CallOptions = {}): Promise<User> {
  const { data } = await api.people.getUserDetails({}, options)
  beginFor(data.user.id)
  store.set(sessionAtom, { state: 'signed-in', user: data.user })
  return data.user
}

function idOf(user: unknown): string | null {
  return typeof user === 'object' && user !== null && 'id' in user && typeof user.id === 'string' ? user.id : null
}

let lastUserId: string | null = null

/** Of another person who worked in this page before, nothing is left that could be sent: no lost save, no toast with an Undo. */
function beginFor(userId: string): void {
  // The desktop's token is the window's own: nobody can sign in beside it.
  if (!isDesktop) workFor(userId)
  if (lastUserId !== null && lastUserId !== userId) {
    forgetAllUnsaved()
    closeToasts()
  }
  lastUserId = userId
  store.set(endedWhyAtom, null)
}

/** The same session seen with other eyes (another role): nothing that was loaded for the ones before is shown. */
export function seeWith(user: User): void {
  queryClient.clear()
  forgetAllUnsaved()
  store.set(sessionAtom, { state: 'signed-in', user })
}

/**
 * Ends the session here even when the server cannot be told; nothing that the user saw stays in memory, nor on this computer but the
 * drafts that are to stay, sealed.
 */
export async function signOut(keepsDrafts: boolean): Promise<void> {
  const user = currentUser()
  try {
    await host.session.signOut()
  } finally {
    // A disk that fails now is emptied the next time.
    if (user) {
      forgetAnsweredScans(user.id).catch(() => undefined)
      forgetFacts(user.id)
    }
    forgetSession()
    if (user && !keepsDrafts) removeDrafts(user.id)
  }
}

/** `why` is said on the sign-in page. */
export function forgetSession(why: string | null = null): void {
  keepWaiting()
  dropKey()
  closeToasts()
  store.set(endedWhyAtom, why)
  sessionStorage.clear()
  queryClient.clear()
  store.set(sessionAtom, { state: 'signed-out' })
}

/** Empties local storage but for what people typed and have not sent, which is sealed and theirs: nothing typed is lost. */
export function forgetComputer(): void {
  const all = Array.from({ length: localStorage.length }, (_, at) => localStorage.key(at) ?? '')
  for (const key of all) if (!isDraft(key)) localStorage.removeItem(key)
}

/** A toast names what its user typed and did: the next one at this computer does not read it. */
function closeToasts(): void {
  for (const { id } of currentToasts()) closeToast(id)
}

const name = 'selvedge.session'
let opened: BroadcastChannel | null = null

/** Null where tabs cannot hear each other, and on the desktop, which has one window: they then hear from the server. */
function channel(): BroadcastChannel | null {
  if (isDesktop || typeof BroadcastChannel === 'undefined') return null
  opened ??= new BroadcastChannel(name)
  return opened
}

/** The browser's other tabs, which share its cookie, hear whose it is now. */
export function tellOtherTabs(userId: string): void {
  channel()?.postMessage(userId)
}

/** Hears whose session another tab has begun. It is a hint: messages overtake each other, only the server knows. */
export function onOtherTabs(listener: (userId: string) => void): void {
  const tabs = channel()
  if (tabs === null) return
  tabs.onmessage = ({ data }) => {
    if (typeof data === 'string') listener(data)
  }
}

/** Where a user was before signing in travels in the address, as a path of our own. */
export function loginPath({ pathname, search }: { pathname: string; search: string }): string {
  if (pathname === '/' || pathname === '/login') return '/login'
  const way = pathname.startsWith('/supply-management') ? '/supply-management/login' : '/login'
  return `${way}?next=${encodeURIComponent(pathname + search)}`
}

/** Of the way back from a sign-in: a page that is not theirs, as of another role or person, gives way to the one where they land. */
export const fromSignIn = { isFromSignIn: true } as const

/** The way back, or null. Only a path of this program: never another site, whatever a link says. */
export function returnPath(search: string): string | null {
  const next = new URLSearchParams(search).get('next')
  if (
    !next?.startsWith('/') ||
    // A browser leaves tabs and line breaks out of an address: behind one, "/⇥/elsewhere" is another site.
    /^\/\/|[\\\p{Cc}]/u.test(next) ||
    /^(\/supply-management)?\/login/.test(next)
  )
    return null
  return next
}
