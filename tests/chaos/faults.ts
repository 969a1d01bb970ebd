import { closeSync, openSync, rmSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { PatroniCluster } from './patroni.ts'
import { postgresOf, signal } from './programs.ts'
import type { Random } from './random.ts'
import type { Rig } from './rig.ts'

/** One kind of trouble. `strike` resolves when its cause is over: from then on the servers are to come back by themselves. */
export interface Fault {
  name: string
  /** How often it is chosen. */
  weight: number
  /** Why it cannot be had here; null where it can. */
  missing(rig: Rig): string | null
  /** False where there was nothing to strike at this moment. */
  strike(rig: Rig, chance: Random, stopMs: number): Promise<boolean>
}

const always = () => null
const linux = () => (process.platform === 'linux' ? null : 'processes of PostgreSQL are found on Linux only')

const aServer = (rig: Rig, chance: Random) => chance.pick(rig.servers)

function aBackend(rig: Rig, chance: Random): number {
  const backends = postgresOf(rig.postgres)?.backends ?? []
  return backends.length === 0 ? 0 : chance.pick(backends)
}

function killServer(rig: Rig, chance: Random): boolean {
  const server = aServer(rig, chance)
  if (server.pid() === 0) return false
  server.kill('SIGKILL')
  return true
}

function killPostmaster(rig: Rig): boolean {
  const found = postgresOf(rig.postgres)
  return found !== null && signal(found.postmaster, 'SIGKILL')
}

async function stopped(pid: number, ms: number): Promise<boolean> {
  if (pid === 0 || !signal(pid, 'SIGSTOP')) return false
  await sleep(ms)
  signal(pid, 'SIGCONT')
  return true
}

/** Writes until nothing fits any more, waits, and gives the room back. */
async function fillDisk(folder: string, ms: number): Promise<void> {
  const ballast = join(folder, 'ballast')
  const file = openSync(ballast, 'w')
  const zeros = Buffer.alloc(1024 * 1024)
  try {
    for (let size = zeros.length; size >= 4_096; ) {
      try {
        writeSync(file, zeros, 0, size)
      } catch {
        size = Math.floor(size / 2)
      }
    }
    await sleep(ms)
  } finally {
    closeSync(file)
    rmSync(ballast, { force: true })
  }
}

const manyMachines = ({ patroni }: Rig) => (patroni === null ? 'the database has one machine only' : null)

/** Strikes at the database's machines once all of them are well: of three only one may be away. */
const atLeader =
  (strike: (patroni: PatroniCluster, chance: Random) => Promise<boolean>) =>
  async ({ patroni }: Rig, chance: Random): Promise<boolean> =>
    patroni !== null && (await patroni.whole(90_000)) && strike(patroni, chance)

export const faults: readonly Fault[] = [
  {
    name: 'the leader’s machine is gone',
    weight: 12,
    missing: manyMachines,
    strike: atLeader((patroni, chance) => patroni.lose(chance.int(15_000, 25_000))),
  },
  {
    name: 'the leader is cut off',
    weight: 12,
    missing: manyMachines,
    strike: atLeader((patroni, chance) => patroni.cutOff(chance.int(15_000, 25_000))),
  },
  {
    name: 'the lead is handed over',
    weight: 12,
    missing: manyMachines,
    strike: atLeader((patroni) => patroni.switchOver()),
  },
  {
    name: 'kill -9 of the pooler',
    weight: 4,
    missing: manyMachines,
    strike: async ({ patroni }) => {
      patroni?.pooler.kill('SIGKILL')
      return patroni !== null
    },
  },
  {
    name: 'the storage of files is gone',
    weight: 4,
    missing: ({ storage }) => (storage === null ? 'files lie in a folder' : null),
    strike: async ({ storage }, chance, ms) => {
      await storage?.fall()
      await sleep(chance.int(300, Math.max(300, ms)))
      await storage?.rise()
      return storage !== null
    },
  },
  {
    name: 'kill -9 of a server',
    weight: 5,
    missing: always,
    strike: async (rig, chance) => killServer(rig, chance),
  },
  {
    name: 'kill -9 of every server',
    weight: 1,
    missing: ({ servers }) => (servers.length > 1 ? null : 'there is one server only'),
    strike: async ({ servers }) => {
      for (const server of servers) server.kill('SIGKILL')
      return true
    },
  },
  {
    name: 'kill -9 of the postmaster',
    weight: 4,
    missing: linux,
    strike: async (rig) => killPostmaster(rig),
  },
  {
    name: 'kill -9 of server and postmaster',
    weight: 2,
    missing: linux,
    strike: async (rig, chance) => {
      const servers = killServer(rig, chance)
      return killPostmaster(rig) || servers
    },
  },
  {
    name: 'kill -9 of a backend',
    weight: 4,
    missing: linux,
    strike: async (rig, chance) => signal(aBackend(rig, chance) || Number.NaN, 'SIGKILL'),
  },
  {
    name: 'end of a backend',
    weight: 5,
    missing: linux,
    strike: async (rig, chance) => signal(aBackend(rig, chance) || Number.NaN, 'SIGTERM'),
  },
  {
    name: 'a server stands still',
    weight: 1,
    missing: always,
    strike: (rig, chance, ms) => stopped(aServer(rig, chance).pid(), ms),
  },
  {
    name: 'a backend stands still',
    weight: 2,
    missing: linux,
    strike: (rig, chance, ms) => stopped(aBackend(rig, chance), ms),
  },
  {
    name: 'a full disk',
    weight: 1,
    missing: ({ disk }) => ('missing' in disk ? disk.missing : null),
    strike: async ({ disk }, chance, ms) => {
      if ('missing' in disk) return false
      await fillDisk(disk.folder, chance.int(300, Math.max(300, ms)))
      return true
    },
  },
  {
    name: 'requests cut half way',
    weight: 10,
    missing: always,
    strike: async ({ wire }, chance) => {
      wire.cutRequests(chance.int(1, 6))
      return true
    },
  },
  {
    name: 'answers cut half way',
    weight: 12,
    missing: always,
    strike: async ({ wire }, chance) => {
      wire.cutAnswers(chance.int(1, 8))
      return true
    },
  },
]
