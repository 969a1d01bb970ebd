import { rm } from 'node:fs/promises'
import { connect, createServer } from 'node:net'
import { join } from 'node:path'
import { circumstances } from './circumstances.ts'

let isFirst = false
let onSecond: () => void = () => undefined

export function holdsLock(): boolean {
  return isFirst
}

export function whenSecondStarts(listener: () => void): void {
  onSecond = listener
}

/** The first one listens at a socket in its folder; a second one that reaches it knows that it is not the first. */
export async function claimSingleInstance(): Promise<void> {
  const address = join(circumstances.folder, 'lock')
  if (await answers(address)) return
  await rm(address, { force: true })
  const server = createServer((socket) => {
    socket.on('error', () => undefined)
    socket.end()
    onSecond()
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(address, resolve)
  })
  server.unref()
  isFirst = true
}

function answers(address: string): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(address)
    socket.once('connect', () => resolve(true))
    socket.once('error', () => resolve(false))
    socket.once('connect', () => socket.end())
  })
}
