import { existsSync, lstatSync, readdirSync } from 'node:fs'
import { join } from 'node:path'

/** A part of a packed app; `budget` in megabytes is what it may weigh, null where others decide (Electron). */
export interface SizedPart {
  name: string
  megabytes: number
  budget: number | null
}

const budgets = {
  /** Our code and its libraries. */
  archive: 49,
  /** Programs and native parts beside it: PostgreSQL, argon2, libvips, on Windows SumatraPDF. */
  unpacked: 90,
  /** Fonts, translations, templates. */
  resources: 30,
}

/** The parts of an unpacked app's folder (`linux-unpacked`, `win-unpacked`, `mac`). */
export function packageParts(folder: string): SizedPart[] {
  const inside = resourcesOf(folder)
  const archive = weigh(join(inside, 'app.asar'))
  const unpacked = weigh(join(inside, 'app.asar.unpacked'))
  const resources = weigh(join(inside, 'resources'))
  return [
    { name: 'app.asar', megabytes: archive, budget: budgets.archive },
    { name: 'unpacked (PostgreSQL, native)', megabytes: unpacked, budget: budgets.unpacked },
    { name: 'resources', megabytes: resources, budget: budgets.resources },
    { name: 'Electron and the rest', megabytes: weigh(folder) - archive - unpacked - resources, budget: null },
  ]
}

export function overBudget(parts: readonly SizedPart[]): SizedPart[] {
  return parts.filter(({ megabytes, budget }) => budget !== null && megabytes > budget)
}

function resourcesOf(folder: string): string {
  const ofMac = join(folder, 'Selvedge.app/Contents/Resources')
  return existsSync(ofMac) ? ofMac : join(folder, 'resources')
}

/** Megabytes on the disk; links weigh nothing, since what they lead to is counted where it lies. */
function weigh(path: string): number {
  return bytesOf(path) / 1024 / 1024
}

function bytesOf(path: string): number {
  const found = lstatSync(path, { throwIfNoEntry: false })
  if (!found || found.isSymbolicLink()) return 0
  if (!found.isDirectory()) return found.size
  return readdirSync(path).reduce((sum, name) => sum + bytesOf(join(path, name)), 0)
}
