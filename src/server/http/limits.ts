/**
 * What one server takes, in one place. Of rates zero means no limit. Each may be set for an installation by
 * `SELVEDGE_LIMITS` (`limitsFrom`); docs/security.md says what they hold off.
 */
export interface Limits {
  /** Bytes of a JSON body, and of all fields of a form together. */
  jsonBytes: number
  /** Bytes of the body of a call that anyone may make, and of what no call takes: nobody is known yet who could be asked to stop. */
  openBytes: number
  /** Bytes of an uploaded file. */
  fileBytes: number
  /** Names in a JSON body, in one object of it, and how deep it may go. */
  jsonNames: number
  jsonNamesOfOne: number
  jsonDepth: number
  /** Bytes of bodies that one person, one address and all together may have in this copy's memory until they are answered. */
  bodyBytesPerUser: number
  bodyBytesPerAddress: number
  bodyBytes: number
  /** A body of which fewer than `bodyBytesPerSecond` came during so long is given up. */
  slowBodyMs: number
  bodyBytesPerSecond: number
  /** How long the head of a request, and a whole request, may take to arrive. */
  headMs: number
  requestMs: number
  /** Connections of one address (a trusted proxy is none), new ones a second once it has opened twice as many, and of all. */
  connectionsPerAddress: number
  connectionsPerSecond: number
  connections: number
  /** Requests a second of any kind from one address, five times as many at once. */
  requestsPerSecond: number
  /** Calls a minute of one person, in all their sessions; a person with a scanner makes 1,200. */
  callsPerMinute: number
  /** Calls that one person or API key may have under way at this copy. */
  callsAtOnce: number
  /** Calls a minute of one API key. */
  keyCallsPerMinute: number
  /** Calls a minute from one address that need no session, and tokens from it that open none; counted before a body is read. */
  openCallsPerMinute: number
  /** Times a minute that one calendar feed is read. */
  feedReadsPerMinute: number
  /** Sign-in attempts a minute for one e-mail from one address. */
  signInsPerMinute: number
  /** Wrong passwords for one account after which no more are heard for a while: from one address, and from all that no known device is at. */
  wrongPasswords: number
  wrongPasswordsOfStrangers: number
  /** After so many in a row a device is known no longer. */
  wrongPasswordsOfDevice: number
  /** That while: so long at first, twice as long after each further one, and never longer. */
  holdSeconds: number
  longestHoldSeconds: number
  /** One-time codes for one account from one address or known device, */
  codesPerHour: number
  codesPerDay: number
  /** from all addresses together, */
  codesPerDayOfStrangers: number
  /** and for all accounts, where no known device asks: each is a mail. */
  codesPerDayOfAll: number
  /** How often servers on one database tell each other their counts. */
  shareCountsMs: number
  /** A refused sign-in is answered no sooner than this, so that its time tells nothing. */
  refusedSignInMs: number
  /** How long a stopping server waits for calls that are under way. */
  stopMs: number
  /** Event streams that one session, one person and all together may hold open at this copy. */
  streamsPerSession: number
  streamsPerUser: number
  streams: number
  /** How often an open stream shows that it lives, and is looked at whether its session does. */
  heartbeatMs: number
}

const MB = 1024 * 1024

export const defaultLimits: Limits = {
  jsonBytes: 4 * MB,
  openBytes: 16 * 1024,
  fileBytes: 10 * MB,
  jsonNames: 200_000,
  jsonNamesOfOne: 2_000,
  jsonDepth: 40,
  // The largest file of all is one of records: 90 MB.
  bodyBytesPerUser: 100 * MB,
  bodyBytesPerAddress: 200 * MB,
  bodyBytes: 400 * MB,
  slowBodyMs: 15_000,
  bodyBytesPerSecond: 1_000,
  headMs: 15_000,
  requestMs: 300_000,
  connectionsPerAddress: 512,
  connectionsPerSecond: 50,
  connections: 4_000,
  requestsPerSecond: 500,
  callsPerMinute: 6_000,
  callsAtOnce: 60,
  keyCallsPerMinute: 600,
  openCallsPerMinute: 1_200,
  feedReadsPerMinute: 20,
  signInsPerMinute: 20,
  wrongPasswords: 5,
  wrongPasswordsOfStrangers: 50,
  wrongPasswordsOfDevice: 50,
  holdSeconds: 30,
  longestHoldSeconds: 900,
  codesPerHour: 5,
  codesPerDay: 10,
  codesPerDayOfStrangers: 20,
  codesPerDayOfAll: 2_000,
  shareCountsMs: 2_000,
  refusedSignInMs: 400,
  stopMs: 10_000,
  streamsPerSession: 4,
  streamsPerUser: 12,
  streams: 2_000,
  heartbeatMs: 15_000,
}

/** A limit that there is not, or no number. The message may be shown. */
export class BadLimit extends Error {}

/** Reads `SELVEDGE_LIMITS`: `name=number` by commas, names as in `Limits`. Throws `BadLimit`. */
export function limitsFrom(text: string | undefined): Partial<Limits> {
  const pairs = (text ?? '').split(',').filter((pair) => pair.trim() !== '')
  return Object.fromEntries(pairs.map(readLimit))
}

function readLimit(pair: string): [string, number] {
  const [name = '', value = ''] = pair.split('=', 2).map((part) => part.trim())
  if (!Object.hasOwn(defaultLimits, name)) {
    throw new BadLimit(`SELVEDGE_LIMITS knows no "${name}". It takes ${Object.keys(defaultLimits).join(', ')}.`)
  }
  if (!/^\d{1,12}$/.test(value)) throw new BadLimit(`SELVEDGE_LIMITS takes a whole number for ${name}, not "${value}".`)
  return [name, Number(value)]
}
