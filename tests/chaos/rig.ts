import { chmodSync, mkdirSync } from 'node:fs'
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { lockDataFolder } from '../../src/server/database/data-folder.ts'
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../../src/server/database/embedded-postgres.ts'
import { openDatabase } from '../../src/server/database/open-database.ts'
import type { Db } from '../../src/server/http/call.ts'
import { closeAll } from '../support/after-file.ts'
import { type TestStorage, testStorage } from '../support/files.ts'
import { removeTestFolder, TEST_FOLDER } from '../support/leftovers.ts'
import { type PatroniCluster, startPatroni } from './patroni.ts'
import {
  findProgram,
  freePort,
  type Keeper,
  keepHaproxy,
  keepServer,
  mountSmallDisk,
  untilListening,
} from './programs.ts'
import { openWire, type Wire } from './wire.ts'

/** What is tried: servers, their database, and the wire to them. */
export interface Rig {
  name: 'alone' | 'pair' | 'cluster'
  /** Where players call: the wire. */
  url: string
  wire: Wire
  servers: readonly Keeper[]
  proxy: Keeper | null
  /** The folder of the PostgreSQL that answers now. */
  readonly postgres: string
  /** The machines of the database, where there are several. */
  patroni: PatroniCluster | null
  /** S3, where files lie there. */
  storage: TestStorage | null
  /** A small disk that holds everything; null with the reason where there is none. */
  disk: { folder: string } | { missing: string }
  logs: string
  /** Looks into the database while nobody changes it; a server that has it for itself is stopped meanwhile. */
  inBooks<T>(look: (db: Db) => Promise<T>): Promise<T>
  stop(): Promise<void>
}

const DISK_MB = 1_400
const silent = { info: () => undefined, warn: () => undefined, error: () => undefined }

interface Ground {
  root: string
  data: string
  logs: string
  disk: Rig['disk']
  release(): void
}

async function openGround(): Promise<Ground> {
  const root = await mkdtemp(join(tmpdir(), TEST_FOLDER))
  chmodSync(root, 0o711)
  const lock = await lockDataFolder(root)
  // By this name what a killed run left is found and unmounted by the next.
  const folder = join(root, 'disk')
  const missing = mountSmallDisk(folder, DISK_MB)
  const data = join(missing === null ? folder : root, 'data')
  const logs = join(root, 'logs')
  for (const each of [data, logs]) mkdirSync(each, { recursive: true })
  chmodSync(data, 0o711)
  return { root, data, logs, disk: missing === null ? { folder } : { missing }, release: () => lock.release() }
}

type Prepare = (db: Db, data: string, filesUrl?: string) => Promise<void>

/**
 * One server with a PostgreSQL of its own, as on a desktop or a small company's machine; Node with these options. `tells` is a variable
 * in which it finds a file to write to, `memory` among the logs; `dataDir` an installation that is there and stays.
 */
export async function aloneRig(
  prepare: Prepare,
  { node = [], tells, dataDir }: { node?: readonly string[]; tells?: string; dataDir?: string | undefined } = {},
): Promise<Rig> {
  const ground = await openGround()
  const { logs, root } = ground
  const data = dataDir ?? ground.data
  const open = async <T>(look: (db: Db) => Promise<T>) => {
    const database = await openDatabase({ dataDir: data, log: silent })
    try {
      return await look(database.owner)
    } finally {
      await database.stop()
    }
  }
  await open((db) => prepare(db, data))
  const port = await freePort()
  const server = keepServer('server', {
    ...{ data, port, log: join(logs, 'server.log'), node },
    env: tells === undefined ? {} : { [tells]: join(logs, 'memory') },
  })
  await untilListening(port)
  const wire = await openWire(port)
  return {
    name: 'alone',
    ...{ url: wire.url, wire, servers: [server], proxy: null, logs, disk: ground.disk },
    postgres: join(data, 'postgres'),
    ...{ patroni: null, storage: null },
    async inBooks(look) {
      await server.stop()
      try {
        return await open(look)
      } finally {
        server.start()
        await untilListening(port)
      }
    },
    async stop() {
      await wire.close()
      await server.stop()
      ground.release()
      await removeTestFolder(root)
    },
  }
}

interface SharedDatabase {
  app: string
  owner: string
  /** The folder of the PostgreSQL that answers now. */
  folder(): string
  patroni: PatroniCluster | null
  /** S3, where files do not lie in the folder that both servers have. */
  storage: TestStorage | null
  stop(): Promise<void>
}

/** Two servers on one database behind HAProxy, as a company runs them. Throws where HAProxy is not installed. */
export function pairRig(prepare: Prepare): Promise<Rig> {
  return twoServers('pair', prepare, async ({ data }) => {
    const cluster: EmbeddedPostgres = await startEmbeddedPostgres({ dataDir: data, log: silent })
    const { app, owner } = cluster.addresses
    return {
      app,
      owner,
      folder: () => join(data, 'postgres'),
      patroni: null,
      storage: null,
      stop: () => cluster.stop(),
    }
  })
}

/** The same on a PostgreSQL of three machines that Patroni keeps, behind PgBouncer, with files in S3. Throws where that cannot be had. */
export function clusterRig(prepare: Prepare): Promise<Rig> {
  return twoServers('cluster', prepare, async ({ root, logs }) => {
    const patroni = await startPatroni(root, logs)
    const storage = await testStorage()
    const { app, owner, leaderFolder: folder } = patroni
    const stop = async () => {
      await patroni.stop()
      await closeAll()
    }
    return { app, owner, folder, patroni, storage, stop }
  })
}

async function twoServers(
  name: 'pair' | 'cluster',
  prepare: Prepare,
  start: (ground: Ground) => Promise<SharedDatabase>,
): Promise<Rig> {
  const program = findProgram('haproxy')
  if (program === null) throw new Error('HAProxy is not installed (Debian: apt-get install haproxy)')
  const ground = await openGround()
  const { data, logs, root } = ground
  const database = await start(ground)
  const { app, owner, patroni, storage } = database
  const open = async <T>(look: (db: Db) => Promise<T>) => {
    const database = await openDatabase({ databaseUrl: app, ownerUrl: owner, log: silent, poolSize: 2 })
    try {
      return await look(database.owner)
    } finally {
      await database.stop()
    }
  }
  await open((db) => prepare(db, data, storage?.url))
  const ports = [await freePort(), await freePort()]
  const servers = ports.map((port, at) => {
    const name = `server-${at + 1}`
    // With S3 they have no folder in common.
    const own = storage === null ? data : join(data, name)
    mkdirSync(own, { recursive: true })
    const env = {
      ...(storage && { FILES_URL: storage.url }),
      ...(patroni && { DATABASE_REPLICA_URL: patroni.replica }),
    }
    return keepServer(name, { data: own, port, log: join(logs, `${name}.log`), database: { app, owner }, env })
  })
  for (const port of ports) await untilListening(port)
  const front = await freePort()
  const proxy = keepHaproxy(program, join(root, 'haproxy'), front, ports)
  await untilListening(front)
  const wire = await openWire(front)
  return {
    ...{ name, url: wire.url, wire, servers, proxy, logs, disk: ground.disk, patroni, storage },
    get postgres() {
      return database.folder()
    },
    async inBooks(look) {
      // Books are looked into while the database is whole: a leader that goes in the middle of it is no fault of them.
      await patroni?.whole(90_000)
      return open(look)
    },
    async stop() {
      await wire.close()
      await proxy.stop()
      await Promise.all(servers.map((server) => server.stop()))
      await database.stop()
      ground.release()
      await removeTestFolder(root)
    },
  }
}
