import { writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { buildIfNeeded } from '../../scripts/build-if-needed.ts'
import { endAll, endWithChildren, followNpm } from '../../scripts/ending.ts'
import { type Cast, prepareCast, worldOf } from './cast.ts'
import { check, nothingChecked } from './checkpoint.ts'
import { type Report, reportText } from './figures.ts'
import { followFeed } from './follower.ts'
import { openJournal } from './journal.ts'
import { measureMemory, memoryText } from './memory.ts'
import { missingForCluster } from './patroni.ts'
import { measurePeople, peopleText } from './people.ts'
import { findProgram } from './programs.ts'
import { randomOf } from './random.ts'
import { aloneRig, clusterRig, pairRig, type Rig } from './rig.ts'
import { missingFaults, openPulse, strikeOnce } from './trouble.ts'
import { newNotes, rehearse, startWorkers } from './workers.ts'

const usage = `npm run chaos -- [--minutes N] [--rig alone|pair|both|cluster] [--seed N] [--workers N] [--fault WORDS]... [--memory] [--people N [--pace SECONDS] [--lines N | --data DIR]] [--smoke] [--results FILE]

Users of every area work at once – every call of the contract that writes – while servers, PostgreSQL, its backends, the disk and the
lines fail by chance. Then nothing may be lost, done twice, or left half. Two rigs by turns: a server alone with its own PostgreSQL,
and two servers on one database behind HAProxy. A third by its name, and for one failover with --smoke: the same on three machines of
PostgreSQL with Patroni, behind PgBouncer (root on Linux). The seed is printed; with it a run tries the same again. Exit code 1 where anything was
lost, doubled or broken. --memory makes the same calls without any trouble, as fast as the machine goes, and says how the memory of the
server grows with them. --fault keeps to the faults whose name has these words (--fault leader --fault pooler). --people has so
many at work without any trouble, a press every --pace seconds (20) beside --lines order lines, or at work in the installation --data, and says how long they wait. --smoke takes less than a minute, for the tests.`

const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '5' },
    rig: { type: 'string', default: 'both' },
    seed: { type: 'string', default: String(Date.now() % 2 ** 31) },
    workers: { type: 'string', default: '10' },
    fault: { type: 'string', multiple: true, default: [] },
    memory: { type: 'boolean', default: false },
    people: { type: 'string' },
    pace: { type: 'string', default: '20' },
    lines: { type: 'string', default: '0' },
    data: { type: 'string' },
    smoke: { type: 'boolean', default: false },
    results: { type: 'string' },
    help: { type: 'boolean', default: false },
  },
})

interface Size {
  ms: number
  rounds: number
  stopMs: number
  pauseMs: number
  /** Faults between two looks into the books. */
  faultsACheck: number
}

const minutes = Number(values.minutes)
const whole: Size = { ms: minutes * 60_000, rounds: 8, stopMs: 10_000, pauseMs: 600, faultsACheck: 25 }
const smoke: Size = { ms: 14_000, rounds: 3, stopMs: 1_500, pauseMs: 300, faultsACheck: 100 }

const rigOf = { alone: aloneRig, pair: pairRig, cluster: clusterRig }
const missingOf: Record<Rig['name'], () => string | null> = {
  alone: () => null,
  pair: () => (findProgram('haproxy') ? null : 'HAProxy is not installed (Debian: apt-get install haproxy)'),
  cluster: missingForCluster,
}

if (values.help) console.log(usage)
else await runAll()

async function runAll(): Promise<void> {
  void followNpm()
  endWithChildren()
  await buildIfNeeded()
  const size = values.smoke ? smoke : whole
  const seed = Number(values.seed)
  const rigs = (['alone', 'pair', 'cluster'] as const).filter(
    (rig) => values.rig === rig || (values.rig === 'both' && (rig !== 'cluster' || values.smoke)),
  )
  const notes: string[] = []
  let passed = 0
  if (values.people !== undefined || values.smoke) {
    const many = {
      people: Number(values.people),
      ms: size.ms,
      pace: Number(values.pace),
      lines: Number(values.lines),
      dataDir: values.data,
    }
    const report = await measurePeople(seed, values.smoke ? { people: 20, ms: 8_000, pace: 2, lines: 0 } : many)
    console.log(`\n${peopleText(report)}`)
    const isMeasured = report.reads.length > 20 && report.failed.size === 0
    if (isMeasured) passed += 1
    else notes.push(`FAILED people\n${peopleText(report)}`)
    if (values.people !== undefined) return endAll(isMeasured ? 0 : 1)
  }
  if (values.memory || values.smoke) {
    const report = await measureMemory(
      seed,
      Number(values.workers),
      values.smoke ? { ms: 4_000, rounds: 0 } : { ms: size.ms, rounds: 2 },
    )
    console.log(`\n${memoryText(report)}`)
    const isMeasured = report.samples.length > 2 && report.calls > 20
    if (isMeasured) passed += 1
    else notes.push(`FAILED memory\n    ${report.samples.length} samples of ${report.calls} calls`)
    if (values.memory) return endAll(isMeasured ? 0 : 1)
  }
  for (const rig of rigs) {
    const missing = missingOf[rig]()
    if (missing !== null) {
      console.log(`${rig} skipped: ${missing}`)
      continue
    }
    const report = await runOne(rig, seed, { ...size, ms: size.ms / rigs.length })
    console.log(`\n${reportText(report)}`)
    const isGood = report.lost.length + report.doubled.length + report.broken.length + report.unexpected.size === 0
    if (isGood && report.recoveries.length > 0) passed += 1
    else notes.push(`FAILED chaos ${rig}, seed ${seed}\n${reportText(report)}`)
  }
  if (values.results)
    writeFileSync(values.results, JSON.stringify({ benches: { passed, failed: notes.length, skipped: 0, notes } }))
  await endAll(notes.length > 0 ? 1 : 0)
}

async function runOne(name: Rig['name'], seed: number, size: Size): Promise<Report> {
  console.log(`chaos, ${name}: --seed ${seed} tries the same again`)
  const started = performance.now()
  const people: { cast?: Cast } = {}
  const rig: Rig = await rigOf[name](async (db, data, filesUrl) => {
    people.cast = await prepareCast(db, data, filesUrl)
  })
  const release = endWithChildren(() => rig.stop())
  const { cast } = people
  if (cast === undefined) throw new Error('nobody is there')
  const journal = openJournal(`chaos-${seed}-${name}`)
  const [random, unexpected, pulse, noted] = [randomOf(seed), new Map<string, number>(), openPulse(), newNotes()]
  const state = { over: false, keptShare: 1 }
  const world = worldOf(cast, {
    ...{ url: rig.url, journal, random },
    isOver: () => state.over,
    keptShare: () => state.keptShare,
    answered: pulse.answered,
    unexpected: (call, status, body) => {
      const words = `${call}: ${status} ${body.slice(0, 160)}`
      unexpected.set(words, (unexpected.get(words) ?? 0) + 1)
    },
  })
  const follower = await followFeed(world.by['super-admin'])
  const so = nothingChecked()
  console.log(`  ready after ${Math.round((performance.now() - started) / 1_000)} s; every deed is tried once`)
  const rounds = values.smoke && name !== 'alone' ? 0 : size.rounds
  const untried = rounds > 0 ? await rehearse(world, noted, rounds) : []
  console.log(
    `  rehearsed after ${Math.round((performance.now() - started) / 1_000)} s; ${untried.length} deeds not done yet`,
  )
  // What was done before any trouble is asked for once more as a whole, later a part of it.
  state.keptShare = 0.05
  const workers = startWorkers(world, Number(values.workers), seed, 40, noted)
  const recoveries: Report['recoveries'][number][] = []
  // One failover is what there is time for.
  const only = values.smoke && name === 'cluster' ? ['the leader’s machine is gone'] : values.fault
  const trouble = { only, rig, pulse, random: randomOf(seed + 1), recoveries, broken: so.broken, ...size }
  const parts = { rig, workers, follower, journal }
  if (journal.totals.done > 0) await check(parts, so)
  const begun = performance.now()
  while (performance.now() - begun < size.ms && so.broken.length < 50) {
    for (let at = 0; at < size.faultsACheck && performance.now() - begun < size.ms; at += 1) await strikeOnce(trouble)
    if (performance.now() - begun < size.ms) await check(parts, so)
    if (!values.smoke)
      console.log(`  ${recoveries.length} faults, ${journal.totals.done} deeds done, ${so.checks} checks`)
  }
  await workers.stop()
  await check(parts, so)
  state.over = true
  await follower.stop()
  await rig.stop()
  release()
  const neverDone = untried.filter((call) => !journal.totals.byCall.has(call))
  for (const call of neverDone) console.log(`  never done: ${call}: ${noted.refusals.get(call) ?? 'not tried'}`)
  return {
    ...{
      seed,
      rig: name,
      seconds: (performance.now() - begun) / 1_000,
      totals: journal.totals,
      recoveries,
      unexpected,
    },
    ...{ ...so, broken: [...so.broken, ...new Set(noted.broken)].slice(0, 100), neverDone },
    skipped: missingFaults(rig),
    events: follower.cursors.length,
  }
}
