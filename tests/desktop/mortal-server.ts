/** Stands in for the server's entry: speaks its words over `parentPort`, and dies or fails when a spec wants it to. */
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'

interface Port {
  on(event: 'message', hear: (message: { data: Message }) => void): void
  postMessage(message: unknown): void
}

type Message = { type: 'start'; dataDir: string; port?: number } | { type: 'stop' }

const { parentPort } = process as unknown as { parentPort: Port }
let folder = ''

parentPort.on('message', ({ data }) => {
  if (data.type === 'start') start(data)
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
  const server = createServer((request, response) => {
    if (request.url === '/die') process.exit(7)
    response.end(JSON.stringify(told))
  })
  server.listen(told.port ?? 0, '127.0.0.1', () => {
    parentPort.postMessage({ type: 'ready', url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` })
  })
}

function stop(): void {
  writeFileSync(join(folder, 'stopped'), 'in peace')
  process.exit(0)
}
