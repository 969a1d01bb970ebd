import type { Kysely, Transaction } from 'kysely'
import type { Area, Call, FileType, Gives, GivesEvents, GivesFile, Taken } from '../../shared/kernel/call.ts'
import type { Person, Role, Team } from '../../shared/kernel/roles.ts'
import type { Tables } from '../database/types.gen.ts'
import type { Files } from '../files/files.ts'
import type { Room } from './room.ts'

export type Db = Kysely<Tables>
export type Tx = Transaction<Tables>

/** The caller, by session or API key. Role, team and vendor are those seen, where a super admin sees as another role. */
export interface Caller {
  userId: string
  email: string
  name: string
  role: Role
  team: Team | null
  /** Rights that were given beyond those of the role, and taken from it. */
  granted?: readonly string[]
  withheld?: readonly string[]
  /** Set for the role `vendor` only: the one vendor whose rows it may see. */
  vendorId: string | null
  /** site.id of the sites that the account works at; none where it works at all of its role's. See `http/own-sites.ts`. */
  siteIds: readonly string[]
  /** Id of the API key. */
  sessionId: string
  /** Their own role while they see as another; otherwise null. */
  trueRole: Role | null
  /** The password was set by somebody else: only calls for everybody signed in answer. */
  mustChangePassword: boolean
  /** Another system, by its API key: `userId` is the key's own account, which nobody can sign in to. */
  isMachine?: boolean
}

export type Source = 'screen' | 'file' | 'bulk' | 'api'

export interface Upload {
  /** Cleaned file name, never a path. */
  name: string
  bytes: Buffer
}

/** The caller as screens and landings know people. */
export function personOf(caller: Pick<Caller, 'role' | 'team' | 'granted' | 'withheld' | 'siteIds'>): Person {
  const { role, team, granted = [], withheld = [], siteIds: sites } = caller
  return { role, team, granted, withheld, sites }
}

/** One Idempotency-Key as sent with one request. */
export interface SentKey {
  userId: string
  key: string
  requestHash: string
}

/** One call being answered. */
export interface CallContext {
  caller: Caller
  requestId: string
  /** `screen` when our own client calls, `file` with an upload, otherwise `api`; nouns pass `bulk` for many at once. Of an API key always `api`. */
  source: Source
  /** For reading. Commands use the transaction that `command` gives. */
  db: Db
  /** The main database, where `db` may be a standby: for what is reckoned and kept when somebody looks. */
  main: Db
  /** A database for reading much, that has all that was written when it is asked for: a standby where there is one. */
  reports(): Promise<Db>
  /** Photographs and files. Not part of a command's transaction: put before it, deleted after it. */
  files: Files
  /** How much the disk still takes; missing where nobody looks (jobs, which were let in before). */
  room?: Room
  /** The folder of fonts and templates. */
  resources: string
  signal: AbortSignal
  /**
   * Runs one command: one transaction, retried on serialization failures, with the Idempotency-Key stored in it. All writes
   * of a call go through one `command`.
   */
  command<T>(context: (tx: Tx) => Promise<T>): Promise<T>
  /** The key under which a file is taken. Missing where there is no request (jobs). */
  taking?: SentKey | null
  /** Whether this very call, sent twice at once, is done by now: what is refused for that alone is no fault of the caller's. Missing where there is no request (jobs). */
  isDone?(): Promise<boolean>
  /** For signing out: a browser forgets its session. */
  clearSessionCookie(): void
  /** Hears how far the making of a file is, where that is known: rows written, rows in all. */
  progress?(done: number, total: number): void
}

/** Answer of a JSON handler: `data`, and the message for the toast. */
export interface Reply<T> {
  data: T
  message: string
  /** Quantities of a call that `hasQuantityMap`. */
  quantity_map?: Record<string, number>
}

export function reply<T>(data: T, message = 'Success'): Reply<T> {
  return { data, message }
}

/** Answer of a file handler: the bytes as they are made, under another name if the contract's does not fit. */
export interface FileReply {
  body: AsyncIterable<Uint8Array | string>
  name?: string
  /** Where the input does not tell the type. */
  type?: FileType
  /** Somebody sent it: it is saved, never opened in a window of ours. */
  isForeign?: boolean
  /** Lets the caller's own browser cache the answer: what this address gives never changes. */
  isImmutable?: boolean
}

/** Answer of a stream's handler: events until the caller goes away (`work.signal`). */
export interface EventsReply<T> {
  events: AsyncIterable<T>
}

type Answer<C extends Call> =
  C['gives'] extends GivesFile<never>
    ? FileReply
    : C['gives'] extends GivesEvents
      ? EventsReply<Gives<C>>
      : Reply<Gives<C>>

/** Pictures come with the file where the call's rule says so; none otherwise. */
type Input<C extends Call> = C['takesFile'] extends null
  ? Taken<C>
  : Taken<C> & { file: Upload; pictures?: readonly Upload[] }

/** Callers of `anyone` calls have no session yet. */
type WorkOf<C extends Call> = C['callers'] extends 'anyone'
  ? Omit<CallContext, 'caller'> & OpenCallContext
  : CallContext

/** For calls without a session: where the caller is, and a way to hand it one. */
export interface OpenCallContext {
  address: string
  userAgent: string
  /** The caller asked for an HttpOnly cookie instead of a token in the reply. */
  wantsCookie: boolean
  setSessionCookie(token: string, expires: Date): void
  /** Device id that the caller's browser or program sends; trusted only where an account knows it. */
  deviceToken: string | null
  setDeviceCookie(token: string): void
}

/** A handler for every call of an area: forgetting one does not compile. */
export type Handlers<A extends Area> = {
  [K in keyof A]: (input: Input<A[K]>, context: WorkOf<A[K]>) => Promise<Answer<A[K]>>
}
