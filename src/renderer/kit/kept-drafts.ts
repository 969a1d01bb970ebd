import { draftDays } from '../../shared/domain/draft-days.ts'

/** Typed work in local storage, by user and record: another user of the same computer never reads it. */
const prefix = 'selvedge.draft.'
/** Older than this, nobody comes back for it. */
const keptMillis = draftDays * 24 * 60 * 60_000

export interface KeptDraft<T> {
  draft: T
  /** When it was last typed on, ISO 8601. */
  at: string
}

/** `name` says the form and its record, for example `packing.SH-000012`. */
export function draftKey(userId: string, name: string): string {
  return `${prefix}${userId}.${name}`
}

/** What was kept, if it is not too old and `isSound` says that it has the shape of T. */
export function readDraft<T>(key: string, isSound: (kept: unknown) => kept is T): KeptDraft<T> | null {
  const kept = keptAt(key)
  return kept !== null && !isOld(kept.at) && isSound(kept.draft) ? { draft: kept.draft, at: kept.at } : null
}

export function writeDraft(key: string, draft: unknown): void {
  try {
    if (draft === null) localStorage.removeItem(key)
    else localStorage.setItem(key, JSON.stringify({ draft, at: new Date().toISOString() }))
  } catch {
    // A full disk: what is typed is still on the screen.
  }
}

/** Drops drafts that nobody came back for, of any user. */
export function dropOldDrafts(): void {
  const keys = Array.from({ length: localStorage.length }, (_, at) => localStorage.key(at) ?? '')
  for (const key of keys.filter((one) => one.startsWith(prefix))) {
    const kept = keptAt(key)
    if (kept === null || isOld(kept.at)) localStorage.removeItem(key)
  }
}

function keptAt(key: string): KeptDraft<unknown> | null {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(key) ?? 'null')
    const isKept = typeof kept === 'object' && kept !== null && 'draft' in kept && 'at' in kept
    return isKept && typeof kept.at === 'string' ? { draft: kept.draft, at: kept.at } : null
  } catch {
    // Cut short or written by somebody else: an empty start is better than none.
    return null
  }
}

/** A moment that cannot be read counts as long ago. */
function isOld(at: string): boolean {
  return !(Date.now() - Date.parse(at) < keptMillis)
}
