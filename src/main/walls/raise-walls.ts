import type { App, Session, WebContents, WebPreferences } from 'electron'
import { isOwnAddress } from '../app-scheme.ts'
import { log } from '../log.ts'

/**
 * All walls around pages, before there is any. Those of web contents stand around every one that is ever made, also one that
 * nobody thought of. Certificate errors have no wall: Electron refuses such a server unless somebody handles the event, and
 * nobody does.
 */
export function raiseWalls(app: App, session: Session, leadOut: (url: string) => void): void {
  refusePermissions(session)
  refuseDevices(session)
  refusePageDownloads(session)
  session.setSpellCheckerEnabled(false)
  app.on('web-contents-created', (_event, contents) => {
    refuseWebviews(contents)
    limitNavigation(contents, leadOut)
    refuseNewWindows(contents, leadOut)
    refuseBluetooth(contents)
  })
}

/** Label printers are reached by main; a page reaches no device, neither one that was allowed before nor by a picker. */
export function refuseDevices(session: Session): void {
  session.setDevicePermissionHandler(() => false)
  session.on('select-hid-device', (event, _details, choose) => {
    event.preventDefault()
    choose(null)
  })
  session.on('select-usb-device', (event, _details, choose) => {
    event.preventDefault()
    choose()
  })
  session.on('select-serial-port', (event, _ports, _contents, choose) => {
    event.preventDefault()
    choose('')
  })
}

export function refuseBluetooth(contents: WebContents): void {
  contents.on('select-bluetooth-device', (event, _devices, choose) => {
    event.preventDefault()
    choose('')
  })
}

/**
 * Copying text to the clipboard, and reaching the server: Chromium asks for a permission where a page calls a server on this
 * computer or in the house's network. Which server that may be, the content policy says.
 */
const granted: readonly string[] = [
  'clipboard-sanitized-write',
  'loopback-network',
  'local-network',
  // Both of them, as Chromium called them at first.
  'local-network-access',
]

interface Asker {
  requestingUrl?: string
  isMainFrame: boolean
  /** Of a request for the camera or the microphone. */
  mediaTypes?: readonly string[]
  /** The same where it is only looked up. */
  mediaType?: string
}

/**
 * The app needs no place, microphone, notification or other permission; of the media only the camera, for photographs of
 * what is inspected. The few are its own page's, and not those of a frame in it.
 */
export function refusePermissions(session: Session): void {
  const isGranted = (permission: string, asker: Asker) =>
    (granted.includes(permission) || (permission === 'media' && isCameraAlone(asker))) &&
    asker.isMainFrame &&
    isOwnAddress(asker.requestingUrl ?? '')
  session.setPermissionRequestHandler((_contents, permission, answer, asker) => answer(isGranted(permission, asker)))
  session.setPermissionCheckHandler((_contents, permission, _origin, asker) => isGranted(permission, asker))
}

/** Picture without sound: whoever asks for both gets neither. */
function isCameraAlone({ mediaTypes, mediaType }: Asker): boolean {
  const asked = mediaTypes ?? [mediaType]
  return asked.length > 0 && asked.every((type) => type === 'video')
}

/** The app embeds no foreign pages: no webview comes up, with whatever options it asks for. */
export function refuseWebviews(contents: WebContents): void {
  contents.on('will-attach-webview', (event) => event.preventDefault())
}

/** Files reach the disk by the bridge's download alone, which cleans names and asks where; what a page starts is refused. */
export function refusePageDownloads(session: Session): void {
  session.on('will-download', (event) => {
    event.preventDefault()
    log.warn('a download that the page started was refused')
  })
}

/** There is one window, and main makes it; where a page wants another, its address is handed to the one door. */
export function refuseNewWindows(contents: WebContents, leadOut: (url: string) => void): void {
  contents.setWindowOpenHandler(({ url }) => {
    leadOut(url)
    return { action: 'deny' }
  })
}

/** The window stays on the app's own pages; a link that leads elsewhere is handed to the one door. */
export function limitNavigation(contents: WebContents, leadOut: (url: string) => void): void {
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
