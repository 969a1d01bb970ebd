/** What a page knows of the stand-in. */
declare global {
  interface Window {
    standInInvoke?: (channel: string, args: readonly unknown[]) => Promise<unknown>
    standInHear?: (channel: string, args: readonly unknown[]) => void
  }
}

/**
 * The script that runs before any page: Electron's renderer half, and the built preload in it, unchanged. Main frame only, as
 * in Electron. There is one world here, so this shows what the preload offers and not that the rest is out of reach.
 */
export function pageHalf(preload: string): string {
  return `(() => {
    if (window.top !== window) return
    const listeners = new Map()
    const on = (channel, listener) => {
      listeners.set(channel, [...(listeners.get(channel) ?? []), listener])
    }
    const removeListener = (channel, listener) => {
      listeners.set(channel, (listeners.get(channel) ?? []).filter((one) => one !== listener))
    }
    const invoke = window.standInInvoke
    const electron = {
      ipcRenderer: { on, removeListener, invoke: (channel, ...args) => invoke(channel, args) },
      contextBridge: {
        exposeInMainWorld: (name, api) => Object.defineProperty(window, name, { value: Object.freeze(api), enumerable: true }),
      },
    }
    const hear = (channel, args) => {
      for (const listener of listeners.get(channel) ?? []) listener({}, ...args)
    }
    Object.defineProperty(window, 'standInHear', { value: hear })
    const require = (name) => {
      if (name !== 'electron') throw new Error('a sandboxed preload cannot require ' + name)
      return electron
    }
    ;(function (require, module, exports) {
${preload}
    })(require, { exports: {} }, {})
  })()`
}
