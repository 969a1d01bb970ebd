import { dirname, join } from 'node:path'
import type { DatabaseLog } from '../database/database-log.ts'
import { readKey } from '../files/files.ts'
import { filesOf } from '../files/open-files.ts'
import { copyFromPools } from './file-pool.ts'
import type { Watcher } from './format.ts'
import { insistOnMigrations, putBack } from './put-back.ts'
import { verifyBackup } from './read-backup.ts'
import type { Restored } from './restore-backup.ts'

export interface RestoreInto extends Watcher {
  from: string
  databaseUrl: string
  filesUrl?: string | undefined
  /** Where photographs go without `filesUrl`. */
  dataDir: string
  log: DatabaseLog
}

/**
 * Puts a backup into the empty database at `databaseUrl`, in one transaction, and its photographs where that installation keeps them.
 * Throws `BackupError` and `DatabaseError`; the database has no rows then, and files that came over already are swept away in time.
 */
export async function restoreInto({
  from,
  databaseUrl,
  filesUrl,
  dataDir,
  log,
  ...watcher
}: RestoreInto): Promise<Restored> {
  const { head } = await verifyBackup(from, watcher)
  await insistOnMigrations(head)
  const to = filesOf(head.installation, { dataDir, filesUrl, log })
  let files = 0
  const done = await putBack(from, {
    ...watcher,
    url: databaseUrl,
    log,
    async takeFile(_, key, bytes) {
      const known = readKey(key)
      if (known === null) return
      await to.put(known.key, bytes)
      files += 1
    },
  })
  if (head.files === 'beside')
    files += await copyFromPools(dirname(from), head, { to, live: join(dataDir, 'files') }, watcher)
  return { ...done, aside: null, files }
}
