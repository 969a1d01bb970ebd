import { expect, it } from 'vitest'
import { Refusal } from '../../src/server/http/errors.ts'
import { ReadingTurns, type TurnLimits, turnWords } from '../../src/server/sheets/reading-turns.ts'

const limits: TurnLimits = { atOnce: 1, ofOne: 1, waiting: 6, waitingOfOne: 4, secondsAMinute: 30 }

/** Turns with a clock of their own, and a list of who was served. */
function turns(own: Partial<TurnLimits> = {}) {
  const clock = { ms: 0 }
  const served: string[] = []
  const ends: (() => void)[] = []
  const all = new ReadingTurns({ ...limits, ...own }, () => clock.ms)
  return {
    ...{ clock, served, all },
    /** Answers with what the file was refused for, or ''. */
    async ask(user: string | undefined, signal?: AbortSignal): Promise<string> {
      try {
        const end = await all.take(user, signal)
        served.push(user ?? 'nobody')
        ends.push(end)
        return ''
      } catch (error) {
        return (error as Error).message
      }
    },
    /** Ends the file that was begun first, after so many milliseconds. */
    async end(ms = 0): Promise<void> {
      await new Promise(setImmediate)
      clock.ms += ms
      ends.shift()?.()
      await new Promise(setImmediate)
    },
  }
}

// Would catch: a queue in the order of arrival.
it('serves each person in turn', async () => {
  const { ask, end, served } = turns()
  for (const user of ['a', 'a', 'a', 'b', 'b', 'c']) void ask(user)
  for (let at = 0; at < 6; at++) await end()
  expect(served).toEqual(['a', 'a', 'b', 'c', 'a', 'b'])
})

// Would catch: all threads in the hands of one person, for as long as their longest file takes.
it('leaves a thread to others where there are several', async () => {
  const { ask, end, served } = turns({ atOnce: 3, ofOne: 2 })
  for (const user of ['a', 'a', 'a', 'a', 'b']) void ask(user)
  await new Promise(setImmediate)
  expect(served).toEqual(['a', 'a', 'b'])
  await end()
  expect(served).toEqual(['a', 'a', 'b', 'a'])
})

// Would catch: a queue that grows until the memory is full of waiting files.
it('lets so many wait, of one person and in all', async () => {
  const { ask, all } = turns()
  for (const user of ['a', 'a', 'a', 'a', 'a', 'b']) void ask(user)
  expect(await ask('a')).toBe(turnWords.ownFull)
  void ask('b')
  expect(all.waiting).toBe(6)
  expect(await ask('c')).toBe(turnWords.full)
  const refusal = await all.take('c').catch((error: unknown) => error)
  expect(refusal).toBeInstanceOf(Refusal)
  expect(refusal).toMatchObject({ status: 503, details: { retry_after_seconds: expect.any(Number) } })
})

// Would catch: the file of somebody who left, read before those of people who wait.
it('forgets those who leave', async () => {
  const { ask, end, served, all } = turns()
  const leaving = new AbortController()
  void ask('a')
  const left = ask('b', leaving.signal)
  void ask('c')
  leaving.abort()
  expect(await left).toBe('The upload was cancelled.')
  expect(all.waiting).toBe(1)
  await end()
  expect(served).toEqual(['a', 'c'])
})

// Would catch: a person whose every file takes all the time that one may, one after the other for ever.
it('gives one person so many seconds a minute, files that wait included', async () => {
  const { ask, end, served, clock } = turns()
  void ask('a')
  void ask('a')
  const third = ask('a')
  void ask('b')
  await end(20_000)
  await end(20_000)
  await end()
  expect(await third).toBe(turnWords.spent)
  expect(served).toEqual(['a', 'a', 'b'])
  expect(await ask('a')).toBe(turnWords.spent)
  clock.ms += 60_000
  expect(await ask('a')).toBe('')
})
