import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { type DataFolderLock, lockDataFolder } from '../../src/server/database/data-folder.ts'
import { APP, grantRights } from '../../src/server/database/database-roles.ts'
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../../src/server/database/embedded-postgres.ts'
import { migrate, migrationsFolder } from '../../src/server/database/migrate.ts'
import { makePool } from '../../src/server/database/pool.ts'
import { removeLeftovers, TEST_FOLDER } from './leftovers.ts'
import { onDatabase, TEMPLATE, testLog } from './test-databases.ts'

let folder = ''
let lock: DataFolderLock | undefined
let server: EmbeddedPostgres | undefined

/** One PostgreSQL for the whole run, with a migrated template that every test file copies. */
export async function setup(project: TestProject): Promise<void> {
  // The workers and the servers that tests start have it from here: every row of a raw query is held against its columns.
  process.env.SELVEDGE_CHECK_ROWS = '1'
  await removeLeftovers()
  folder = await mkdtemp(join(tmpdir(), TEST_FOLDER))
  await chmod(folder, 0o711)
  try {
    lock = await lockDataFolder(folder)
    // Without fsync: the cluster is thrown away, and the tests of crashes start their own.
    server = await startEmbeddedPostgres({ dataDir: folder, log: testLog, durable: false })
    await makeTemplate(server.addresses.admin)
  } catch (error) {
    await teardown()
    throw error
  }
  project.provide('postgresUrl', server.addresses.admin)
  project.provide('appUrl', server.addresses.app)
}

export async function teardown(): Promise<void> {
  await server?.stop()
  lock?.release()
  if (folder) await rm(folder, { recursive: true, force: true })
}

async function makeTemplate(url: string): Promise<void> {
  const admin = makePool(url, { log: testLog, poolSize: 1 })
  await admin.query(`CREATE DATABASE ${TEMPLATE} TEMPLATE template0`)
  await admin.end()
  const pool = makePool(onDatabase(url, TEMPLATE), { log: testLog, poolSize: 1 })
  await migrate(pool, migrationsFolder())
  await grantRights(pool, APP)
  await pool.end()
}

declare module 'vitest' {
  interface ProvidedContext {
    /** As the superuser. */
    postgresUrl: string
    /** As the application's role. */
    appUrl: string
  }
}
