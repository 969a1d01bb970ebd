/** Asks for a new session after a 401. Gives true once there is one, false when the user was sent away to sign in. */
type Renewal = (cause: { changes: boolean }) => Promise<boolean>

let renewal: Renewal = async () => false
let underWay: Promise<boolean> | null = null

/** The frame says how a session is renewed; the client only asks. */
export function setSessionRenewal(next: Renewal): void {
  renewal = next
}

/** Many calls fail at once when a session ends: the user is asked once. */
export function renewSession(cause: { changes: boolean }): Promise<boolean> {
  underWay ??= renewal(cause).finally(() => {
    underWay = null
  })
  return underWay
}
