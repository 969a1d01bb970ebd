import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { delimiter, isAbsolute, join } from 'node:path'

/** Programs that the tests use for real, by name or by path, with the Debian package that brings each. */
const needed: Record<string, string> = {
  chromium: 'chromium',
  pdftoppm: 'poppler-utils',
  zbarimg: 'zbar-tools',
  qpdf: 'qpdf',
  pgbouncer: 'pgbouncer',
  haproxy: 'haproxy',
  cupsd: 'cups',
  lp: 'cups-client',
  lpadmin: 'cups-client',
  gs: 'ghostscript',
  '/usr/lib/cups/backend/cups-pdf': 'printer-driver-cups-pdf',
  '/usr/lib/cups/filter/pdftopdf': 'cups-filters',
}

/** Of the database that fails over: without them its test says what is missing, and is left out. */
const ofFailover: Record<string, string> = {
  patroni: 'patroni',
  etcd: 'etcd-server',
  ip: 'iproute2',
  // Patroni goes by PostgreSQL's own tools, of which ours comes with fewer.
  pg_ctlcluster: 'postgresql',
}

/** Fonts come without a program to look for. */
const alongside = ['fonts-noto-cjk']

/** Where a distribution has it: the same browser without a window. Tests run without it too, only slower. */
const faster = 'chromium-headless-shell'

/** Installs what is missing where that is possible (Debian, as root); otherwise says what to install. */
export function installSystemPackages(): void {
  const missing = Object.keys(needed).filter((program) => !isInstalled(program))
  const packages = [...new Set(missing.map((program) => needed[program] ?? program)), ...alongside]
  const canInstall = process.platform === 'linux' && process.getuid?.() === 0 && isInstalled('apt-get')
  if (!canInstall) {
    if (missing.length === 0) return
    console.error(
      `The tests need these programs: ${missing.join(', ')}. On Debian: apt-get install ${packages.join(' ')}`,
    )
    process.exit(1)
  }
  const wantsFaster = process.env.CHROMIUM_PATH === undefined && !isInstalled(faster)
  const further = Object.keys(ofFailover).filter((program) => !isInstalled(program))
  if (missing.length === 0 && further.length === 0 && !wantsFaster) return
  apt('update', '-qq')
  if (missing.length > 0) {
    console.log(`Installing for the tests: ${packages.join(' ')}`)
    insist(...packages)
  }
  const furtherPackages = further.map((program) => ofFailover[program] ?? program)
  if (furtherPackages.length > 0 && !install(...furtherPackages))
    console.log(`${furtherPackages.join(', ')} cannot be had here: no database is failed over.`)
  if (wantsFaster && !install(faster)) console.log(`${faster} cannot be had here: the specs take longer.`)
}

function isInstalled(program: string): boolean {
  const override = program === 'chromium' ? process.env.CHROMIUM_PATH : undefined
  if (override !== undefined) return existsSync(override)
  if (isAbsolute(program)) return existsSync(program)
  const folders = [...(process.env.PATH ?? '').split(delimiter), '/usr/sbin', '/sbin']
  return folders.some((folder) => existsSync(join(folder, program)))
}

function insist(...packages: string[]): void {
  if (install(...packages)) return
  console.error('apt-get install failed.')
  process.exit(1)
}

function install(...packages: string[]): boolean {
  return apt('install', '-y', '-qq', '--no-install-recommends', ...packages)
}

function apt(...args: string[]): boolean {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  return spawnSync('apt-get', args, { stdio: ['ignore', 'ignore', 'inherit'], env }).status === 0
}
