import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { openBuckets } from './buckets.ts'
import { addressKey, type ProxyList } from './client-address.ts'
import type { Limits } from './limits.ts'

/**
 * Lets a stopping server end at once when nothing is under way. Node closes connections that are idle after a request, but
 * waits a minute for those that browsers open in advance and never use.
 */
export function closeUnusedConnections(app: FastifyInstance): void {
  const callsOn = new Map<Socket, number>()
  let closing = false
  const server = app.server as Server
  server.on('connection', (socket) => {
    if (closing) return void socket.destroy()
    callsOn.set(socket, 0)
    socket.once('close', () => callsOn.delete(socket))
  })
  server.on('request', ({ socket }: IncomingMessage, response: ServerResponse) => {
    callsOn.set(socket, (callsOn.get(socket) ?? 0) + 1)
    response.once('close', () => {
      const left = (callsOn.get(socket) ?? 1) - 1
      callsOn.set(socket, left)
      if (closing && left === 0) socket.end()
    })
  })
  app.addHook('preClose', async () => {
    closing = true
    for (const [socket, calls] of callsOn) if (calls === 0) socket.destroy()
  })
}

type ConnectionLimits = Pick<Limits, 'connectionsPerAddress' | 'connectionsPerSecond' | 'connections'>

/** A connection too many is answered once (503) if it asks within this time, and is closed in any case. */
const LEAVE_MS = 5_000

/** Says of a connection whether it is one too many: its request is answered 503 before anything of it is read. */
export type IsTooMany = (socket: Socket) => boolean

/**
 * Counts connections by address and in all. One too many may ask once, to hear that it is, for as long as there are not many more of
 * those; then they are closed unheard. A trusted proxy brings everybody, so that only the whole number holds for it.
 */
export function limitConnections(app: FastifyInstance, limits: ConnectionLimits, proxies: ProxyList): IsTooMany {
  const ofAddress = new Map<string, number>()
  const tooMany = new WeakSet<Socket>()
  let all = 0
  const mayOpen = openBuckets(limits.connectionsPerSecond, limits.connectionsPerAddress * 2)
  const server = app.server as Server
  server.on('connection', (socket: Socket) => {
    const key = addressKey(socket.remoteAddress ?? '')
    const own = (ofAddress.get(key) ?? 0) + 1
    const isProxy = proxies.has(socket.remoteAddress ?? '')
    // To be told costs as much as to be answered: a flood is not.
    if (!isProxy && !mayOpen(key)) return void socket.destroy()
    const share = Math.max(all + 1 - limits.connections, isProxy ? 0 : own - limits.connectionsPerAddress)
    const leeway = isProxy ? limits.connections : limits.connectionsPerAddress
    // More than an eighth beyond: nobody is told any more.
    if (share > 16 + leeway / 8) return void socket.destroy()
    all += 1
    ofAddress.set(key, own)
    socket.once('close', () => {
      all -= 1
      const left = (ofAddress.get(key) ?? 1) - 1
      if (left > 0) ofAddress.set(key, left)
      else ofAddress.delete(key)
    })
    if (share <= 0) return
    tooMany.add(socket)
    const leave = setTimeout(() => socket.destroy(), LEAVE_MS).unref()
    socket.once('close', () => clearTimeout(leave))
  })
  return (socket) => tooMany.has(socket)
}
