import { execFileSync } from 'node:child_process'
import { chownSync, existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from 'pg'
import { postgresAccount } from '../../src/server/database/postgres-account.ts'
import { findProgram, freePort, type Keeper, keep, postgresOf, signal, untilListening } from './programs.ts'

/**
 * PostgreSQL as companies run it: three machines (network namespaces of this one) with Patroni over etcd, HAProxy that leads to whichever
 * of them is the leader, and PgBouncer before it. Commits wait for a second machine, so that a leader that is lost takes nothing along.
 */

/** Why there can be none here; null where there can. */
export function missingForCluster(): string | null {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) return 'only root on Linux may make network namespaces'
  const gone = ['patroni', 'etcd', 'haproxy', 'pgbouncer', 'ip', 'setpriv'].filter((name) => findProgram(name) === null)
  if (gone.length > 0)
    return `not installed: ${gone.join(', ')} (Debian: patroni, etcd-server, haproxy, pgbouncer, iproute2)`
  if (findPostgres() === null)
    return 'no PostgreSQL of Debian is installed, which brings pg_rewind (Debian: postgresql)'
  try {
    execFileSync('ip', ['netns', 'add', probe], { stdio: 'pipe' })
    execFileSync('ip', ['netns', 'del', probe], { stdio: 'pipe' })
    return null
  } catch {
    return 'network namespaces cannot be made here'
  }
}

/** The newest PostgreSQL that Debian has with all its programs: ours comes with fewer. */
function findPostgres(): string | null {
  const home = '/usr/lib/postgresql'
  const versions = existsSync(home) ? readdirSync(home).toSorted((a, b) => Number(b) - Number(a)) : []
  return versions.map((version) => join(home, version, 'bin')).find((bin) => existsSync(join(bin, 'pg_rewind'))) ?? null
}

const probe = `selvedge-probe-${process.pid}`

/** A key of Patroni's lease lives so long, seconds: whoever does not renew it is leader no more. Twice the patience and a round. */
const ttl = { ttl: 10, loop_wait: 2, retry_timeout: 3 }

export interface PatroniCluster {
  /** As the role that calls, by the pooler; and as the owner, past it. */
  app: string
  owner: string
  /** One that follows, for reports. */
  replica: string
  pooler: Keeper
  /** The data folder of who leads now. */
  leaderFolder(): string
  /** Waits until there is a leader and both others follow it. False where it takes longer. */
  whole(patienceMs: number): Promise<boolean>
  /** The leader's machine is gone in an instant, and comes back after so long. */
  lose(awayMs: number): Promise<boolean>
  /** The leader's machine runs on and reaches nobody for so long. */
  cutOff(ms: number): Promise<boolean>
  /** Hands the lead over in order. */
  switchOver(): Promise<boolean>
  stop(): Promise<void>
}

interface Node {
  name: string
  address: string
  folder: string
  /** The machine's end of its cable, on the switch. */
  cable: string
  keeper: Keeper
}

interface Member {
  name: string
  role: string
  state: string
}

export async function startPatroni(root: string, logs: string): Promise<PatroniCluster> {
  const missing = missingForCluster()
  if (missing !== null) throw new Error(missing)
  const home = join(root, 'patroni')
  mkdirSync(home, { recursive: true })
  const account = await postgresAccount(home)
  if (account === undefined) throw new Error('PostgreSQL has no account of its own here')
  const own = (path: string) => chownSync(path, account.uid, account.gid)
  own(home)
  const tag = `${process.pid % 100_000}`
  const net = `10.213.${process.pid % 250}`
  const sh = (...words: string[]) => execFileSync('ip', words, { stdio: 'pipe' })
  const bridge = `sv${tag}`
  sh('link', 'add', bridge, 'type', 'bridge')
  sh('addr', 'add', `${net}.1/24`, 'dev', bridge)
  sh('link', 'set', bridge, 'up')

  const etcd = keep(
    'etcd',
    () => [
      'etcd',
      ...['--name', 'one', '--data-dir', join(home, 'etcd'), '--logger', 'zap', '--log-level', 'error'],
      ...['--listen-client-urls', `http://${net}.1:2379`, '--advertise-client-urls', `http://${net}.1:2379`],
      ...['--listen-peer-urls', `http://${net}.1:2380`, '--initial-advertise-peer-urls', `http://${net}.1:2380`],
      ...['--initial-cluster', `one=http://${net}.1:2380`],
    ],
    { ETCD_UNSUPPORTED_ARCH: process.arch === 'arm64' ? 'arm64' : '' },
    join(logs, 'etcd.log'),
  )
  await untilListening(2379, 30_000, `${net}.1`)

  const nodes = ['one', 'two', 'three'].map((name, at): Node => {
    const space = `selvedge-${tag}-${name}`
    const [cable, plug] = [`sv${tag}${'abc'[at]}`, `sp${tag}${'abc'[at]}`]
    const address = `${net}.${11 + at}`
    sh('netns', 'add', space)
    sh('link', 'add', cable, 'type', 'veth', 'peer', 'name', plug)
    sh('link', 'set', cable, 'master', bridge, 'up')
    sh('link', 'set', plug, 'netns', space)
    sh('-n', space, 'addr', 'add', `${address}/24`, 'dev', plug)
    sh('-n', space, 'link', 'set', plug, 'up')
    sh('-n', space, 'link', 'set', 'lo', 'up')
    const folder = join(home, name)
    const config = join(home, `${name}.yml`)
    writeFileSync(config, JSON.stringify(configOf(name, address, folder, `${net}.1:2379`)), { mode: 0o600 })
    own(config)
    const asPostgres = ['setpriv', '--reuid', `${account.uid}`, '--regid', `${account.gid}`, '--clear-groups']
    const command = ['ip', 'netns', 'exec', space, ...asPostgres, 'patroni', config]
    const keeper = keep(`patroni ${name}`, () => command, { HOME: home }, join(logs, `patroni-${name}.log`))
    return { name, address, folder, cable, keeper }
  })

  const [lead, follow] = [await freePort(), await freePort()]
  const towardsLeader = keep(
    'haproxy of the database',
    () => ['haproxy', '-db', '-f', writeConfig(join(home, 'haproxy.cfg'), databaseProxy({ lead, follow }, nodes))],
    {},
    join(logs, 'haproxy-database.log'),
  )
  const pool = await freePort()
  const users = '"selvedge_app" "app-secret"\n'
  writeFileSync(join(home, 'users.txt'), users, { mode: 0o644 })
  writeConfig(join(home, 'pgbouncer.ini'), poolerOf(pool, lead, join(home, 'users.txt')))
  const pooler = keep(
    'pgbouncer',
    () => [
      'setpriv',
      '--reuid',
      `${account.uid}`,
      '--regid',
      `${account.gid}`,
      '--clear-groups',
      'pgbouncer',
      join(home, 'pgbouncer.ini'),
    ],
    {},
    join(logs, 'pgbouncer.log'),
  )

  const members = async (): Promise<Member[]> => {
    for (const { address } of nodes)
      try {
        const reply = await fetch(`http://${address}:8008/cluster`, { signal: AbortSignal.timeout(1_000) })
        return ((await reply.json()) as { members: Member[] }).members
      } catch {
        // Another of them knows.
      }
    return []
  }
  const leader = async () => {
    const name = (await members()).find(({ role, state }) => role === 'leader' && state === 'running')?.name
    return nodes.find((node) => node.name === name)
  }
  let last = nodes[0] as Node
  const whole = async (patienceMs: number) => {
    for (const end = Date.now() + patienceMs; Date.now() < end; await sleep(250)) {
      const now = await members()
      const isWhole =
        now.length === nodes.length && now.every(({ state }) => state === 'running' || state === 'streaming')
      const one = await leader()
      if (one) last = one
      if (isWhole && one && now.some(({ role }) => role === 'sync_standby')) return true
    }
    return false
  }
  const cable = ({ cable: name }: Node, state: 'up' | 'down') => sh('link', 'set', name, state)

  if (!(await whole(120_000))) throw new Error(`Patroni has no whole cluster: ${JSON.stringify(await members())}`)
  await makeRoles(`postgres://postgres:super-secret@127.0.0.1:${lead}/postgres`)
  await untilListening(pool)

  return {
    app: `postgres://selvedge_app:app-secret@127.0.0.1:${pool}/selvedge`,
    owner: `postgres://selvedge_owner:owner-secret@127.0.0.1:${lead}/selvedge`,
    replica: `postgres://selvedge_app:app-secret@127.0.0.1:${follow}/selvedge`,
    pooler,
    leaderFolder: () => last.folder,
    whole,
    async lose(awayMs) {
      const one = await leader()
      if (one === undefined) return false
      cable(one, 'down')
      const found = postgresOf(one.folder)
      one.keeper.kill('SIGKILL')
      if (found) signal(found.postmaster, 'SIGKILL')
      setTimeout(() => cable(one, 'up'), awayMs).unref()
      return true
    },
    async cutOff(ms) {
      const one = await leader()
      if (one === undefined) return false
      cable(one, 'down')
      setTimeout(() => cable(one, 'up'), ms).unref()
      return true
    },
    async switchOver() {
      const [one, now] = [await leader(), await members()]
      const candidate = now.find(({ role }) => role === 'sync_standby')?.name
      if (one === undefined || candidate === undefined) return false
      const body = JSON.stringify({ leader: one.name, candidate })
      const reply = await fetch(`http://${one.address}:8008/switchover`, { method: 'POST', body })
      return reply.ok
    },
    async stop() {
      await pooler.stop()
      await towardsLeader.stop()
      for (const node of nodes) cable(node, 'up')
      await Promise.all(nodes.map(({ keeper }) => keeper.stop()))
      await etcd.stop()
      for (const { name, folder } of nodes) {
        const left = postgresOf(folder)
        if (left) signal(left.postmaster, 'SIGKILL')
        sh('netns', 'del', `selvedge-${tag}-${name}`)
      }
      sh('link', 'del', bridge)
    },
  }
}

function writeConfig(path: string, text: string): string {
  if (!existsSync(path)) writeFileSync(path, text, { mode: 0o644 })
  return path
}

function configOf(name: string, address: string, folder: string, etcd: string) {
  const password = { username: 'postgres', password: 'super-secret' }
  return {
    scope: 'selvedge',
    name,
    etcd3: { host: etcd },
    restapi: { listen: `${address}:8008`, connect_address: `${address}:8008` },
    bootstrap: {
      dcs: {
        ...ttl,
        maximum_lag_on_failover: 1_048_576,
        synchronous_mode: true,
        // A leader whose PostgreSQL ends hands over at once, instead of starting it again first.
        primary_start_timeout: 0,
        postgresql: { use_pg_rewind: true, parameters: { wal_keep_size: '256MB', max_connections: 120 } },
      },
      initdb: [{ encoding: 'UTF8' }, { locale: 'C.UTF-8' }, 'data-checksums'],
    },
    postgresql: {
      listen: `${address}:5432`,
      connect_address: `${address}:5432`,
      data_dir: folder,
      bin_dir: findPostgres(),
      pgpass: join(folder, '..', `${name}.pgpass`),
      authentication: {
        superuser: password,
        replication: { username: 'replicator', password: 'copy-secret' },
        rewind: password,
      },
      parameters: { unix_socket_directories: '', fsync: 'on' },
      pg_hba: ['host all all 0.0.0.0/0 scram-sha-256', 'host replication replicator 0.0.0.0/0 scram-sha-256'],
    },
    // There is none; a leader that hangs is told by its lease.
    watchdog: { mode: 'off' },
  }
}

const databaseProxy = ({ lead, follow }: { lead: number; follow: number }, nodes: readonly Node[]) => `global
  maxconn 500
defaults
  mode tcp
  timeout connect 2s
  timeout client 30m
  timeout server 30m
  timeout check 1s
listen leader
  bind 127.0.0.1:${lead}
  option httpchk HEAD /primary
  http-check expect status 200
  default-server inter 500 fall 2 rise 1 on-marked-down shutdown-sessions
${serversOf(nodes)}
listen followers
  bind 127.0.0.1:${follow}
  option httpchk HEAD /replica
  http-check expect status 200
  default-server inter 500 fall 2 rise 1 on-marked-down shutdown-sessions
${serversOf(nodes)}
`

const serversOf = (nodes: readonly Node[]) =>
  nodes.map(({ name, address }) => `  server ${name} ${address}:5432 check port 8008`).join('\n')

const poolerOf = (port: number, lead: number, users: string) => `[databases]
selvedge = host=127.0.0.1 port=${lead} user=selvedge_app password=app-secret
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = scram-sha-256
auth_file = ${users}
pool_mode = transaction
default_pool_size = 20
max_client_conn = 300
server_connect_timeout = 3
server_login_retry = 1
server_check_delay = 1
server_lifetime = 300
`

async function makeRoles(url: string): Promise<void> {
  const client = new Client({ connectionString: url })
  await client.connect()
  for (const statement of [
    "CREATE ROLE selvedge_owner LOGIN PASSWORD 'owner-secret'",
    "CREATE ROLE selvedge_app LOGIN PASSWORD 'app-secret'",
    'CREATE DATABASE selvedge OWNER selvedge_owner',
    'REVOKE ALL ON DATABASE selvedge FROM PUBLIC',
    'GRANT CONNECT ON DATABASE selvedge TO selvedge_app',
  ])
    await client.query(statement)
  await client.end()
}
