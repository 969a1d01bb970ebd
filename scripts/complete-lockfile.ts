import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/**
 * Writes the packages of other platforms into the lockfile. A registry that lacks some of them makes npm leave them out, and
 * then `npm ci` refuses the lockfile everywhere. They are optional and name their platform, so npm passes over them where they
 * do not belong and fetches them where they do. Run it after `npm install` has changed the lockfile.
 */

interface Entry {
  version?: string
  dev?: boolean
  optional?: boolean
  os?: string[]
  cpu?: string[]
  libc?: string[]
  optionalDependencies?: Record<string, string>
}

const path = join(process.argv[2] ?? join(import.meta.dirname, '..'), 'package-lock.json')
const lock = JSON.parse(readFileSync(path, 'utf8')) as { packages: Record<string, Entry> }

const systems = ['aix', 'android', 'darwin', 'freebsd', 'linux', 'netbsd', 'openbsd', 'openharmony', 'sunos', 'win32']
const processors: Record<string, string> = {
  arm64: 'arm64',
  aarch64: 'arm64',
  x64: 'x64',
  arm: 'arm',
  armv7: 'arm',
  armhf: 'arm',
  ia32: 'ia32',
  loong64: 'loong64',
  mips64el: 'mips64el',
  ppc64: 'ppc64',
  ppc64le: 'ppc64',
  riscv64: 'riscv64',
  s390x: 's390x',
  wasm32: 'wasm32',
}

let added = 0
for (const [place, entry] of Object.entries(lock.packages)) {
  for (const [name, range] of Object.entries(entry.optionalDependencies ?? {})) {
    if (isThere(place, name)) continue
    const version = /\d+\.\d+\.\d+[\w.-]*/.exec(range)?.[0]
    const platform = platformOf(name)
    if (version === undefined || platform === null) {
      console.error(
        `${name}@${range}, wanted by ${place || 'package.json'}, is not in the lockfile and names no platform.`,
      )
      process.exitCode = 1
      continue
    }
    lock.packages[`node_modules/${name}`] = { version, ...(entry.dev && { dev: true }), optional: true, ...platform }
    added += 1
  }
}
const [root, ...rest] = Object.entries(lock.packages)
rest.sort(([a], [b]) => (a < b ? -1 : 1))
lock.packages = Object.fromEntries(root ? [root, ...rest] : rest)
writeFileSync(path, `${JSON.stringify(lock, null, 2)}\n`)
console.log(`${added} packages of other platforms added.`)

/** Beside the package that wants it, or anywhere above, as Node looks for it. */
function isThere(place: string, name: string): boolean {
  for (let at = place; ; at = at.slice(0, Math.max(0, at.lastIndexOf('node_modules') - 1))) {
    if (lock.packages[`${at ? `${at}/` : ''}node_modules/${name}`]) return true
    if (at === '') return false
  }
}

function platformOf(name: string): Pick<Entry, 'os' | 'cpu' | 'libc'> | null {
  if (name === 'fsevents') return { os: ['darwin'] }
  const words = name.split(/[/@_-]/).flatMap((word) => (word === 'windows' ? ['win32'] : [word]))
  const os = systems.find((system) => words.includes(system))
  const cpu = words.map((word) => processors[word.replace(/(gnu|musl)?(eabihf|abi64|eabi)?$/, '')] ?? processors[word])
  const known = cpu.find((word) => word !== undefined)
  if (os === undefined && known === undefined) return null
  const libc = name.includes('musl') ? ['musl'] : /(^|[-_])gnu/.test(name) && os === 'linux' ? ['glibc'] : null
  return { ...(os && { os: [os] }), ...(known && { cpu: [known] }), ...(libc && { libc }) }
}
