import { randomBytes } from 'node:crypto'
import { launchHeader } from '../../shared/launch-header.ts'

/** What shows the server beside the app that a request is this very app's: other programs that find its port get nothing. */
export interface Launch {
  /**
   * A new secret, for a server that is about to start: while the one before was down, another program may have listened at its
   * address and heard the old one. Handed over in the start message, never by environment, arguments or disk.
   */
  renew(): string
  /** The one that holds now. */
  secret(): string | null
  /** For requests to the app's server; a company's server is told nothing. */
  headers(): Readonly<Record<string, string>>
}

/** No secret until a server is started, so a company's server never has one. */
export function newLaunch(): Launch {
  let secret: string | null = null
  return {
    renew() {
      secret = randomBytes(32).toString('base64url')
      return secret
    },
    secret: () => secret,
    headers: () => (secret === null ? {} : { [launchHeader]: secret }),
  }
}
