import { appendFileSync } from 'node:fs'
import type { PostgresPool } from 'kysely'

/** What a statement locks of rows until its transaction's end, table by table, in the order of its text. */
export function locksOf(statement: string): string[] {
  const text = statement
    .replace(/--[^\n]*/g, ' ')
    .replace(/'[^']*'/g, "''")
    .replaceAll('"', '')
    .toLowerCase()
  const found: { at: number; table: string }[] = []
  for (const match of text.matchAll(/(?<!\bkey |\bfor |\bdo )\bupdate\s+(?:only\s+)?(\w+)|\bdelete\s+from\s+(\w+)/g))
    found.push({ at: match.index, table: match[1] ?? match[2] ?? '' })
  for (const match of text.matchAll(
    /\bfor\s+(?:no\s+key\s+update|update|share)\b(?:\s+of\s+([\w\s,]+?))?(?=\s*(?:skip|nowait|\)|$|union|,))/g,
  ))
    for (const table of selected(
      text,
      match.index,
      match[1]?.split(',').map((name) => name.trim()),
    ))
      found.push({ at: match.index, table })
  return found.sort((a, b) => a.at - b.at).map(({ table }) => table)
}

/** The tables of the SELECT that a FOR at `end` belongs to; of those named only, where some are. */
function selected(text: string, end: number, named: string[] | undefined): string[] {
  let depth = 0
  let begin = end
  for (; begin > 0; begin--) {
    const sign = text[begin]
    if (sign === ')') depth += 1
    else if (sign === '(') depth -= 1
    if (depth < 0) break
    if (depth === 0 && text.startsWith('select', begin)) break
  }
  // What lies in brackets is another SELECT's.
  let own = text.slice(begin, end)
  for (let before = ''; before !== own; ) {
    before = own
    own = own.replace(/\([^()]*\)/g, ' ')
  }
  const tables = [
    ...own.matchAll(
      /\b(?:from|join|,)\s+(\w+)(?:\s+(?:as\s+)?(?!where|join|on|left|inner|order|for|limit|using)(\w+))?/g,
    ),
  ]
  return tables
    .map(([, table = '', alias]) => ({ table, alias: alias ?? table }))
    .filter(({ alias }) => named === undefined || named.includes(alias))
    .map(({ table }) => table)
}

/** The pool, which tells `onLocks` at the end of each transaction in which order it locked tables first. */
export function recordingLocks(pool: PostgresPool, onLocks: (tables: string[]) => void): PostgresPool {
  return {
    options: pool.options,
    end: () => pool.end(),
    async connect() {
      const client = await pool.connect()
      let locked: Set<string> | null = null
      const query = client.query as (text: string, values: unknown[]) => Promise<unknown>
      return {
        release: (destroy?: boolean) => client.release(destroy),
        query: (async (text: string, values: unknown[]) => {
          const answer = await query(text, values)
          if (/^\s*(begin|start transaction)/i.test(text)) locked = new Set()
          else if (/^\s*(commit|rollback)\s*$/i.test(text)) {
            if (locked && locked.size > 1) onLocks([...locked])
            locked = null
          } else if (locked) for (const table of locksOf(text)) locked.add(table)
          return answer
        }) as never,
      }
    },
  }
}

const file = process.env.SELVEDGE_LOCKS
/** For looking: a line for each transaction. */
export const noteLocks = (tables: string[]): void => {
  if (file) appendFileSync(file, `${tables.join(' ')}\n`)
}
