import { createServer, type Server, type Socket } from 'node:net'
import { isRawPort } from '../../src/shared/kernel/printing.ts'

/** What a network label printer does with a connection. */
type Manner =
  /** Takes everything and closes. */
  | 'takes'
  /** Takes a little, then rests, as a printer does whose memory is full of labels. */
  | 'slow'
  /** Breaks off after the first bytes. */
  | 'dies'
  /** Takes everything and leaves the connection open, as most do. */
  | 'stays'
  /** Takes nothing after the first bytes: its paper is out. */
  | 'stalls'

/** A label printer's socket on this computer: it keeps what arrives, connection by connection. */
export interface RawListener {
  port: number
  /** What arrived by each connection so far, in their order. */
  heard(): Buffer[]
  behave(manner: Manner): void
  /** Nobody listens from now on: connections are refused. */
  away(): Promise<void>
  back(): Promise<void>
}

export async function startRawListener(): Promise<RawListener> {
  const connections: Buffer[][] = []
  let manner: Manner = 'takes'
  const open = new Set<Socket>()
  const server = createServer({ allowHalfOpen: true }, (socket) => {
    open.add(socket.on('close', () => open.delete(socket)))
    const chunks: Buffer[] = []
    connections.push(chunks)
    receive(socket, chunks, manner)
  })
  const port = await listenWhereFree(server)
  return {
    port,
    heard: () => connections.map((chunks) => Buffer.concat(chunks)),
    behave(wanted) {
      manner = wanted
    },
    async away() {
      for (const socket of open) socket.destroy()
      if (server.listening) await new Promise((resolve) => server.close(resolve))
    },
    back: () => listen(server, port),
  }
}

function receive(socket: Socket, chunks: Buffer[], manner: Manner): void {
  // The sender may break off too.
  socket.on('error', () => undefined)
  if (manner !== 'stays' && manner !== 'stalls') socket.on('end', () => socket.end())
  socket.on('data', (chunk: Buffer) => {
    chunks.push(chunk)
    if (manner === 'dies') socket.resetAndDestroy()
    if (manner !== 'slow' && manner !== 'stalls') return
    socket.pause()
    if (manner === 'slow') setTimeout(() => socket.resume(), 5)
  })
}

/** Only where the app would speak to a printer at all; specs run beside each other, so not always at the first such port. */
async function listenWhereFree(server: Server): Promise<number> {
  const ports = Array.from({ length: 100 }, (_, at) => 9100 + ((at + process.pid) % 100)).filter(isRawPort)
  for (const port of ports) {
    const isOurs = await listen(server, port).then(
      () => true,
      () => false,
    )
    if (isOurs) return port
  }
  throw new Error('no port of label printers is free here')
}

function listen(server: Server, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, '127.0.0.1', () => {
      server.off('error', reject)
      resolve()
    })
  })
}
