import { sql } from 'kysely'
import { z } from 'zod'
import type { Ledger, QuantitiesOf } from '../../shared/kernel/ledger.ts'
import { newIds } from '../database/new-ids.ts'
import { col, rowsOf } from '../database/rows.ts'
import type { Tx } from '../http/call.ts'
import { type ArrayOf, isAmong, keyColumnsOf, type LedgerTables, refs, rowsFrom } from './tables.ts'

/** What every move says; a ledger's own adds by id the line it is of, and the documents it belongs to. */
export interface AnyMove<Kind extends string = string> {
  kind: Kind
  /** Whole pieces, at least 1. */
  quantity: number
  reason?: string | null
  remark?: string | null
}

type IdOf<Move> = Exclude<keyof Move & string, keyof AnyMove>

interface Refused<Kind> {
  available: number
  /** What of the line could be moved now. */
  allowed: Kind[]
}

interface ApplyOptions {
  /** The user's id, for sums with a version. */
  by?: string
  /** The sums hold nothing yet: no line is looked for. */
  areNew?: boolean
}

/** A ledger with its tables. */
export interface SavedLedger<Move = never> {
  pieces: Ledger
  tables: LedgerTables
  /**
   * The one function that moves pieces in these tables: locks, checks every move by the rule, then writes lines, sums and moves. Throws
   * what `refuse` makes of a move that the rule refuses, before anything is written.
   */
  apply(tx: Tx, moves: readonly Move[], options?: ApplyOptions): Promise<void>
}

interface Line {
  key: string[]
  /** Key of its sum. */
  sum: string[]
  was: QuantitiesOf<Ledger>
  now: QuantitiesOf<Ledger>
}

const lineColumns = { key: col.texts, sum: col.texts, quantities: z.array(z.number()) }

/** Keeps a ledger in tables. `refuse` reads the names that it says: nearly every move is allowed. */
export function ledgerIn<Move extends AnyMove>(
  pieces: Ledger & { kinds: readonly Move['kind'][] },
  tables: LedgerTables<IdOf<Move>>,
  refuse: (tx: Tx, move: Move, refused: Refused<Move['kind']>) => Promise<Error>,
): SavedLedger<Move> {
  const { line, lock } = tables
  const keyColumns = keyColumnsOf(line)
  const sumColumns = Object.keys(tables.sums.key)
  const keyOf = (move: Move) => Object.keys(line.key).map((name) => String(move[name as keyof Move]))

  async function linesOf(tx: Tx, moves: readonly Move[]): Promise<Map<string, Line>> {
    const wanted = [...new Map(moves.map((move) => [keyOf(move).join(), keyOf(move)])).values()]
    const among = isAmong('l', keyColumns, wanted)
    if (lock === 'here') {
      const sums = refs('s', Object.values(tables.sums.key))
      await sql`
        SELECT 1 FROM ${sql.table(tables.sums.table)} s
        WHERE (${sums}) IN (SELECT ${refs('l', sumColumns)} FROM ${sql.table(line.table)} l WHERE ${among})
        ORDER BY ${sums} FOR NO KEY UPDATE`.execute(tx)
    }
    const { rows } = await rowsOf(lineColumns)`
      SELECT ARRAY[${refs('l', keyColumns)}]::text[] AS key, ARRAY[${refs('l', sumColumns)}]::text[] AS sum,
        ARRAY[${refs('l', pieces.columns)}] AS quantities
      FROM ${sql.table(line.table)} l WHERE ${among}
      ${lock === 'here' ? sql`ORDER BY ${refs('l', keyColumns)} FOR NO KEY UPDATE` : sql``}`.execute(tx)
    return new Map(
      rows.map(({ key, sum, quantities }) => {
        const was = Object.fromEntries(pieces.columns.map((column, at) => [column, quantities[at] ?? 0]))
        return [key.join(), { key, sum, was, now: was }]
      }),
    )
  }

  /** Only what comes from outside can make a line. */
  function newLine(lines: Map<string, Line>, move: Move): Line {
    const key = keyOf(move)
    if (line.position === undefined || pieces.movable(pieces.nothing, move.kind) === 0)
      throw new Error(`there is no ${line.table} ${key.join(' ')} to ${move.kind}`)
    const sum = sumColumns.map((column) => key[keyColumns.indexOf(column)] ?? '')
    const made = { key, sum, was: pieces.nothing, now: pieces.nothing }
    lines.set(key.join(), made)
    return made
  }

  async function apply(tx: Tx, moves: readonly Move[], { by, areNew = false }: ApplyOptions = {}): Promise<void> {
    if (moves.length === 0) return
    const lines = areNew ? new Map<string, Line>() : await linesOf(tx, moves)
    for (const move of moves) {
      const of = lines.get(keyOf(move).join()) ?? newLine(lines, move)
      const outcome = pieces.move(of.now, move.kind, move.quantity)
      if (!('line' in outcome))
        throw await refuse(tx, move, { available: outcome.available, allowed: pieces.allowed(of.now) })
      of.now = outcome.line
    }
    await write(tx, { pieces, tables, by }, [...lines.values()], movesAs(moves, tables.moves.ids))
  }

  return { pieces, tables, apply }
}

function movesAs<Move extends AnyMove>(moves: readonly Move[], ids: Readonly<Record<string, string>>): ArrayOf[] {
  const all = (name: string) => moves.map((move) => move[name as keyof Move] ?? null)
  return [
    ['id', 'uuid', newIds(moves.length)],
    ...Object.entries(ids).map(([name, column]): ArrayOf => [column, 'uuid', all(name)]),
    ['kind', 'text', all('kind')],
    ['quantity', 'int', all('quantity')],
    ['reason', 'text', all('reason')],
    ['remark', 'text', all('remark')],
  ]
}

/** Lines, sums and moves in one statement: a scan at the door waits for every trip to the database. */
async function write(
  tx: Tx,
  { pieces, tables, by }: Pick<SavedLedger, 'pieces' | 'tables'> & { by: string | undefined },
  lines: readonly Line[],
  moves: readonly ArrayOf[],
): Promise<void> {
  const changed = lines.filter(({ was, now }) => pieces.moving.some((column) => was[column] !== now[column]))
  const columns = sql.join(moves.map(([column]) => sql.ref(column)))
  await sql`
    WITH lines AS (${linesWritten(tables, pieces.moving, changed)}),
      sums AS (${sumsWritten(tables, pieces.moving, changed, by)})
    INSERT INTO ${sql.table(tables.moves.table)} (${columns}) SELECT ${columns} FROM ${rowsFrom('n', moves)}`.execute(
    tx,
  )
}

function linesWritten({ line, sums }: LedgerTables, moving: readonly string[], changed: readonly Line[]) {
  const keys = keyColumnsOf(line)
  const rows = rowsFrom('n', [
    ...keys.map((column, at): ArrayOf => [column, 'uuid', changed.map(({ key }) => key[at])]),
    ...moving.map((column): ArrayOf => [column, 'int', changed.map(({ now }) => now[column])]),
  ])
  const set = (from: string) => sql.join(moving.map((c) => sql`${sql.ref(c)} = ${sql.ref(`${from}.${c}`)}`))
  const table = sql.table(line.table)
  if (line.position === undefined)
    return sql`UPDATE ${table} l SET ${set('n')} FROM ${rows} WHERE (${refs('l', keys)}) = (${refs('n', keys)})`
  // Lines that are new stand behind those of their sum, in the order given.
  const ofSum = Object.keys(sums.key)
  const [first = ''] = ofSum
  return sql`
    INSERT INTO ${table} (${refs(null, keys)}, ${sql.ref(line.position)}, ${refs(null, moving)})
    SELECT ${refs('n', keys)}, coalesce(p.last, 0) + row_number() OVER (PARTITION BY ${refs('n', ofSum)} ORDER BY n.place),
      ${refs('n', moving)}
    FROM ${rows} LEFT JOIN (
      SELECT ${refs('l', ofSum)}, max(${sql.ref(line.position)}) AS last FROM ${table} l
      WHERE ${sql.ref(`l.${first}`)} = ANY(${changed.map(({ sum }) => sum[0])}::uuid[]) GROUP BY ${refs('l', ofSum)}) p
      ON (${refs('p', ofSum)}) = (${refs('n', ofSum)})
    ON CONFLICT (${refs(null, keys)}) DO UPDATE SET ${set('excluded')}`
}

function sumsWritten(
  { sums }: LedgerTables,
  moving: readonly string[],
  changed: readonly Line[],
  by: string | undefined,
) {
  const keys = Object.values(sums.key)
  const groups = [...Map.groupBy(changed, ({ sum }) => sum.join()).values()]
  const grown = (own: readonly Line[], column: string) =>
    own.reduce((total, { was, now }) => total + (now[column] ?? 0) - (was[column] ?? 0), 0)
  const rows = rowsFrom('d', [
    ...keys.map((column, at): ArrayOf => [column, 'uuid', groups.map(([first]) => first?.sum[at])]),
    ...moving.map((column): ArrayOf => [column, 'int', groups.map((own) => grown(own, column))]),
  ])
  const set = moving.map((c) => sql`${sql.ref(c)} = ${sql.ref(`s.${c}`)} + ${sql.ref(`d.${c}`)}`)
  const version = sums.isVersioned ? sql`, version = s.version + 1, updated_at = now(), updated_by = ${by}` : sql``
  return sql`
    UPDATE ${sql.table(sums.table)} s SET ${sql.join(set)}${version}
    FROM ${rows} WHERE (${refs('s', keys)}) = (${refs('d', keys)})`
}
