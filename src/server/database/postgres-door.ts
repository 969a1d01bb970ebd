import { chmod, chown, mkdir, rm } from 'node:fs/promises'
import { platform } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import type { PostgresAccount } from './postgres-account.ts'
import { insistOnScram } from './scram-only.ts'

/**
 * Where the embedded PostgreSQL listens, and nowhere else: at a socket in a folder that only its user may enter, or, where the system has
 * none (Windows) or the way to the folder is too long for it, at a port of this computer.
 */
export type Door = { kind: 'socket'; folder: string } | { kind: 'port' }

/** Host of PostgreSQL's TCP port: other users of the computer may connect to it, or listen on it while PostgreSQL is down. */
export const POSTGRES_HOST = '127.0.0.1'

/** The number in the socket's name: nobody else's socket lies in its folder. */
export const SOCKET_PORT = 5432

/** Longest socket path that the systems accept: 104 bytes on macOS, 108 on Linux, with a zero at its end. */
const LONGEST_PATH = 103

/** The door of a data folder, its folder made and closed to others. */
export async function doorOf(dataDir: string, account: PostgresAccount, wanted?: Door['kind']): Promise<Door> {
  const folder = join(dataDir, 'socket')
  const isShort = Buffer.byteLength(socketIn(folder)) + '.lock'.length <= LONGEST_PATH
  if (wanted === 'port' || platform() === 'win32' || !isShort) return { kind: 'port' }
  await mkdir(folder, { recursive: true, mode: 0o700 })
  await chmod(folder, 0o700)
  if (account) await chown(folder, account.uid, account.gid)
  return { kind: 'socket', folder }
}

const socketIn = (folder: string): string => join(folder, `.s.PGSQL.${SOCKET_PORT}`)

/** Takes away what a killed server left; one whose process number went to another program would stop the next start. */
export async function clearDoor(door: Door): Promise<void> {
  if (door.kind === 'port') return
  await Promise.all([socketIn(door.folder), `${socketIn(door.folder)}.lock`].map((path) => rm(path, { force: true })))
}

/** PostgreSQL's own settings of it. */
export const listening = (door: Door) =>
  door.kind === 'socket'
    ? { listen_addresses: '', unix_socket_directories: quoted(door.folder), unix_socket_permissions: '0700' }
    : { listen_addresses: POSTGRES_HOST, unix_socket_directories: '' }

/** A list takes a path with commas in quotes only. */
const quoted = (path: string): string => `"${path.replaceAll('"', '""')}"`

/** The address of a database for a role, with its password: for pools, never for logs. */
export function addressOf(
  door: Door,
  port: number,
  role: { user: string; password: string },
  database: string,
): string {
  const host = door.kind === 'socket' ? encodeURIComponent(door.folder) : POSTGRES_HOST
  const who = `${role.user}:${encodeURIComponent(role.password)}`
  return `postgres://${who}@${host}:${port}/${database}?require_auth=scram-sha-256`
}

/** The superuser of the embedded cluster: it makes roles and databases, and asks whether the server is there. No call is made as it. */
export const CLUSTER_USER = 'selvedge'

type Guarded = { door: Door; password: string }

/** A connection as the cluster's superuser; the caller connects and ends it. */
export function adminClient({ door, password }: Guarded, port: number, database = 'postgres'): pg.Client {
  const client = new pg.Client({
    host: door.kind === 'socket' ? door.folder : POSTGRES_HOST,
    port,
    user: CLUSTER_USER,
    password,
    database,
    connectionTimeoutMillis: 5_000,
  })
  client.on('error', () => undefined) // the question that is under way says it
  insistOnScram(client)
  return client
}
