import type { PostgresPool, PostgresPoolClient } from 'kysely'
import type pg from 'pg'

/** Seen this often, a statement is worth keeping. */
const OFTEN = 3
const MOST_KEPT = 200
const MOST_WATCHED = 2_000
/** Longer ones are written for one number of rows. */
const LONGEST = 4_000

/**
 * The pool as Kysely uses it, with the statements that come again and again prepared once per connection: planning a page of a
 * list, or the writing of a scan, takes PostgreSQL longer than doing it. No more than 200 of them, since each is kept by every
 * connection; a statement's numbers must therefore be parameters, except a LIMIT, without which no good plan is kept.
 */
export function preparing(pool: pg.Pool): PostgresPool {
  const nameOf = statementNames()
  const wrapped = new WeakMap<pg.PoolClient, PostgresPoolClient>()
  return {
    options: pool.options,
    end: () => pool.end(),
    async connect() {
      const client = await pool.connect()
      const known = wrapped.get(client) ?? withNames(client, nameOf)
      wrapped.set(client, known)
      return known
    },
  }
}

/** What is planned; BEGIN and its like are not. */
const prepared = /^\s*(?:select|with|insert|update|delete)\b/i

function withNames(client: pg.PoolClient, nameOf: (text: string) => string | undefined): PostgresPoolClient {
  // Kysely asks with text and parameters; its cursors, the other form of `query`, are used nowhere here.
  const query: unknown = (text: string, values: unknown[]) => {
    const name = nameOf(text)
    return client.query(name === undefined ? { text, values } : { name, text, values })
  }
  return { query: query as PostgresPoolClient['query'], release: (destroy) => client.release(destroy) }
}

/** Names for statements that are seen often; undefined for others. */
function statementNames(): (text: string) => string | undefined {
  const seen = new Map<string, number>()
  const names = new Map<string, string>()
  return (text) => {
    const name = names.get(text)
    if (name !== undefined) return name
    if (names.size >= MOST_KEPT || text.length > LONGEST || !prepared.test(text)) return undefined
    if (seen.size >= MOST_WATCHED) seen.clear()
    const times = (seen.get(text) ?? 0) + 1
    seen.set(text, times)
    if (times < OFTEN) return undefined
    seen.delete(text)
    names.set(text, `often_${names.size}`)
    return names.get(text)
  }
}
