import { rm } from 'node:fs/promises'
import { basename } from 'node:path'
import { z } from 'zod'
import { kept } from './kept.ts'
import { isPartialName } from './save-stream.ts'

/** Where files are being written: what an app that was ended by force leaves there goes at the next start. */
export interface PartialFiles {
  begin(path: string): void
  end(path: string): void
  /** Nothing is being saved yet. */
  sweep(): Promise<void>
}

export function openPartialFiles(): PartialFiles {
  const file = kept<string[]>('partial-files', z.array(z.string().max(4_096)).max(1_000), [])
  return {
    begin: (path) => file.note([...file.get(), path]),
    end: (path) => file.note(file.get().filter((one) => one !== path)),
    async sweep() {
      // A list that was tampered with is no way to delete the user's files.
      const left = file.get().filter((path) => isPartialName(basename(path)))
      if (file.get().length > 0) file.forget()
      await Promise.all(left.map((path) => rm(path, { force: true }).catch(() => undefined)))
    },
  }
}
