import { spawnSync } from 'node:child_process'
import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'

const root = join(import.meta.dirname, '..')
const outputs = ['out/main/index.js', 'out/main/serve.js', 'out/preload/index.cjs', 'out/renderer/index.html']
const inputs = ['src', 'resources', 'electron.vite.config.ts', 'package-lock.json']

/** Builds when something of the build is missing or older than what it is made from. Says nothing unless it fails. */
export function buildIfNeeded(): void {
  if (isFresh()) return
  const builder = join(root, 'node_modules/electron-vite/bin/electron-vite.js')
  const { status, stdout, stderr } = spawnSync(process.execPath, [builder, 'build'], { cwd: root, encoding: 'utf8' })
  if (status === 0) return
  console.error(`${stdout}${stderr}\nThe build failed.`)
  process.exit(1)
}

function isFresh(): boolean {
  const built = outputs.map((path) => statSync(join(root, path), { throwIfNoEntry: false })?.mtimeMs ?? 0)
  return Math.min(...built) > Math.max(...inputs.map((path) => newest(join(root, path))))
}

/** The latest change in a file or a folder; a folder's own time tells of files that were taken away. */
function newest(path: string): number {
  const found = statSync(path, { throwIfNoEntry: false })
  if (!found) return 0
  if (!found.isDirectory()) return found.mtimeMs
  return Math.max(found.mtimeMs, ...readdirSync(path).map((name) => newest(join(path, name))))
}
