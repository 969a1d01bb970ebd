import { type Handed, type HoldingPort, NotYet, type PrintSheet, type QueueJob } from '../../src/main/print/port.ts'

/** How one call of the app to the spooler goes. */
export const fates = [
  'well',
  /** The spooler has just written down what it knows. */
  'well-and-saved',
  'refused',
  'done-but-unheard',
  'app-dies-before',
  'app-dies-after',
  /** A program that the app started lives on and does its work later. */
  'app-dies-done-later',
  'spooler-dies-before',
  'spooler-dies-after',
] as const

export type Fate = (typeof fates)[number]

interface WorldJob {
  number: number
  ticket: string
  title: string
  state: QueueJob['state']
  /** What the spooler last wrote down: it knows no more after a power cut. Null: nothing. */
  saved: QueueJob['state'] | null
}

/** A spooler that forgets what it has not written down, gives numbers again, and is asked by an app that dies at any point. */
export interface PrintWorld {
  port: HoldingPort
  /** Resolves when the app dies in one of its calls, which then never answers. */
  appDies(): Promise<void>
  /** The next calls' fates; afterwards everything goes well. */
  fates: Fate[]
  /** The printer takes what was let out. */
  run(): void
  /** Writes down what it knows. */
  save(): void
  spoolerDies(): void
  /** What cut-off programs still do. */
  straysGoOn(): void
  /** Times that each title came out. */
  printed: Map<string, number>
  /** Times that each ticket was let out. */
  letOut: Map<string, number>
  heldJobs(): number
}

export function printWorld(): PrintWorld {
  let jobs: WorldJob[] = []
  let nextNumber = 1
  let strays: (() => void)[] = []
  const upcoming: Fate[] = []
  const printed = new Map<string, number>()
  const letOut = new Map<string, number>()
  const count = (counts: Map<string, number>, key: string) => counts.set(key, (counts.get(key) ?? 0) + 1)
  const away = () => new NotYet('printer', 'away')

  const spoolerDies = () => {
    // Their connection breaks, and they do not try again.
    strays = []
    jobs = jobs.flatMap((job) => (job.saved === null ? [] : [{ ...job, state: job.saved }]))
    nextNumber = Math.max(0, ...jobs.map(({ number }) => number)) + 1
  }
  let tellOfDeath = () => {}
  const never = () => {
    tellOfDeath()
    return new Promise<never>(() => undefined)
  }
  const save = () => {
    for (const job of jobs) job.saved = job.state
  }
  const call = async <T>(effect: () => T): Promise<T> => {
    const fate = upcoming.shift() ?? 'well'
    if (fate === 'refused') throw away()
    if (fate === 'app-dies-before') return never()
    if (fate === 'app-dies-done-later') {
      strays.push(() => void effect())
      return never()
    }
    if (fate === 'spooler-dies-before') {
      spoolerDies()
      throw away()
    }
    const result = effect()
    if (fate === 'well-and-saved') save()
    if (fate === 'done-but-unheard') throw away()
    if (fate === 'app-dies-after') return never()
    if (fate === 'spooler-dies-after') {
      spoolerDies()
      throw away()
    }
    return result
  }
  const end = (job: WorldJob, state: 'printed' | 'cancelled') => {
    job.state = state
    // A spooler that begins again by itself what was over is not the app's to stop.
    if (job.saved === 'on-its-way') job.saved = state
  }
  const at = (reference: string) => jobs.find(({ number }) => `Q-${number}` === reference)
  const shown = ({ number, ticket, state }: WorldJob): QueueJob => ({
    reference: `Q-${number}`,
    ticket,
    state,
    trouble: null,
  })
  const isOpen = ({ state }: WorldJob) => state === 'held' || state === 'on-its-way'

  const port: HoldingPort = {
    way: 'held',
    hold: ({ title }: PrintSheet, ticket) =>
      call(() => {
        const number = nextNumber++
        jobs.push({ number, ticket, title, state: 'held', saved: null })
        return `Q-${number}`
      }),
    release: ({ reference }: Handed) =>
      call(() => {
        const job = at(reference)
        if (job?.state !== 'held') return
        job.state = 'on-its-way'
        count(letOut, job.ticket)
      }),
    cancel: ({ reference }) =>
      call(() => {
        const job = at(reference)
        if (job && isOpen(job)) end(job, 'cancelled')
      }),
    find: ({ reference, ticket }) =>
      call(() => {
        const job = at(reference)
        return job?.ticket === ticket ? shown(job) : null
      }),
    open: () => call(() => jobs.filter(isOpen).map(shown)),
  }
  return {
    port,
    appDies: () =>
      new Promise((resolve) => {
        tellOfDeath = resolve
      }),
    fates: upcoming,
    printed,
    letOut,
    spoolerDies,
    run() {
      for (const job of jobs) {
        if (job.state !== 'on-its-way') continue
        end(job, 'printed')
        count(printed, job.title)
      }
    },
    save,
    straysGoOn() {
      const late = strays
      strays = []
      for (const effect of late) effect()
    },
    heldJobs: () => jobs.filter(({ state }) => state === 'held').length,
  }
}
