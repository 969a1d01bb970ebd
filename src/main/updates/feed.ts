import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** Written by the builder beside the archive, where the release named a feed. */
export function ownFeed(): string | null {
  try {
    return readFileSync(join(process.resourcesPath, 'app-update.yml'), 'utf8')
  } catch {
    // None was named.
    return null
  }
}

/** Why a packaged app's own `app-update.yml` gives no updates, in words for the user; null when it does. */
export function feedProblem(config: string | null): string | null {
  if (config === null) return 'No place for updates was set when this copy was made.'
  const addresses = [...config.matchAll(/^\s*url:\s*["']?(.*)$/gim)].map(([, address = '']) => address)
  // On Linux nothing but https says that the feed, with its checksums, is the publisher's.
  const isSafe = addresses.every((address) => address.startsWith('https://'))
  if (!isSafe) return 'The place of the updates is not safe, so this copy is not updated.'
  return null
}
