import { readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { seedVolume } from '../../src/server/demo/seed-volume.ts'
import type { Db } from '../../src/server/http/call.ts'
import { openSessions } from '../../src/server/http/sessions.ts'
import type { Call, Takes } from '../../src/shared/kernel/call.ts'
import { type CallName, callNamed } from './calls.ts'
import { type Cast, prepareCast, worldOf } from './cast.ts'
import { percentile } from './figures.ts'
import type { Person } from './hand.ts'
import { openJournal } from './journal.ts'
import mix from './people-mix.json' with { type: 'json' }
import { choices } from './players/index.ts'
import { people as everybody, type Who, type World } from './players/play.ts'
import { postgresOf } from './programs.ts'
import { randomOf } from './random.ts'
import { aloneRig } from './rig.ts'
import { newNotes, playOnce } from './workers.ts'

/**
 * Many people at work at once, without any trouble: what they wait for, and what it costs the machine. Measured from the stories of the
 * screen specs (2,614 calls of nine accounts): a press that opens a screen makes seven calls that read, and one call in seventeen writes.
 * `people-mix.json` has those calls by role with how often each was made; deeds are the players'.
 */
const CALLS_A_SCREEN = 7
/** With 2.5 calls a deed (it looks before it acts), one in seventeen calls writes. */
const DEEDS_AMONG_STEPS = 0.32

const MEMORY_EVERY_MS = 120_000
const LONGEST = 6

/** What an administrator does once a month is no part of a day: a check of all ledgers takes minutes of the database. */
const daily = choices.filter(([name]) => name !== 'ledgers.startLedgerCheck')

/** Who they are, of a hundred. */
const hundred: readonly (readonly [Who, number])[] = [
  ...([
    ['vendor', 30],
    ['vendor2', 20],
    ['ops', 8],
    ['ops-team', 4],
    ['china-qc', 14],
  ] as const),
  ...([
    ['india-qc', 8],
    ['india-inward', 6],
    ['warehouse', 10],
  ] as const),
]

/** The vendors of the demo share what a story's vendor asked. */
const asked = (who: Who): readonly Asked[] => (mix as Partial<Record<Who, Asked[]>>)[who] ?? (mix.vendor as Asked[])
type Asked = readonly (string | number | object)[]

export interface PeopleSize {
  people: number
  ms: number
  /** Seconds between two presses of one person, in the middle. */
  pace: number
  /** Order lines beside the demo's. */
  lines: number
  /** An installation with the demo's accounts, instead of one of its own; what is done in it stays. */
  dataDir?: string | undefined
}

export interface PeopleReport {
  people: number
  seconds: number
  reads: readonly number[]
  deeds: readonly number[]
  refused: number
  failed: ReadonlyMap<string, number>
  /** Bytes of the server and of PostgreSQL's processes (shared memory counted once) at the end, and the server's at most. */
  server: number
  serverAtMost: number
  /** Megabytes of the server, every so many seconds. */
  memory: readonly number[]
  /** The deeds that took longest. */
  longest: readonly string[]
  connections: number
  /** Processor seconds of the server and of PostgreSQL. */
  cpu: { server: number; postgres: number }
}

/** Accounts like the demo's, each with a session of its own: so many of every kind that none serves two people at once. */
async function prepareCrowd(db: Db, cast: Cast, copies: number): Promise<Cast[]> {
  const sessions = openSessions(db)
  const crowd: Cast[] = [cast]
  const crowdOf = Date.now()
  for (let copy = 1; copy < copies; copy += 1) {
    const own = await Promise.all(
      everybody.map(async (who, at): Promise<[Who, Person]> => {
        const { rows } = await sql<{ id: string }>`
          INSERT INTO app_user (id, email, name, password_hash, role, team, vendor_id, site_ids, further_rights)
          SELECT gen_random_uuid(), ${`${who}.${copy}.${crowdOf}@demo.selvedge`}, name || ' ' || ${String(copy)}, password_hash, role, team, vendor_id, site_ids, further_rights
          FROM app_user WHERE id = ${cast[who].userId} RETURNING id`.execute(db)
        const userId = rows[0]?.id ?? ''
        const { token } = await db.transaction().execute((tx) => sessions.open(tx, userId))
        return [who, { userId, token, address: `10.${Math.floor(copy / 250) + 2}.${copy % 250}.${at + 1}` }]
      }),
    )
    crowd.push(Object.fromEntries(own) as Cast)
  }
  return crowd
}

export async function measurePeople(
  seed: number,
  { people, ms, pace, lines, dataDir }: PeopleSize,
): Promise<PeopleReport> {
  const made: { crowd?: Cast[] } = {}
  const rig = await aloneRig(
    async (db, data) => {
      const cast = await prepareCast(db, data)
      if (lines > 0) await seedVolume(db, { lines, log: () => undefined })
      made.crowd = await prepareCrowd(db, cast, Math.ceil(people / everybody.length) + 1)
    },
    { dataDir },
  )
  const [server] = rig.servers
  const { crowd = [] } = made
  if (server === undefined) throw new Error('no server')
  const journal = openJournal(`people-${seed}`)
  const failed = new Map<string, number>()
  const note = (words: string) => failed.set(words, (failed.get(words) ?? 0) + 1)
  const state = { over: false }
  const worlds = crowd.map((cast, at) =>
    worldOf(cast, {
      ...{ url: rig.url, journal, random: randomOf(seed + at), answered: () => undefined, keptShare: () => 0 },
      unexpected: (call, status, body) => note(`${call}: ${status} ${body.slice(0, 120)}`),
      isOver: () => state.over,
    }),
  )
  const [reads, noted] = [[] as number[], newNotes()]
  const roles = hundred.flatMap(([who, share]) => Array.from<Who>({ length: share }).fill(who))

  async function openScreen(world: World, who: Who, random: World['random']): Promise<void> {
    const weighed = asked(who).flatMap((one) => Array.from<Asked>({ length: Number(one[1]) }).fill(one))
    const chosen = Array.from({ length: CALLS_A_SCREEN }, () => random.pick(weighed))
    await Promise.all(
      chosen.map(async ([name, , input]) => {
        const begun = performance.now()
        try {
          await world.by[who].look(callNamed(name as CallName), input as Takes<Call>)
          reads.push(performance.now() - begun)
        } catch (error) {
          if (!state.over)
            note(`${String(name)}: ${error instanceof Error ? error.message.slice(0, 120) : String(error)}`)
        }
      }),
    )
  }

  async function work(nth: number): Promise<void> {
    const random = randomOf(seed + nth * 7_919)
    const world = { ...(worlds[nth % worlds.length] as World), random }
    const who = roles[nth % roles.length] as Who
    await sleep(random.next() * pace * 1_000)
    while (!state.over) {
      const [name, play] = random.pick(daily)
      if (random.chance(DEEDS_AMONG_STEPS)) await playOnce(name, play, world, noted)
      else await openScreen(world, who, random)
      await sleep((0.5 + random.next()) * pace * 1_000)
    }
  }

  const begun = performance.now()
  const cpuBefore = cpuOf(server.pid(), rig.postgres)
  const all = Array.from({ length: people }, (_, nth) => work(nth))
  const deeds: number[] = []
  const [memory, taken] = [[] as number[], [] as { call: string; took: number; at: number }[]]
  let nextMemory = 0
  let [serverAtMost, connections] = [0, 0]
  while (performance.now() - begun < ms) {
    await sleep(Math.min(5_000, ms / 3))
    for (const deed of journal.take()) {
      if (deed.outcome !== 'done') continue
      deeds.push(deed.took)
      taken.push({ call: deed.call, took: deed.took, at: Math.round((performance.now() - begun) / 1_000) })
    }
    taken.sort((a, b) => b.took - a.took).splice(LONGEST)
    if (performance.now() - begun >= nextMemory) {
      memory.push(Math.round(residentOf(server.pid()) / 1_048_576))
      nextMemory += MEMORY_EVERY_MS
    }
    serverAtMost = Math.max(serverAtMost, residentOf(server.pid()))
    connections = Math.max(connections, postgresOf(rig.postgres)?.backends.length ?? 0)
  }
  const seconds = (performance.now() - begun) / 1_000
  const cpuAfter = cpuOf(server.pid(), rig.postgres)
  const report: PeopleReport = {
    ...{ people, seconds, reads, deeds, failed, connections, serverAtMost, memory },
    longest: taken.map(({ call, took, at }) => `${call} ${Math.round(took)} ms at ${at} s`),
    refused: journal.totals.refused,
    server: residentOf(server.pid()),
    cpu: { server: cpuAfter.server - cpuBefore.server, postgres: cpuAfter.postgres - cpuBefore.postgres },
  }
  state.over = true
  await Promise.all(all)
  await rig.stop()
  for (const words of noted.broken) note(words)
  return report
}

const TICKS = 100
const statOf = (pid: number): string[] => {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  } catch {
    return []
  }
}

/** User and system time; of PostgreSQL with its processes, those that ended too. */
function cpuOf(server: number, folder: string): PeopleReport['cpu'] {
  const own = (pid: number, ended: boolean) => {
    const stat = statOf(pid).slice(11, ended ? 15 : 13)
    return stat.reduce((sum, ticks) => sum + Number(ticks), 0) / TICKS
  }
  const { postmaster = 0, backends = [] } = postgresOf(folder) ?? {}
  return {
    server: own(server, false),
    postgres: backends.reduce((sum, pid) => sum + own(pid, false), own(postmaster, true)),
  }
}

/** Resident bytes. */
const residentOf = (pid: number): number => Number(statOf(pid)[21] ?? 0) * 4_096

const figures = (values: readonly number[]) =>
  [0.5, 0.95, 0.99, 1].map((share) => `${Math.round(percentile(values, share))}`).join(' / ')

export function peopleText({ people, seconds, reads, deeds, cpu, ...report }: PeopleReport): string {
  const calls = reads.length + deeds.length
  const perCall = (spent: number) => `${((spent / Math.max(1, calls)) * 1_000).toFixed(1)} ms`
  const failures = [...report.failed].toSorted((a, b) => b[1] - a[1])
  return [
    `${people} people for ${Math.round(seconds)} s: ${calls} calls that count (${(calls / seconds).toFixed(1)} a second), ${deeds.length} of them deeds`,
    `  screens’ calls, ms, p50 / p95 / p99 / most: ${figures(reads)}`,
    `  deeds, ms: ${figures(deeds)}; refused in words ${report.refused}`,
    `  failed ${failures.reduce((sum, [, times]) => sum + times, 0)}`,
    ...failures.slice(0, 20).map(([words, times]) => `    ${times} x ${words}`),
    `  server ${Math.round(report.server / 1_048_576)} MB at the end, ${Math.round(report.serverAtMost / 1_048_576)} at most; ${report.connections} connections of the database at most`,
    `  server, MB every ${MEMORY_EVERY_MS / 60_000} minutes: ${report.memory.join(' ')}`,
    `  longest deeds: ${report.longest.join('; ')}`,
    `  processor: server ${cpu.server.toFixed(0)} s (${perCall(cpu.server)} a call), PostgreSQL ${cpu.postgres.toFixed(0)} s (${perCall(cpu.postgres)})`,
  ].join('\n')
}
