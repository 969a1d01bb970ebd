import { Kysely, PostgresDialect } from 'kysely'
import { type InstallationPlace, reachDatabase } from '../src/server/backup/installation.ts'
import { makePool, ofMigrations } from '../src/server/database/pool.ts'
import type { Tables } from '../src/server/database/types.gen.ts'
import { saying } from './backup-words.ts'
import { endWithChildren } from './ending.ts'

/** Works on the database of an installation, whose server may run meanwhile, and leaves it as it was found: running or not. */
export async function withDatabase<T>(dataDir: string, work: (db: Kysely<Tables>) => Promise<T>): Promise<T> {
  const place: InstallationPlace = { dataDir, databaseUrl: process.env.DATABASE_URL }
  const reaching = reachDatabase(place, saying)
  const release = endWithChildren(async () => (await reaching).stop())
  const reached = await reaching
  // A pooler cannot tell a connection of time-outs.
  const pool = makePool(reached.url, { log: saying, poolSize: 2, timeOuts: ofMigrations, saidTo: 'transaction' })
  const db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) })
  try {
    return await work(db)
  } finally {
    await db.destroy()
    await reached.stop()
    release()
  }
}
