import type { App, Session, WebContents, WebPreferences } from 'electron'
import { isOwnAddress } from './app-scheme.ts'

/** What every window of the app runs under. */
export const safePreferences: WebPreferences = {
  contextIsolation: true,
  sandbox: true,
  nodeIntegration: false,
  nodeIntegrationInSubFrames: false,
  nodeIntegrationInWorker: false,
  webSecurity: true,
  webviewTag: false,
  allowRunningInsecureContent: false,
  navigateOnDragDrop: false,
  spellcheck: false,
}

/** Guards every web content that is ever made, also one that nobody thought of. */
export function guardContents(app: App, leadOut: (url: string) => void): void {
  app.on('web-contents-created', (_event, contents) => {
    refuseWebviews(contents)
    refuseNavigation(contents, leadOut)
    contents.setWindowOpenHandler(({ url }) => {
      leadOut(url)
      return { action: 'deny' }
    })
  })
}

function refuseWebviews(contents: WebContents): void {
  contents.on('will-attach-webview', (event) => event.preventDefault())
}

function refuseNavigation(contents: WebContents, leadOut: (url: string) => void): void {
  contents.on('will-navigate', (event) => {
    if (isOwnAddress(event.url)) return
    event.preventDefault()
    leadOut(event.url)
  })
  contents.on('will-redirect', (event) => {
    if (!isOwnAddress(event.url)) event.preventDefault()
  })
  contents.on('will-frame-navigate', (event) => {
    const inside = isOwnAddress(event.url) || event.url.startsWith('blob:') || event.url === 'about:blank'
    if (!event.isMainFrame && !inside) event.preventDefault()
  })
}

/** The app needs no camera, place, notification or other permission; writing to the clipboard needs none asked. */
export function refusePermissions(session: Session): void {
  const writing = 'clipboard-sanitized-write'
  session.setPermissionRequestHandler((_contents, permission, answer) => answer(permission === writing))
  session.setPermissionCheckHandler((_contents, permission) => permission === writing)
  session.setDevicePermissionHandler(() => false)
}
