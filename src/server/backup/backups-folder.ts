import { readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { errorCode } from '../database/database-errors.ts'

export const backupKinds = ['daily', 'asked', 'before-update'] as const
/** Why it was made: once a day, because somebody asked, or before a new version changed the tables. */
export type BackupKind = (typeof backupKinds)[number]

/** How many of each kind stay. Whoever asks for a fourth loses the first: the folder must not grow without end. */
export const KEPT: Record<BackupKind, number> = { daily: 7, asked: 3, 'before-update': 3 }

export interface KeptBackup {
  path: string
  kind: BackupKind
  madeAt: Date
  bytes: number
}

const NAME = /^selvedge-(\d{4}-\d\d-\d\dT\d\d-\d\d-\d\dZ)-(daily|asked|before-update)\.backup$/

export function backupPath(folder: string, kind: BackupKind, at = new Date()): string {
  const time = at
    .toISOString()
    .replace(/\.\d+Z$/, 'Z')
    .replaceAll(':', '-')
  return join(folder, `selvedge-${time}-${kind}.backup`)
}

/** What is there, the newest first. All of them were read back before they had their names. Empty where there is no folder yet. */
export async function keptBackups(folder: string): Promise<KeptBackup[]> {
  const found: KeptBackup[] = []
  for (const name of await namesIn(folder)) {
    const [, time, kind] = NAME.exec(name) ?? []
    const facts = time && (await stat(join(folder, name)).catch(() => null))
    if (!time || !facts) continue
    const madeAt = new Date(time.replace(/T(\d\d)-(\d\d)-/, 'T$1:$2:'))
    found.push({ path: join(folder, name), kind: kind as BackupKind, madeAt, bytes: facts.size })
  }
  return found.sort((a, b) => b.madeAt.getTime() - a.madeAt.getTime())
}

/** Removes what is more than is kept, and what a killed server left unfinished. A name of the folder that is none of ours stays. */
export async function tidyBackups(folder: string): Promise<KeptBackup[]> {
  const all = await keptBackups(folder)
  const isKept = (one: KeptBackup) => all.filter(({ kind }) => kind === one.kind).indexOf(one) < KEPT[one.kind]
  for (const { path } of all.filter((one) => !isKept(one))) await rm(path, { force: true })
  for (const name of await namesIn(folder))
    if (/^selvedge-.*\.backup\.unfinished-[0-9a-f]+$/.test(name)) await rm(join(folder, name), { force: true })
  return all.filter(isKept)
}

async function namesIn(folder: string): Promise<string[]> {
  try {
    return await readdir(folder)
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return []
    throw error
  }
}
