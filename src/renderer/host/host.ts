import type { Bridge, BridgeWire } from '../../shared/bridge.ts'
import { browserHost } from './browser.ts'
import { electronHost } from './electron.ts'

/** Put there by the desktop app's preload. Asked of what every program has, for pure parts of screens are tried without a window. */
const wire = (globalThis as { selvedge?: BridgeWire }).selvedge

/** What stands behind the bridge here: the desktop app, or the browser itself. */
export const host: Bridge = wire ? electronHost(wire) : browserHost()

export const isDesktop = wire !== undefined
