/**
 * The wire between the two halves of the stand-in: the app's main process (a Node process that believes it is Electron's) and
 * the test, which owns the Chromium page that is its window. Calls go both ways over one process channel.
 */
export interface WireChannel {
  send(message: unknown): void
  onMessage(hear: (message: unknown) => void): void
}

export type WireHandlers = Record<string, (...args: never[]) => unknown>

interface Call {
  wire: 'call'
  id: number
  name: string
  args: unknown[]
}

interface Answer {
  wire: 'answer'
  id: number
  ok?: unknown
  error?: string
}

export interface Wire {
  call<T>(name: string, ...args: unknown[]): Promise<T>
  /** Fails everything under way: the other side is gone. */
  close(): void
}

export function wire(channel: WireChannel, handlers: WireHandlers): Wire {
  let last = 0
  let closed = false
  const waiting = new Map<number, { resolve(value: unknown): void; reject(error: Error): void }>()

  const answer = async ({ id, name, args }: Call): Promise<void> => {
    const handler = handlers[name] as ((...args: unknown[]) => unknown) | undefined
    const reply = await Promise.resolve()
      .then(() => {
        if (!handler) throw new Error(`the stand-in has no ${name}`)
        return handler(...args)
      })
      .then(
        (ok): Answer => ({ wire: 'answer', id, ok }),
        (error: unknown): Answer => ({
          wire: 'answer',
          id,
          error: error instanceof Error ? error.message : String(error),
        }),
      )
    if (!closed) channel.send(reply)
  }

  channel.onMessage((message) => {
    if (isCall(message)) void answer(message)
    if (!isAnswer(message)) return
    const asked = waiting.get(message.id)
    waiting.delete(message.id)
    if (message.error === undefined) asked?.resolve(message.ok)
    else asked?.reject(new Error(message.error))
  })

  return {
    call<T>(name: string, ...args: unknown[]) {
      const id = ++last
      return new Promise<T>((resolve, reject) => {
        if (closed) return reject(new Error('the other side is gone'))
        waiting.set(id, { resolve: resolve as (value: unknown) => void, reject })
        channel.send({ wire: 'call', id, name, args } satisfies Call)
      })
    },
    close() {
      closed = true
      for (const { reject } of waiting.values()) reject(new Error('the other side is gone'))
      waiting.clear()
    },
  }
}

function isCall(message: unknown): message is Call {
  return typeof message === 'object' && message !== null && 'wire' in message && message.wire === 'call'
}

function isAnswer(message: unknown): message is Answer {
  return typeof message === 'object' && message !== null && 'wire' in message && message.wire === 'answer'
}
