import { setTimeout as sleep } from 'node:timers/promises'
import autocannon from 'autocannon'
import { median } from './measure.ts'

export interface Asked {
  url: string
  path: string
  headers: Record<string, string>
  /** Sent in turn by each connection. */
  bodies: readonly object[]
  /** Asked by GET in turn, in place of bodies. */
  queries?: readonly string[]
}

export interface Load {
  perSecond: number
  p50: number
  p99: number
}

const CALLERS = 20
/** Autocannon leaves before its last calls are answered: neither the next load nor the end of the server may come upon them. */
const LEFT_BEHIND_MS = 500

/** How long it is asked: for so many seconds, or so many times (where a time would be too short for a busy machine). */
export type Length = { seconds: number } | { amount: number }

/** Twenty connections, or so many, that ask without a pause. Throws when anything but a page comes back. */
export async function load(
  { url, path, headers, bodies, queries }: Asked,
  length: Length,
  callers = CALLERS,
): Promise<Load> {
  const gets = queries?.map((query) => ({ method: 'GET' as const, path: `${path}?${query}`, headers }))
  const posts = bodies.map((body) => ({
    method: 'POST' as const,
    path,
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  }))
  const result = await autocannon({
    url,
    connections: callers,
    requests: gets ?? posts,
    // It looks at the end of each sample whether it is through.
    ...('seconds' in length ? { duration: length.seconds } : { amount: length.amount, sampleInt: 50 }),
  })
  await sleep(LEFT_BEHIND_MS)
  if (result['2xx'] === 0 || result.non2xx > 0 || result.errors > 0) {
    throw new Error(`${url}${path}: ${result.non2xx} refused, ${result.errors} failed of ${result['2xx']}`)
  }
  return { perSecond: result['2xx'] / result.duration, p50: result.latency.p50, p99: result.latency.p99 }
}

/** Each asked in turn, several rounds; the medians of every figure. The first round warms up. */
export async function loadByTurns<K extends string>(
  asked: Record<K, Asked>,
  { rounds, length, callers }: { rounds: number; length: Length; callers?: number },
): Promise<Record<K, Load>> {
  const names = Object.keys(asked) as K[]
  const found = new Map<K, Load[]>(names.map((name) => [name, []]))
  for (const name of names) await load(asked[name], 'seconds' in length ? { seconds: 1 } : length, callers)
  for (let round = 0; round < rounds; round++)
    for (const name of names) found.get(name)?.push(await load(asked[name], length, callers))
  const middle = (name: K, of: keyof Load) => median((found.get(name) ?? []).map((each) => each[of]))
  const figures = names.map((name) => [
    name,
    { perSecond: middle(name, 'perSecond'), p50: middle(name, 'p50'), p99: middle(name, 'p99') },
  ])
  return Object.fromEntries(figures) as Record<K, Load>
}
