import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { chmod, mkdir, readdir, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { lockDataFolder } from '../database/data-folder.ts'
import { diskFull, errorCode } from '../database/database-errors.ts'
import type { DatabaseLog } from '../database/database-log.ts'
import { startEmbeddedPostgres } from '../database/embedded-postgres.ts'
import { DATA_PARTS, endMoving, isMoving, moveIn } from '../database/moved-in.ts'
import { readKey } from '../files/files.ts'
import { folderFiles } from '../files/folder-files.ts'
import { copyFromPools } from './file-pool.ts'
import { BackupError, type Head, type Manifest, type Watcher } from './format.ts'
import { insistOnMigrations, putBack } from './put-back.ts'
import { verifyBackup } from './read-backup.ts'

export interface Restore extends Watcher {
  from: string
  dataDir: string
  /** What is there now is moved into a folder beside it; without this an installation that is there is refused. */
  moveAside?: boolean
  log: DatabaseLog
}

/** `aside`: where what was there before is now. `files`: how many photographs and files came along. */
export type Restored = { head: Head; manifest: Manifest; aside: string | null; files: number }

/**
 * Puts a backup into a data folder that no server uses: first the whole backup is read and checked, then it is put into a new
 * database beside the old one, compared, stopped, and only then moved to its place. Throws `BackupError` and `DatabaseError`, whose
 * messages may be shown; what was there is as it was then.
 */
export async function restoreBackup({ from, dataDir, moveAside = false, log, ...watcher }: Restore): Promise<Restored> {
  const { head, manifest } = await verifyBackup(from, watcher)
  await insistOnMigrations(head)
  const lock = await lockDataFolder(dataDir)
  try {
    const ended = await endMoving(dataDir)
    // The same one again after it was killed at the very end: it is there now.
    if (ended?.of === head.made_at) return { head, manifest, aside: ended.aside, files: manifest.files.count }
    if (!moveAside) insistOnFree(dataDir)
    await removeUnfinished(dataDir)
    const unfinished = join(dataDir, `restore.unfinished-${randomBytes(6).toString('hex')}`)
    try {
      await mkdir(unfinished, { mode: 0o711 })
      await chmod(unfinished, 0o711)
      const restored = await build(unfinished, { from, dataDir, log, ...watcher })
      const isFree = DATA_PARTS.every((name) => !existsSync(join(dataDir, name)))
      const aside = join(dataDir, `before-restore-${new Date().toISOString().replaceAll(/[:.]/g, '-')}`)
      await moveIn(dataDir, { made: unfinished, aside, of: head.made_at })
      return { ...restored, aside: isFree ? null : aside }
    } finally {
      if (!isMoving(dataDir)) await rm(unfinished, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 })
    }
  } catch (error) {
    const full = errorCode(error) === 'ENOSPC' || errorCode(error) === 'EDQUOT' || errorCode(error) === '53100'
    throw full ? diskFull(dataDir, error) : error
  } finally {
    lock.release()
  }
}

function insistOnFree(dataDir: string): void {
  const there = DATA_PARTS.find((name) => existsSync(join(dataDir, name)))
  if (there === undefined) return
  const advice = 'Restore into another folder, or add --move-aside, which keeps what is there in a folder beside it.'
  throw new BackupError(`There is a database in ${dataDir} already (${there}). ${advice} Nothing was changed.`)
}

async function removeUnfinished(dataDir: string): Promise<void> {
  for (const name of await readdir(dataDir))
    if (name.startsWith('restore.unfinished-'))
      await rm(join(dataDir, name), { recursive: true, force: true, maxRetries: 20, retryDelay: 50 })
}

/** A data folder of its own in `folder`: a database that was started, filled, compared and stopped in order, and the files. */
async function build(
  folder: string,
  { from, dataDir, log, ...watcher }: Watcher & { from: string; dataDir: string; log: DatabaseLog },
): Promise<{ head: Head; manifest: Manifest; files: number }> {
  await mkdir(join(folder, 'files'), { mode: 0o700 })
  const server = await startEmbeddedPostgres({ dataDir: folder, log })
  let files = 0
  const filesOf = (installation: string) => folderFiles(join(folder, 'files', installation))
  try {
    const done = await putBack(from, {
      ...watcher,
      url: server.addresses.owner,
      log,
      async takeFile(installation, key, bytes) {
        const known = readKey(key)
        if (known === null) return
        await filesOf(installation).put(known.key, bytes)
        files += 1
      },
    })
    const { head } = done
    if (head.files === 'beside')
      files += await copyFromPools(
        dirname(from),
        head,
        { to: filesOf(head.installation), live: join(dataDir, 'files') },
        watcher,
      )
    return { ...done, files }
  } finally {
    await server.stop()
  }
}
