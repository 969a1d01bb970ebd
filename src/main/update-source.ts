import { app } from 'electron'
import type { AppUpdater } from 'electron-updater'

/** Where updates come from; loaded at the first look, since it costs a start some milliseconds. */
export type UpdateSource = { kind: 'off'; reason: string } | { kind: 'updater'; load(): Promise<AppUpdater> }

/**
 * What is checked before anything is installed is electron-updater's own and never turned off: sha512 of the https feed
 * everywhere, the publisher's name on Windows, the code signature on macOS.
 */
export function updateSource(): UpdateSource {
  if (!app.isPackaged)
    return sourceForTests() ?? { kind: 'off', reason: 'This copy runs from source and is not updated.' }
  if (process.platform === 'linux' && !process.env.APPIMAGE) {
    return { kind: 'off', reason: 'This copy was installed by the package manager, which also updates it.' }
  }
  return { kind: 'updater', load: loadUpdater }
}

async function loadUpdater(): Promise<AppUpdater> {
  const { default: library } = await import('electron-updater')
  return library.autoUpdater
}

/** From source only: a feed that a spec serves. A packaged app takes its feed from its own signed resources. */
function sourceForTests(): UpdateSource | null {
  const config = process.env.SELVEDGE_UPDATE_CONFIG
  if (!config) return null
  return {
    kind: 'updater',
    async load() {
      const updater = await loadUpdater()
      updater.forceDevUpdateConfig = true
      updater.updateConfigPath = config
      return updater
    },
  }
}
