/** Jobs of one printer wait for each other; printers do not. */
export interface PrintLines {
  add(printer: string, id: string): void
  /** What stood in the way may be gone: waiting jobs are tried at once. */
  wake(): void
  /** Stops what is being done for this job, if anything is. */
  drop(id: string): void
  /** Begins nothing more; resolves when nothing is under way. */
  stop(): Promise<void>
}

export const shortestPause = 500
export const longestPause = 30_000

/** `attempt` never throws: `again` when the job waits for something. */
export type Attempt = (id: string, signal: AbortSignal) => Promise<'done' | 'again'>

interface Line {
  ids: string[]
  work: Promise<void> | null
}

/** `onLeave` hears of every job that leaves its line, whatever became of it. */
export function printLines(attempt: Attempt, onLeave: (id: string) => Promise<void>): PrintLines {
  const lines = new Map<string, Line>()
  const underWay = new Map<string, AbortController>()
  const sleepers = new Set<() => void>()
  let stopping = false

  const sleep = (pause: number, signal: AbortSignal) =>
    new Promise<void>((resolve) => {
      const wake = () => {
        clearTimeout(timer)
        sleepers.delete(wake)
        signal.removeEventListener('abort', wake)
        resolve()
      }
      const timer = setTimeout(wake, pause)
      sleepers.add(wake)
      signal.addEventListener('abort', wake)
    })

  /** The first of the line, until it is done with: the ones behind it keep their order. */
  const serve = async (id: string): Promise<void> => {
    const controller = new AbortController()
    underWay.set(id, controller)
    let pause = shortestPause
    while (!stopping && !controller.signal.aborted && (await attempt(id, controller.signal)) === 'again') {
      if (stopping || controller.signal.aborted) break
      await sleep(pause, controller.signal)
      pause = Math.min(pause * 2, longestPause)
    }
    underWay.delete(id)
    await onLeave(id)
  }
  const run = async (line: Line): Promise<void> => {
    for (let id = line.ids.shift(); id !== undefined && !stopping; id = line.ids.shift()) await serve(id)
    line.work = null
  }
  return {
    add(printer, id) {
      const line = lines.get(printer) ?? { ids: [], work: null }
      lines.set(printer, line)
      line.ids.push(id)
      line.work ??= run(line)
    },
    wake() {
      for (const wake of [...sleepers]) wake()
    },
    drop: (id) => underWay.get(id)?.abort(),
    async stop() {
      stopping = true
      for (const controller of underWay.values()) controller.abort()
      await Promise.all([...lines.values()].map(({ work }) => work))
    },
  }
}
