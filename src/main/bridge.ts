import { type IpcMainInvokeEvent, ipcMain, type WebContents } from 'electron'
import type { Bridge, Reply } from '../shared/bridge.ts'
import { bridgeChannel } from '../shared/bridge-channels.ts'
import { isOwnAddress, ownOrigin } from './app-scheme.ts'
import { argumentShapes, type CommandName } from './bridge-arguments.ts'
import { log } from './log.ts'
import { asBridgeProblem, Problem } from './problem.ts'
import type { Say } from './words.ts'

type Commands<G> = { [C in keyof G as `on${string}` extends C ? never : C extends `on${string}` ? never : C]: G[C] }

/** A handler for every command of the bridge (subscriptions are the preload's): forgetting one does not compile. */
export type BridgeHandlers = { [G in keyof Bridge]: Commands<Bridge[G]> }

interface Parts {
  handlers: BridgeHandlers
  /** The one window's contents; nobody else is answered. */
  contents(): WebContents | null
  say: Say
}

/** The one door between renderer and main: who asks, what is asked and with what is checked here, and nowhere else. */
export function openBridge({ handlers, contents, say }: Parts): void {
  ipcMain.handle(bridgeChannel, async (event, name: unknown, args: unknown): Promise<Reply<unknown>> => {
    try {
      checkSender(event, contents(), say)
      return { ok: await call(handlers, name, args, say) }
    } catch (error) {
      if (!(error instanceof Problem)) log.error('bridge', typeof name === 'string' ? name : '?', error)
      return { error: asBridgeProblem(error) }
    }
  })
}

function checkSender(event: IpcMainInvokeEvent, contents: WebContents | null, say: Say): void {
  const frame = event.senderFrame
  // The top frame of the one window, still there, and on the app's own origin: a frame on our origin is refused as well, and
  // so is a page that only has our address and, sandboxed, an origin of its own.
  const isOurs = contents !== null && event.sender === contents && frame === contents.mainFrame
  if (!isOurs || frame === null || frame.parent !== null || frame.origin !== ownOrigin || !isOwnAddress(frame.url)) {
    throw new Problem('refused', say('Only the app itself may ask for this.'))
  }
}

async function call(handlers: BridgeHandlers, name: unknown, args: unknown, say: Say): Promise<unknown> {
  if (typeof name !== 'string' || !Object.hasOwn(argumentShapes, name)) {
    throw new Problem('bad-argument', say('The request of the screen was not understood.'))
  }
  const command = name as CommandName
  const taken = argumentShapes[command].safeParse(args)
  if (!taken.success) {
    const fields = taken.error.issues.map((issue) => ({ field: issue.path.join('.'), message: issue.message }))
    throw new Problem('bad-argument', say('The request of the screen was not understood.'), { fields })
  }
  return handlerOf(handlers, command)(...taken.data)
}

/** The shape of this very command has vouched for its arguments, so the handler may be called without their types. */
function handlerOf(handlers: BridgeHandlers, name: CommandName): (...args: unknown[]) => Promise<unknown> {
  const [group = '', command = ''] = name.split('.')
  const found = (handlers as unknown as Record<string, Record<string, (...args: unknown[]) => Promise<unknown>>>)[group]
  const handler = found?.[command]
  if (handler === undefined) throw new Error(`no handler for ${name}`)
  return handler
}
