import { atom } from 'jotai'
import { store } from '../theme/theme.ts'
import { forgetSession } from './session.ts'
import { hasUnsaved } from './unsaved.ts'

/** While set, the sign-in form lies over the page; `answer(true)` lets the waiting calls go on. */
export const signInOverPageAtom = atom<{ answer: (signedIn: boolean) => void } | null>(null)

/**
 * A call was answered 401. With typed work on screen, or in the middle of saving, the user signs in over the page and the call
 * goes on; otherwise the session is forgotten and the frame leads to /login and back.
 */
export async function renewOverPage(cause: { changes: boolean }): Promise<boolean> {
  if (!cause.changes && !hasUnsaved()) {
    forgetSession()
    return false
  }
  const signedIn = await new Promise<boolean>((answer) => store.set(signInOverPageAtom, { answer }))
  store.set(signInOverPageAtom, null)
  if (!signedIn) forgetSession()
  return signedIn
}
