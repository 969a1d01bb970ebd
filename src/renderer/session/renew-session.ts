import { atom } from 'jotai'
import { ApiError, toApiError } from '../api/api-error.ts'
import { api } from '../api/client.ts'
import { type LossCause, lossOf, type SessionLoss } from '../api/send.ts'
import { hasUnsaved } from '../app/unsaved.ts'
import { store } from '../theme/theme.tsx'
import { currentUser, eyesOf, forgetComputer, forgetSession, reloadUser, sessionAtom } from './session.ts'

export interface AskedAgain {
  /** Ended, or of another person who signed in in this browser. */
  loss: SessionLoss
  /** In the server's words; null where it only ran out. */
  why: string | null
  answer: (signedIn: boolean) => void
}

/** While set, the sign-in lies over the page; `answer(true)` lets the waiting calls go on. */
export const signInOverPageAtom = atom<AskedAgain | null>(null)

let underWay: Promise<boolean> | null = null

/**
 * A call found no session of its user. With typed work on screen, or in the middle of saving, the user signs in over the page and
 * the call goes on; otherwise the session is forgotten and the frame leads to /login and back. Where another person has signed
 * in, the page always asks: it would come back from /login as theirs.
 */
export async function renewOverPage(cause: LossCause): Promise<boolean> {
  if (currentUser() === null) return false
  if (underWay !== null && store.get(signInOverPageAtom)?.loss === 'others') return underWay
  // An answer can be late: the session may be the user's again.
  const loss = cause.loss === 'others' ? await lossNow(cause.loss) : cause.loss
  if (loss === null) return true
  if (currentUser() === null) return false
  if (loss === 'ended' && cause.forgetsComputer) {
    forgetSession(cause.why)
    forgetComputer()
    return false
  }
  if (loss === 'ended' && underWay === null && !cause.changes && !hasUnsaved()) {
    forgetSession(cause.why)
    return false
  }
  return ask(loss, cause.why)
}

/** The stream of news broke off: perhaps because the session ended, or its user is somebody else by now. The server says at once. */
export async function askWhoIAm(): Promise<void> {
  if (currentUser() === null) return
  try {
    await reloadUser()
  } catch (error) {
    // Without an answer it is asked again by whatever is called next.
    if (!(error instanceof ApiError)) throw error
  }
}

/** Another tab began a session: if it is this page's user's, what waits for one goes on; if it is not, the page says so. */
export async function hearOfSession(userId: string): Promise<void> {
  const user = currentUser()
  const asked = store.get(signInOverPageAtom)
  if (user === null || (user.id === userId && asked === null)) return
  const loss = await lossNow(null)
  if (loss === null) store.get(signInOverPageAtom)?.answer(true)
  if (loss === 'others') void ask(loss, null)
}

/** Whether the session that the browser sends now is the page's user's: null when it is; `unknown` where the server does not say. */
async function lossNow(unknown: SessionLoss | null): Promise<SessionLoss | null> {
  try {
    const { data } = await api.people.getUserDetails({}, { isQuiet: true })
    if (currentUser()?.id === data.user.id) store.set(sessionAtom, { state: 'signed-in', user: data.user })
    return null
  } catch (failure) {
    return lossOf(toApiError(failure)) ?? unknown
  }
}

function ask(loss: SessionLoss, why: string | null): Promise<boolean> {
  if (underWay !== null) {
    // Not the other way round: that the other person left again changes nothing for the one whose page it is.
    if (loss === 'others') store.set(signInOverPageAtom, (asked) => asked && { ...asked, loss })
    return underWay
  }
  const before = currentUser()
  underWay = new Promise<boolean>((answer) => store.set(signInOverPageAtom, { loss, why, answer })).then((signedIn) => {
    underWay = null
    store.set(signInOverPageAtom, null)
    const now = currentUser()
    // Never for anybody else, nor in another role: what waits was begun by the one before.
    if (signedIn && now !== null && now.id === before?.id) return eyesOf(now) === eyesOf(before)
    if (!signedIn) forgetSession()
    return false
  })
  return underWay
}

/** Leaves the page to whoever signed in. What its user typed and scanned waits on this computer, under their name. */
export function goOnAsOther(): void {
  sessionStorage.clear()
  location.reload()
}
