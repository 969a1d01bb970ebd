import { sql } from 'kysely'
import { checkLedgers, differenceText, ledgers } from '../../src/server/app/check-ledgers.ts'
import type { Db } from '../../src/server/http/call.ts'
import { keyColumnsOf } from '../../src/server/ledger/tables.ts'

/** Every stored quantity that its ledger makes another, in words; of one ledger where it is named, and of the pipeline, which follows all. Empty when all agree. */
export async function ledgerDifferences(db: Db, only?: keyof typeof ledgers): Promise<string[]> {
  const checks = await checkLedgers(db)
  const isAsked = (ledger: string) => only === undefined || ledger === only || ledger === 'pipeline'
  return checks.flatMap(({ ledger, found }) => (isAsked(ledger) ? found.map(differenceText) : []))
}

/** Every ledger played again from nothing, in the order in which things happened: moves that took what was not there, in words. */
export async function brokenStories(db: Db): Promise<string[]> {
  const broken: string[] = []
  for (const [name, { pieces, tables }] of Object.entries(ledgers)) {
    const { line, moves } = tables
    const refs = (columns: readonly string[]) => sql.join(columns.map((column) => sql.ref(column)))
    const made = new Map<string, number>()
    if (pieces.opening) {
      const { rows } = await sql<{ key: string[]; pieces: number }>`
        SELECT ARRAY[${refs(keyColumnsOf(line))}]::text[] AS key, ${sql.ref(line.opened ?? pieces.opening.counter)} AS pieces
        FROM ${sql.table(line.table)}`.execute(db)
      for (const row of rows) made.set(row.key.join(), row.pieces)
    }
    const ids: Readonly<Record<string, string>> = moves.ids
    const { rows } = await sql<{ key: string[]; kind: string; quantity: number }>`
      SELECT ARRAY[${refs(Object.keys(line.key).map((id) => ids[id] ?? id))}]::text[] AS key, kind, quantity
      FROM ${sql.table(moves.table)} ORDER BY id`.execute(db)
    const lines = new Map<string, ReturnType<typeof pieces.open>>()
    for (const { key, kind, quantity } of rows) {
      const now = lines.get(key.join()) ?? pieces.open(made.get(key.join()) ?? 0)
      const outcome = pieces.move(now, kind, quantity)
      if ('line' in outcome) lines.set(key.join(), outcome.line)
      else broken.push(`${name}: ${kind} ${quantity} of ${key.join(', ')}, where ${outcome.available} were`)
    }
  }
  return broken
}
