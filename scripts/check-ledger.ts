import { parseArgs } from 'node:util'
import { checkLedgers, differenceText } from '../src/server/app/check-ledgers.ts'
import { followNpm } from './ending.ts'
import { withDatabase } from './with-database.ts'

const usage = `npm run check-ledger -- [--data DIR]

Recomputes every stored quantity from its ledger and names each that differs, while the server runs or not. Changes nothing. Exit code 0:
in order; 1: something differs; 2: it could not be looked at. The database is the one at DATABASE_URL, else the one in DIR (default .data).
Orders of \`npm run seed -- --orders N\` without --years have no ledger and are named.`

async function check(): Promise<void> {
  const { values } = parseArgs({
    options: { data: { type: 'string', default: '.data' }, help: { type: 'boolean', default: false } },
  })
  if (values.help) return console.log(usage)
  await withDatabase(values.data, async (db) => {
    for (const { ledger, total, found } of await checkLedgers(db)) {
      console.log(`${ledger}: ${total === 0 ? 'every quantity is what its moves make it' : `${total} differ`}`)
      for (const difference of found) console.log(`  ${differenceText(difference)}`)
      if (found.length < total) console.log(`  and ${total - found.length} more`)
      if (total > 0) process.exitCode = 1
    }
  })
}

void followNpm()
await check().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 2
})
