import { existsSync } from 'node:fs'
import { readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { lockDataFolder } from '../../src/server/database/data-folder.ts'
import { DatabaseError } from '../../src/server/database/database-errors.ts'
import { pidRuns } from '../../src/server/database/process-identity.ts'
import { findPostmaster } from '../../src/server/database/running-postgres.ts'

/** How the temporary folders of tests begin, so that a later run finds what a killed one left. */
export const TEST_FOLDER = 'selvedge-test-'

/** Stops the PostgreSQL and removes the folders of earlier runs that were killed; those of runs under way stay. */
export async function removeLeftovers(): Promise<void> {
  for (const name of (await readdir(tmpdir())).filter((entry) => entry.startsWith(TEST_FOLDER))) {
    const folder = join(tmpdir(), name)
    if (!existsSync(join(folder, 'server.lock'))) continue
    try {
      await lockDataFolder(folder)
    } catch (error) {
      if (error instanceof DatabaseError) continue // it is in use, or someone else's
      throw error
    }
    await stopLeftover(folder)
    await rm(folder, { recursive: true, force: true })
  }
}

/** Ends the PostgreSQL of a folder whose data nobody needs any more. */
export async function stopLeftover(dataDir: string): Promise<void> {
  const left = await findPostmaster({ folder: join(dataDir, 'postgres'), password: '' })
  if (left === undefined) return
  process.kill(left.pid, 'SIGQUIT')
  for (let waited = 0; waited < 5_000 && pidRuns(left.pid); waited += 20) await sleep(20)
}
