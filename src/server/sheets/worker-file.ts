import { existsSync } from 'node:fs'

/** Beside this file as source; beside the bundle, or above its chunks, once built. */
const places = ['./sheet-worker.ts', './sheet-worker.js', '../sheet-worker.js']

/** Where the thread's program is: the same code runs from source, in tests and from the bundle. */
export function sheetWorkerFile(): URL {
  // Built from a variable, so that bundlers do not take the file for an asset.
  const file = places.map((place) => new URL(place, import.meta.url)).find((url) => existsSync(url))
  if (!file) throw new Error('sheet-worker is missing beside the server')
  return file
}
