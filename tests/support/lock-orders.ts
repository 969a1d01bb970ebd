import type { PostgresPool } from 'kysely'
import { lockOrder } from '../../src/server/database/lock-order.ts'

/** By table: the place of its thing in the order, and the thing. */
const places = new Map<string, { rank: number; thing: string }>(
  lockOrder.flatMap((tables, rank) => tables.map((table) => [table as string, { rank, thing: tables[0] }] as const)),
)

/** What an import changes before the orders of the same workbook: see `lockOrder`. */
const catalogue = new Set(['vendor', 'style', 'site', 'sku'])
/** What an import makes for orders that it has made itself, and nobody else can wait for. */
const madeAnew = new Set(['facility_job', 'facility_line'])

interface Lock {
  table: string
  /** FOR SHARE: others may hold it too. */
  isShared: boolean
}

/** Which rows a statement locks until its transaction's end, by table, in the order of its text. Those of other tables are left out. */
export function locksOf(statement: string): Lock[] {
  const text = statement
    .replace(/--[^\n]*/g, ' ')
    .replace(/'[^']*'/g, "''")
    .replaceAll('"', '')
    .toLowerCase()
  const found: (Lock & { at: number })[] = []
  const written = /(?<!\bkey |\bfor |\bdo )\bupdate\s+(?:only\s+)?(\w+)|\bdelete\s+from\s+(\w+)/g
  for (const { index, 1: updated, 2: deleted } of text.matchAll(written))
    found.push({ at: index, table: updated ?? deleted ?? '', isShared: false })
  const locking = /\bfor\s+(no\s+key\s+update|update|share)\b(?:\s+of\s+([\w\s,]+?))?(?=\s*(?:skip|nowait|for\b|\)|$))/g
  for (const { index, 1: how, 2: named } of text.matchAll(locking))
    for (const table of selected(
      text,
      index,
      named?.split(',').map((name) => name.trim()),
    ))
      found.push({ at: index, table, isShared: how === 'share' })
  return found.filter(({ table }) => places.has(table)).sort((a, b) => a.at - b.at)
}

/** The tables of the SELECT that a FOR at `end` belongs to; of those named only, where some are. */
function selected(text: string, end: number, named: string[] | undefined): string[] {
  let depth = 0
  let begin = end
  for (; begin > 0; begin--) {
    if (text[begin] === ')') depth += 1
    if (text[begin] === '(') depth -= 1
    if (depth < 0 || (depth === 0 && text.startsWith('select', begin))) break
  }
  // What lies in brackets is another SELECT's.
  let own = text.slice(begin, end)
  for (let before = ''; before !== own; ) {
    before = own
    own = own.replace(/\([^()]*\)/g, ' ')
  }
  const from = own.slice(own.search(/\bfrom\b/))
  const words =
    /(?:\bfrom|\bjoin|,)\s+(\w+)(?:\s+(?:as\s+)?(?!(?:where|join|on|left|inner|order|for|limit|using)\b)(\w+))?/g
  return [...from.matchAll(words)]
    .map(([, table = '', alias]) => ({ table, alias: alias ?? table }))
    .filter(({ alias }) => named === undefined || named.includes(alias))
    .map(({ table }) => table)
}

/**
 * What of a transaction's locks is out of order, in words, or null. What belongs to a thing that is locked already waits for nobody; a
 * table that was locked before is no new wait of another kind; shared locks of what stands below are held whenever they are needed.
 */
export function disorder(locks: readonly Lock[]): string | null {
  const held = new Set<string>()
  let last = { rank: -1, table: '' }
  for (const { table, isShared } of locks) {
    const place = places.get(table)
    if (place === undefined || held.has(table) || (held.has(place.thing) && table !== place.thing)) continue
    if (held.has('record_kind') && madeAnew.has(table)) continue
    held.add(table)
    const isBehindItsOwn = place.rank === last.rank && table === place.thing
    if (place.rank < last.rank || isBehindItsOwn) return `${table} is locked after ${last.table}`
    // Shared, it keeps nobody from what stands above but whoever changes it.
    const isExempt = held.has('record_kind') && catalogue.has(table)
    if (!isShared && !isExempt) last = { rank: place.rank, table }
  }
  return null
}

/** Transactions of the file's servers that were out of order. */
export const disorders = new Set<string>()

/** The pool, of which every transaction's locks are held against the order. */
export function watchingLocks(pool: PostgresPool): PostgresPool {
  return {
    options: pool.options,
    end: () => pool.end(),
    async connect() {
      const client = await pool.connect()
      let locks: Lock[] | null = null
      const ask = client.query as (text: string, values: readonly unknown[]) => Promise<unknown>
      const query = async (text: string, values: readonly unknown[]) => {
        if (/^\s*(begin|start transaction)/i.test(text)) locks = []
        else if (/^\s*commit\s*$/i.test(text)) note(locks)
        else locks?.push(...locksOf(text))
        return ask(text, values)
      }
      return { query: query as typeof client.query, release: (destroy?: boolean) => client.release(destroy) }
    },
  }
}

function note(locks: Lock[] | null): void {
  const fault = locks && disorder(locks)
  if (fault) disorders.add(`${fault}: ${locks?.map(({ table }) => table).join(', ')}`)
}
