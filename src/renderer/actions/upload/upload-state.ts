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
  | { at: 'sending'; file: File; progress: Progress | null }
  | { at: 'refused'; file: File; error: ApiError }
  | { at: 'failed'; file: File; mode: TakeMode; key: string; error: ApiError }
  | { at: 'done'; file: File; data: D }

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
  upload: (file: File, run: UploadRun<C>) => Promise<{ data: D }>
  /** What the file would replace, said before it is sent; null when there is nothing to lose. */
  replaces?: () => ReactNode | null
  /** After success: close a drawer, load a list anew. */
  onDone?: (data: D, context: C) => void
  /** More about the outcome, under its numbers. */
  about?: (data: D) => ReactNode
}
