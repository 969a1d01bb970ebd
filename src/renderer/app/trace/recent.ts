import { traceKinds } from '../../../shared/domain/trace.ts'
import type { Hit, Traced } from './kinds.ts'

/** A code that was traced before. */
export type Recent = Traced & Pick<Hit, 'title'>

const MOST = 10

const keyOf = (userId: string) => `selvedge.trace.${userId}`

/** The codes that this user traced last on this machine, newest first. */
export function readRecent(userId: string): readonly Recent[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(keyOf(userId)) ?? '[]')
    return Array.isArray(kept) ? kept.filter(isRecent).slice(0, MOST) : []
  } catch {
    // Cut short or written by somebody else: an empty start is better than none.
    return []
  }
}

export function keepRecent(userId: string, { kind, code, title }: Recent): void {
  const others = readRecent(userId).filter((other) => other.kind !== kind || other.code !== code)
  localStorage.setItem(keyOf(userId), JSON.stringify([{ kind, code, title }, ...others].slice(0, MOST)))
}

function isRecent(kept: unknown): kept is Recent {
  if (typeof kept !== 'object' || kept === null) return false
  const { kind, code, title } = kept as Record<string, unknown>
  return traceKinds.some((known) => known === kind) && typeof code === 'string' && typeof title === 'string'
}
