import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { buildIfNeeded } from '../scripts/build-if-needed.ts'
import type { BenchRow } from './row.ts'

const folder = join(import.meta.dirname, '..', 'out', 'renderer')

/** What the first page loads before anybody can sign in, in files and packed bytes, beside all that the program is made of. */
export async function benchFirstLoad(): Promise<BenchRow[]> {
  await buildIfNeeded()
  const page = readFileSync(join(folder, 'index.html'), 'utf8')
  const named = [...page.matchAll(/(?:src|href|data-screens)="\.\/([^"]+)"/g)].map(([, file = '']) => file)
  const all = readdirSync(join(folder, 'assets')).filter((name) => /\.(js|css)$/.test(name))
  const kilobytes = (files: readonly string[]) => files.reduce((sum, file) => sum + packed(file), 0) / 1_000
  const bytes = { ours: kilobytes(named), peer: kilobytes(all.map((name) => `assets/${name}`)) }
  const files = { ours: named.length + 1, peer: all.length }
  return [
    row('first page, packed: beside the whole program', bytes, 'kB', 460),
    row('first page, files: beside the whole program', files, 'files', 8),
  ]
}

/** Bytes as they travel: the packed copy where the build made one. */
function packed(file: string): number {
  const copy = join(folder, `${file}.br`)
  return statSync(existsSync(copy) ? copy : join(folder, file)).size
}

function row(name: string, { ours, peer }: { ours: number; peer: number }, unit: string, most: number): BenchRow {
  return { name, ours, peer, unit, ratio: peer / ours, aim: `at most ${most} ${unit}`, ok: ours <= most }
}
