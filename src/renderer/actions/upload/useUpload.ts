import { useRef, useState } from 'react'
import type { ApiError } from '../../api/api-error.ts'
import { newKey } from '../../api/client.ts'
import { problemOf } from '../say.ts'
import { useRefresh } from '../useRows.ts'
import { isAccepted, wrongKind } from './ChooseFile.tsx'
import type { Outcome, TakeMode, UploadOptions, UploadState } from './upload-state.ts'

export interface Uploading<D> {
  state: UploadState<D>
  choose: (file: File) => void
  /** The user agreed to what the file replaces. */
  replace: () => void
  takeGoodRows: () => void
  tryAgain: () => void
  cancel: () => void
  startOver: () => void
}

const start = { at: 'choosing', problem: null } as const

/** One upload's way from the chosen file to its outcome; `cancel` really stops the request. */
export function useUpload<C, D extends Outcome>(options: UploadOptions<C, D>, context: C): Uploading<D> {
  const [state, setState] = useState<UploadState<D>>(start)
  const abort = useRef<AbortController | null>(null)
  const refresh = useRefresh()

  async function run(file: File, mode: TakeMode, key: string): Promise<void> {
    const controller = new AbortController()
    abort.current = controller
    setState({ at: 'sending', file, progress: null })
    try {
      const { data } = await options.upload(file, {
        mode,
        context,
        key,
        signal: controller.signal,
        onProgress: (progress) => {
          if (!controller.signal.aborted) setState({ at: 'sending', file, progress })
        },
      })
      setState({ at: 'done', file, data })
      options.onDone?.(data, context)
      await refresh()
    } catch (failure) {
      if (controller.signal.aborted) return
      const error = problemOf(failure)
      setState(
        error.code === 'file_refused' ? { at: 'refused', file, error } : { at: 'failed', file, mode, key, error },
      )
    }
  }

  return {
    state,
    choose(file) {
      if (!isAccepted(file.name, options.accept))
        return setState({ at: 'choosing', problem: wrongKind(file.name, options.accept) })
      const replaced = options.replaces?.() ?? null
      if (replaced === null) void run(file, 'all', newKey())
      else setState({ at: 'asking', file, replaced })
    },
    replace() {
      if (state.at === 'asking') void run(state.file, 'all', newKey())
    },
    takeGoodRows() {
      if (state.at === 'refused') void run(state.file, 'good_rows', newKey())
    },
    tryAgain() {
      if (state.at === 'failed') void run(state.file, state.mode, keyAgain(state.error, state.key))
    },
    cancel() {
      abort.current?.abort()
      setState(start)
    },
    startOver: () => setState(start),
  }
}

/** The same intention keeps its key; a key that the server holds under other content is worthless. */
function keyAgain(error: ApiError, key: string): string {
  return error.code === 'idempotency_mismatch' ? newKey() : key
}
