import { deviceHeader } from '../../shared/kernel/headers.ts'
import type { SessionSecrets } from '../session/session-secrets.ts'

/** For calls that need no session: which computer asks. */
export function deviceHeaders(device: SessionSecrets): Record<string, string> {
  const token = device.token()
  return token === null ? {} : { [deviceHeader]: token }
}
