/**
 * What stations last knew of their work, by user: a station that is reloaded without a connection opens with it and goes on scanning. Facts alone,
 * never a word to a scan; signing out drops them.
 */
const prefix = 'selvedge.station '
/** The oldest go first: a computer sees many passes. */
const most = 30

type Drawer = Pick<Storage, 'getItem' | 'setItem' | 'removeItem' | 'key' | 'length'>

const ofUser = (userId: string) => `${prefix}${userId} `

/** `name` says the call and what it was asked. */
export const factsKey = (userId: string, name: string): string => `${ofUser(userId)}${name}`

export function keepFacts(key: string, facts: unknown, drawer: Drawer = localStorage): void {
  try {
    const others = keysOf(drawer)
      .filter((each) => each !== key)
      .map((each) => ({ each, at: savedIn(drawer, each)?.at ?? 0 }))
      .toSorted((a, b) => b.at - a.at)
    // After them all, also within one millisecond.
    const at = Math.max(Date.now(), (others[0]?.at ?? 0) + 1)
    drawer.setItem(key, JSON.stringify({ at, facts }))
    for (const { each } of others.slice(most - 1)) drawer.removeItem(each)
  } catch {
    // A full disk: without a connection the station waits for one.
  }
}

export function keptFacts(key: string, drawer: Drawer = localStorage): unknown {
  return savedIn(drawer, key)?.facts
}

export function forgetFacts(userId: string, drawer: Drawer = localStorage): void {
  for (const key of keysOf(drawer)) if (key.startsWith(ofUser(userId))) drawer.removeItem(key)
}

function keysOf(drawer: Drawer): string[] {
  return Array.from({ length: drawer.length }, (_, at) => drawer.key(at) ?? '').filter((key) => key.startsWith(prefix))
}

function savedIn(drawer: Drawer, key: string): { at: number; facts: unknown } | null {
  try {
    return JSON.parse(drawer.getItem(key) ?? 'null') as { at: number; facts: unknown } | null
  } catch {
    return null
  }
}
