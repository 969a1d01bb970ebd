import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { app } from 'electron'
import type { AppUpdater } from 'electron-updater'
import { feedProblem } from './update-feed.ts'

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
  const problem = feedProblem(ownFeed())
  return problem === null ? { kind: 'updater', load: loadUpdater } : { kind: 'off', reason: problem }
}

/** Written by the builder beside the archive, where the release named a feed. */
function ownFeed(): string | null {
  try {
    return readFileSync(join(process.resourcesPath, 'app-update.yml'), 'utf8')
  } catch {
    // None was named.
    return null
  }
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
