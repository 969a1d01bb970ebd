import { randomInt } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect } from 'vitest'
import { postgresPid, untilEnded } from './child-server.ts'
import { type ServeProcess, startServer } from './serve-process.ts'

export interface KilledServer {
  /** Where the server is now; waits while it is away. */
  url(): Promise<string>
  /** Told whenever a deed is on its way: at some of them, by chance, the server is killed a moment later. */
  deedSent(): void
  kills(): number
  stop(): Promise<void>
}

/** A server that is killed while chosen deeds are on their way, and started again; the last time PostgreSQL dies with it. */
export async function killedServer(
  dataDir: string,
  { deeds: all, kills }: { deeds: number; kills: number },
): Promise<KilledServer> {
  // One in each part of the work, so that none falls behind its end.
  const part = all / (kills + 1)
  const turns = Array.from({ length: kills }, (_, at) => Math.floor(part * at) + randomInt(1, part))
  let current: Promise<ServeProcess> = startServer(dataDir)
  await current
  let deeds = 0
  let killed = 0
  const killAndStart = async (running: ServeProcess): Promise<ServeProcess> => {
    await sleep(randomInt(0, 25))
    const postgres = postgresPid(dataDir)
    running.child.kill('SIGKILL')
    killed += 1
    if (killed === kills) {
      process.kill(postgres, 'SIGKILL')
      expect(await untilEnded(postgres)).toBe(true)
    }
    await running.ended
    return startServer(dataDir)
  }
  return {
    url: async () => (await current).url,
    deedSent: () => {
      deeds += 1
      if (deeds === turns[0]) {
        turns.shift()
        current = current.then(killAndStart)
      }
    },
    kills: () => killed,
    stop: async () => (await current).stop(),
  }
}

/** A client that sends the same again until it is answered. */
export function retrying<Answer>(running: Pick<KilledServer, 'url' | 'deedSent'>, token: string) {
  let again = 0
  const send = async (path: string, body: unknown, key?: string): Promise<Answer> => {
    for (let attempt = 0; attempt < 200; attempt++) {
      const reply = await fetch(`${await running.url()}/${path}`, {
        method: 'POST',
        headers: {
          authorization: `Bearer ${token}`,
          'content-type': 'application/json',
          ...(key && { 'idempotency-key': key }),
        },
        body: JSON.stringify(body),
      })
        .then(async (each) => ({ status: each.status, body: (await each.json()) as Answer }))
        .catch(() => null)
      if (reply !== null && reply.status < 500) {
        expect(reply.status, `${path} ${JSON.stringify(reply.body)}`).toBe(200)
        return reply.body
      }
      again += 1
      await sleep(20)
    }
    throw new Error(`${path} was never answered`)
  }
  const deed = (path: string, body: unknown, key?: string): Promise<Answer> => {
    const answer = send(path, body, key)
    running.deedSent()
    return answer
  }
  return { send, deed, repeated: () => again }
}
