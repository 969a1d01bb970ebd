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

/** The public key that the release put beside the fonts and templates; null where it had none. */
export function ownUpdateKey(path?: string): string | null {
  try {
    return readFileSync(path ?? join(process.resourcesPath, 'resources', 'update-key.pem'), 'utf8')
  } catch {
    return null
  }
}

interface Copy {
  platform: NodeJS.Platform
  /** The public key that updates are signed by (`signature.ts`). */
  key: string | null
}

/**
 * Why a packaged app's own `app-update.yml` gives no updates, in words for the user; null when it does. No copy is updated that
 * could not tell whose an update is: Linux has the key alone, Windows the publisher's name, without which electron-updater looks
 * at no signature at all, and macOS takes no app that another one signed.
 */
export function feedProblem(config: string | null, { platform, key }: Copy): string | null {
  if (config === null) return 'No place for updates was set when this copy was made.'
  const addresses = [...config.matchAll(/^\s*url:\s*["']?(.*)$/gim)].map(([, address = '']) => address)
  // On Linux nothing but https says that the feed, with its checksums, is the publisher's.
  const isSafe = addresses.every((address) => address.startsWith('https://'))
  if (!isSafe) return 'The place of the updates is not safe, so this copy is not updated.'
  if (platform === 'linux' && key === null) {
    return 'This copy cannot tell whose an update is: it was made without a key for updates.'
  }
  if (platform === 'win32' && !/^publisherName:\s*\S|^publisherName:\s*\n\s*-\s*\S/m.test(config)) {
    return 'This copy cannot tell whose an update is: it was made without a publisher’s name.'
  }
  return null
}
