import { spawnSync } from 'node:child_process'
import { readdirSync, statSync } from 'node:fs'
import { basename, join } from 'node:path'
import { overBudget, packageParts, type SizedPart } from './package-sizes.ts'

/** `npm run package`: builds, packs for this system, and prints what weighs how much. More arguments go to electron-builder. */

const root = join(import.meta.dirname, '..')

run('electron-vite/bin/electron-vite.js', ['build'])
run('electron-builder/cli.js', ['--publish', 'never', ...process.argv.slice(2)])

const packed = readdirSync(join(root, 'dist'))
  .map((name) => join(root, 'dist', name))
  .filter((path) => statSync(path).isDirectory() && /unpacked$|^mac/.test(basename(path)))
for (const folder of packed) report(folder)

function report(folder: string): void {
  const parts = packageParts(folder)
  console.log(`\n${basename(folder)}`)
  for (const part of parts) console.log(line(part))
  const wrong = overBudget(parts)
  if (wrong.length === 0) return
  console.error(`Over the budget: ${wrong.map(({ name }) => name).join(', ')}`)
  process.exitCode = 1
}

function line({ name, megabytes, budget }: SizedPart): string {
  const limit = budget === null ? '' : ` of ${budget} MB`
  return `  ${name.padEnd(28)} ${megabytes.toFixed(1).padStart(7)} MB${limit}`
}

function run(program: string, args: string[]): void {
  const { status } = spawnSync(process.execPath, [join(root, 'node_modules', program), ...args], {
    cwd: root,
    stdio: 'inherit',
  })
  if (status !== 0) process.exit(status ?? 1)
}
