import type { WebPreferences } from 'electron'

/**
 * What every window of the app runs under. Mostly Electron's own defaults, said once more: a default may change, and a test
 * reads these.
 */
export const safePreferences: Readonly<WebPreferences> = {
  contextIsolation: true,
  sandbox: true,
  nodeIntegration: false,
  nodeIntegrationInSubFrames: false,
  nodeIntegrationInWorker: false,
  webSecurity: true,
  allowRunningInsecureContent: false,
  experimentalFeatures: false,
  webviewTag: false,
  plugins: false,
  navigateOnDragDrop: false,
  safeDialogs: true,
  spellcheck: false,
}
