import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { chown, mkdir, open, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { platform } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { DatabaseError, diskFull, errorCode } from './database-errors.ts'
import { commandAs, POSTGRES_MAJOR, type PostgresAccount, postgresBinaries } from './postgres-account.ts'
import { CLUSTER_USER, type Door, doorOf } from './postgres-door.ts'
import { explainFailure } from './postgres-logs.ts'

/**
 * Gives the cluster in `dataDir`/postgres, made at first use: in a folder beside, renamed into place when it is whole, so that
 * a crash or a full disk leaves nothing half made. The caller holds the lock of `dataDir`.
 * Throws `DatabaseError` `disk_full`, or `database_refused` when the cluster is another version's or its password is lost.
 */
export async function openCluster(dataDir: string, account: PostgresAccount, wanted?: Door['kind']): Promise<Cluster> {
  const folder = join(dataDir, 'postgres')
  const door = await doorOf(dataDir, account, wanted)
  const passwordFile = join(dataDir, 'postgres.password')
  const version = await readIfThere(join(folder, 'PG_VERSION'))
  if (version === undefined) return { ...(await makeCluster(folder, passwordFile, account)), door }
  if (version.trim() !== POSTGRES_MAJOR) {
    const made = `The database in ${folder} was made by PostgreSQL ${version.trim()}`
    throw new DatabaseError('database_refused', `${made}; this version of Selvedge brings ${POSTGRES_MAJOR}.`)
  }
  const password = await readIfThere(passwordFile)
  if (password === undefined) {
    const lost = `The file ${passwordFile} with the password of the database is missing. Restore it from a backup.`
    throw new DatabaseError('database_refused', lost)
  }
  return { folder, password: password.trim(), door }
}

async function readIfThere(path: string): Promise<string | undefined> {
  try {
    return await readFile(path, 'utf8')
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return undefined
    throw error
  }
}

async function makeCluster(
  folder: string,
  passwordFile: string,
  account: PostgresAccount,
): Promise<Omit<Cluster, 'door'>> {
  await removeUnfinished(folder)
  // A name of its own: initdb of a killed server may still be writing into the earlier one.
  const unfinished = `${folder}.unfinished-${randomBytes(6).toString('hex')}`
  try {
    const password = await makePassword(passwordFile, account)
    await mkdir(unfinished, { mode: 0o700 })
    if (account) await chown(unfinished, account.uid, account.gid)
    await initdb(unfinished, passwordFile, account)
    await rename(unfinished, folder)
    await syncFolder(dirname(folder))
    return { folder, password }
  } catch (error) {
    await rm(unfinished, { recursive: true, force: true })
    const full = errorCode(error) === 'ENOSPC' || errorCode(error) === 'EDQUOT'
    throw full ? diskFull(dirname(folder), error) : error
  }
}

/** Removes what a crash in an earlier first start left. */
async function removeUnfinished(folder: string): Promise<void> {
  const names = (await readdir(dirname(folder))).filter((name) => name.startsWith(`${basename(folder)}.unfinished`))
  const patiently = { recursive: true, force: true, maxRetries: 20, retryDelay: 50 }
  await Promise.all(names.map((name) => rm(join(dirname(folder), name), patiently)))
}

/** Without a cluster no password is in use, so one left by an unfinished first start is replaced. */
async function makePassword(file: string, account: PostgresAccount): Promise<string> {
  const password = randomBytes(24).toString('base64url')
  await rm(file, { force: true })
  await writeFile(file, `${password}\n`, { mode: 0o600, flag: 'wx', flush: true })
  if (account) await chown(file, account.uid, account.gid) // initdb reads it
  return password
}

async function initdb(folder: string, passwordFile: string, account: PostgresAccount): Promise<void> {
  // The built-in locale sorts by code point everywhere alike; the system's locales differ between machines.
  const locale = ['--encoding=UTF8', '--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8']
  const access = [`--username=${CLUSTER_USER}`, '--auth=scram-sha-256', `--pwfile=${passwordFile}`]
  const command = commandAs(account, folder, postgresBinaries().initdb, ['-D', folder, ...locale, ...access])
  const { code, said } = await runToEnd(command.file, command.args, command.options)
  if (code !== 0) throw await explainFailure('PostgreSQL could not make its database', said, dirname(folder))
}

/** Runs a program to its end; `said` is everything it wrote. */
export function runToEnd(
  file: string,
  args: string[],
  options: Parameters<typeof spawn>[2],
): Promise<{ code: number | null; said: string }> {
  return new Promise((resolve, reject) => {
    const child = spawn(file, args, { ...options, stdio: ['ignore', 'pipe', 'pipe'] })
    let said = ''
    const listen = (chunk: Buffer) => {
      said += chunk.toString('utf8')
    }
    child.stdout?.on('data', listen)
    child.stderr?.on('data', listen)
    child.on('error', reject)
    child.on('close', (code) => resolve({ code, said }))
  })
}

async function syncFolder(folder: string): Promise<void> {
  if (platform() === 'win32') return // a folder cannot be opened there, and a rename is written by the journal
  const handle = await open(folder)
  await handle.sync()
  await handle.close()
}

/** A PostgreSQL cluster on disk, and where its server is to be found. `password` is its superuser's. */
export type Cluster = { folder: string; password: string; door: Door }
