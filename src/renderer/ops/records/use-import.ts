import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import type { CallData, CallInput } from '../../actions/calls.ts'
import { problemOf } from '../../actions/say.ts'
import { isAccepted, wrongKind } from '../../actions/upload/ChooseFile.tsx'
import type { TakeMode } from '../../actions/upload/upload-state.ts'
import { useRefresh } from '../../actions/useRows.ts'
import type { ApiError } from '../../api/api-error.ts'
import { api, newKey } from '../../api/client.ts'
import type { Progress } from '../../api/send.ts'
import type { Chosen } from './records-params.ts'

export type ImportRow = CallData<'data.importRecords'>['import']
/** How a file is written, as its owner says it. */
export type SaidForms = ImportRow['forms']
type Mode = TakeMode | 'check'

/** A workbook alone has a sheet for each kind. */
export function accepted(kind: Chosen): readonly ('.xlsx' | '.csv')[] {
  return kind === 'all' ? ['.xlsx'] : ['.xlsx', '.csv']
}

export type ImportState =
  | { at: 'choosing'; problem: string | null }
  | { at: 'sending'; file: File; progress: Progress | null }
  | { at: 'answered'; file: File; row: ImportRow }
  | { at: 'failed'; file: File; mode: Mode; key: string; forms: SaidForms | null; error: ApiError }

/** A file's way: sent to be looked at first, then, when its reader agrees, sent to be taken. `cancel` really stops the request. */
export function useImport(kind: Chosen) {
  const [state, setState] = useState<ImportState>({ at: 'choosing', problem: null })
  const abort = useRef<AbortController | null>(null)
  const refresh = useRefresh()

  async function run(file: File, mode: Mode, key: string, forms: SaidForms | null = null): Promise<void> {
    const controller = new AbortController()
    abort.current = controller
    const { signal } = controller
    setState({ at: 'sending', file, progress: null })
    try {
      const onProgress = (progress: Progress) => {
        if (!signal.aborted) setState({ at: 'sending', file, progress })
      }
      const said = forms === null ? {} : toSend(forms)
      const { data } = await api.data.importRecords({ kind, mode, file, ...said }, { key, signal, onProgress })
      setState({ at: 'answered', file, row: data.import })
      await refresh(['data', 'frame.getJobs'])
    } catch (failure) {
      if (!signal.aborted) setState({ at: 'failed', file, mode, key, forms, error: problemOf(failure) })
    }
  }

  return {
    state,
    choose(file: File) {
      if (isAccepted(file.name, accepted(kind))) void run(file, 'check', newKey())
      else setState({ at: 'choosing', problem: wrongKind(file.name, accepted(kind)) })
    },
    /** Reads the file so, and looks at it anew. */
    say(forms: SaidForms) {
      if (state.at === 'answered') void run(state.file, 'check', newKey(), forms)
    },
    take(mode: TakeMode) {
      if (state.at === 'answered') void run(state.file, mode, newKey(), state.row.forms)
    },
    tryAgain() {
      if (state.at !== 'failed') return
      void run(state.file, state.mode, state.error.code === 'idempotency_mismatch' ? newKey() : state.key, state.forms)
    },
    cancel() {
      abort.current?.abort()
      setState({ at: 'choosing', problem: null })
    },
    startOver: () => setState({ at: 'choosing', problem: null }),
  }
}

export type Importing = ReturnType<typeof useImport>

/** A form of files has texts alone. */
function toSend({
  dates,
  currency,
  columns,
  values,
}: SaidForms): Pick<CallInput<'data.importRecords'>, 'dates' | 'currency' | 'columns' | 'values'> {
  return {
    columns: JSON.stringify(columns),
    values: JSON.stringify(values),
    ...(dates !== null && { dates }),
    ...(currency !== null && { currency: currency as NonNullable<CallInput<'data.importRecords'>['currency']> }),
  }
}

const askEveryMs = 1_000

/** An import as it is now: while it runs it is asked for again and again, and its end loads the records anew. */
export function useImportRow(first: ImportRow): ImportRow {
  const refresh = useRefresh()
  const { data } = useQuery({
    queryKey: ['data.getImports', { id: first.id }],
    enabled: first.state === 'running',
    queryFn: async ({ signal }) => (await api.data.getImports({ id: first.id }, { signal, isUnseen: true })).data,
    refetchInterval: ({ state }) => (state.data && state.data.rows[0]?.state !== 'running' ? false : askEveryMs),
  })
  const row = (first.state === 'running' && data?.rows[0]) || first
  const hasEnded = first.state === 'running' && row.state !== 'running'
  const latest = useRef(refresh)
  latest.current = refresh
  useEffect(() => {
    if (hasEnded) void latest.current(['data', 'frame.getJobs'])
  }, [hasEnded])
  return row
}
