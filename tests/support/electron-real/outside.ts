import type { ElectronApplication } from '@playwright/test'
import { answerDialogs } from '../electron-stand-in/dialogs.ts'

interface OutsideCall {
  id: number
  name: string
  args: unknown
}

declare global {
  /** In Electron's main process while it is tested: calls that wait for the test's answer. */
  var outsideCalls: { next(): OutsideCall | undefined; answer(id: number, value: unknown): void } | undefined
}

/** Puts the test in the place of the user at Electron's dialogs, and of the system that opens links. */
export async function callsOutside(app: ElectronApplication, folder: string) {
  const dialogs = answerDialogs(folder)
  await app.evaluate(({ dialog, shell }) => {
    const asked: OutsideCall[] = []
    const waiting = new Map<number, (value: unknown) => void>()
    let last = 0
    const ask =
      (name: string) =>
      (...args: unknown[]) =>
        new Promise((resolve) => {
          waiting.set(++last, resolve)
          asked.push({ id: last, name, args: args.at(-1) })
        })
    Object.assign(dialog, { showSaveDialog: ask('dialog.save'), showMessageBox: ask('dialog.message') })
    Object.assign(shell, {
      openExternal: ask('shell.openExternal'),
      showItemInFolder: ask('shell.showItemInFolder'),
      openPath: ask('shell.openPath'),
    })
    globalThis.outsideCalls = { next: () => asked.shift(), answer: (id, value) => waiting.get(id)?.(value) }
  })
  let running = true
  app.once('close', () => {
    running = false
  })
  void answerCalls(app, dialogs.handlers, () => running)
  return {
    answerSaveDialog: dialogs.answerSave,
    suggestedPaths: dialogs.suggested,
    answerQuestion: dialogs.answerQuestion,
    questions: dialogs.questions,
    withdrawn: dialogs.withdrawn,
    errorsShown: dialogs.errorsShown,
    openedOutside: dialogs.openedOutside,
    shownInFolder: dialogs.shownInFolder,
    openedFiles: dialogs.openedFiles,
  }
}

type Handlers = ReturnType<typeof answerDialogs>['handlers']

async function answerCalls(app: ElectronApplication, handlers: Handlers, running: () => boolean): Promise<void> {
  while (running()) {
    const call = await app.evaluate(() => globalThis.outsideCalls?.next()).catch(() => undefined)
    if (call) void answerCall(app, handlers, call)
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
}

async function answerCall(
  app: ElectronApplication,
  handlers: Handlers,
  { id, name, args }: OutsideCall,
): Promise<void> {
  const handler = handlers[name] as ((args: unknown) => unknown) | undefined
  const value = await handler?.(args)
  // An app that closed meanwhile needs no answer any more.
  await app
    .evaluate((_electron, given) => globalThis.outsideCalls?.answer(given.id, given.value), { id, value })
    .catch(() => undefined)
}
