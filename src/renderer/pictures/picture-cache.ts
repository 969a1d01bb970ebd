/** Which of a picture's two sizes. */
export type PictureSize = 'small' | 'large'

interface Entry {
  state: 'waiting' | 'loading' | 'there' | 'failed'
  url: string | null
  /** How many on the page show it. */
  users: number
  loading: AbortController | null
  listeners: Set<() => void>
  /** When it was last wished for, by the page's clock. */
  wished: number
}

export interface PictureGround {
  /** The bytes of a picture's JPEG. */
  load: (id: string, size: PictureSize, signal: AbortSignal) => Promise<Blob>
  makeUrl: (blob: Blob) => string
  dropUrl: (url: string) => void
  /** Requests at once; six when left out. */
  atOnce?: number
  /** Pictures that nobody shows any more, kept for who scrolls back. */
  mostUnused?: number
  /** Milliseconds. */
  now?: () => number
}

/** Pictures that are fetched as soon as they are wished for: a screenful, and then one now and then. */
const AT_ONCE = { most: 40, aSecond: 12 }
/** Milliseconds for which a picture beyond those has to stay in sight: what flies past is not worth the work of its bytes. */
const STAYS = 220

export interface PictureCache {
  /** The picture's address in the page's memory, null while it is not there. */
  url: (id: string, size: PictureSize) => string | null
  /** From now until the returned function is called somebody shows it: it is fetched, the newest wish first. */
  show: (id: string, size: PictureSize, changed: () => void) => () => void
  /** Another person's pictures are none of this one's. */
  clear: () => void
}

/**
 * Pictures as addresses for `img`: their bytes come through the client, which knows who asks. Each is fetched once and stays while
 * it is shown, and some beyond that; what scrolled away before its turn came is never asked for, and in a rush of wishes a turn comes
 * to what stays.
 */
export function makePictureCache({
  load,
  makeUrl,
  dropUrl,
  atOnce = 6,
  mostUnused = 300,
  now = () => performance.now(),
}: PictureGround): PictureCache {
  const entries = new Map<string, Entry>()
  let running = 0
  let spare = { count: AT_ONCE.most, at: now() }
  let isLater = false

  const tell = ({ listeners }: Entry) => {
    for (const listener of [...listeners]) listener()
  }
  const pump = () => {
    if (running >= atOnce) return
    // What was wished for last is in sight.
    const waiting = [...entries].filter(([, { state, users }]) => state === 'waiting' && users > 0)
    const at = now()
    const count = Math.min(AT_ONCE.most, spare.count + ((at - spare.at) / 1_000) * AT_ONCE.aSecond)
    const next = count >= 1 ? waiting.at(-1) : waiting.findLast(([, { wished }]) => at - wished >= STAYS)
    if (next === undefined) {
      if (waiting.length > 0) pumpLater()
      return
    }
    spare = { count: Math.max(0, count - 1), at }
    void fetchOne(next[0], next[1])
    pump()
  }
  const pumpLater = () => {
    if (isLater) return
    isLater = true
    setTimeout(() => {
      isLater = false
      pump()
    }, STAYS / 3)
  }
  const fetchOne = async (name: string, entry: Entry) => {
    const [id = '', size] = name.split(' ')
    const loading = new AbortController()
    Object.assign(entry, { state: 'loading', loading })
    running += 1
    try {
      const blob = await load(id, size as PictureSize, loading.signal)
      // Cleared meanwhile: nobody would give the address back.
      if (entries.get(name) === entry) Object.assign(entry, { state: 'there', url: makeUrl(blob) })
    } catch {
      entry.state = 'failed'
    } finally {
      entry.loading = null
      running -= 1
      tell(entry)
      pump()
    }
  }
  const forgetUnused = () => {
    const unused = [...entries].filter(([, { users, state }]) => users === 0 && state !== 'loading')
    for (const [name, { url }] of unused.slice(0, Math.max(0, unused.length - mostUnused))) {
      if (url !== null) dropUrl(url)
      entries.delete(name)
    }
  }

  return {
    url: (id, size) => entries.get(`${id} ${size}`)?.url ?? null,
    show(id, size, changed) {
      const name = `${id} ${size}`
      const fresh: Entry = { state: 'waiting', url: null, users: 0, loading: null, listeners: new Set(), wished: 0 }
      const entry = entries.get(name) ?? fresh
      // To the end: the last in the row is the one that was used last.
      entries.delete(name)
      entries.set(name, entry)
      if (entry.state === 'failed') entry.state = 'waiting'
      if (entry.users === 0) entry.wished = now()
      entry.users += 1
      entry.listeners.add(changed)
      pump()
      return () => {
        entry.listeners.delete(changed)
        entry.users -= 1
        if (entry.users > 0) return
        if (entry.state === 'waiting' && entries.get(name) === entry) entries.delete(name)
        forgetUnused()
      }
    },
    clear() {
      for (const { url, loading } of entries.values()) {
        loading?.abort()
        if (url !== null) dropUrl(url)
      }
      entries.clear()
    },
  }
}
