import type { AddressInfo } from 'node:net'
import { connect, createServer, type Server, type Socket } from 'node:net'

/** A wire between the players and the server, which can be cut in the middle of what runs over it. */
export interface Wire {
  url: string
  /** The next `count` requests are lost half way: the server gets the beginning, the client a dead line. */
  cutRequests(count: number): void
  /** The next `count` answers are lost: the server did what was asked, and nobody hears of it. */
  cutAnswers(count: number): void
  close(): Promise<void>
}

/** Forwards every connection to `port` of this machine. */
export async function openWire(port: number): Promise<Wire> {
  const open = new Set<Socket>()
  let requests = 0
  let answers = 0

  const server: Server = createServer((client) => {
    const behind = connect({ port, host: '127.0.0.1' })
    const end = () => {
      client.destroy()
      behind.destroy()
    }
    for (const socket of [client, behind]) {
      open.add(socket)
      socket.setNoDelay(true)
      socket.on('error', end)
      socket.on('close', () => {
        open.delete(socket)
        end()
      })
    }
    client.on('data', (bytes: Buffer) => {
      if (requests > 0) {
        requests -= 1
        // What was sent arrives before the line is dead: as half a request would.
        behind.write(bytes.subarray(0, Math.ceil(bytes.length / 2)), () => end())
        client.destroy()
        return
      }
      if (!behind.write(bytes)) client.pause()
    })
    behind.on('drain', () => client.resume())
    behind.on('data', (bytes: Buffer) => {
      if (answers > 0) {
        answers -= 1
        client.write(bytes.subarray(0, Math.floor(bytes.length / 3)), () => end())
        behind.destroy()
        return
      }
      if (!client.write(bytes)) behind.pause()
    })
    client.on('drain', () => behind.resume())
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port: own } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${own}`,
    cutRequests: (count) => {
      requests += count
    },
    cutAnswers: (count) => {
      answers += count
    },
    close: () =>
      new Promise((resolve) => {
        for (const socket of open) socket.destroy()
        server.close(() => resolve())
      }),
  }
}
