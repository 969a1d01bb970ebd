import { createHash } from 'node:crypto'
import type { PostgresPool, PostgresPoolClient } from 'kysely'
import type pg from 'pg'
import { errorCode } from './database-errors.ts'
import type { DatabaseLog } from './database-log.ts'
import { beginning, type TimeOuts } from './pool.ts'

/** Seen this often, a statement is worth keeping. */
const OFTEN = 3
const MOST_KEPT = 200
const MOST_WATCHED = 2_000
/** Longer ones are written for one number of rows. */
const LONGEST = 4_000

interface PreparingOptions {
  log?: DatabaseLog
  /** Time-outs that each transaction is begun with, where a pooler stands between; null where connections have them. */
  inTransactions?: TimeOuts | null
}

/**
 * The pool as Kysely uses it, with the statements that come again and again prepared once per connection: planning a page of a
 * list, or the writing of a scan, takes PostgreSQL longer than doing it. No more than 200 of them, since each is kept by every
 * connection; a statement's numbers must therefore be parameters, except a LIMIT, without which no good plan is kept.
 *
 * A pooler in transaction mode that does not know prepared statements (PgBouncer before 1.21) gives a statement to a connection that
 * never heard of its name: with the first such answer none is prepared any more. `SELVEDGE_PREPARE=no` says it beforehand.
 */
export function preparing(pool: pg.Pool, { log, inTransactions = null }: PreparingOptions = {}): PostgresPool {
  const names = statementNames()
  const begun = inTransactions && beginning(inTransactions)
  if (process.env.SELVEDGE_PREPARE === 'no') {
    if (begun === null) return pool
    names.stop()
  }
  const parts = { names, begun, onForeign: foreignNames(names, log) }
  const wrapped = new WeakMap<pg.PoolClient, PostgresPoolClient>()
  return {
    options: pool.options,
    end: () => pool.end(),
    async connect() {
      const client = await pool.connect()
      const known = wrapped.get(client) ?? withNames(client, parts)
      wrapped.set(client, known)
      return known
    },
  }
}

/** Says once that names mean nothing here, and has no more given. */
function foreignNames(names: Names, log?: DatabaseLog): (code: string) => void {
  return (code) => {
    if (!names.stop()) return
    const why = 'a pooler stands before the database that knows no prepared statements: from now on none is prepared'
    log?.warn({ code, instead: 'SELVEDGE_PREPARE=no' }, why)
  }
}

/**
 * What is planned; BEGIN and its like are not. A read that begins with WITH is planned each time for its own values: it is long,
 * and without them PostgreSQL may walk a whole table.
 */
const prepared = /^\s*(?:(?:select|insert|update|delete)\b|with\b.*\b(?:insert|update|delete|share)\b)/is

/** A table has other columns by now: PostgreSQL will not carry the statement out under its name any more. */
const FORM_CHANGED = '0A000'

/** No such statement; one of that name is there already; another one has the name. Nothing was done by then. */
const FOREIGN_NAME = new Set(['26000', '42P05', '08P01'])

const BEGIN = /^\s*(?:begin|start transaction)\b/i
const END = /^\s*(?:commit|rollback)\s*$/i

type Names = ReturnType<typeof statementNames>

interface Parts {
  names: Names
  /** Statements that follow the beginning of a transaction. */
  begun: string | null
  onForeign(code: string): void
}

function withNames(client: pg.PoolClient, { names, begun, onForeign }: Parts): PostgresPoolClient {
  let [isInTransaction, isLate] = [false, false]
  const named = async (name: string, text: string, values: unknown[]) => {
    try {
      return await client.query({ name, text, values })
    } catch (error) {
      const code = errorCode(error)
      if (code === FORM_CHANGED) names.drop(text)
      if (!FOREIGN_NAME.has(code)) throw error
      onForeign(code)
      // The transaction is broken: whoever began it does it all again.
      if (isInTransaction) throw error
      return client.query({ text, values })
    }
  }
  // Kysely asks with text and parameters; its cursors, the other form of `query`, are used nowhere here.
  const query: unknown = async (text: string, values: unknown[]) => {
    if (BEGIN.test(text)) isInTransaction = true
    else if (END.test(text)) isInTransaction = false
    const name = names.of(text)
    try {
      if (name !== undefined) return await named(name, text, values)
      return await client.query({ text: begun !== null && BEGIN.test(text) ? `${text}; ${begun}` : text, values })
    } catch (error) {
      // What it is asked next would wait behind the answer that never came.
      if (error instanceof Error && error.message === 'Query read timeout') isLate = true
      throw error
    }
  }
  return {
    query: query as PostgresPoolClient['query'],
    release: (destroy) => {
      isInTransaction = false
      client.release(destroy ?? isLate)
    },
  }
}

/** Names for statements that are seen often; undefined for others. */
function statementNames() {
  const seen = new Map<string, number>()
  /** Null for those that are prepared no more. */
  const names = new Map<string, string | null>()
  let isGiving = true
  const of = (text: string): string | undefined => {
    if (!isGiving) return undefined
    const name = names.get(text)
    if (name !== undefined) return name ?? undefined
    if (names.size >= MOST_KEPT || text.length > LONGEST || !prepared.test(text)) return undefined
    if (seen.size >= MOST_WATCHED) seen.clear()
    const times = (seen.get(text) ?? 0) + 1
    seen.set(text, times)
    if (times < OFTEN) return undefined
    seen.delete(text)
    const made = nameOf(text)
    names.set(text, made)
    return made
  }
  /** False where none was given before. */
  const stop = (): boolean => {
    const was = isGiving
    isGiving = false
    return was
  }
  return { of, stop, drop: (text: string) => names.set(text, null) }
}

/** Derives a statement's name from its text: behind a pooler that hands connections on, no other copy's statement may be run under the same name. */
function nameOf(text: string): string {
  return `often_${createHash('sha256').update(text).digest('hex').slice(0, 32)}`
}
