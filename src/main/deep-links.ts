import type { AppLink } from '../shared/bridge.ts'
import { plainText } from '../shared/kernel/codes.ts'

/** The scheme that the system opens this app for. */
export const linkScheme = 'selvedge'

const shape = /^selvedge:\/\/trace\/([^/?#\\]{1,900})\/?$/i

/** What order ids, SKUs, box numbers, tracking ids and SSCCs are written with. */
const code = /^[A-Za-z0-9-][A-Za-z0-9._/-]{0,99}$/

/** Any program and any web page may send a link: only a plain code comes out, everything else is null. */
export function readLink(text: string): AppLink | null {
  const found = shape.exec(text.trim())?.[1]
  if (found === undefined) return null
  const decoded = decode(found)
  if (decoded === null) return null
  const plain = plainText(decoded)
  return code.test(plain) ? { kind: 'trace', code: plain } : null
}

function decode(segment: string): string | null {
  try {
    return decodeURIComponent(segment)
  } catch {
    // Wrongly escaped: no link of ours.
    return null
  }
}

/** Windows and Linux hand a link over as an argument of a start, macOS by an event. */
export function linkArguments(argv: readonly string[]): string[] {
  return argv.filter((word) => word.toLowerCase().startsWith(`${linkScheme}:`))
}

/** The link that was last followed, until the page takes it. */
export interface DeepLinks {
  /** Keeps what the text leads to; answers whether it is a link of ours. */
  follow(text: string): boolean
  take(): AppLink | null
  /** Hears of each link from now on, and at once of one that waits already. */
  listen(hear: (link: AppLink) => void): void
}

export function deepLinks(refused: () => void): DeepLinks {
  let waiting: AppLink | null = null
  let tell: (link: AppLink) => void = () => undefined
  return {
    follow(text) {
      const link = readLink(text)
      if (link === null) {
        refused()
        return false
      }
      waiting = link
      tell(link)
      return true
    },
    take() {
      const link = waiting
      waiting = null
      return link
    },
    listen(hear) {
      tell = hear
      if (waiting !== null) hear(waiting)
    },
  }
}
