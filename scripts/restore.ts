import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { sql } from 'kysely'
import { checkLedgers } from '../src/server/app/check-ledgers.ts'
import { restoreBackup } from '../src/server/backup/restore-backup.ts'
import { restoreInto } from '../src/server/backup/restore-into.ts'
import { openDatabase } from '../src/server/database/open-database.ts'
import { progressLine, saying } from './backup-words.ts'
import { endWithChildren, followNpm } from './ending.ts'
import { withDatabase } from './with-database.ts'

const usage = `npm run restore -- --from FILE [--data DIR] [--move-aside]

Puts a backup into a data folder (default .data) that no server uses and that has no database yet; with --move-aside what is there is
kept in a folder beside it. The whole backup is read and checked first, then put into a new database, and every table compared, before
anything is moved. Then the database is brought up to this version and its ledgers are checked. With DATABASE_URL the backup goes into that
database, which must be empty; photographs then go to FILES_URL, or into DIR.`

async function restore(): Promise<void> {
  const { values } = parseArgs({
    options: {
      from: { type: 'string' },
      data: { type: 'string', default: '.data' },
      'move-aside': { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
    },
  })
  if (values.help) return console.log(usage)
  if (!values.from) throw new TypeError(`--from names the backup.\n\n${usage}`)
  const url = process.env.DATABASE_URL
  const ending = new AbortController()
  const wish = {
    from: resolve(values.from),
    dataDir: values.data,
    log: saying,
    signal: ending.signal,
    onProgress: progressLine(),
  }
  const work = url
    ? restoreInto({ ...wish, databaseUrl: url, filesUrl: process.env.FILES_URL })
    : restoreBackup({ ...wish, moveAside: values['move-aside'] })
  const release = endWithChildren(async () => {
    ending.abort()
    await work.catch(() => undefined)
  })
  const { head, files, aside } = await work
  release()
  console.log(
    `Restored: the installation as it was on ${head.made_at}, with ${files} photographs and files, every table compared.`,
  )
  if (aside !== null) console.log(`What was there before is in ${aside}; remove it when you no longer need it.`)
  await bringUpToDate(url ? { databaseUrl: url } : { dataDir: values.data })
  await checkAfterwards(values.data)
}

/** As the next start would do it: whoever restores wants to know now. */
async function bringUpToDate(place: { databaseUrl: string } | { dataDir: string }): Promise<void> {
  const opening = openDatabase({ log: saying, ...place })
  const release = endWithChildren(async () => (await opening).stop())
  await (await opening).stop()
  release()
}

/** Makes lists quick at once, which PostgreSQL would do within its next hours, and checks the ledgers: of ten million lines that takes minutes. */
async function checkAfterwards(dataDir: string): Promise<void> {
  await withDatabase(dataDir, async (db) => {
    const { rows } = await sql<{
      name: string
    }>`SELECT relname AS name FROM pg_stat_user_tables WHERE schemaname = 'public' ORDER BY relname`.execute(db)
    for (const { name } of rows) await sql`VACUUM ANALYZE ${sql.table(name)}`.execute(db)
    // No fault of the restore, which compared every row: what differs here differed in the backup.
    for (const { ledger, total } of await checkLedgers(db)) {
      const differ = `${total} differ, as in the backup; npm run check-ledger names them`
      console.log(`${ledger}: ${total === 0 ? 'every quantity is what its moves make it' : differ}`)
    }
  })
}

void followNpm()
await restore().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
})
