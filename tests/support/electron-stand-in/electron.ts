/**
 * Stands in for the `electron` module of the main process where Electron's binary cannot be had. It proves the app's own
 * logic; what it cannot prove is listed in docs/desktop.md.
 */
import { app } from './app.ts'
import { BrowserWindow } from './browser-window.ts'
import { ipcMain } from './ipc-main.ts'
import { protocol } from './protocol.ts'
import { safeStorage } from './safe-storage.ts'
import { session } from './session.ts'
import { test } from './test-side.ts'
import { utilityProcess } from './utility-process.ts'
import './walls.ts'

/** Dialogs take their window or not, like Electron's. */
const dialog = {
  showSaveDialog: (...args: unknown[]) => test.call('dialog.save', args.at(-1)),
  showMessageBox: (...args: unknown[]) => test.call('dialog.message', args.at(-1)),
  showErrorBox: (title: string, text: string) => console.error(title, text),
}

const shell = {
  openExternal: (url: string) => test.call<void>('shell.openExternal', url),
  showItemInFolder: (path: string) => void test.call('shell.showItemInFolder', path),
}

const Menu = { setApplicationMenu: () => undefined, buildFromTemplate: (template: unknown) => template }
const nativeTheme = { shouldUseDarkColors: false }
const screen = { getAllDisplays: () => [{ workArea: { x: 0, y: 0, width: 1920, height: 1080 } }] }
const net = { fetch: (input: string, init?: RequestInit) => fetch(input, init) }

export {
  app,
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
