import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { freshDatabase, type TestDatabase } from '../support/database.ts'

/** What a PostgreSQL of many machines would pay for (`docs/decisions/0026-distributed-postgresql.md`): none comes by accident. */

let fresh: TestDatabase
beforeAll(async () => {
  fresh = await freshDatabase()
})
afterAll(() => fresh.drop())

const named = async (query: ReturnType<typeof sql<{ name: string }>>) =>
  (await query.execute(fresh.db)).rows.map(({ name }) => name)

// Would catch: a table whose rows no replication, and no machine of many, could name.
test('every table has a primary key', async () => {
  const without = await named(sql<{ name: string }>`
    SELECT c.relname AS name FROM pg_class c WHERE c.relkind IN ('r', 'p') AND c.relnamespace = 'public'::regnamespace
      AND NOT EXISTS (SELECT FROM pg_index i WHERE i.indrelid = c.oid AND i.indisprimary) ORDER BY 1`)
  expect(without).toEqual([])
})

/** Numbers of records, given in the order in which they are made. */
const numbers = [
  ...['allocation', 'assortment', 'catalogue', 'catalogue_sample', 'corrective_action'],
  ...['export_order', 'fabric_roll', 'facility_shipment', 'gate_pass', 'material', 'pre_production', 'pre_stock'],
  ...['price_negotiation', 'product_launch', 'production_order', 'production_po', 'qc_dispute', 'replenishment'],
  ...['return_note', 'shipment', 'stock_count', 'style_survey', 'transfer', 'vendor_order'],
].map((of) => `${of}_number`)

/** The order of ledgers and histories, and marks that are taken up in turn. */
const orders = [
  ...[
    'audit_event',
    'catalogue_move',
    'catalogue_note',
    'feed_batch',
    'line_move',
    'order_amendment',
    'qc_move',
    'stock_move',
  ].map((of) => `${of}_seq_seq`),
  ...['pipeline_delta', 'sku_rate_mark', 'style_stock_mark'].map((of) => `${of}_id_seq`),
  // Of the codes on boxes, which the whole world reads.
  'box_serial',
]

// Would catch: one more counter of the whole company, where an id of the program's own or a series by site would do.
test('counters of the whole company are these', async () => {
  const found = await named(sql<{ name: string }>`
    SELECT relname AS name FROM pg_class WHERE relkind = 'S' AND relnamespace = 'public'::regnamespace ORDER BY 1`)
  expect(found).toEqual([...numbers, ...orders].toSorted())
})

// Would catch: an extension that the other kinds of PostgreSQL do not have.
test('extensions are these', async () => {
  expect(await named(sql<{ name: string }>`SELECT extname AS name FROM pg_extension ORDER BY 1`)).toEqual([
    'pg_trgm',
    'plpgsql',
  ])
})

// Would catch: work that hangs on one machine's memory: locks by number, and messages between its connections.
test('one advisory lock, and nobody listens', () => {
  const root = join(import.meta.dirname, '../../src/server')
  const files = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter((file) => /\.(ts|sql)$/.test(file))
  const texts = files.map((file) => readFileSync(join(root, file), 'utf8'))
  expect(texts.flatMap((text) => text.match(/pg_(try_)?advisory\w*/g) ?? [])).toEqual(['pg_advisory_xact_lock'])
  expect(texts.flatMap((text) => text.match(/\b(pg_notify|LISTEN \w|NOTIFY \w)/g) ?? [])).toEqual([])
})
