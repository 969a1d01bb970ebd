import { useSyncExternalStore } from 'react'
import type { SavedFile } from '../../shared/bridge.ts'

/** A download of this page that is not finished, or that failed. */
export interface DownloadUnderWay {
  id: string
  name: string
  receivedBytes: number
  /** Null while nobody knows. */
  totalBytes: number | null
  /** Why it failed, already in the reader's language; null while it runs. */
  problem: string | null
  again: () => void
}

const mostFailed = 5

let downloads: readonly DownloadUnderWay[] = []
const listeners = new Set<() => void>()
const savedListeners = new Set<(file: SavedFile) => void>()

/** Notes how a download stands, newest first. */
export function noteDownload(download: DownloadUnderWay): void {
  const isKnown = downloads.some(({ id }) => id === download.id)
  const next = isKnown
    ? downloads.map((other) => (other.id === download.id ? download : other))
    : [download, ...downloads]
  const failed = next.filter(({ problem }) => problem !== null)
  change(next.filter((one) => one.problem === null || failed.indexOf(one) < mostFailed))
}

export function forgetDownload(id: string): void {
  if (downloads.some((one) => one.id === id)) change(downloads.filter((one) => one.id !== id))
}

/** Tells the list of the last downloads that there is one more. */
export function tellSaved(file: SavedFile): void {
  for (const listener of savedListeners) listener(file)
}

export function onSaved(listener: (file: SavedFile) => void): () => void {
  savedListeners.add(listener)
  return () => savedListeners.delete(listener)
}

/** Those that run and those that failed, newest first. */
export function useDownloadList(): readonly DownloadUnderWay[] {
  return useSyncExternalStore(onChange, () => downloads)
}

/** How many downloads of this page are under way. */
export function useDownloadsUnderWay(): number {
  return useSyncExternalStore(onChange, () => downloads.filter(({ problem }) => problem === null).length)
}

function change(next: readonly DownloadUnderWay[]): void {
  downloads = next
  for (const listener of listeners) listener()
}

function onChange(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
