import { z } from 'zod'
import type { Bridge, bridgeCommands } from '../shared/bridge.ts'
import { reprintReasons } from '../shared/domain/printing.ts'
import { printChoice } from './print-choices.ts'
import { rawPrinter } from './raw-printers.ts'
import { copies, fileCall, labelSize, printerName, printKind } from './shapes.ts'

export type CommandName = (typeof bridgeCommands)[number]

/** The bridge's command of a name, `group.command`. */
export type Command<N extends CommandName> = N extends `${infer G extends keyof Bridge}.${infer C}`
  ? C extends keyof Bridge[G]
    ? Bridge[G][C]
    : never
  : never

type Arguments<N extends CommandName> = Command<N> extends (...args: infer A) => unknown ? A : never

const id = z.string().regex(/^[\w-]{1,80}$/)
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
      z.strictObject({ email: z.string().max(254), otp: z.string().max(20) }),
    ]),
  ]),
  'session.signOut': none,
  'session.state': none,
  'files.download': z.tuple([z.strictObject({ id, call: fileCall, defaultName: z.string().min(1).max(255) })]),
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
