import { type ChildProcess, spawn } from 'node:child_process'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { pino } from 'pino'
import { describe, expect, it, onTestFinished } from 'vitest'
import { type RunningServer, startServer } from '../../src/server/app/start-server.ts'
import { testFolder } from '../support/child-server.ts'
import { freshDatabase } from '../support/database.ts'
import { resources, testServer } from '../support/server.ts'

const log = pino({ level: 'silent' })
/** Made with the first file only. */
const noFolder = join(import.meta.dirname, 'never-made')
const action = { at: '2025-06-01T08:00:00Z', kind: 'request-sent' }

/** A server with one call under way that waits for a lock until `release`. */
async function busyServer(stopMs: number) {
  const { db, url } = await freshDatabase()
  const { token } = await (await testServer({ db })).as('ops')
  const server = await startServer({
    databaseUrl: url,
    dataDir: noFolder,
    ...{ port: 0, demo: false, resources, log, limits: { stopMs } },
  })
  onTestFinished(() => server.stop())
  const held = Promise.withResolvers<void>()
  const released = Promise.withResolvers<void>()
  const holding = db.transaction().execute(async (tx) => {
    await sql`LOCK TABLE user_action`.execute(tx)
    held.resolve()
    await released.promise
  })
  await held.promise
  const call = track(server, token).catch((error: unknown) => error)
  const waiting = sql<{
    n: number
  }>`SELECT count(*)::int AS n FROM pg_locks WHERE NOT granted AND relation = 'user_action'::regclass`
  await expect.poll(async () => (await waiting.execute(db)).rows[0]?.n, { timeout: 20_000 }).toBe(1)
  const free = (): Promise<void> => {
    released.resolve()
    return holding
  }
  return { server, call, release: free }
}

function track(server: RunningServer, token: string): Promise<Response> {
  return fetch(`${server.url}/track-user-actions`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ actions: [action] }),
  })
}

describe('a stopping server', () => {
  it('takes no new calls, but lets a running one finish before the database goes', async () => {
    const busy = await busyServer(10_000)
    const stopped = busy.server.stop()
    await sleep(100)
    await expect(fetch(`${busy.server.url}/health`)).rejects.toThrow()
    await busy.release()
    const reply = await busy.call
    expect(reply instanceof Response && reply.status).toBe(200)
    await stopped
  })

  it('waits no longer than it was told to', async () => {
    const busy = await busyServer(200)
    const stopped = busy.server.stop()
    expect(await busy.call).toBeInstanceOf(Error)
    await busy.release()
    await stopped
  })
})

describe('serve', () => {
  /** Runs it to its end or to its first line on stdout. */
  function serve(args: string[], env: NodeJS.ProcessEnv = {}): { child: ChildProcess; said: Promise<Said> } {
    const script = join(import.meta.dirname, '../../src/server/serve.ts')
    const child = spawn(process.execPath, [script, ...args], {
      env: { ...process.env, SELVEDGE_LOG_LEVEL: 'warn', ...env },
    })
    onTestFinished(() => void child.kill('SIGKILL'))
    const said: Said = { out: '', err: '', code: null }
    child.stderr.on('data', (text: Buffer) => {
      said.err += text.toString('utf8')
    })
    const end = new Promise<Said>((resolve) => {
      child.stdout.on('data', (text: Buffer) => {
        said.out += text.toString('utf8')
        if (said.out.includes('\n')) resolve(said)
      })
      child.once('close', (code) => resolve({ ...said, code }))
    })
    return { child, said: end }
  }
  type Said = { out: string; err: string; code: number | null }

  const oneLine = (text: string) => expect(text.trimEnd().split('\n')).toHaveLength(1)

  it('says in one line what is wrong with its arguments, the port or the folder, and starts nothing', async () => {
    const taken = createServer()
    await new Promise<void>((resolve) => taken.listen(0, '127.0.0.1', resolve))
    onTestFinished(() => void taken.close())
    const address = taken.address()
    const port = typeof address === 'object' && address ? String(address.port) : ''
    const { dataDir } = await testFolder()
    const cases: [string[], RegExp][] = [
      [['--port', 'x'], /--port takes a number .* Usage/],
      [['--colour', 'red'], /Unknown option '--colour'.* Usage/],
      [['--data', dataDir, '--port', port], new RegExp(`Port ${port} at 127.0.0.1 is in use`)],
      // A file stands where the folder should be: also root may not write there.
      [['--data', join(import.meta.filename, 'data'), '--port', '0'], /cannot be used/],
    ]
    for (const [args, message] of cases) {
      const { out, err, code } = await serve(args).said
      expect([out, code]).toEqual(['', 1])
      expect(err).toMatch(message)
      oneLine(err)
    }
  })

  it('serves from its own PostgreSQL, refuses a second copy on its folder, and stops in order', async () => {
    const { dataDir } = await testFolder()
    const first = serve(['--data', dataDir, '--port', '0'])
    const { out } = await first.said
    expect(out).toMatch(/^Selvedge is serving http:\/\/127\.0\.0\.1:\d+\n$/)
    const url = out.trim().split(' ').at(-1) ?? ''
    const second = await serve(['--data', dataDir, '--port', '0']).said
    expect([second.out, second.code]).toEqual(['', 1])
    expect(second.err).toContain('Another Selvedge server is using the data folder')
    expect(second.err).toContain(url)
    oneLine(second.err)
    expect(await (await fetch(`${url}/ready`)).json()).toMatchObject({ status: 'ready' })
    const ended = new Promise<number | null>((resolve) => first.child.once('close', resolve))
    first.child.kill('SIGTERM')
    expect(await ended).toBe(0)
  })
})
