/** What one server takes. Zero calls or sign-ins a minute means no limit. */
export interface Limits {
  /** Bytes of a JSON body, and of all fields of a form together. */
  jsonBytes: number
  /** Bytes of an uploaded file. */
  fileBytes: number
  /** Calls a minute of one session; a person with a scanner makes 1,200. */
  callsPerMinute: number
  /** Sign-in attempts a minute for one e-mail from one address. */
  signInsPerMinute: number
  /** A refused sign-in is answered no sooner than this, so that its time tells nothing. */
  refusedSignInMs: number
  /** How long a stopping server waits for calls that are under way. */
  stopMs: number
  /** Event streams that one session, and all sessions together, may hold open at this copy. */
  streamsPerSession: number
  streams: number
  /** How often an open stream shows that it lives, and is looked at whether its session does. */
  heartbeatMs: number
}

export const defaultLimits: Limits = {
  jsonBytes: 4 * 1024 * 1024,
  fileBytes: 10 * 1024 * 1024,
  callsPerMinute: 6_000,
  signInsPerMinute: 20,
  refusedSignInMs: 400,
  stopMs: 10_000,
  streamsPerSession: 4,
  streams: 2_000,
  heartbeatMs: 15_000,
}
