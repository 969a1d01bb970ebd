import type { ApiError } from './api-error.ts'

/** Why a call found no session of its user: it has ended, or the browser now sends that of another person. */
export type SessionLoss = 'ended' | 'others'

/** Asks for a new session. Gives true once there is one of the same user, false when the page was left for the sign-in. */
type Renewal = (cause: { loss: SessionLoss; changes: boolean }) => Promise<boolean>

let renewal: Renewal = async () => false

/** The frame says how a session is renewed; the client only asks. Many calls fail at once: the frame asks the user once. */
export function setSessionRenewal(next: Renewal): void {
  renewal = next
}

/** After a failed call: true once the same call may be sent again, false where that would change nothing. */
export async function renewAfter(error: Pick<ApiError, 'status' | 'code'>, changes: boolean): Promise<boolean> {
  const loss = lossOf(error)
  return loss !== null && (await renewal({ loss, changes }))
}

export function lossOf({ status, code }: Pick<ApiError, 'status' | 'code'>): SessionLoss | null {
  if (code === 'other_user') return 'others'
  return status === 401 ? 'ended' : null
}
