import { type RawBuilder, sql } from 'kysely'
import { col, rowsOf } from '../database/rows.ts'
import type { Db } from '../http/call.ts'
import type { SavedLedger } from './ledger-in.ts'
import { keyColumnsOf, refs } from './tables.ts'

/** A stored quantity that is not what its ledger makes it. */
export interface Difference {
  table: string
  /** The row as people call it: order and SKU, box and site. */
  name: string
  /** The column. */
  quantity: string
  stored: number
  /** Of a line the sum of its moves, of a sum that of its lines. */
  should: number
}

type Books = Pick<SavedLedger, 'pieces' | 'tables'>

const columns = { name: col.text, quantity: col.text, stored: col.number, should: col.number, total: col.number }

/**
 * Recomputes every stored quantity of a ledger. Gives the first differences, `most` of lines and of sums, and how many there are.
 * Lines and sums are one statement each: a server that moves pieces meanwhile makes no difference.
 */
export async function differencesIn(
  db: Db,
  books: Books,
  most: number,
): Promise<{ found: Difference[]; total: number }> {
  const { line, sums } = books.tables
  const parts = [
    { table: line.table, beside: linesBesideMoves(books) },
    { table: sums.table, beside: sumsBesideLines(books) },
  ]
  const found: Difference[] = []
  let total = 0
  for (const { table, beside } of parts) {
    const { rows } = await rowsOf(columns)`
      SELECT name, quantity, stored, should, count(*) OVER () AS total FROM (${beside}) d
      ORDER BY name, quantity LIMIT ${most}`.execute(db)
    found.push(...rows.map(({ total: _, ...difference }) => ({ table, ...difference })))
    total += rows[0]?.total ?? 0
  }
  return { found, total }
}

function linesBesideMoves({ pieces, tables: { line, moves } }: Books): RawBuilder<unknown> {
  const keys = Object.keys(line.key).map((name) => moves.ids[name] ?? name)
  const told = pieces.moving.map((column) => {
    const signs = pieces.kinds.flatMap((kind) =>
      pieces
        .changes(kind)
        .flatMap((change) => (change.column === column ? sql`WHEN ${kind} THEN ${sql.lit(change.by)}` : [])),
    )
    return sql`sum(quantity * CASE kind ${sql.join(signs, sql` `)} ELSE 0 END) AS ${sql.ref(column)}`
  })
  const { opening } = pieces
  return beside({
    table: line.table,
    keys: keyColumnsOf(line),
    named: line.named,
    told: sql`SELECT ${refs(null, keys)}, ${sql.join(told)} FROM ${sql.table(moves.table)} GROUP BY ${refs(null, keys)}`,
    toldKeys: keys,
    columns: pieces.moving,
    // What a line is made with stands there before any move.
    before: (column) =>
      opening?.bucket === column || opening?.counter === column
        ? sql.ref(`stored.${line.opened ?? opening.counter}`)
        : sql`0`,
  })
}

function sumsBesideLines({ pieces, tables: { line, sums } }: Books): RawBuilder<unknown> {
  const keys = Object.keys(sums.key)
  const told = pieces.columns.map((column) => sql`sum(${sql.ref(column)}) AS ${sql.ref(column)}`)
  return beside({
    table: sums.table,
    keys: Object.values(sums.key),
    named: sums.named,
    told: sql`SELECT ${refs(null, keys)}, ${sql.join(told)} FROM ${sql.table(line.table)} GROUP BY ${refs(null, keys)}`,
    toldKeys: keys,
    columns: pieces.columns,
    before: () => sql`0`,
  })
}

interface Beside {
  table: string
  keys: readonly string[]
  named: (...key: RawBuilder<unknown>[]) => RawBuilder<string>
  told: RawBuilder<unknown>
  toldKeys: readonly string[]
  columns: readonly string[]
  before: (column: string) => RawBuilder<unknown>
}

/** What is `stored` and what is `told` of it, a row for each quantity that differs; also where one of them has no row. */
function beside({ table, keys, named, told, toldKeys, columns, before }: Beside): RawBuilder<unknown> {
  const key = keys.map(
    (column, at) => sql`coalesce(${sql.ref(`stored.${column}`)}, ${sql.ref(`told.${toldKeys[at]}`)})`,
  )
  const pairs = columns.map(
    (c) =>
      sql`(${c}, coalesce(${sql.ref(`stored.${c}`)}, 0), coalesce(${before(c)}, 0) + coalesce(${sql.ref(`told.${c}`)}, 0))`,
  )
  return sql`
    SELECT coalesce(${named(...key)}, concat_ws(' ', ${sql.join(key)})) AS name, v.quantity, v.stored, v.should
    FROM ${sql.table(table)} stored FULL JOIN (${told}) told ON (${refs('stored', keys)}) = (${refs('told', toldKeys)}),
      LATERAL (VALUES ${sql.join(pairs)}) AS v (quantity, stored, should)
    WHERE v.stored <> v.should`
}
