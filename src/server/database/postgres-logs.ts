import {
  chmodSync,
  chownSync,
  closeSync,
  existsSync,
  fchownSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  statSync,
} from 'node:fs'
import { statfs } from 'node:fs/promises'
import { join } from 'node:path'
import { DatabaseError, diskFull } from './database-errors.ts'
import type { PostgresAccount } from './postgres-account.ts'

/** Where PostgreSQL writes: a file for each day of the week (its own rotation), and one for what it says before that. */
export type PostgresLogs = { folder: string; openStartLog(): number; mark(): LogMark; since(mark: LogMark): string }
type LogMark = Map<string, number>

/** Below this much free space PostgreSQL cannot make its next log segment. */
const SPACE_NEEDED = 17 * 1024 * 1024

export function postgresLogs(dataDir: string, account: PostgresAccount): PostgresLogs {
  const folder = join(dataDir, 'logs')
  if (!existsSync(folder)) {
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    if (account) chownSync(folder, account.uid, account.gid)
  }
  // Earlier versions left it open to others.
  chmodSync(folder, 0o700)
  const files = () => readdirSync(folder).filter((name) => name.startsWith('postgresql'))
  return {
    folder,
    openStartLog: () => {
      const file = openSync(join(folder, 'postgresql-start.log'), 'a', 0o600)
      if (account) fchownSync(file, account.uid, account.gid) // so that its owner may open it without root later
      return file
    },
    mark: () => new Map(files().map((name) => [name, statSync(join(folder, name)).size])),
    since: (mark) =>
      files()
        .map((name) => textFrom(join(folder, name), mark.get(name) ?? 0))
        .join(''),
  }
}

function textFrom(path: string, offset: number): string {
  const content = readFileSync(path)
  // Shorter than before: it was emptied when its day of the week came again.
  return content.subarray(content.length < offset ? 0 : offset).toString('utf8')
}

/**
 * Turns what a PostgreSQL program said before it failed into an error that names the cause: `disk_full` when it said so, or
 * said nothing and there is no space (its own log cannot be written then either); else `database_refused` with its last lines.
 */
export async function explainFailure(what: string, said: string, dataDir: string): Promise<DatabaseError> {
  const cause = new Error(said.slice(-4000))
  if (/No space left on device|Disk quota exceeded|not enough space/i.test(said)) return diskFull(dataDir, cause)
  const space = await statfs(dataDir)
  if (space.bavail * space.bsize < SPACE_NEEDED) return diskFull(dataDir, cause)
  // Our own questions whether it is ready leave lines that explain nothing.
  const lines = said.split('\n').filter((line) => line.trim() !== '' && !/starting up|not yet accepting/.test(line))
  const telling = lines.findLast((line) => /FATAL|PANIC|ERROR|error:|could not/.test(line)) ?? lines.at(-1)
  const last = telling?.replace(/^.*?(FATAL|PANIC|ERROR|error): +/, '') ?? 'it gave no reason'
  return new DatabaseError('database_refused', `${what}: ${last}`, cause)
}

/** Largest size of any one log file, in bytes. */
const LONGEST_LOG = 8 * 1024 * 1024

/**
 * Empties a log that has grown: a server that does not start, or a statement that fails all day, must not fill the disk. Whoever writes
 * appends, and so goes on at the beginning.
 */
export function trimLogs({ folder }: Pick<PostgresLogs, 'folder'>): void {
  for (const name of readdirSync(folder)) {
    const path = join(folder, name)
    const size = statSync(path, { throwIfNoEntry: false })?.size ?? 0
    if (name.startsWith('postgresql') && size > LONGEST_LOG) closeSync(openSync(path, 'w'))
  }
}
