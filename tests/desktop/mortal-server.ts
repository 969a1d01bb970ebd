/** Stands in for the server's entry: speaks its words over `parentPort`, and dies or fails when a spec wants it to. */
import { appendFileSync, existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'

interface Port {
  on(event: 'message', hear: (message: { data: Message }) => void): void
  postMessage(message: unknown): void
}

type Message =
  | { type: 'start'; dataDir: string; port?: number }
  | { type: 'restore' }
  | { type: 'stop' }
  | { type: 'ping' }

const ordersFile = '/v1/erp/vendor/get-orders-file'
const shippingLabel = '/v1/erp/vendor/get-shipping-label'
const { parentPort } = process as unknown as { parentPort: Port }
let folder = ''
let pings = 0
let isDegraded = false

parentPort.on('message', ({ data }) => {
  if (data.type === 'start') start(data)
  else if (data.type === 'ping') answer()
  else if (data.type === 'restore') parentPort.postMessage({ type: 'failed', message: 'This backup is cut off.' })
  else stop()
})

function start(told: Extract<Message, { type: 'start' }>): void {
  folder = told.dataDir
  mkdirSync(folder, { recursive: true })
  // While the spec's file is there.
  if (existsSync(process.env.MORTAL_SERVER_FAILS ?? '')) {
    parentPort.postMessage({ type: 'failed', message: 'Another copy uses <this> folder.' })
    return
  }
  // The same for a database that does not open; each try leaves a mark in it.
  const broken = process.env.MORTAL_SERVER_BROKEN ?? ''
  if (existsSync(broken)) {
    appendFileSync(broken, '.')
    const backup = { path: `${broken}.backup`, madeAt: '2026-11-22T10:00:00.000Z' }
    parentPort.postMessage({ type: 'failed', message: 'It is damaged.', backup })
    return
  }
  const server = createServer((request, response) => {
    if (request.url === '/die') process.exit(7)
    if (request.url === '/hang') hang()
    if (request.url === '/degrade') isDegraded = !isDegraded
    if (request.url === '/retool/erp/login') {
      response.end(JSON.stringify({ message: 'Success', data: { token: 'mortal-token-5512', user: {} } }))
      return
    }
    if (request.url === ordersFile) {
      // Half of it, and then nothing until the spec ends this process.
      response.writeHead(200, { 'content-type': 'text/csv', 'content-length': 2_000_000 })
      response.write('x'.repeat(1_000_000))
      return
    }
    // A label that takes its time.
    if (request.url === shippingLabel) return
    response.end(JSON.stringify({ ...told, pid: process.pid, pings }))
  })
  server.listen(told.port ?? 0, '127.0.0.1', () => {
    parentPort.postMessage({ type: 'ready', url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` })
  })
}

function answer(): void {
  pings += 1
  parentPort.postMessage({ type: 'pong', ...(isDegraded && { isDegraded }) })
}

/** Alive and deaf, to signals too, as a process that is stuck in native code. */
function hang(): never {
  process.on('SIGTERM', () => undefined)
  while (true);
}

function stop(): void {
  writeFileSync(join(folder, 'stopped'), 'in peace')
  process.exit(0)
}
