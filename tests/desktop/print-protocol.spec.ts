import { appendFile, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from '@playwright/test'
import fc from 'fast-check'
import { handOver, takeBack } from '../../src/main/print/hand-over.ts'
import type { LedgerJob } from '../../src/main/print/job.ts'
import type { Attempt } from '../../src/main/print/ledger.ts'
import { openPrintLedger, type PrintLedger } from '../../src/main/print/ledger.ts'
import { lookAtQueue } from '../../src/main/print/watch.ts'
import { Problem } from '../../src/main/problem.ts'
import type { PrintJob } from '../../src/shared/bridge.ts'
import { newJob } from './ledger-job.ts'
import { type Fate, fates, printWorld } from './print-world.ts'

/** Ledger and protocol of printing, against a spooler that dies and an app that dies. No app is started here. */

const say = (text: string) => text

type Step = { fates: Fate[] } & (
  | { act: 'print' | 'look' | 'printer' | 'save' | 'app-dies' | 'spooler-dies' | 'strays' }
  | { act: 'attempt' | 'cancel' | 'retry'; job: number }
)

const plain = fc.constantFrom('print', 'look', 'printer', 'save', 'app-dies', 'spooler-dies', 'strays' as const)
const someFates = fc.array(fc.oneof({ weight: 3, arbitrary: fc.constant<Fate>('well') }, fc.constantFrom(...fates)), {
  maxLength: 4,
})
const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({ act: plain, fates: someFates }),
  { weight: 2, arbitrary: fc.record({ act: fc.constant('attempt' as const), job: fc.nat(2), fates: someFates }) },
  fc.record({ act: fc.constantFrom('cancel', 'retry' as const), job: fc.nat(2), fates: someFates }),
) as fc.Arbitrary<Step>

/** Rare by chance: the release was heard, its answer was not, and the spooler then lost the job, or all but its holding. */
const letOutUnheard: Step = { act: 'attempt', job: 0, fates: ['well', 'well', 'done-but-unheard'] }
const lost: Step[] = (['printer', 'spooler-dies'] as const).map((act) => ({ act, fates: [] }))
const letOutAndForgotten: Step[] = [letOutUnheard, ...lost, { act: 'attempt', job: 0, fates: [] }]
const letOutAndHeldAgain: Step[] = [
  { ...letOutUnheard, fates: ['well-and-saved', 'well', 'done-but-unheard'] },
  ...lost,
  { act: 'attempt', job: 0, fates: [] },
]
/** The app dies while it lets a job out; it comes out, and the spooler then knows no more than that it was held. */
const letOutByADeadApp: Step[] = [
  { act: 'attempt', job: 0, fates: ['well-and-saved', 'well', 'app-dies-after'] },
  ...lost,
  { act: 'attempt', job: 0, fates: [] },
]

const begin: Step = { act: 'print', fates: [] }

/**
 * Would catch: a second release after a crash, a job begun anew while its old one still comes out, a reference trusted after
 * its number was given to another job, a job that no run takes up, a held job that stays behind for good, a word said before it
 * is on the disk that it is said.
 */
test('wherever app and spooler die, every job is kept, ends in words or on paper, and is never let out twice', async () => {
  test.setTimeout(120_000)
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 30, size: 'max' }), async (steps) => {
      const folder = await mkdtemp(join(tmpdir(), 'selvedge-protocol-'))
      const history = await runs(folder)
      try {
        for (const one of [begin, ...steps]) await history.take(one)
        await history.settle()
        history.check()
      } finally {
        await history.end()
        await rm(folder, { recursive: true })
      }
    }),
    { numRuns: 300, examples: [[letOutAndForgotten], [letOutAndHeldAgain], [letOutByADeadApp]] },
  )
})

// Would catch: a queue that hides its jobs' names and is filled with one held job after the other.
test('a queue that never knows its own jobs is given up after some tries, in words', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'selvedge-protocol-'))
  let held = 0
  const queue = { ...printWorld().port, hold: async () => `Q-${++held}`, find: async () => null }
  const afterDamage = (job: LedgerJob) => job
  const ledger = await openPrintLedger({ path: join(folder, 'jobs'), onChange: () => undefined, afterDamage })
  const attempt = handOver({
    ledger,
    ports: { queue, wayTo: () => ({ speaks: 'pages', port: queue }), checkPaper: async () => undefined },
    files: { fetch: async () => '/labels.pdf' },
    newTicket: () => `ticket-${held}`,
    say,
    onQueue: () => undefined,
  })
  await ledger.add(newJob('job-0'))
  const { signal } = new AbortController()
  for (let tries = 0; tries < 20 && (await attempt('job-0', signal)) === 'again'; tries += 1);
  expect(ledger.find('job-0')).toMatchObject({ state: 'failed', problem: expect.stringContaining('does not show') })
  expect(held).toBeLessThan(10)
  await ledger.close()
  await rm(folder, { recursive: true })
})

interface Run {
  ledger: PrintLedger
  attempt: Attempt
}

/** The app's runs, one after the other, on one ledger and one spooler. */
async function runs(folder: string) {
  const world = printWorld()
  const path = join(folder, 'jobs')
  const accepted: string[] = []
  const commands = new Map<string, number>()
  const takenBack = new Map<string, number>()
  let tickets = 0
  const start = async (): Promise<Run> => {
    const earlier = async () => [...durable.values()]
    const ledger = keptOnly(
      await openPrintLedger({ path, onChange: () => undefined, earlier, afterDamage: (job) => job }),
      durable,
    )
    const queue = world.port
    const attempt = handOver({
      ledger,
      ports: { queue, wayTo: () => ({ speaks: 'pages', port: queue }), checkPaper: async () => undefined },
      files: { fetch: async () => '/labels.pdf' },
      newTicket: () => `ticket-${++tickets}`,
      say,
      onQueue: () => undefined,
    })
    return { ledger, attempt }
  }
  const durable = new Map<string, LedgerJob>()
  let run = await start()

  const torn = '0badc0de {"job":{"id":"torn'
  const restart = async () => {
    await run.ledger.close()
    // What the dead run was just writing.
    await appendFile(path, torn)
    run = await start()
  }
  /** What nobody had promised to be on the disk is gone. */
  const restartAfter = async (promised: ReadonlyMap<string, LedgerJob>) => {
    await run.ledger.close()
    await writeFile(path, torn)
    durable.clear()
    for (const [id, job] of promised) durable.set(id, job)
    run = await start()
  }
  const orDie = async (work: () => Promise<unknown>) => {
    const died = world.appDies().then(() => new Map(durable))
    const done = work().catch((error: unknown) => {
      // Words for the user, or the spooler's absence.
      if (!(error instanceof Problem)) throw error
    })
    const promised = await Promise.race([died, done])
    if (promised instanceof Map) await restartAfter(promised)
  }
  const acts: Record<Step['act'], (id: string) => Promise<unknown>> = {
    async print() {
      const id = `job-${accepted.length}`
      await run.ledger.add(newJob(id))
      accepted.push(id)
      commands.set(id, 1)
    },
    attempt: (id) => run.attempt(id, new AbortController().signal),
    look: () => lookAtQueue({ queue: world.port, ledger: run.ledger, say }),
    async cancel(id) {
      const job = run.ledger.find(id)
      if (!job) return
      await takeBack(job, { ledger: run.ledger, ports: { queue: world.port }, say })
      takenBack.set(id, world.printed.get(id) ?? 0)
    },
    async retry(id) {
      const job = run.ledger.find(id)
      if (job?.state !== 'failed') return
      const { isTakenBack: _, ...again } = job
      await run.ledger.replace({ ...again, state: 'queued', handing: null })
      commands.set(id, (commands.get(id) ?? 0) + 1)
      takenBack.delete(id)
    },
    printer: async () => world.run(),
    save: async () => world.save(),
    'app-dies': restart,
    'spooler-dies': async () => world.spoolerDies(),
    strays: async () => world.straysGoOn(),
  }
  return {
    async take(one: Step) {
      world.fates.splice(0, world.fates.length, ...one.fates)
      await orDie(() => acts[one.act]('job' in one ? `job-${one.job % accepted.length}` : ''))
      world.fates.length = 0
    },
    /** Nothing goes wrong any more. */
    async settle() {
      for (let round = 0; round < 8; round++) {
        world.straysGoOn()
        for (const id of accepted) await run.attempt(id, new AbortController().signal)
        world.run()
        await lookAtQueue({ queue: world.port, ledger: run.ledger, say })
      }
    },
    check() {
      const last = new Map<string, PrintJob>(run.ledger.list().map((job) => [job.id, job]))
      for (const id of accepted) {
        const job = last.get(id)
        const times = world.printed.get(id) ?? 0
        expect(['printed', 'failed'], `${id} is over`).toContain(job?.state)
        expect(times, `${id} came out once for each command`).toBeLessThanOrEqual(commands.get(id) ?? 0)
        if (job?.state === 'printed') expect(times, `${id} is on paper`).toBeGreaterThan(0)
        else expect(job?.problem, `${id} says why`).not.toBe(undefined)
        if (takenBack.has(id)) expect(times, `${id} stays taken back`).toBe(takenBack.get(id))
      }
      for (const [ticket, times] of world.letOut) expect(times, `${ticket} was let out once`).toBe(1)
      expect(world.heldJobs(), 'held jobs left behind').toBe(0)
    },
    end: () => run.ledger.close(),
  }
}

/** Writes down what the ledger promised to be on the disk. */
function keptOnly(ledger: PrintLedger, durable: Map<string, LedgerJob>): PrintLedger {
  const promised = (id: string, written: Promise<PrintJob>) => {
    const job = ledger.find(id)
    return written.then((shown) => {
      if (job) durable.set(id, job)
      return shown
    })
  }
  return {
    ...ledger,
    add: (job) => promised(job.id, ledger.add(job)),
    move: (id, change) => promised(id, ledger.move(id, change)),
    replace: (job) => promised(job.id, ledger.replace(job)),
  }
}
