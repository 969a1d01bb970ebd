import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { checkLedgers, differenceText } from '../src/server/app/check-ledgers.ts'
import { openDatabase } from '../src/server/database/open-database.ts'
import { endWithChildren, followNpm } from './ending.ts'

const usage = `npm run check-ledger -- [--data DIR]

Recomputes every stored quantity from its ledger and names each that differs; exit code 1 when there is one. Changes no quantity. The
database is the one at DATABASE_URL, which a server may be using, else the one in DIR (default .data), which none may. Orders of
\`npm run seed -- --orders N\` have no ledger and are named.`

async function check(): Promise<void> {
  const { values } = parseArgs({
    options: { data: { type: 'string', default: '.data' }, help: { type: 'boolean', default: false } },
  })
  if (values.help) return console.log(usage)
  const url = process.env.DATABASE_URL
  // Opening would make a new one, whose books are in order.
  if (!url && !existsSync(join(values.data, 'postgres'))) throw new Error(`There is no database in ${values.data}.`)
  const say = (_: object, words: string) => console.error(words)
  const log = { info: () => undefined, warn: say, error: say }
  const opening = openDatabase({ log, ...(url ? { databaseUrl: url } : { dataDir: values.data }) })
  const release = endWithChildren(async () => (await opening).stop())
  const database = await opening
  try {
    for (const { ledger, total, found } of await checkLedgers(database.db)) {
      console.log(`${ledger}: ${total === 0 ? 'every quantity is what its moves make it' : `${total} differ`}`)
      for (const difference of found) console.log(`  ${differenceText(difference)}`)
      if (found.length < total) console.log(`  and ${total - found.length} more`)
      if (total > 0) process.exitCode = 1
    }
  } finally {
    await database.stop()
    release()
  }
}

void followNpm()
await check().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
})
