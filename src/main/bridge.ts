import { type IpcMainInvokeEvent, ipcMain, type WebContents } from 'electron'
import { z } from 'zod'
import { reprintReasons } from '../shared/areas/labels/rules.ts'
import { type Bridge, bridgeChannel, type bridgeCommands, type Reply } from '../shared/bridge.ts'
import { isOwnAddress, ownOrigin } from './app-scheme.ts'
import { copies, fileCall, labelSize, printerName, printKind, uploadCall, uploadedForm } from './bridge-shapes.ts'
import { log } from './log.ts'
import { printChoice } from './print/commands.ts'
import { rawPrinter } from './print/raw-printers.ts'
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

export type CommandName = (typeof bridgeCommands)[number]

/** The bridge's command of a name, `group.command`. */
export type Command<N extends CommandName> = N extends `${infer G extends keyof Bridge}.${infer C}`
  ? C extends keyof Bridge[G]
    ? Bridge[G][C]
    : never
  : never

type Arguments<N extends CommandName> = Command<N> extends (...args: infer A) => unknown ? A : never

const id = z.string().regex(/^[\w-]{1,80}$/)
const defaultName = z.string().min(1).max(255)
const none = z.tuple([])
const word = z.string().max(40).nullable()
const address = z.string().min(1).max(500)

/** What is shown on one line. */
const line = (most: number) =>
  z
    .string()
    .max(most)
    .regex(/^\P{Cc}*$/u)

/** What each command may be called with; a command without its shape does not compile. */
export const argumentShapes: { [N in CommandName]: z.ZodType<Arguments<N>> } = {
  'session.signIn': z.tuple([
    z.union([
      z.strictObject({ email: z.string().max(254), password: z.string().max(1_024) }),
      z.strictObject({ email: z.string().max(254), otp: z.string().max(20), code_request: z.string().max(100) }),
    ]),
  ]),
  'session.signOut': none,
  'session.state': none,
  'files.download': z.tuple([
    z.union([
      z.strictObject({ id, call: fileCall, defaultName }),
      z.strictObject({ id, call: uploadCall, upload: uploadedForm, defaultName }),
    ]),
  ]),
  'files.cancelDownload': z.tuple([id]),
  'files.showInFolder': z.tuple([z.string().max(4_096)]),
  'files.recentDownloads': none,
  'print.printers': none,
  'print.papers': z.tuple([printerName]),
  'print.printTestPage': z.tuple([z.strictObject({ printer: printerName, paper: labelSize })]),
  'print.print': z.tuple([
    z.strictObject({
      kind: printKind,
      call: fileCall,
      title: line(200).min(1),
      printer: printerName.exactOptional(),
      paper: labelSize.exactOptional(),
      copies,
    }),
  ]),
  'print.jobs': none,
  'print.retry': z.tuple([id]),
  'print.reprint': z.tuple([z.strictObject({ id, reason: z.enum(reprintReasons).exactOptional(), remark: line(500) })]),
  'print.cancel': z.tuple([id]),
  'print.choices': none,
  'print.remember': z.tuple([z.strictObject({ kind: printKind, choice: printChoice.strict() })]),
  'print.rawPrinters': none,
  'print.keepRawPrinters': z.tuple([z.array(rawPrinter).max(50)]),
  'settings.get': none,
  'settings.set': z.tuple([
    z
      .strictObject({
        language: word.exactOptional(),
        theme: word.exactOptional(),
        updateChannel: z.enum(['stable', 'beta']).exactOptional(),
        isSetUp: z.boolean().exactOptional(),
      })
      .refine((change) => Object.keys(change).length > 0, 'nothing is changed'),
  ]),
  'settings.server': none,
  'settings.testServer': z.tuple([address]),
  'settings.useServer': z.tuple([
    z.discriminatedUnion('kind', [
      z.strictObject({ kind: z.literal('embedded') }),
      z.strictObject({ kind: z.literal('company'), url: address }),
    ]),
  ]),
  'app.info': none,
  'app.openLink': z.tuple([z.string().max(8_192)]),
  'app.supportBundle': none,
  'app.licences': none,
  'app.takeLink': none,
  'app.takeMishap': none,
  'app.updates': none,
  'app.checkForUpdates': none,
  'app.installUpdate': none,
}
