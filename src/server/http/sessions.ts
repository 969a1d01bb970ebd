import { createHash, randomBytes } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import { v7 } from 'uuid'
import { hasRight } from '../../shared/areas.ts'
import type { Call } from '../../shared/kernel/call.ts'
import { userHeader } from '../../shared/kernel/headers.ts'
import { isAmong } from '../../shared/kernel/rights.ts'
import type { Role } from '../../shared/kernel/roles.ts'
import type { AppUser, Session } from '../database/types.gen.ts'
import { findKey, isKeyForm } from './api-keys.ts'
import type { Caller, Db, Tx } from './call.ts'
import { clearSessionCookie, tokenOfCookie } from './cookies.ts'
import { forbidden, otherUser, unauthenticated } from './errors.ts'
import type { RateLimits } from './rates.ts'
import { changedRights } from './right-holders.ts'

const HOUR = 3_600_000
/** A session ends after this long without a call, and in any case after `LONGEST_MS`. */
const IDLE_MS = 12 * HOUR
const LONGEST_MS = 7 * 24 * HOUR
/** Its end is moved on at most this often: a read must not become a write each time. */
const MOVE_ON_MS = 5 * 60_000
/** How long another copy of the server may go on trusting a session that ended here. */
const TRUST_MS = 5_000
const MOST_REMEMBERED = 10_000
const TOKEN = /^[\w-]{43}$/

/** Where a session was opened: shown to its user, trusted for nothing. */
export interface OpenedFrom {
  address: string
  userAgent: string
}

export interface Sessions {
  /** Opens a session in the transaction of the sign-in. The token is 32 random bytes; only its hash is stored. */
  open(tx: Tx, userId: string, from?: OpenedFrom): Promise<{ token: string; expires: Date }>
  /** Whose session the token opens; null when it is unknown, ended, expired, or its user may not work any more. */
  find(token: string): Promise<Caller | null>
  /** Ends it in the database. Other copies of the server notice within five seconds. */
  end(tx: Tx, sessionId: string): Promise<void>
  /** Ends all of a user's, but for the one that is kept. Gives their ids, to be forgotten after the transaction. */
  endAllOf(tx: Tx, userId: string, why: EndedWhy, kept?: string): Promise<string[]>
  /** Why the session was ended that a token opened; null where nobody ended it for a reason, or there was none. */
  endedWhy(token: string): Promise<EndedWhy | null>
  /** After a change of these sessions: this copy asks the database before it trusts one of them again. */
  forget(...sessionIds: string[]): void
  /** The same of all sessions: what roles may do has changed. */
  forgetAll(): void
}

/** Somebody else than its own sign-out ended a session. */
export type EndedWhy = 'account' | 'switched_off' | 'password' | 'elsewhere'

/** Said to whoever comes with a session that was ended. */
const endedWords: Readonly<Record<EndedWhy, string>> = {
  account: 'Your account was changed: your role, your team or where you work. Please sign in again.',
  switched_off: 'Your account was switched off. Please ask whoever manages accounts.',
  password: 'Your password was changed. Please sign in with the new one.',
  elsewhere: 'You were signed out here from another place. Please sign in again.',
}

interface Remembered {
  caller: Caller
  until: number
}

/** `onForget` hears of every session that is forgotten: what is open in its name must be looked at. */
export function openSessions(db: Db, onForget: (sessionIds: readonly string[]) => void = () => undefined): Sessions {
  const remembered = new Map<string, Remembered>()
  /** How often something was forgotten here: a lookup under way meanwhile may have read what was so before. */
  let forgotten = 0

  const readUnchanged = async (hash: Buffer) => {
    for (;;) {
      const before = forgotten
      const found = await readSession(db, hash)
      if (before === forgotten) return found
    }
  }

  return {
    async open(tx, userId, from = { address: '', userAgent: '' }) {
      const token = randomBytes(32).toString('base64url')
      const expires = new Date(Date.now() + IDLE_MS)
      const place = { address: from.address, user_agent: from.userAgent }
      const row = { id: v7(), token_hash: hashOf(token), user_id: userId, expires_at: expires, ...place }
      await tx.insertInto('session').values(row).execute()
      return { token, expires: new Date(Date.now() + LONGEST_MS) }
    },

    async find(token) {
      if (!TOKEN.test(token)) return null
      const hash = hashOf(token)
      const name = hash.toString('base64')
      const known = remembered.get(name)
      if (known && known.until > Date.now()) return known.caller
      remembered.delete(name)
      const found = await readUnchanged(hash)
      if (!found) return null
      if (isSettled(found.caller)) {
        if (remembered.size >= MOST_REMEMBERED) remembered.delete(remembered.keys().next().value ?? '')
        const until = Math.min(Date.now() + TRUST_MS, found.expiresAt.getTime())
        remembered.set(name, { caller: found.caller, until })
      }
      if (found.expiresAt.getTime() - Date.now() < IDLE_MS - MOVE_ON_MS) await moveOn(db, found.caller.sessionId)
      return found.caller
    },

    async end(tx, sessionId) {
      await tx.updateTable('session').set({ ended_at: sql`now()` }).where('id', '=', sessionId).execute()
    },

    async endAllOf(tx, userId, why, kept) {
      const rows = await tx
        .updateTable('session')
        .set({ ended_at: sql`now()`, ended_why: why })
        .where('user_id', '=', userId)
        .where('ended_at', 'is', null)
        .where('expires_at', '>', sql<Date>`now()`)
        .$if(kept !== undefined, (query) => query.where('id', '!=', kept ?? ''))
        .returning('id')
        .execute()
      return rows.map(({ id }) => id)
    },

    async endedWhy(token) {
      if (!TOKEN.test(token)) return null
      const ended = db.selectFrom('session').where('token_hash', '=', hashOf(token)).select('ended_why')
      const row = await ended.executeTakeFirst()
      return row?.ended_why ? (row.ended_why as EndedWhy) : null
    },

    forget(...sessionIds) {
      forgotten += 1
      for (const [name, { caller }] of remembered) if (sessionIds.includes(caller.sessionId)) remembered.delete(name)
      onForget(sessionIds)
    },

    forgetAll() {
      this.forget(...[...remembered.values()].map(({ caller }) => caller.sessionId))
    },
  }
}

/**
 * What may change from one call to the next is read each time, so that every copy of the server knows of it at once: somebody
 * who sees as another role from now on must not change anything at another copy that has not heard of it.
 */
function isSettled(caller: Caller): boolean {
  return !caller.mustChangePassword && caller.trueRole === null && !hasRight(caller, 'seeAsRole')
}

function hashOf(token: string): Buffer {
  return createHash('sha256').update(token).digest()
}

async function readSession(db: Db, hash: Buffer): Promise<{ caller: Caller; expiresAt: Date } | null> {
  const row = await selectLive(db).where('token_hash', '=', hash).executeTakeFirst()
  return row ? { caller: callerOf(row), expiresAt: row.expires_at } : null
}

/** Reads the session's user and whom they see as now; null when the session has ended. Does not keep it alive, as a call would. */
export async function readCaller(db: Db, sessionId: string): Promise<Caller | null> {
  const row = await selectLive(db).where('session.id', '=', sessionId).executeTakeFirst()
  return row ? callerOf(row) : null
}

function selectLive(db: Db) {
  return db
    .selectFrom('session')
    .innerJoin('app_user', 'app_user.id', 'session.user_id')
    .select([
      'session.id as session_id',
      'session.expires_at',
      'app_user.id',
      'email',
      'name',
      'role',
      'team',
      'vendor_id',
      'site_ids',
      'further_rights',
      'must_change_password',
      'seen_role',
      'seen_team',
      'seen_vendor_id',
    ])
    .select(changedRights(sql`coalesce(session.seen_role, app_user.role)`))
    .where('ended_at', 'is', null)
    .where('expires_at', '>', sql<Date>`now()`)
    .where('is_active', '=', true)
}

type CallerColumns = Pick<AppUser, 'id' | 'email' | 'name' | 'role' | 'team' | 'vendor_id'> &
  Pick<Session, 'seen_role' | 'seen_team' | 'seen_vendor_id'> & {
    session_id: string
    must_change_password: boolean
    site_ids: string[]
    further_rights: string[]
    given: string[]
    withheld: string[]
  }

function callerOf(row: CallerColumns): Caller {
  const { id: userId, email, name, session_id: sessionId, must_change_password: mustChangePassword } = row
  const { site_ids: siteIds, given, withheld } = row
  const person = { userId, email, name, sessionId, mustChangePassword, siteIds, withheld }
  if (row.seen_role === null) {
    const granted = [...given, ...row.further_rights]
    return { ...person, granted, role: row.role, team: row.team, vendorId: row.vendor_id, trueRole: null }
  }
  return {
    ...person,
    granted: given,
    role: row.seen_role,
    team: row.seen_team,
    vendorId: row.seen_vendor_id,
    trueRole: row.role,
  }
}

async function moveOn(db: Db, sessionId: string): Promise<void> {
  const idle = sql<Date>`now() + ${IDLE_MS} * interval '1 millisecond'`
  const longest = sql<Date>`created_at + ${LONGEST_MS} * interval '1 millisecond'`
  await db
    .updateTable('session')
    .set({ expires_at: sql<Date>`least(${idle}, ${longest})` })
    .where('id', '=', sessionId)
    .execute()
}

const BEARER = /^Bearer ([\w-]+)$/i

/**
 * Says who is calling, before anything of the body is read. Throws `unauthenticated` without a live session or API key, `other_user` for
 * the cookie of another person than the page works for, `forbidden` for a role that the call does not name, for a cookie
 * without our own client's header, while a new password is due, for a change by somebody who is looking as another role, and for
 * an API key where the call is for people.
 */
export async function authenticate(
  request: FastifyRequest,
  reply: FastifyReply,
  { callers, changes, forPeople }: Pick<Call, 'callers' | 'changes' | 'forPeople'>,
  { db, sessions, rates }: { db: Db; sessions: Sessions; rates: RateLimits },
): Promise<Caller> {
  const { authorization } = request.headers
  const cookie = authorization === undefined ? tokenOfCookie(request) : null
  const token = authorization === undefined ? cookie : (BEARER.exec(authorization)?.[1] ?? null)
  const sent = token === null ? null : rates.tokens.of(request, token)
  const isWorthwhile = sent?.isWorthwhile ?? false
  // A key is no session: no cookie carries one.
  if (token !== null && cookie === null && isKeyForm(token)) {
    const machine = isWorthwhile ? await findKey(db, token) : null
    sent?.note(machine !== null)
    if (!machine) throw unauthenticated('This API key is unknown, expired or revoked.')
    if (typeof callers !== 'string') refuseOthers(machine, callers)
    if (forPeople) throw forbidden('This cannot be done with an API key: a person signs in for it.')
    return machine
  }
  const caller = token !== null && isWorthwhile ? await sessions.find(token) : null
  const why = token !== null && isWorthwhile && !caller ? await sessions.endedWhy(token) : null
  sent?.note(caller !== null || why !== null)
  if (!caller) {
    // While there is something to say the cookie stays: the page asks after its stream has heard of it.
    if (why !== null) throw unauthenticated(endedWords[why], { ended: why })
    if (cookie !== null) clearSessionCookie(request, reply)
    throw unauthenticated()
  }
  if (cookie !== null) {
    refuseForgery(request)
    refuseMistaken(request, caller)
  }
  if (typeof callers !== 'string') refuseOthers(caller, callers)
  if (changes && caller.trueRole !== null) {
    throw forbidden('You are looking as another role: nothing can be changed.')
  }
  return caller
}

function refuseOthers(caller: Caller, named: readonly Role[]): void {
  if (!isAmong(caller, named)) throw forbidden()
  if (caller.mustChangePassword) throw forbidden('Please choose a new password first.')
}

/** Another site can make a browser send the cookie with a form, but never a header of its own. */
function refuseForgery(request: FastifyRequest): void {
  if (request.method === 'GET' || request.method === 'HEAD') return
  if (!request.headers['x-selvedge-client']) throw forbidden('This request did not come from Selvedge.')
}

/**
 * The cookie is the whole browser's: when somebody else signs in in another tab, a page that still shows the one before would act
 * in the new one's name. Whoever does not say for whom it works is taken by its cookie, as a page that has yet to ask is.
 */
function refuseMistaken(request: FastifyRequest, { userId }: Caller): void {
  const meant = request.headers[userHeader] ?? (request.query as Record<string, unknown>)[userHeader]
  if (meant !== undefined && meant !== userId) throw otherUser()
}
