import { EventEmitter } from 'node:events'
import { contentsOf } from './browser-window.ts'
import { answersToTest } from './test-side.ts'

type Handler = (event: unknown, ...args: unknown[]) => unknown

const handlers = new Map<string, Handler>()

class IpcMain extends EventEmitter {
  handle(channel: string, handler: Handler): void {
    if (handlers.has(channel)) throw new Error(`a second handler for ${channel}`)
    handlers.set(channel, handler)
  }
  removeHandler(channel: string): void {
    handlers.delete(channel)
  }
}

export const ipcMain = new IpcMain()

answersToTest['ipc.invoke'] = (
  id: number,
  frame: { url: string; isMain: boolean },
  channel: string,
  args: unknown[],
) => {
  const handler = handlers.get(channel)
  if (!handler) throw new Error(`No handler registered for '${channel}'`)
  const senderFrame = { url: frame.url, parent: frame.isMain ? null : { url: '', parent: null } }
  return handler({ sender: contentsOf(id), senderFrame, frameId: 1, processId: 1 }, ...args)
}
