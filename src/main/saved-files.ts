import { z } from 'zod'
import type { SavedFile } from '../shared/bridge.ts'
import { kept } from './kept.ts'

const shape = z.array(z.object({ name: z.string(), path: z.string(), bytes: z.number(), savedAt: z.string() }))
const most = 50

/** The files the app itself saved, newest first: the only ones it will show in their folder. */
export interface SavedFiles {
  list(): SavedFile[]
  has(path: string): boolean
  add(file: SavedFile): void
}

export function openSavedFiles(): SavedFiles {
  const file = kept<SavedFile[]>('saved-files', shape, [])
  return {
    list: () => file.get(),
    has: (path) => file.get().some((saved) => saved.path === path),
    add(saved) {
      file.note([saved, ...file.get().filter((other) => other.path !== saved.path)].slice(0, most))
    },
  }
}
