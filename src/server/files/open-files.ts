import { join } from 'node:path'
import type { Db } from '../http/call.ts'
import { type Files, FilesUnavailable } from './files.ts'
import { folderFiles } from './folder-files.ts'
import { readFilesUrl } from './s3-address.ts'
import { s3Files } from './s3-files.ts'

export interface FilesPlace {
  /** Files lie in `files` below it, where no `filesUrl` says otherwise. */
  dataDir: string
  /** FILES_URL. */
  filesUrl?: string | undefined
  log: { warn(details: object, words: string): void }
}

/**
 * Opens the place of photographs and files: below the id that the database gave itself, so that two databases that share a
 * folder or a bucket never sweep away each other's files. Asks no storage yet. Throws `BadFilesSetting`.
 */
export async function openFiles(db: Db, place: FilesPlace): Promise<Files> {
  const { installation } = await db.selectFrom('file_store').select('installation').executeTakeFirstOrThrow()
  return filesOf(installation, place)
}

/** The files of the installation with this id. Throws `BadFilesSetting`. */
export function filesOf(installation: string, { dataDir, filesUrl, log }: FilesPlace): Files {
  const address = filesUrl ? readFilesUrl(filesUrl) : null
  const files = address ? s3Files(address, `${installation}/`) : folderFiles(join(dataDir, 'files', installation))
  return telling(files, log)
}

const TOLD_EVERY_MS = 60_000

/** Says in the log, once a minute, that files cannot be reached: also where a call went on without one. */
function telling(files: Files, log: FilesPlace['log']): Files {
  let told = 0
  const tell = (error: unknown): never => {
    if (error instanceof FilesUnavailable && Date.now() - told > TOLD_EVERY_MS) {
      told = Date.now()
      log.warn({ reason: error.message }, 'photographs and files cannot be reached')
    }
    throw error
  }
  return {
    put: (key, bytes) => files.put(key, bytes).catch(tell),
    get: (key) => files.get(key).catch(tell),
    stat: (key) => files.stat(key).catch(tell),
    delete: (key) => files.delete(key).catch(tell),
    list: files.list,
    removeUnfinished: (before) => files.removeUnfinished(before).catch(tell),
  }
}

/** Looks whether the place answers, so that a wrong FILES_URL is in the log before the first photograph is refused. */
export async function tryFiles(files: Files, log: FilesPlace['log']): Promise<void> {
  try {
    for await (const _ of files.list('photos')) break
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    log.warn({ reason }, 'photographs and files cannot be reached')
  }
}
