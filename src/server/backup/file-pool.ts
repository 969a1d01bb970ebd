import { randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { copyFile, link, mkdir, readdir, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { utcDay } from '../../shared/kernel/days.ts'
import { errorCode } from '../database/database-errors.ts'
import { bytesOf, type FileKey, type FileKind, type Files, fileKinds } from '../files/files.ts'
import { folderFiles } from '../files/folder-files.ts'
import { type Head, stopIfAsked, type Watcher } from './format.ts'

/**
 * Photographs and files never change once they are there, so the daily backups share one copy of each: in `files` beside them, by a
 * hard link where the disk is the same, which takes no room. What the installation removed lies in `gone`, by the day on which that
 * was seen, as long as there is a backup of before.
 */
const POOL = 'files'
const GONE = 'gone'

export interface PoolPlace {
  /** Of the daily backups. */
  backups: string
  /** `files` of the data folder. */
  live: string
  installation: string
}

/** Brings the copies up to date; what was removed before `keptSince` goes for good. Gives how many were added. */
export async function fillPool(
  { backups, live, installation }: PoolPlace,
  {
    keptSince,
    signal,
    insistOnRoom,
  }: Watcher & { keptSince: Date; insistOnRoom?: ((folder: string, bytes: number) => Promise<void>) | undefined },
): Promise<number> {
  const roots = { live: join(live, installation), pool: join(backups, POOL, installation) }
  const [source, pool] = [folderFiles(roots.live), folderFiles(roots.pool)]
  let added = 0
  for (const kind of kinds) {
    for await (const { key, size } of source.list(kind)) {
      stopIfAsked(signal)
      if ((await pool.stat(key))?.size === size) continue
      await insistOnRoom?.(backups, size)
      if (await share(join(roots.live, key), join(roots.pool, key))) added += 1
    }
    for await (const { key } of pool.list(kind)) {
      stopIfAsked(signal)
      if ((await source.stat(key)) === null) await setAside({ backups, installation }, key)
    }
  }
  await forgetGone(backups, keptSince)
  return added
}

const kinds = Object.keys(fileKinds) as FileKind[]

/** False when the file was removed in this very moment. */
async function share(from: string, to: string): Promise<boolean> {
  await mkdir(dirname(to), { recursive: true, mode: 0o700 })
  const part = `${to}.${randomUUID()}`
  try {
    // A link costs nothing; another disk, or a file system without links, gets a copy.
    await link(from, part).catch((error: unknown) => {
      if (errorCode(error) === 'ENOENT') throw error
      return copyFile(from, part)
    })
    await rename(part, to)
    return true
  } catch (error) {
    await rm(part, { force: true })
    if (errorCode(error) === 'ENOENT') return false
    throw error
  }
}

async function setAside({ backups, installation }: Omit<PoolPlace, 'live'>, key: FileKey): Promise<void> {
  const to = join(backups, GONE, utcDay(new Date()), installation, key)
  await mkdir(dirname(to), { recursive: true, mode: 0o700 })
  await rename(join(backups, POOL, installation, key), to)
}

async function forgetGone(backups: string, keptSince: Date): Promise<void> {
  for (const day of await daysIn(backups))
    if (day < utcDay(keptSince)) await rm(join(backups, GONE, day), { recursive: true, force: true })
}

async function daysIn(backups: string): Promise<string[]> {
  const names = await readdir(join(backups, GONE)).catch(() => [])
  return names.filter((name) => /^\d{4}-\d\d-\d\d$/.test(name))
}

/**
 * Puts the files of a backup that lies in `backups` to where they belong, and gives how many: from the copies beside it, and from what was
 * removed since it was made. Where there are none (the backup alone was carried elsewhere), from those that are still in `live`.
 */
export async function copyFromPools(
  backups: string,
  { installation, made_at }: Head,
  { to, live }: { to: Files; live: string },
  { signal }: Watcher,
): Promise<number> {
  const days = (await daysIn(backups)).filter((day) => day >= utcDay(new Date(made_at)))
  const roots = [join(backups, POOL, installation), ...days.map((day) => join(backups, GONE, day, installation))]
  const there = roots.filter((root) => existsSync(root))
  let copied = 0
  for (const pool of (there.length > 0 ? there : [join(live, installation)]).map(folderFiles)) {
    for (const kind of kinds) {
      for await (const { key } of pool.list(kind)) {
        stopIfAsked(signal)
        const bytes = (await to.stat(key)) ? null : await bytesOf(pool, key)
        if (bytes === null) continue
        await to.put(key, bytes)
        copied += 1
      }
    }
  }
  return copied
}
