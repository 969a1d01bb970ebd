import { realpath } from 'node:fs/promises'
import { join } from 'node:path'
import { openCluster } from './cluster.ts'
import type { DatabaseLog } from './database-log.ts'
import { type Addresses, openRoles } from './database-roles.ts'
import { postgresAccount } from './postgres-account.ts'
import type { Door } from './postgres-door.ts'
import { postgresLogs } from './postgres-logs.ts'
import {
  answersNow,
  endOldSessions,
  findPostmaster,
  type Postmaster,
  type Site,
  startPostmaster,
  stopPostmaster,
} from './running-postgres.ts'
import { type Supervised, supervise } from './supervise.ts'

export const DATABASE = 'selvedge'

/** PostgreSQL of one data folder, started again whenever it ends. */
export type EmbeddedPostgres = Supervised & { addresses: Addresses }

/**
 * Starts PostgreSQL on `dataDir`/postgres (made at first use), or adopts the one that a killed server left behind, and starts it
 * again whenever it dies. The caller holds the lock of the folder. Throws `DatabaseError`.
 */
export async function startEmbeddedPostgres(options: {
  dataDir: string
  log: DatabaseLog
  durable?: boolean
  /** Where it listens; without a word at a socket where the system has them. */
  door?: Door['kind']
}): Promise<EmbeddedPostgres> {
  const dataDir = await realpath(options.dataDir) // as the system tells the folders of processes
  const account = await postgresAccount(join(dataDir, 'postgres'))
  const cluster = await openCluster(dataDir, account, options.door)
  const site: Site = {
    dataDir,
    cluster,
    account,
    logs: postgresLogs(dataDir, account),
    durable: options.durable ?? true,
  }
  const first = (await adopt(site, options.log)) ?? (await startPostmaster(site))
  try {
    const addresses = await openRoles(cluster, first.port, DATABASE)
    return { addresses, ...supervise(site, first, options.log) }
  } catch (error) {
    await stopPostmaster(site, first)
    throw error
  }
}

/** The orphan of a killed server, ready for use; one that does not answer is stopped. */
async function adopt(site: Site, log: DatabaseLog): Promise<Postmaster | undefined> {
  const orphan = await findPostmaster(site.cluster)
  if (orphan === undefined) return undefined
  if (await answersNow(site.cluster, orphan.port)) {
    await endOldSessions(site.cluster, orphan.port)
    log.warn({ pid: orphan.pid, port: orphan.port }, 'adopted the PostgreSQL that a killed server left running')
    return orphan
  }
  log.warn({ pid: orphan.pid }, 'stopping a PostgreSQL that a killed server left running and that does not answer')
  await stopPostmaster(site, orphan)
  return undefined
}
