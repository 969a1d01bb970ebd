import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'

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
