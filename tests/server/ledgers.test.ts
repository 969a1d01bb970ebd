import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { checkLedgers, ledgers } from '../../src/server/app/check-ledgers.ts'
import { mayRewrite } from '../../src/server/database/append-only.ts'
import { seedDemo } from '../../src/server/demo/seed-demo.ts'
import { freshDatabase, type TestDatabase } from '../support/database.ts'
import { brokenStories, ledgerDifferences } from '../support/ledgers.ts'

let demo: TestDatabase
beforeAll(async () => {
  demo = await freshDatabase()
  await seedDemo(demo.db)
})

// Would catch: rows that no ledger explains, or that a story could not have led to.
test('every stored quantity of the demo data is the sum of its moves, and no move takes what is not there', async () => {
  expect(await ledgerDifferences(demo.db)).toEqual([])
  expect(await brokenStories(demo.db)).toEqual([])
})

describe.each(Object.entries(ledgers))('the ledger of %s', (name, { pieces, tables }) => {
  /** What the check finds of a table after a change, which is taken back. */
  async function foundAfter(table: string, change: ReturnType<typeof sql>) {
    const back = new Error('taken back')
    let found: { quantity: string; by: number }[] = []
    const tried = demo.db.transaction().execute(async (tx) => {
      const { rows } = await sql<{ drop: string }>`
        SELECT format('ALTER TABLE %s DROP CONSTRAINT %I', conrelid::regclass, conname) AS drop FROM pg_constraint
        WHERE contype = 'c' AND conrelid = ${table}::regclass`.execute(tx)
      for (const { drop } of rows) await sql.raw(drop).execute(tx)
      await sql.raw(mayRewrite).execute(tx)
      await change.execute(tx)
      const check = (await checkLedgers(tx)).find(({ ledger }) => ledger === name)
      const own = check?.found.filter((each) => each.table === table) ?? []
      found = own.map(({ quantity, stored, should }) => ({ quantity, by: stored - should }))
      throw back
    })
    await expect(tried).rejects.toBe(back)
    return found
  }

  // Would catch: a check that looks at some columns only, or names another than the one that is wrong.
  test('is checked in every quantity of lines and of sums', async () => {
    const { rows } = await sql`SELECT DISTINCT kind FROM ${sql.table(tables.moves.table)}`.execute(demo.db)
    expect(rows.length).toBeGreaterThan(5)
    const { line, sums } = tables
    // What a line is made with is told by no move: only the balance holds it.
    for (const [table, columns] of [[line.table, pieces.moving] as const, [sums.table, pieces.columns] as const])
      for (const column of columns) {
        const one = sql`ctid = (SELECT ctid FROM ${sql.table(table)} LIMIT 1)`
        const more = sql`UPDATE ${sql.table(table)} SET ${sql.ref(column)} = ${sql.ref(column)} + 1 WHERE ${one}`
        expect(await foundAfter(table, more), column).toEqual([{ quantity: column, by: 1 }])
      }
  })

  // Would catch: a move that went into the ledger twice, or was lost, with the line as it should be.
  test('is checked against moves that are there twice', async () => {
    const { table } = tables.moves
    const { rows } = await sql<{ id: string; kind: string; quantity: number }>`
      SELECT id, kind, quantity FROM ${sql.table(table)} ORDER BY id LIMIT 1`.execute(demo.db)
    const [{ id, kind, quantity } = { id: '', kind: '', quantity: 0 }] = rows
    const twice = sql`UPDATE ${sql.table(table)} SET quantity = quantity * 2 WHERE id = ${id}`
    const changes = pieces.changes(kind).map(({ column, by }) => ({ quantity: column, by: -by * quantity }))
    const found = await foundAfter(tables.line.table, twice)
    expect(found).toHaveLength(changes.length)
    expect(found).toEqual(expect.arrayContaining(changes))
  })
})

describe('npm run check-ledger', () => {
  async function run(databaseUrl: string, ...args: string[]): Promise<{ code: number | null; told: string }> {
    const env = { ...process.env, DATABASE_URL: databaseUrl }
    const cwd = join(import.meta.dirname, '../..')
    const child = spawn(process.execPath, ['scripts/check-ledger.ts', ...args], { cwd, env })
    const ended = new Promise<number | null>((resolve) => child.on('close', resolve))
    const [out, faults] = await Promise.all([text(child.stdout), text(child.stderr)])
    return { code: await ended, told: out + faults }
  }

  // Would catch: a check that says all is well of books that are wrong, names nobody's row, or ends with 0.
  test('names each difference by what people call it, and ends with 1', async () => {
    const all = 'every quantity is what its moves make it'
    expect(await run(demo.url)).toEqual({
      code: 0,
      told: [
        ...['order lines', 'boxes at QC', 'rolls of fabric', 'stages of production'],
        ...['stock', 'reservations', 'reserved cloth', 'pieces cut', 'pieces given to facilities'],
        'pipeline',
      ]
        .map((name) => `${name}: ${all}\n`)
        .join(''),
    })
    const { rows } = await sql<{ order_id: string; nm_sku: string; awaiting: number }>`
      UPDATE order_line l SET awaiting = l.awaiting - 1, oos = l.oos + 1 FROM vendor_order o, sku k
      WHERE l.id = (SELECT id FROM order_line WHERE awaiting > 1 AND oos = 0 ORDER BY id LIMIT 1)
        AND o.id = l.order_id AND k.id = l.sku_id
      RETURNING o.order_id, k.nm_sku, l.awaiting`.execute(demo.db)
    const [{ order_id, nm_sku, awaiting } = { order_id: '', nm_sku: '', awaiting: 0 }] = rows
    const { code, told } = await run(demo.url)
    expect(code).toBe(1)
    expect(told).toContain('order lines: 4 differ\n')
    expect(told).toContain(
      `  order_line ${order_id}, ${nm_sku}: awaiting is ${awaiting}, its ledger makes it ${awaiting + 1}\n`,
    )
    expect(told).toContain(`  order_line ${order_id}, ${nm_sku}: oos is 1, its ledger makes it 0\n`)
    expect(told).toContain(`  vendor_order ${order_id}: awaiting is`)
    expect(told).toContain(`boxes at QC: ${all}\n`)
  })

  // Would catch: a folder mistyped, for which an empty database is made and found to be in order.
  test('does not take a folder without a database for books in order', async () => {
    const { code, told } = await run('', '--data', '/nowhere/at/all')
    expect([code, told]).toEqual([2, 'There is no database in /nowhere/at/all.\n'])
  })
})
