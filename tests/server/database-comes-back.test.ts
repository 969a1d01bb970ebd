import { readdirSync, rmSync, statSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { createServer, type Server } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { pino } from 'pino'
import { expect, onTestFinished, test, vi } from 'vitest'
import { startServer } from '../../src/server/app/start-server.ts'
import { lockDataFolder, pidRuns } from '../../src/server/database/data-folder.ts'
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../../src/server/database/embedded-postgres.ts'
import { makePool } from '../../src/server/database/pool.ts'
import { postgresPid, testFolder } from '../support/child-server.ts'
import { resources } from '../support/server.ts'

// Real starts and syncs: several seconds each where the disk is slow or busy.
vi.setConfig({ testTimeout: 120_000 })

type Line = [message: string, details: Record<string, unknown>]

/** PostgreSQL at a port, as on Windows: another program can take that. */
async function atPort(): Promise<{ postgres: EmbeddedPostgres; lines: Line[]; port: number }> {
  const { dataDir } = await testFolder()
  const lock = await lockDataFolder(dataDir)
  const lines: Line[] = []
  const note = (details: object, message: string) => lines.push([message, details as Record<string, unknown>])
  const log = { info: note, warn: note, error: note }
  const postgres = await startEmbeddedPostgres({ dataDir, log, durable: false, door: 'port' })
  onTestFinished(async () => {
    await postgres.stop()
    lock.release()
  })
  return { postgres, lines, port: Number(new URL(postgres.addresses.app).port) }
}

async function until(isSo: () => boolean | Promise<boolean>, within: number): Promise<void> {
  const end = Date.now() + within
  while (!(await isSo())) {
    if (Date.now() > end) throw new Error(`not so within ${within} ms`)
    await sleep(25)
  }
}

const hold = (port: number): Promise<Server | null> =>
  new Promise((resolve) => {
    const server = createServer((socket) => socket.destroy())
    server.once('error', () => resolve(null))
    server.listen(port, '127.0.0.1', () => resolve(server))
  })

// Catches a supervisor that counts its attempts: with the port held it gave up after eight, for good, and said nothing.
test('a port that another program holds is tried again until it is free, in few words', async () => {
  const { postgres, lines, port } = await atPort()
  process.kill(postgres.pid(), 'SIGKILL')
  let holder: Server | null = null
  await until(async () => {
    holder = await hold(port)
    if (holder === null && postgres.problem() === undefined && pidRuns(postgres.pid())) {
      process.kill(postgres.pid(), 'SIGKILL') // it was quicker
    }
    return holder !== null
  }, 30_000)
  await until(() => /TCP|address|bind/i.test(postgres.problem()?.message ?? ''), 30_000)
  await sleep(6_000)
  expect(postgres.problem()).toBeInstanceOf(Error)
  const said = lines.filter(([message]) => message.startsWith('PostgreSQL'))
  expect(said.length, JSON.stringify(said)).toBeLessThan(8)

  await new Promise((resolve) => holder?.close(resolve))
  const freed = Date.now()
  await until(() => postgres.problem() === undefined, 20_000)
  console.info(`back ${Date.now() - freed} ms after the port was free`)
  const pool = makePool(postgres.addresses.app, { log: { info() {}, warn() {}, error() {} } })
  expect((await pool.query('SELECT 1 AS one')).rows).toEqual([{ one: 1 }])
  await pool.end()
})

// Catches the recursion without a timer: after eight crashes the old one called itself for 59 seconds and wrote 382 MB.
test('eight crashes in a row, and two more, neither freeze the process nor fill the log; PostgreSQL comes back', async () => {
  const { postgres, lines } = await atPort()
  let [longest, last] = [0, performance.now()]
  const beat = setInterval(() => {
    longest = Math.max(longest, performance.now() - last)
    last = performance.now()
  }, 20)
  for (let crash = 0; crash < 10; crash++) {
    const pid = postgres.pid()
    process.kill(pid, 'SIGKILL')
    await until(() => postgres.problem() === undefined && postgres.pid() !== pid, 30_000)
  }
  clearInterval(beat)
  // The old one: 59,000, and a line with each turn.
  expect(longest).toBeLessThan(5_000)
  expect(lines.filter(([message]) => message.includes('ended by itself')).length).toBe(1)
  expect(lines.length).toBeLessThan(30)
})

// Catches a health that knows nothing of the database, and one that has a load balancer or a supervisor end a sound server.
test('while the database cannot start, /health says degraded with 200 and /ready 503; it comes back by itself', async () => {
  const { dataDir } = await testFolder()
  const lines: string[] = []
  const log = pino({ level: 'info' }, { write: (line: string) => void lines.push(line) })
  const server = await startServer({ dataDir, port: 0, demo: false, resources, log })
  onTestFinished(() => server.stop())
  const ask = async (path: string) => {
    const reply = await fetch(`${server.url}${path}`)
    return { status: reply.status, wait: reply.headers.get('retry-after'), body: (await reply.json()) as object }
  }
  expect(await ask('/health')).toMatchObject({ status: 200, body: { status: 'ok' } })
  // A folder lies where its socket is to be.
  const inTheWay = join(dataDir, 'socket', '.s.PGSQL.5432.lock')
  process.kill(postgresPid(dataDir), 'SIGKILL')
  rmSync(inTheWay, { force: true })
  await mkdir(join(inTheWay, 'full'), { recursive: true })
  await until(async () => (await ask('/ready')).status === 503, 30_000)
  await sleep(1_000)
  expect(await ask('/ready')).toMatchObject({ status: 503, wait: '3' })
  expect(await ask('/health')).toMatchObject({ status: 200, body: { status: 'degraded', name: 'selvedge' } })
  expect(server.problem()).toBeInstanceOf(Error)

  rmSync(inTheWay, { recursive: true })
  const freed = Date.now()
  await until(async () => (await ask('/ready')).status === 200, 20_000)
  console.info(`ready ${Date.now() - freed} ms after the cause was gone`)
  await until(async () => JSON.stringify(await ask('/health')).includes('"ok"'), 5_000)
  // Rounds of jobs, notices and mails that begin anew each second, and probes, say nothing of their own.
  const warnings = lines
    .map((line) => JSON.parse(line) as { level: number; msg: string })
    .filter(({ level }) => level >= 40)
  const said = warnings.map(({ msg }) => msg).filter((msg) => msg !== 'call')
  expect(said.length, said.join(', ')).toBeLessThan(10)
  const logs = readdirSync(join(dataDir, 'logs')).map((name) => statSync(join(dataDir, 'logs', name)).size)
  expect(Math.max(...logs)).toBeLessThan(1024 * 1024)
})
