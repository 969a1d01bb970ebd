import { parseArgs } from 'node:util'
import { Kysely, PostgresDialect } from 'kysely'
import { makeFirstAccount } from '../src/server/areas/people/first-account.ts'
import { reachDatabase } from '../src/server/backup/installation.ts'
import { makePool, ofMigrations } from '../src/server/database/pool.ts'
import type { Tables } from '../src/server/database/types.gen.ts'
import { saying } from './backup-words.ts'
import { endWithChildren, followNpm } from './ending.ts'

const usage = `npm run admin -- [--data DIR] EMAIL

Makes the first super admin of an installation, while its server runs or not, and prints the temporary password, which is kept nowhere. Exit
code 1 where there are accounts already: a super admin makes more in Administration, Users. The database is the one at DATABASE_URL, else
the one in DIR (default .data).`

async function admin(): Promise<void> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { data: { type: 'string', default: '.data' }, help: { type: 'boolean', default: false } },
  })
  if (values.help) return console.log(usage)
  const [email, more] = positionals
  if (email === undefined || more !== undefined) throw new TypeError(`One e-mail address is needed.\n\n${usage}`)
  const reaching = reachDatabase({ dataDir: values.data, databaseUrl: process.env.DATABASE_URL }, saying)
  const release = endWithChildren(async () => (await reaching).stop())
  const reached = await reaching
  const pool = makePool(reached.url, { log: saying, poolSize: 1, timeOuts: ofMigrations, saidTo: 'transaction' })
  const db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) })
  try {
    const password = await makeFirstAccount(db, email)
    if (password === null)
      throw new TypeError('There are accounts already: a super admin makes more in Administration, Users.')
    console.log(`First account: ${email}, temporary password: ${password} (shown only now)`)
  } finally {
    await db.destroy()
    await reached.stop()
    release()
  }
}

void followNpm()
await admin().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
})
