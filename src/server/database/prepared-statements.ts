import { createHash } from 'node:crypto'
import type { PostgresPool, PostgresPoolClient } from 'kysely'
import type pg from 'pg'
import { errorCode } from './database-errors.ts'

/** Seen this often, a statement is worth keeping. */
const OFTEN = 3
const MOST_KEPT = 200
const MOST_WATCHED = 2_000
/** Longer ones are written for one number of rows. */
const LONGEST = 4_000

/**
 * The pool as Kysely uses it, with the statements that come again and again prepared once per connection: planning a page of a
 * list, or the writing of a scan, takes PostgreSQL longer than doing it. No more than 200 of them, since each is kept by every
 * connection; a statement's numbers must therefore be parameters, except a LIMIT, without which no good plan is kept. Off where
 * `SELVEDGE_PREPARE` is `no`, for a pooler that does not know prepared statements.
 */
export function preparing(pool: pg.Pool): PostgresPool {
  if (process.env.SELVEDGE_PREPARE === 'no') return pool
  const names = statementNames()
  const wrapped = new WeakMap<pg.PoolClient, PostgresPoolClient>()
  return {
    options: pool.options,
    end: () => pool.end(),
    async connect() {
      const client = await pool.connect()
      const known = wrapped.get(client) ?? withNames(client, names)
      wrapped.set(client, known)
      return known
    },
  }
}

/**
 * What is planned; BEGIN and its like are not. A read that begins with WITH is planned each time for its own values: it is long,
 * and without them PostgreSQL may walk a whole table.
 */
const prepared = /^\s*(?:(?:select|insert|update|delete)\b|with\b.*\b(?:insert|update|delete|share)\b)/is

/** A table has other columns by now: PostgreSQL will not carry the statement out under its name any more. */
const FORM_CHANGED = '0A000'

type Names = ReturnType<typeof statementNames>

function withNames(client: pg.PoolClient, names: Names): PostgresPoolClient {
  // Kysely asks with text and parameters; its cursors, the other form of `query`, are used nowhere here.
  const query: unknown = async (text: string, values: unknown[]) => {
    const name = names.of(text)
    if (name === undefined) return client.query({ text, values })
    try {
      return await client.query({ name, text, values })
    } catch (error) {
      if (errorCode(error) === FORM_CHANGED) names.drop(text)
      throw error
    }
  }
  return { query: query as PostgresPoolClient['query'], release: (destroy) => client.release(destroy) }
}

/** Names for statements that are seen often; undefined for others. */
function statementNames() {
  const seen = new Map<string, number>()
  /** Null for those that are prepared no more. */
  const names = new Map<string, string | null>()
  const of = (text: string): string | undefined => {
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
  return { of, drop: (text: string) => names.set(text, null) }
}

/** Of the text: behind a pooler that hands connections on, no other copy's statement may be carried out under the same name. */
function nameOf(text: string): string {
  return `often_${createHash('sha256').update(text).digest('hex').slice(0, 32)}`
}
