import { setTimeout as sleep } from 'node:timers/promises'
import type { CallName } from './calls.ts'
import { GivenUp, Refused } from './hand.ts'
import { alone, choices, playList } from './players/index.ts'
import type { Play, World } from './players/play.ts'
import { Idle, randomOf } from './random.ts'

/** Players at work, who can be told to pause. */
export interface Workers {
  /** Resolves when every deed under way is through; nothing is begun until `goOn`. */
  pause(): Promise<void>
  goOn(): void
  stop(): Promise<void>
}

export interface Noted {
  /** Of each call the last words with which it was refused, for whoever wonders why it is never done. */
  refusals: Map<CallName, string>
  /** Players that broke themselves. */
  broken: string[]
}

export const newNotes = (): Noted => ({ refusals: new Map(), broken: [] })

/** Does one deed. Whatever the server says is noted; nothing is thrown. */
export async function playOnce(name: CallName, play: Play, world: World, noted: Noted): Promise<boolean> {
  try {
    await play(world)
    return true
  } catch (error) {
    if (error instanceof Refused) noted.refusals.set(name, `${error.status} ${error.code}: ${error.message}`)
    else if (error instanceof Idle) noted.refusals.set(name, 'nothing to do it with')
    else if (!(error instanceof GivenUp)) noted.broken.push(`the player of ${name} broke: ${wordsOf(error)}`)
    return false
  }
}

const wordsOf = (error: unknown) =>
  error instanceof Error ? (error.stack ?? error.message).slice(0, 600) : String(error)

/** Everybody does one thing after another, chosen by chance, with a moment between. */
export function startWorkers(world: World, count: number, seed: number, thinkMs: number, noted: Noted): Workers {
  let over = false
  let gate: Promise<void> = Promise.resolve()
  let open = () => undefined as unknown
  let busy = 0
  const taken = new Set<CallName>()

  async function work(nth: number): Promise<void> {
    const random = randomOf(seed + nth * 7_919)
    const own = { ...world, random }
    while (!over) {
      await gate
      if (over) return
      const [name, play] = random.pick(choices)
      if (alone.has(name) && taken.has(name)) continue
      if (alone.has(name)) taken.add(name)
      busy += 1
      await playOnce(name, play, own, noted)
      busy -= 1
      taken.delete(name)
      await sleep(random.next() * thinkMs)
    }
  }

  const all = Array.from({ length: count }, (_, nth) => work(nth))
  return {
    async pause() {
      gate = new Promise((resolve) => {
        open = () => resolve()
      })
      while (busy > 0) await sleep(20)
    },
    goOn: () => void open(),
    async stop() {
      over = true
      open()
      await Promise.all(all)
    },
  }
}

/**
 * Before any trouble: every deed is tried in the order in which goods go, until each was done once. Gives those that never were. Would
 * catch a player that has nothing to do, which would prove nothing.
 */
export async function rehearse(world: World, noted: Noted, rounds: number): Promise<CallName[]> {
  const left = new Set(playList.map(([name]) => name))
  for (let round = 0; round < rounds && left.size > 0; round += 1)
    for (const [name, play] of round === 0 ? playList : [...playList, ...choices.filter(([each]) => left.has(each))]) {
      const carriesOn = choices.filter(([each]) => each === name).length > 1
      if (!left.has(name) && !carriesOn) continue
      if (await playOnce(name, play, world, noted)) left.delete(name)
    }
  return [...left]
}
