import { setTimeout as sleep } from 'node:timers/promises'
import { type Fault, faults } from './faults.ts'
import type { Recovery } from './figures.ts'
import type { Random } from './random.ts'
import type { Rig } from './rig.ts'

/** When a call that was sent after a moment was answered well for the first time. */
export interface Pulse {
  answered(sentAt: number): void
  /** Ms from `moment` until then; null when it takes longer than `patienceMs`. */
  after(moment: number, patienceMs: number): Promise<number | null>
}

export function openPulse(): Pulse {
  const waiting = new Set<{ moment: number; tell(ms: number): void }>()
  return {
    answered(sentAt) {
      for (const one of waiting)
        if (sentAt >= one.moment) {
          waiting.delete(one)
          one.tell(performance.now() - one.moment)
        }
    },
    after: (moment, patienceMs) =>
      new Promise((resolve) => {
        const one = { moment, tell: resolve }
        waiting.add(one)
        setTimeout(() => {
          waiting.delete(one)
          resolve(null)
        }, patienceMs).unref()
      }),
  }
}

export interface Trouble {
  rig: Rig
  pulse: Pulse
  random: Random
  recoveries: Recovery[]
  /** Words of the names of the only faults that are wanted; empty wants all. */
  only: readonly string[]
  broken: string[]
  /** How long what is stopped stands still, and the pause between two faults at most. */
  stopMs: number
  pauseMs: number
}

const PATIENCE_MS = 120_000

export const missingFaults = (rig: Rig): string[] =>
  faults.flatMap((fault) => {
    const why = fault.missing(rig)
    return why === null ? [] : [`${fault.name}: ${why}`]
  })

/** One fault, until the servers are back from it. Waits for a moment when there is something to strike at. */
export async function strikeOnce(trouble: Trouble): Promise<void> {
  const { rig, pulse, random, recoveries, only, broken, stopMs, pauseMs } = trouble
  const isWanted = ({ name }: Fault) => only.length === 0 || only.some((words) => name.includes(words))
  const able = faults.filter((fault) => fault.missing(rig) === null && isWanted(fault))
  if (able.length === 0) throw new TypeError(`No fault can be had here whose name has: ${only.join(', ')}.`)
  const fault = random.pick(able.flatMap((each) => Array.from<Fault>({ length: each.weight }).fill(each)))
  if (!(await fault.strike(rig, random, stopMs))) return sleep(50)
  const ms = await pulse.after(performance.now(), PATIENCE_MS)
  if (ms === null) broken.push(`not back ${PATIENCE_MS / 1_000} s after: ${fault.name}`)
  recoveries.push({ fault: fault.name, ms: ms ?? PATIENCE_MS })
  await sleep(random.next() * pauseMs)
}
