import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync, statSync } from 'node:fs'
import { readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { lockDataFolder, pidRuns } from '../../src/server/database/data-folder.ts'
import { DatabaseError } from '../../src/server/database/database-errors.ts'
import { findPostmaster } from '../../src/server/database/running-postgres.ts'

/** How the temporary folders of tests begin, so that a later run finds what a killed one left. */
export const TEST_FOLDER = 'selvedge-test-'

/** Stops the PostgreSQL and removes the folders of earlier runs that were killed; those of runs under way stay. */
export async function removeLeftovers(): Promise<void> {
  for (const name of (await readdir(tmpdir())).filter((entry) => entry.startsWith(TEST_FOLDER))) {
    const folder = join(tmpdir(), name)
    if (await isAbandoned(folder)) await removeTestFolder(folder)
  }
}

const HOUR_MS = 3_600_000

async function isAbandoned(folder: string): Promise<boolean> {
  if (!existsSync(join(folder, 'server.lock'))) {
    const made = statSync(folder, { throwIfNoEntry: false })?.mtimeMs
    return made !== undefined && Date.now() - made > HOUR_MS // a run may be about to lock it
  }
  try {
    await lockDataFolder(folder)
    return true
  } catch (error) {
    if (error instanceof DatabaseError) return false // it is in use, or someone else's
    throw error
  }
}

/** Stops whatever PostgreSQL a test left in its folder, unmounts its small disk, and removes it all. */
export async function removeTestFolder(folder: string): Promise<void> {
  const disk = join(folder, 'disk')
  for (const dataDir of [folder, join(folder, 'data'), join(disk, 'data')]) await stopLeftover(dataDir)
  if (isMounted(disk)) execFileSync('umount', ['-l', disk])
  await rm(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 50 })
}

const isMounted = (path: string): boolean =>
  existsSync('/proc/self/mounts') && readFileSync('/proc/self/mounts', 'utf8').includes(` ${path} `)

/** Ends the PostgreSQL of a folder whose data nobody needs any more. */
async function stopLeftover(dataDir: string): Promise<void> {
  const left = await findPostmaster({ folder: join(dataDir, 'postgres') })
  if (left === undefined) return
  process.kill(left.pid, 'SIGQUIT')
  for (let waited = 0; waited < 5_000 && pidRuns(left.pid); waited += 20) await sleep(20)
}
