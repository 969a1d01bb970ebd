import { DatabaseError } from '../database/database-errors.ts'
import { keptBackups } from './backups-folder.ts'

/** A backup that may be put in the place of a database that does not open. */
export interface OfferedBackup {
  path: string
  madeAt: Date
}

/**
 * The newest backup, where the error means that the embedded database itself is what does not open: damaged, or of another PostgreSQL.
 * Null for a folder in use, a full disk, a newer version's database and whatever else a backup would not mend, and where there is none.
 */
export async function offeredBackup(error: unknown, folder: string | null): Promise<OfferedBackup | null> {
  if (folder === null || !(error instanceof DatabaseError) || error.fault !== 'database_refused') return null
  const [newest] = await keptBackups(folder).catch(() => [])
  return newest ? { path: newest.path, madeAt: newest.madeAt } : null
}

/** The same in words for whoever reads the terminal. */
export async function restoreAdvice(error: unknown, dataDir: string, folder: string | null): Promise<string> {
  const offered = await offeredBackup(error, folder)
  if (offered === null) return ''
  const command = `npm run restore -- --from "${offered.path}" --data "${dataDir}" --move-aside`
  return `\nThe last backup is of ${offered.madeAt.toISOString()}. To put it back, keeping what is there: ${command}`
}
