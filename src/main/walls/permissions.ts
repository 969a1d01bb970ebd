import type { Session } from 'electron'
import { isOwnAddress } from '../app-scheme.ts'

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

/** The app needs no camera, place, notification or other permission. The few are its own page's, and not those of a frame in it. */
export function refusePermissions(session: Session): void {
  const isGranted = (permission: string, asker: { requestingUrl?: string; isMainFrame: boolean }) =>
    granted.includes(permission) && asker.isMainFrame && isOwnAddress(asker.requestingUrl ?? '')
  session.setPermissionRequestHandler((_contents, permission, answer, asker) => answer(isGranted(permission, asker)))
  session.setPermissionCheckHandler((_contents, permission, _origin, asker) => isGranted(permission, asker))
}
