import { rm } from 'node:fs/promises'
import { connect, createServer } from 'node:net'
import { join } from 'node:path'
import { circumstances } from './circumstances.ts'

let isFirst = false
let onSecond: (argv: string[]) => void = () => undefined
let release: () => void = () => undefined

export function holdsLock(): boolean {
  return isFirst
}

export function whenSecondStarts(listener: (argv: string[]) => void): void {
  onSecond = listener
}

export function releaseLock(): void {
  release()
}

/** The first one listens at a socket in its folder; a second one that reaches it says how it was started, and knows that it is not the first. */
export async function claimSingleInstance(): Promise<void> {
  const address = join(circumstances.folder, 'lock')
  if (await tellFirst(address)) return
  await rm(address, { force: true })
  const server = createServer((socket) => {
    socket.on('error', () => undefined)
    let told = ''
    socket.setEncoding('utf8').on('data', (text) => {
      told += text
    })
    socket.on('end', () => onSecond(JSON.parse(told)))
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(address, resolve)
  })
  server.unref()
  release = () => server.close()
  isFirst = true
}

function tellFirst(address: string): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(address)
    socket.once('connect', () => socket.end(JSON.stringify(process.argv)))
    socket.once('error', () => resolve(false))
    socket.once('close', (failed) => resolve(!failed))
    socket.resume()
  })
}
