import { EventEmitter } from 'node:events'
import { contentsOf, WebContents } from './browser-window.ts'
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

function handlerOf(channel: string): Handler {
  const handler = handlers.get(channel)
  if (!handler) throw new Error(`No handler registered for '${channel}'`)
  return handler
}

/** Another window with the same address and the same preload: only whose contents ask tells it from the app's. */
answersToTest['ipc.invokeFromOtherWindow'] = (channel: string, args: unknown[]) => {
  const sender = new WebContents(-1)
  sender.url = 'app://selvedge/'
  return handlerOf(channel)({ sender, senderFrame: sender.mainFrame, frameId: 1, processId: 2 }, ...args)
}

/** A frame that is gone when main comes to look at who asked. */
answersToTest['ipc.invokeFromGoneFrame'] = (id: number, channel: string, args: unknown[]) =>
  handlerOf(channel)({ sender: contentsOf(id), senderFrame: null, frameId: 1, processId: 1 }, ...args)

answersToTest['ipc.invoke'] = (
  id: number,
  frame: { url: string; origin: string; isMain: boolean },
  channel: string,
  args: unknown[],
) => {
  const handler = handlerOf(channel)
  const sender = contentsOf(id)
  // Where the page stands now, also where it went there by itself.
  if (frame.isMain) sender.url = frame.url
  const inner = { url: frame.url, origin: frame.origin, parent: sender.mainFrame }
  const senderFrame = frame.isMain ? sender.mainFrame : inner
  return handler({ sender, senderFrame, frameId: 1, processId: 1 }, ...args)
}
