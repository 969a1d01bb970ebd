import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Cast, prepareCast, worldOf } from './cast.ts'
import { followFeed } from './follower.ts'
import { openJournal } from './journal.ts'
import { randomOf } from './random.ts'
import { aloneRig } from './rig.ts'
import { newNotes, rehearse, startWorkers } from './workers.ts'

/** Memory of the server at a moment of its work, bytes; `calls` were answered by then. */
export interface Sample {
  at: number
  calls: number
  heapUsed: number
  rss: number
}

export interface MemoryReport {
  seconds: number
  calls: number
  samples: readonly Sample[]
  /** Bytes a thousand calls, by least squares over the second half: until then it warms up. */
  heapSlope: number
  rssSlope: number
  /** By the slope, over all the calls of eight hours at ten a second. */
  heapIn8Hours: number
  rssIn8Hours: number
}

const CALLS_IN_8_HOURS = 8 * 3_600 * 10
const WARM_UP = 0.5

/** The rise of `y` with `x` that fits best; 0 where there are fewer than two points. */
export function slopeOf(points: readonly { x: number; y: number }[]): number {
  const mean = (of: (point: { x: number; y: number }) => number) =>
    points.reduce((sum, point) => sum + of(point), 0) / points.length
  const [x, y] = [mean((point) => point.x), mean((point) => point.y)]
  const spread = points.reduce((sum, point) => sum + (point.x - x) ** 2, 0)
  if (points.length < 2 || spread === 0) return 0
  return points.reduce((sum, point) => sum + (point.x - x) * (point.y - y), 0) / spread
}

/** After `rounds` of every deed: mixed work of all areas without any trouble, as fast as the machine goes; the server's memory is read now and then, after collecting. */
export async function measureMemory(
  seed: number,
  workers: number,
  { ms, rounds }: { ms: number; rounds: number },
): Promise<MemoryReport> {
  const people: { cast?: Cast } = {}
  const rig = await aloneRig(
    async (db, data) => {
      people.cast = await prepareCast(db, data)
    },
    { node: ['--expose-gc', '--import', join(import.meta.dirname, 'tell-memory.mjs')], tells: 'CHAOS_MEMORY_FILE' },
  )
  const { cast } = people
  const [server] = rig.servers
  if (cast === undefined || server === undefined) throw new Error('nobody is there')
  const journal = openJournal(`memory-${seed}`)
  const state = { over: false }
  const world = worldOf(cast, {
    ...{ url: rig.url, journal, random: randomOf(seed), answered: () => undefined, unexpected: () => undefined },
    isOver: () => state.over,
    keptShare: () => 0,
  })
  const follower = await followFeed(world.by['super-admin'])
  const noted = newNotes()
  await rehearse(world, noted, rounds)
  const all = startWorkers(world, workers, seed, 0, noted)
  const calls = () => journal.totals.deeds + journal.totals.looks
  const before = calls()
  const file = join(rig.logs, 'memory')
  const samples: Sample[] = []
  const begun = performance.now()
  const every = Math.max(500, ms / 120)
  while (performance.now() - begun < ms) {
    await sleep(every)
    const now = calls() - before
    process.kill(server.pid(), 'SIGUSR2')
    await sleep(150)
    journal.take()
    const said = lastLine(file)
    if (said !== null) samples.push({ ...said, calls: now })
  }
  const seconds = (performance.now() - begun) / 1_000
  await all.stop()
  state.over = true
  await follower.stop()
  await rig.stop()
  return { seconds, calls: calls() - before, samples, ...slopes(samples) }
}

function lastLine(file: string): Omit<Sample, 'calls'> | null {
  const last = existsSync(file) ? readFileSync(file, 'utf8').trim().split('\n').at(-1) : undefined
  return last ? (JSON.parse(last) as Omit<Sample, 'calls'>) : null
}

function slopes(samples: readonly Sample[]) {
  const warm = samples.slice(Math.floor(samples.length * WARM_UP))
  const of = (key: 'heapUsed' | 'rss') => slopeOf(warm.map((sample) => ({ x: sample.calls / 1_000, y: sample[key] })))
  const [heapSlope, rssSlope] = [of('heapUsed'), of('rss')]
  const in8Hours = (slope: number) => (slope * CALLS_IN_8_HOURS) / 1_000
  return { heapSlope, rssSlope, heapIn8Hours: in8Hours(heapSlope), rssIn8Hours: in8Hours(rssSlope) }
}

const megabytes = (bytes: number) => (bytes / 1_048_576).toFixed(1)

export function memoryText({ seconds, calls, samples, ...report }: MemoryReport): string {
  const tenth = samples.filter((_, at) => at % Math.max(1, Math.round(samples.length / 10)) === 0)
  return [
    `memory: ${calls} calls in ${Math.round(seconds)} s (${Math.round(calls / seconds)} a second), ${samples.length} samples after collecting`,
    ...tenth.map(
      (sample) =>
        `  after ${String(sample.calls).padStart(6)} calls: heap ${megabytes(sample.heapUsed)} MB, resident ${megabytes(sample.rss)} MB`,
    ),
    `  slopes a thousand calls: heap ${(report.heapSlope / 1_024).toFixed(1)} KB, resident ${(report.rssSlope / 1_024).toFixed(1)} KB`,
    `  over the ${CALLS_IN_8_HOURS} calls of eight hours: heap ${megabytes(report.heapIn8Hours)} MB, resident ${megabytes(report.rssIn8Hours)} MB`,
  ].join('\n')
}
