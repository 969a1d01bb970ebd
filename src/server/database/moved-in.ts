import { existsSync } from 'node:fs'
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

/** Entries of a data folder; a server that finds none of them begins anew. */
export const DATA_PARTS = ['postgres.password', 'files', 'postgres'] as const

const NOTE = 'restore.json'

type Plan = { made: string; aside: string; of: string }

/**
 * Moves the parts that lie whole in the folder `made` (all of them) to their places in `dataDir`, and what stood there to `aside`: by renames,
 * after a note. Who is killed in between leaves the note; the next to open the folder ends the moving. The caller holds the lock.
 */
export async function moveIn(dataDir: string, plan: Plan): Promise<void> {
  await writeFile(join(dataDir, NOTE), JSON.stringify(plan), { flag: 'wx', flush: true })
  await endMoving(dataDir)
}

/** Ends what was begun, if anything was; gives it. */
export async function endMoving(dataDir: string): Promise<Plan | null> {
  const note = join(dataDir, NOTE)
  if (!existsSync(note)) return null
  const plan = JSON.parse(await readFile(note, 'utf8')) as Plan
  for (const name of DATA_PARTS) {
    const [place, made] = [join(dataDir, name), join(plan.made, name)]
    if (!existsSync(made)) continue // it has been moved in
    if (existsSync(place)) {
      await mkdir(plan.aside, { recursive: true, mode: 0o711 })
      await rename(place, join(plan.aside, name))
    }
    await rename(made, place)
  }
  await rm(note)
  await rm(plan.made, { recursive: true, force: true })
  return plan
}

/** Whether a moving was begun and is not ended. */
export const isMoving = (dataDir: string): boolean => existsSync(join(dataDir, NOTE))
