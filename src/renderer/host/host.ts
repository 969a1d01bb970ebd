import type { Bridge, BridgeWire } from '../../shared/bridge.ts'
import { browserHost } from './browser.ts'
import { electronHost } from './electron.ts'

declare global {
  interface Window {
    /** Put there by the desktop app's preload. */
    selvedge?: BridgeWire
  }
}

/** What stands behind the bridge here: the desktop app, or the browser itself. */
export const host: Bridge = window.selvedge ? electronHost(window.selvedge) : browserHost()

export const isDesktop = window.selvedge !== undefined
