import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { endWithChildren } from '../scripts/ending.ts'
import { type Database, openDatabase } from '../src/server/database/open-database.ts'

const say = (_: object, words?: string) => console.error(words)
const log = { info: () => undefined, warn: say, error: say }

/** A real embedded PostgreSQL, syncing as users' does, in a folder of its own that is gone afterwards. */
export interface BenchCluster {
  /** Makes a migrated database and fills it. Gives its address. */
  database(name: string, fill: (database: Database) => Promise<unknown>): Promise<string>
  stop(): Promise<void>
}

export async function openCluster(): Promise<BenchCluster> {
  const root = await benchFolder()
  const opening = openDatabase({ dataDir: join(root, 'data'), log })
  const release = endWithChildren(async () => (await opening).stop())
  const base = await opening
  return {
    async database(name, fill) {
      const url = new URL(base.adminUrl ?? base.url)
      const admin = new pg.Client(url.href)
      await admin.connect()
      await admin.query(`CREATE DATABASE ${name}`)
      await admin.end()
      url.pathname = `/${name}`
      await withDatabase({ databaseUrl: url.href }, fill)
      return url.href
    },
    async stop() {
      await base.stop()
      release()
      await rm(root, { recursive: true, force: true })
    },
  }
}

/** A new folder; whoever asks for it removes it. A signal removes it as well. */
export async function benchFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'selvedge-bench-'))
  endWithChildren(() => rm(folder, { recursive: true, force: true }))
  return folder
}

/** Opens a database for one piece of work. */
export async function withDatabase<T>(
  place: { databaseUrl: string } | { dataDir: string },
  work: (database: Database) => Promise<T>,
): Promise<T> {
  const opening = openDatabase({ ...place, log, poolSize: 4 })
  const release = endWithChildren(async () => (await opening).stop())
  const database = await opening
  try {
    return await work(database)
  } finally {
    await database.stop()
    release()
  }
}
