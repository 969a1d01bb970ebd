import { join } from 'node:path'
import { type Backups, type BackupsPlace, backUpBeforeUpdate, openBackups } from '../backup/daily-backups.ts'
import type { Db } from '../http/call.ts'
import type { Room } from '../http/room.ts'
import { notify } from '../notices/notify.ts'

/** What the server is told of backups and room; the environment says it (`serve.ts`, `server-process.ts`). */
export interface KeepingOptions {
  /** SELVEDGE_BACKUPS: the folder of the daily backups, or `off`. */
  backups?: string | undefined
  /** SELVEDGE_RESERVE_MB. */
  reserveBytes?: number | undefined
}

export class BadKeepingSetting extends Error {}

export function keepingOptions(env: NodeJS.ProcessEnv): KeepingOptions {
  const { SELVEDGE_BACKUPS: backups, SELVEDGE_RESERVE_MB: megabytes } = env
  if (megabytes && !/^\d{1,7}$/.test(megabytes))
    throw new BadKeepingSetting(`SELVEDGE_RESERVE_MB takes a whole number of megabytes, not "${megabytes}".`)
  return {
    ...(backups && { backups }),
    ...(megabytes && { reserveBytes: Number(megabytes) * 1024 * 1024 }),
  }
}

type Place = Pick<BackupsPlace, 'dataDir' | 'filesUrl' | 'log'> & { databaseUrl?: string | undefined } & KeepingOptions

/**
 * The folder of the backups: `backups` of the data folder, or as it is told. Null where there shall be none: asked so, or with a
 * database elsewhere, whose copies are its keeper's matter unless a folder is named.
 */
export function backupsFolder({
  dataDir,
  databaseUrl,
  backups,
}: Pick<Place, 'dataDir' | 'databaseUrl' | 'backups'>): string | null {
  if (backups === 'off' || (databaseUrl && !backups)) return null
  return backups ?? join(dataDir, 'backups')
}

/** For a database that is about to be migrated; undefined where no copies are made. */
export function copyBeforeUpdate(place: Place, room: Room): ((url: string) => Promise<void>) | undefined {
  const folder = backupsFolder(place)
  if (folder === null) return undefined
  return (url) => backUpBeforeUpdate({ ...place, folder, url, insistOnRoom: room.insistFor })
}

/** The daily backups of a running server; begun with `start`. Admins hear of one that failed. */
export function dailyBackups(place: Place, { db, url, room }: { db: Db; url: string; room: Room }): Backups | null {
  const folder = backupsFolder(place)
  if (folder === null) return null
  return openBackups({
    ...place,
    folder,
    url,
    insistOnRoom: room.insistFor,
    onFailure: (reason) =>
      db.transaction().execute((tx) => notify(tx, 'nobody', { kind: 'backup_failed', values: { reason } })),
  })
}
