import { fork } from 'node:child_process'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
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

const start = (dataDir: string) => ({
  type: 'start',
  dataDir,
  demo: false,
  allowedOrigins: ['app://selvedge'],
  resources,
})

it('starts, answers its address, lets the app’s own pages call, and stops in order', async () => {
  const { dataDir } = await testFolder()
  const { child, next, ended } = utilityProcess()
  child.send(start(dataDir))
  const ready = (await next()) as { type: string; url: string }
  expect(ready).toEqual({ type: 'ready', url: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+$/) })
  const reply = await fetch(`${ready.url}/health`, { headers: { origin: 'app://selvedge' } })
  expect([reply.status, reply.headers.get('access-control-allow-origin')]).toEqual([200, 'app://selvedge'])
  child.send({ type: 'stop' })
  expect(await ended).toBe(0)
})

it('says why it could not start, in words for a person', async () => {
  const { child, next } = utilityProcess()
  child.send(start(join(import.meta.filename, 'data')))
  expect(await next()).toEqual({ type: 'failed', message: expect.stringContaining('cannot be used') })
})
