import type { Intent } from '@blueprintjs/core'
import type { ReactNode } from 'react'
import type { ApiError } from '../../api/api-error.ts'
import type { Progress } from '../../api/send.ts'

export type TakeMode = 'all' | 'good_rows'

/** What every upload of rows answers (contract, `uploadOutcome`). */
export interface Outcome {
  rows_taken: number
  rows_refused: number
  rows_unchanged: number
}

export type UploadState<D> =
  | { at: 'choosing'; problem: string | null }
  | { at: 'asking'; file: File; replaced: ReactNode }
  | { at: 'looked'; file: File; mode: TakeMode; look: UploadLook }
  | { at: 'sending'; file: File; progress: Progress | null }
  | { at: 'refused'; file: File; error: ApiError }
  | { at: 'failed'; file: File; error: ApiError; again: (key: string) => void; key: string }
  /** `uploadId`: the file whose good rows were taken, for its corrected copy. */
  | { at: 'done'; file: File; data: D; uploadId: string | undefined }

/** What a file would do, asked of the server before it is taken. */
export interface UploadLook {
  /** In numbers and lines; `ask` looks anew with another choice. */
  shows: (ask: (choice: string) => void) => ReactNode
  /** On the button that takes it. */
  word: string
  intent?: Intent
  /** Handed to `upload`: what was shown is what is taken. */
  seen: UploadSeen
}

export type UploadSeen = Readonly<Record<string, string>>

export interface UploadRun<C> {
  mode: TakeMode
  context: C
  onProgress: (progress: Progress) => void
  signal: AbortSignal
  /** Give it to the call: a repeated upload is then taken once. */
  key: string
}

export interface UploadOptions<C, D extends Outcome> {
  title: string
  accept: readonly ('.xlsx' | '.csv')[]
  template?: { label: string; download: (context: C) => void }
  upload: (file: File, run: UploadRun<C>, seen: UploadSeen) => Promise<{ data: D }>
  /** Asks what the file would do; `choice` is null the first time. Without, a file is taken as soon as it is chosen. */
  look?: (file: File, run: UploadRun<C>, choice: string | null) => Promise<UploadLook>
  /** What the file would replace, said before it is sent; null when there is nothing to lose. */
  replaces?: () => ReactNode | null
  /** After success: close a drawer, load a list anew. */
  onDone?: (data: D, context: C) => void
  /** What becomes of the pieces that the good rows leave out, said before they are taken. */
  leaves?: (pieces: number) => ReactNode
  /** More about the outcome, under its numbers. */
  about?: (data: D) => ReactNode
}
