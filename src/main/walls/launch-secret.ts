import { randomBytes } from 'node:crypto'
import { launchHeader } from '../../shared/launch-header.ts'

/** What shows the server beside the app that a request is this very app's: other programs that find its port get nothing. */
export interface Launch {
  /** Handed over in the start message, never by environment, arguments or disk, where others could read it. */
  secret: string
  /** For requests to the app's server; a company's server is told nothing. */
  headers: Readonly<Record<string, string>>
}

/** A new secret for this run of the app. */
export function newLaunch(isEmbedded: boolean): Launch {
  const secret = randomBytes(32).toString('base64url')
  return { secret, headers: isEmbedded ? { [launchHeader]: secret } : {} }
}
