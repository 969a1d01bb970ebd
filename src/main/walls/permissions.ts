import type { Session } from 'electron'
import { isOwnAddress } from '../app-scheme.ts'

const writing = 'clipboard-sanitized-write'

/**
 * The app needs no camera, place, notification or other permission. It copies text to the clipboard, which is granted to its
 * own page and not to a frame in it.
 */
export function refusePermissions(session: Session): void {
  const isGranted = (permission: string, asker: { requestingUrl?: string; isMainFrame: boolean }) =>
    permission === writing && asker.isMainFrame && isOwnAddress(asker.requestingUrl ?? '')
  session.setPermissionRequestHandler((_contents, permission, answer, asker) => answer(isGranted(permission, asker)))
  session.setPermissionCheckHandler((_contents, permission, _origin, asker) => isGranted(permission, asker))
}
