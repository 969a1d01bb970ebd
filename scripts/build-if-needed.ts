import { spawn } from 'node:child_process'
import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { endWithChildren, isEnding } from './ending.ts'

const root = join(import.meta.dirname, '..')
const outputs = ['out/main/index.js', 'out/main/serve.js', 'out/preload/index.cjs', 'out/renderer/index.html']
const inputs = [
  ...['src', 'resources', 'electron.vite.config.ts', 'package-lock.json'],
  ...['scripts/contract-without-schemas.ts', 'scripts/few-files.ts', 'scripts/first-page-files.ts'],
]

/** Builds when something of the build is missing or older than what it is made from, and says so: it takes a while. */
export async function buildIfNeeded(): Promise<void> {
  if (isFresh()) return
  console.log('Building Selvedge first, which takes about a minute …')
  const release = endWithChildren()
  const { code, said } = await build()
  if (isEnding()) return new Promise(() => undefined)
  release()
  if (code === 0) return
  console.error(`${said}\nThe build failed.`)
  process.exit(1)
}

function build(): Promise<{ code: number | null; said: string }> {
  const builder = join(root, 'node_modules/electron-vite/bin/electron-vite.js')
  const child = spawn(process.execPath, [builder, 'build'], { cwd: root, stdio: ['ignore', 'pipe', 'pipe'] })
  let said = ''
  for (const output of [child.stdout, child.stderr]) {
    output.setEncoding('utf8').on('data', (text: string) => {
      said += text
    })
  }
  return new Promise((resolve) => child.once('close', (code) => resolve({ code, said })))
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
