import Papa from 'papaparse'
import { dayIn, vendorZone } from '../../../src/shared/kernel/days.ts'
import type { SheetTemplate } from '../../../src/shared/kernel/sheet.ts'
import type { CallName } from '../calls.ts'
import type { Hand, SentFile } from '../hand.ts'
import { Idle, type Random } from '../random.ts'

/** Accounts of the demo, by their mailbox; each works as its role does. */
export const people = [
  'vendor',
  'vendor2',
  'internal',
  'ops',
  'ops-team',
  'china-qc',
  'india-qc',
  'india-inward',
  'warehouse',
  'retail',
  'cataloguer',
  'admin',
  'super-admin',
] as const
export type Who = (typeof people)[number]

/** What players share: who acts, chance, and what was made by this run and no list tells. */
export interface World {
  by: Readonly<Record<Who, Hand>>
  random: Random
  memory: Memory
}

/** Codes and ids that an answer gave and another deed needs. */
export interface Memory {
  password: string
  labels: string[]
  moves: { kind: 'put_away' | 'regrade'; id: string }[]
  scans: { site: string; shelf: string; scan_id: string; code: string }[]
  jobs: string[]
  made: number
}

export const newMemory = (password: string): Memory => ({
  ...{ password, labels: [], moves: [], scans: [], jobs: [] },
  // Codes of this run: another run on the same database must not meet them.
  made: Date.now() % 1_000_000,
})

/** Does one thing as a user of that area; `Idle` when there is nothing to do it with. */
export type Play = (world: World) => Promise<unknown>
export type Plays = Partial<Record<CallName, Play>>

/** The first of what there is; `Idle` when there is none. */
export function need<T>(found: T | null | undefined): T {
  if (found === null || found === undefined) throw new Idle()
  return found
}

/** At least one, or there is nothing to do. */
export function some<T>(found: readonly T[]): [T, ...T[]] {
  const [first, ...rest] = found
  if (first === undefined) throw new Idle()
  return [first, ...rest]
}

export const why = { reason: 'Looked at again', remark: 'by chance' }

/** A day so many days from now, where vendors are. */
export const inDays = (days: number) => dayIn(vendorZone, new Date(Date.now() + days * 86_400_000))

/** A new code of this run. */
export function newCode({ memory }: World, prefix: string): string {
  memory.made += 1
  return `${prefix}${memory.made}`
}

/** A sheet as people send it by CSV: columns in the sheet's own order, under its English names. */
export function csvOf(sheet: SheetTemplate, rows: readonly Record<string, string | number | null>[]): SentFile {
  const columns = sheet.columns.filter(({ key }) => rows.some((row) => row[key] !== undefined))
  const lines = rows.map((row) => columns.map(({ key }) => row[key] ?? ''))
  return { name: 'sheet.csv', bytes: Papa.unparse([columns.map(({ header }) => header.en), ...lines]) }
}

/** Remembered, the newest last; no more than a hundred. */
export function remember<T>(list: T[], one: T): void {
  list.push(one)
  if (list.length > 100) list.shift()
}
