import { type ChildProcess, spawn } from 'node:child_process'
import { chmodSync, chownSync } from 'node:fs'
import { mkdtemp, writeFile } from 'node:fs/promises'
import { connect, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { onTestFinished } from 'vitest'
import { postgresAccount } from '../../src/server/database/postgres-account.ts'
import { removeTestFolder, TEST_FOLDER } from './leftovers.ts'

/** A port of this computer that is free now. */
export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer()
    server.once('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      server.close(() => resolve(typeof address === 'object' && address ? address.port : 0))
    })
  })
}

/** A program of the system for one test, with files of its own in a folder that is gone afterwards; resolves when it listens. */
async function program(
  files: Record<string, string>,
  port: number,
  start: (folder: string, account: Awaited<ReturnType<typeof postgresAccount>>) => ChildProcess,
): Promise<ChildProcess> {
  const folder = await mkdtemp(join(tmpdir(), TEST_FOLDER))
  const account = await postgresAccount(folder)
  chmodSync(folder, 0o700)
  if (account) chownSync(folder, account.uid, account.gid)
  for (const [name, text] of Object.entries(files)) {
    await writeFile(join(folder, name), text, { mode: 0o600 })
    if (account) chownSync(join(folder, name), account.uid, account.gid)
  }
  const child = start(folder, account)
  let said = ''
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (text: Buffer) => (said += text.toString()))
  onTestFinished(async () => {
    child.kill('SIGKILL')
    await removeTestFolder(folder)
  })
  for (let waited = 0; waited < 10_000; waited += 50) {
    if (child.exitCode !== null) break
    if (await listens(port)) return child
    await sleep(50)
  }
  throw new Error(`it does not listen: ${said}`)
}

const listens = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1')
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false))
    socket.once('connect', () => socket.destroy())
  })

/** PgBouncer in transaction mode before the database at `url`, with so few connections that clients share them. Gives the address of the database through it. */
export async function pgBouncer(url: string, settings = ''): Promise<string> {
  const { hostname, port, pathname, username, password } = new URL(url)
  const own = await freePort()
  const database = `host=${decodeURIComponent(hostname)} port=${port || 5432} user=${username} password=${decodeURIComponent(password)}`
  const config = `
[databases]
* = ${database}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${own}
unix_socket_dir =
auth_type = scram-sha-256
auth_file = users.txt
pool_mode = transaction
default_pool_size = 3
max_client_conn = 100
${settings}`
  const users = `"${username}" "${decodeURIComponent(password)}"\n`
  await program({ 'pgbouncer.ini': config, 'users.txt': users }, own, (folder, account) =>
    spawn('pgbouncer', ['pgbouncer.ini'], { cwd: folder, stdio: ['ignore', 'pipe', 'pipe'], ...account }),
  )
  return `postgres://${username}:${password}@127.0.0.1:${own}${pathname}`
}

/** HAProxy before some servers, as `docs/operations.md` says it. Gives its address. */
export async function haProxy(servers: readonly string[]): Promise<string> {
  const own = await freePort()
  const lines = servers.map((url, at) => `  server s${at} ${new URL(url).host} check inter 200 fall 1 rise 1`)
  const config = `
global
  maxconn 200
defaults
  mode http
  timeout connect 2s
  timeout client 75s
  timeout server 150s
  timeout http-request 20s
  retries 2
  option redispatch
  retry-on conn-failure
frontend web
  bind 127.0.0.1:${own}
  default_backend selvedge
backend selvedge
  balance roundrobin
  option httpchk GET /ready
${lines.join('\n')}
`
  await program({ 'haproxy.cfg': config }, own, (folder, account) =>
    spawn('haproxy', ['-db', '-f', 'haproxy.cfg'], { cwd: folder, stdio: ['ignore', 'pipe', 'pipe'], ...account }),
  )
  return `http://127.0.0.1:${own}`
}
