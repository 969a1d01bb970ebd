import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { openCluster } from '../database/cluster.ts'
import { lockDataFolder } from '../database/data-folder.ts'
import { DatabaseError } from '../database/database-errors.ts'
import type { DatabaseLog } from '../database/database-log.ts'
import { DATABASE, startEmbeddedPostgres } from '../database/embedded-postgres.ts'
import { endMoving } from '../database/moved-in.ts'
import { postgresAccount } from '../database/postgres-account.ts'
import { addressOf, CLUSTER_USER } from '../database/postgres-door.ts'
import { findPostmaster } from '../database/running-postgres.ts'
import type { Files } from '../files/files.ts'
import { folderFiles } from '../files/folder-files.ts'
import { BackupError } from './format.ts'

export interface InstallationPlace {
  dataDir: string
  databaseUrl?: string | undefined
  filesUrl?: string | undefined
}

/** Of photographs and files in the data folder; null where they are in the storage of FILES_URL, whose copies are that storage's matter. */
export function ownFiles({ dataDir, filesUrl }: InstallationPlace): (installation: string) => Files | null {
  return (installation) => (filesUrl ? null : folderFiles(join(dataDir, 'files', installation)))
}

/**
 * The database of an installation as it is, migrated by nobody: of the server that runs on the data folder, or started for as long
 * as it is needed. Throws `BackupError` where there is none.
 */
export async function reachDatabase(
  { dataDir, databaseUrl }: InstallationPlace,
  log: DatabaseLog,
): Promise<{ url: string; stop(): Promise<void> }> {
  if (databaseUrl) return { url: databaseUrl, stop: async () => undefined }
  // Opening would make a new one, of which nobody needs a copy.
  if (!existsSync(join(dataDir, 'postgres'))) throw new BackupError(`There is no database in ${dataDir}.`)
  try {
    const lock = await lockDataFolder(dataDir)
    try {
      await endMoving(dataDir)
      const server = await startEmbeddedPostgres({ dataDir, log })
      const stop = () => server.stop().finally(lock.release)
      return { url: server.addresses.owner, stop }
    } catch (error) {
      lock.release()
      throw error
    }
  } catch (error) {
    if (!(error instanceof DatabaseError && error.fault === 'data_folder_in_use')) throw error
    return { url: await urlOfRunning(dataDir, error), stop: async () => undefined }
  }
}

async function urlOfRunning(dataDir: string, inUse: DatabaseError): Promise<string> {
  const cluster = await openCluster(dataDir, await postgresAccount(join(dataDir, 'postgres')))
  const postmaster = await findPostmaster(cluster)
  if (postmaster === undefined)
    throw new BackupError(`${inUse.message} Its PostgreSQL does not run now: try again in a moment.`, inUse)
  // As the superuser: the passwords of the other roles are the running server's alone.
  const role = { user: CLUSTER_USER, password: cluster.password }
  return addressOf(cluster.door, postmaster.port, role, DATABASE)
}
