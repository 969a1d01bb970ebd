import { recordEvent } from '../audit.ts'
import { type Said, said, type Work } from '../http/call.ts'
import type { Sessions } from '../http/sessions.ts'

/** Ends the caller's session: its token is worthless from now on. */
export async function signOut(work: Work, sessions: Sessions): Promise<Said<Record<string, never>>> {
  const { userId, email, sessionId } = work.caller
  await work.command(async (tx) => {
    await sessions.end(tx, sessionId)
    await recordEvent(tx, work, { entity: 'user', entityId: email, subjectId: userId, event: 'user.signed_out' })
  })
  sessions.forget(sessionId)
  work.clearSessionCookie()
  return said({})
}
