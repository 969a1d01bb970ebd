import { contextBridge, ipcRenderer } from 'electron'
import { type BridgeWire, bridgeChannel, bridgeCommands, bridgeEvents, eventChannel } from '../shared/bridge.ts'

/** The one forwarder: every command and event of the bridge by its name, nothing else of Electron. */
function forwarder(): BridgeWire {
  const wire: Record<string, Record<string, unknown>> = {}
  const put = (name: string, forward: unknown) => {
    const [group = '', command = ''] = name.split('.')
    wire[group] = { ...wire[group], [command]: forward }
  }
  for (const name of bridgeCommands) {
    put(name, (...args: unknown[]) => ipcRenderer.invoke(bridgeChannel, name, args))
  }
  for (const [name, event] of Object.entries(bridgeEvents)) put(name, subscription(eventChannel(event)))
  return wire as unknown as BridgeWire
}

function subscription(channel: string) {
  return (listener: (payload: unknown) => void) => {
    // The renderer never gets Electron's event object: it would hand it the sender.
    const hear = (_event: unknown, payload: unknown) => listener(payload)
    ipcRenderer.on(channel, hear)
    return () => {
      ipcRenderer.removeListener(channel, hear)
    }
  }
}

contextBridge.exposeInMainWorld('selvedge', forwarder())
