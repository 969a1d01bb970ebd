import { useEffect, useId, useSyncExternalStore } from 'react'
import { isDesktop } from '../host/host.ts'

/** Something that is not saved yet: typed work, a save under way, one that found no connection, or scans kept until they are sent. */
export interface Unsaved {
  id: string
  kind: 'typed' | 'sending' | 'lost' | 'kept'
  /** What it is, already translated; null where nobody says. */
  label: string | null
  /** How many scans are kept. */
  count?: number
  /** Sends a lost one again, under its own key. */
  again?: () => void
}

let unsaved: readonly Unsaved[] = []
const listeners = new Set<() => void>()

function change(next: readonly Unsaved[]): void {
  unsaved = next
  for (const listener of listeners) listener()
}

/** Takes an entry up, or replaces the one with its id. */
export function noteUnsaved(entry: Unsaved): void {
  const others = unsaved.filter(({ id }) => id !== entry.id)
  change([...others, entry])
}

export function forgetUnsaved(id: string): void {
  if (unsaved.some((one) => one.id === id)) change(unsaved.filter((one) => one.id !== id))
}

/** Another user must not find what this one's connection lost. */
export function forgetAllUnsaved(): void {
  waitingIn.clear()
  change([])
}

/**
 * Says that this screen or dialog holds typed work that is not saved yet, and with `label` what it is. While it does, a lost
 * session is renewed over the page instead of leaving it, the browser asks before the window closes, and the connection mark
 * lists it.
 */
export function useUnsaved(isUnsaved: boolean, label?: string): void {
  const id = useId()
  useEffect(() => {
    if (!isUnsaved) return
    noteUnsaved({ id, kind: 'typed', label: label ?? null })
    return () => forgetUnsaved(id)
  }, [id, isUnsaved, label])
}

export function useUnsavedList(): readonly Unsaved[] {
  return useSyncExternalStore(onUnsaved, currentUnsaved)
}

function onUnsaved(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export function currentUnsaved(): readonly Unsaved[] {
  return unsaved
}

const scansId = 'waiting scans'

/** By the owner that each queue of scans keeps them under. */
const waitingIn = new Map<string, number>()

/** Scans of a queue that wait longer than a moment; 0 when none does any more. */
export function noteWaitingScans(owner: string, waiting: number): void {
  if (waiting === 0) waitingIn.delete(owner)
  else waitingIn.set(owner, waiting)
  const count = [...waitingIn.values()].reduce((sum, one) => sum + one, 0)
  const noted = unsaved.find(({ id }) => id === scansId)?.count ?? 0
  if (count === 0) forgetUnsaved(scansId)
  else if (count !== noted) noteUnsaved({ id: scansId, kind: 'kept', label: null, count })
}

/** While they are sent one after the other the mark counts them down; those that are sent at once are no news. */
export function hearOfScans(owner: string, { waiting, isStuck }: { waiting: number; isStuck: boolean }): void {
  if (isStuck || waitingIn.has(owner)) noteWaitingScans(owner, waiting)
}

/** Something would be gone with the page; what is kept on this computer would not. */
export function wouldLose(): boolean {
  return unsaved.some(({ kind }) => kind !== 'kept')
}

/** Typed work is on screen. */
export function hasUnsaved(): boolean {
  return unsaved.some(({ kind }) => kind === 'typed')
}

/**
 * Asks before the window closes: also a save that is under way or lost would be gone with it. Not on the desktop, where nobody
 * would ask: Electron then only keeps the window open, without a word. What was typed is kept as a draft.
 */
export function guardUnsaved(): void {
  if (isDesktop) return
  window.addEventListener('beforeunload', (event) => {
    if (wouldLose()) event.preventDefault()
  })
}
