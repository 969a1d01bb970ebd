import { useRef, useState } from 'react'
import type { ApiError } from '../../api/api-error.ts'
import { newKey } from '../../api/client.ts'
import { problemOf } from '../say.ts'
import { useRefresh } from '../useRows.ts'
import { isAccepted, wrongKind } from './ChooseFile.tsx'
import type { Outcome, TakeMode, UploadOptions, UploadRun, UploadSeen, UploadState } from './upload-state.ts'

export interface Uploading<D> {
  state: UploadState<D>
  choose: (file: File) => void
  /** The user agreed to what the file replaces. */
  replace: () => void
  takeGoodRows: () => void
  /** Looks at the file anew, with another choice. */
  lookAgain: (choice: string) => void
  /** The user agreed to what the file would do. */
  takeLooked: () => void
  tryAgain: () => void
  cancel: () => void
  startOver: () => void
}

const start = { at: 'choosing', problem: null } as const

/** One upload's way from the chosen file to its outcome; `cancel` really stops the request. */
export function useUpload<C, D extends Outcome>(options: UploadOptions<C, D>, context: C): Uploading<D> {
  const [state, setState] = useState<UploadState<D>>(start)
  /** The last refusal's file: its rows can be fetched after the good ones were taken. */
  const refused = useRef<string>(undefined)
  const abort = useRef<AbortController | null>(null)
  const refresh = useRefresh()

  async function send(
    file: File,
    mode: TakeMode,
    key: string,
    work: (run: UploadRun<C>) => Promise<void>,
  ): Promise<void> {
    const controller = new AbortController()
    abort.current = controller
    setState({ at: 'sending', file, progress: null })
    try {
      await work({
        mode,
        context,
        key,
        signal: controller.signal,
        onProgress: (progress) => {
          if (!controller.signal.aborted) setState({ at: 'sending', file, progress })
        },
      })
    } catch (failure) {
      if (controller.signal.aborted) return
      const error = problemOf(failure)
      refused.current = error.details.upload_id
      const again = (next: string) => void send(file, mode, next, work)
      setState(
        error.code === 'file_refused' ? { at: 'refused', file, error } : { at: 'failed', file, error, again, key },
      )
    }
  }

  const take = (file: File, mode: TakeMode, seen: UploadSeen = {}) =>
    void send(file, mode, newKey(), async (run) => {
      const { data } = await options.upload(file, run, seen)
      setState({ at: 'done', file, data, uploadId: mode === 'good_rows' ? refused.current : undefined })
      options.onDone?.(data, context)
      await refresh()
    })

  const { look } = options
  const begin = (file: File, mode: TakeMode, choice: string | null = null) => {
    if (!look) return take(file, mode)
    return void send(file, mode, newKey(), async (run) =>
      setState({ at: 'looked', file, mode, look: await look(file, run, choice) }),
    )
  }

  return {
    state,
    choose(file) {
      if (!isAccepted(file.name, options.accept))
        return setState({ at: 'choosing', problem: wrongKind(file.name, options.accept) })
      const replaced = options.replaces?.() ?? null
      if (replaced === null) begin(file, 'all')
      else setState({ at: 'asking', file, replaced })
    },
    replace() {
      if (state.at === 'asking') begin(state.file, 'all')
    },
    takeGoodRows() {
      if (state.at === 'refused') begin(state.file, 'good_rows')
    },
    lookAgain(choice) {
      if (state.at === 'looked') begin(state.file, state.mode, choice)
    },
    takeLooked() {
      if (state.at === 'looked') take(state.file, state.mode, state.look.seen)
    },
    tryAgain() {
      if (state.at === 'failed') state.again(keyAgain(state.error, state.key))
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
