import { parseArgs } from 'node:util'
import { Kysely, PostgresDialect } from 'kysely'
import { checkLedgers, differenceText } from '../src/server/app/check-ledgers.ts'
import { reachDatabase } from '../src/server/backup/installation.ts'
import { makePool, ofMigrations } from '../src/server/database/pool.ts'
import type { Tables } from '../src/server/database/types.gen.ts'
import { saying } from './backup-words.ts'
import { endWithChildren, followNpm } from './ending.ts'

const usage = `npm run check-ledger -- [--data DIR]

Recomputes every stored quantity from its ledger and names each that differs, while the server runs or not. Changes nothing. Exit code 0:
in order; 1: something differs; 2: it could not be looked at. The database is the one at DATABASE_URL, else the one in DIR (default .data).
Orders of \`npm run seed -- --orders N\` have no ledger and are named.`

async function check(): Promise<void> {
  const { values } = parseArgs({
    options: { data: { type: 'string', default: '.data' }, help: { type: 'boolean', default: false } },
  })
  if (values.help) return console.log(usage)
  const reaching = reachDatabase({ dataDir: values.data, databaseUrl: process.env.DATABASE_URL }, saying)
  const release = endWithChildren(async () => (await reaching).stop())
  const reached = await reaching
  // A pooler cannot tell a connection of time-outs.
  const pool = makePool(reached.url, { log: saying, poolSize: 2, timeOuts: ofMigrations, saidTo: 'transaction' })
  const db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) })
  try {
    for (const { ledger, total, found } of await checkLedgers(db)) {
      console.log(`${ledger}: ${total === 0 ? 'every quantity is what its moves make it' : `${total} differ`}`)
      for (const difference of found) console.log(`  ${differenceText(difference)}`)
      if (found.length < total) console.log(`  and ${total - found.length} more`)
      if (total > 0) process.exitCode = 1
    }
  } finally {
    await db.destroy()
    await reached.stop()
    release()
  }
}

void followNpm()
await check().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 2
})
