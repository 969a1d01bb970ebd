/**
 * Stands in for the `electron` module of the main process where Electron's binary cannot be had. It proves the app's own
 * logic; what it cannot prove is listed in docs/desktop.md.
 */
import { EventEmitter } from 'node:events'
import { app } from './app.ts'
import { BrowserWindow } from './browser-window.ts'
import { circumstances } from './circumstances.ts'
import { ipcMain } from './ipc-main.ts'
import { netRequest } from './net-request.ts'
import { protocol } from './protocol.ts'
import { safeStorage } from './safe-storage.ts'
import { session } from './session.ts'
import { test } from './test-side.ts'
import { utilityProcess } from './utility-process.ts'
import './walls.ts'

/** Dialogs take their window or not, like Electron's. */
const dialog = {
  showSaveDialog: (...args: unknown[]) => test.call('dialog.save', args.at(-1)),
  showMessageBox: (...args: unknown[]) => askUser(args.at(-1) as Question),
  showErrorBox: (_title: string, text: string) => void test.call('dialog.error', text).catch(() => undefined),
}

interface Question {
  cancelId?: number
  signal?: AbortSignal
}

/** A question can be withdrawn by its signal, and then counts as cancelled. */
async function askUser({ signal, ...question }: Question): Promise<unknown> {
  const answer = test.call('dialog.message', question)
  if (!signal) return answer
  const withdrawn = new Promise((resolve) => {
    signal.addEventListener('abort', () => {
      test.call('dialog.withdrawn').catch(() => undefined)
      resolve({ response: question.cancelId ?? 0, checkboxChecked: false })
    })
  })
  return Promise.race([answer, withdrawn])
}

const shell = {
  openExternal: (url: string) => test.call<void>('shell.openExternal', url),
  openPath: (path: string) => test.call<string>('shell.openPath', path),
  showItemInFolder: (path: string) => void test.call('shell.showItemInFolder', path),
}

const Menu = { setApplicationMenu: () => undefined, buildFromTemplate: (template: unknown) => template }
const nativeTheme = { shouldUseDarkColors: false }
const screen = { getAllDisplays: () => circumstances.displays.map((workArea) => ({ workArea })) }
const net = { fetch: (input: string, init?: RequestInit) => fetch(input, init), request: netRequest }
/** Electron's own updater, of which electron-updater only uses the events here. */
const autoUpdater = new EventEmitter()

export {
  app,
  autoUpdater,
  BrowserWindow,
  dialog,
  ipcMain,
  Menu,
  nativeTheme,
  net,
  protocol,
  safeStorage,
  screen,
  session,
  shell,
  utilityProcess,
}
// Libraries import the module as one object.
// biome-ignore lint/style/noDefaultExport: that is how the `electron` module is.
export default {
  app,
  autoUpdater,
  BrowserWindow,
  dialog,
  ipcMain,
  Menu,
  nativeTheme,
  net,
  protocol,
  safeStorage,
  screen,
  session,
  shell,
  utilityProcess,
}
