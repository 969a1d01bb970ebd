import { fork } from 'node:child_process'
import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { launchHeader } from '../../src/shared/kernel/headers.ts'
import { testFolder } from '../support/child-server.ts'
import { resources } from '../support/server.ts'

/** The port that Electron gives a utility process, over Node's own channel between processes. */
const port = `process.parentPort = {
  on: (_, listener) => process.on('message', (data) => listener({ data })),
  postMessage: (message) => process.send(message),
}`

function utilityProcess() {
  const entry = join(import.meta.dirname, '../../src/server/server-process.ts')
  const shim = `data:text/javascript,${encodeURIComponent(port)}`
  const child = fork(entry, [], { execArgv: ['--import', shim], env: { ...process.env, SELVEDGE_LOG_LEVEL: 'warn' } })
  onTestFinished(() => void child.kill('SIGKILL'))
  const next = () => new Promise<unknown>((resolve) => child.once('message', resolve))
  const ended = new Promise<number | null>((resolve) => child.once('exit', resolve))
  return { child, next, ended }
}

const launchSecret = 'the-secret-of-this-launch-of-the-app-0123'

const start = (dataDir: string, port?: number) => ({
  type: 'start',
  dataDir,
  demo: false,
  allowedOrigins: ['app://selvedge'],
  resources,
  launchSecret,
  ...(port && { port }),
})

it('starts, answers its address, lets the app’s own pages call, and stops in order', async () => {
  const { dataDir } = await testFolder()
  const { child, next, ended } = utilityProcess()
  child.send(start(dataDir))
  const ready = (await next()) as { type: string; url: string }
  expect(ready).toEqual({ type: 'ready', url: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+$/) })
  const headers = { origin: 'app://selvedge', [launchHeader]: launchSecret }
  const reply = await fetch(`${ready.url}/health`, { headers })
  expect([reply.status, reply.headers.get('access-control-allow-origin')]).toEqual([200, 'app://selvedge'])
  // Would catch: an app that ends its server every minute because it never answers its pulse.
  child.send({ type: 'ping' })
  expect(await next()).toEqual({ type: 'pong' })
  child.send({ type: 'stop' })
  expect(await ended).toBe(0)
})

it('says why it could not start, in words for a person', async () => {
  const { child, next } = utilityProcess()
  child.send(start(join(import.meta.filename, 'data')))
  expect(await next()).toEqual({ type: 'failed', message: expect.stringContaining('cannot be used') })
})

it('keeps its address over a restart, and takes another one rather than stay down', async () => {
  const { dataDir } = await testFolder()
  const before = createServer().listen(0, '127.0.0.1')
  await once(before, 'listening')
  const { port: taken } = before.address() as AddressInfo
  const first = utilityProcess()
  first.child.send(start(dataDir, taken))
  const { url } = (await first.next()) as { url: string }
  expect(url).not.toContain(`:${taken}`)
  first.child.kill('SIGKILL')
  await first.ended
  const second = utilityProcess()
  second.child.send(start(dataDir, Number(new URL(url).port)))
  expect(await second.next()).toEqual({ type: 'ready', url })
  second.child.send({ type: 'stop' })
  expect(await second.ended).toBe(0)
  before.close()
})
