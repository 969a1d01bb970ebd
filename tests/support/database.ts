import { randomBytes } from 'node:crypto'
import { Kysely, PostgresDialect } from 'kysely'
import type pg from 'pg'
import { inject } from 'vitest'
import { fairly } from '../../src/server/database/fair-pool.ts'
import { endPool, makePool, ofJobs } from '../../src/server/database/pool.ts'
import { preparing } from '../../src/server/database/prepared-statements.ts'
import type { Tables } from '../../src/server/database/types.gen.ts'
import { openDatabases } from './after-file.ts'
import { watchingLocks } from './lock-orders.ts'
import { onDatabase, TEMPLATE, testLog } from './test-databases.ts'

/** An empty migrated database of its own. `drop` ends the pool and removes it; it is called after the file in any case. */
export type TestDatabase = {
  /** As the superuser, whom nothing is forbidden: for making things ready, looking, and doing damage. */
  db: Kysely<Tables>
  /** As the application's own role, with its rights alone and its time-outs: for what is tested. Connects when it is used. */
  app: Kysely<Tables>
  /** As the application's role, in sessions that write nothing, as those of a standby: for lists and reports. Connects when it is used. */
  reader: Kysely<Tables>
  pool: pg.Pool
  url: string
  /** Of the application's role. */
  appUrl: string
  drop(): Promise<void>
}

/** Copies the migrated template: about 50 ms. Call it in a test or in beforeAll. */
export const freshDatabase = (options: { poolSize?: number } = {}): Promise<TestDatabase> => copyOf(TEMPLATE, options)

/** A database without any table, for tests of migrations. */
export const emptyDatabase = (): Promise<TestDatabase> => copyOf('template0', {})

async function copyOf(template: string, options: { poolSize?: number }): Promise<TestDatabase> {
  const server = inject('postgresUrl')
  const name = `t_${randomBytes(6).toString('hex')}`
  await asAdmin(server, `CREATE DATABASE ${name} TEMPLATE ${template}`)
  const url = onDatabase(server, name)
  const pool = makePool(url, { log: testLog, timeOuts: ofJobs, poolSize: options.poolSize ?? 4 })
  const db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool: preparing(pool) }) })
  const appUrl = onDatabase(inject('appUrl'), name)
  const appPool = makePool(appUrl, { log: testLog, poolSize: options.poolSize ?? 4 })
  const app = new Kysely<Tables>({
    dialect: new PostgresDialect({ pool: watchingLocks(fairly(preparing(appPool))) }),
  })
  const readPool = makePool(
    `${appUrl}${appUrl.includes('?') ? '&' : '?'}options=-c%20default_transaction_read_only%3Don`,
    {
      log: testLog,
      poolSize: options.poolSize ?? 4,
    },
  )
  const reader = new Kysely<Tables>({ dialect: new PostgresDialect({ pool: fairly(preparing(readPool)) }) })
  let dropped: Promise<void> | undefined
  const drop = () => {
    dropped ??= Promise.all([endPool(db, pool), endPool(app, appPool), endPool(reader, readPool)]).then(() =>
      asAdmin(server, `DROP DATABASE ${name} WITH (FORCE)`),
    )
    return dropped
  }
  openDatabases.add(drop)
  return { db, app, reader, pool, url, appUrl, drop }
}

async function asAdmin(server: string, statement: string): Promise<void> {
  const admin = makePool(server, { log: testLog, poolSize: 1 })
  try {
    await admin.query(statement)
  } finally {
    await admin.end()
  }
}
