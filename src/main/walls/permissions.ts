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
