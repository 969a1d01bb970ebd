import { randomBytes } from 'node:crypto'
import type { Db } from '../http/call.ts'
import type { FileKind, Files, ListedFile } from './files.ts'

/** Who knows which files of some kinds are wanted: an area with the table whose rows name them. */
export interface FileOwner {
  kinds: readonly FileKind[]
  /** Of these ids the ones that a row names, or will name: those must stay. */
  named(db: Db, ids: string[]): Promise<string[]>
}

/**
 * Files that no row names stay this long: a row is written moments after its file, but a backup of the database that is put back
 * may be some days younger or older than the files.
 */
export const ORPHAN_DAYS = 7

const BATCH = 500
/** Files looked at in one pass, of each kind: an hour's pass must not read a bucket of millions. */
const MOST_LOOKED_AT = 10_000

/**
 * Removes files that no row names and that were written before `before`. Each call goes on where the last ended, and the first
 * begins anywhere, so that servers that are restarted daily reach all of them too. Gives how many were removed.
 */
export function orphanSweep(files: Files, owners: readonly FileOwner[]) {
  const places = new Map<FileKind, string>()

  async function sweep(db: Db, owner: FileOwner, kind: FileKind, before: Date, most: number): Promise<number> {
    let removed = 0
    let looked = 0
    let batch: ListedFile[] = []
    const clear = async () => {
      removed += await removeUnnamed(db, files, owner, batch)
      batch = []
    }
    for await (const file of files.list(kind, places.get(kind) ?? anywhereIn(kind))) {
      looked += 1
      if (file.changedAt < before) batch.push(file)
      if (batch.length === BATCH) await clear()
      places.set(kind, file.key)
      if (looked === most) {
        await clear()
        return removed
      }
    }
    await clear()
    places.set(kind, '') // the end: from the beginning next time
    return removed
  }

  return async (db: Db, before: Date, most = MOST_LOOKED_AT): Promise<number> => {
    let removed = 0
    for (const owner of owners) for (const kind of owner.kinds) removed += await sweep(db, owner, kind, before, most)
    return removed
  }
}

function anywhereIn(kind: FileKind): string {
  return `${kind}/${randomBytes(1).toString('hex')}/`
}

async function removeUnnamed(db: Db, files: Files, owner: FileOwner, found: ListedFile[]): Promise<number> {
  if (found.length === 0) return 0
  const named = new Set(
    await owner.named(
      db,
      found.map(({ id }) => id),
    ),
  )
  const orphans = found.filter(({ id }) => !named.has(id))
  for (const { key } of orphans) await files.delete(key)
  return orphans.length
}
