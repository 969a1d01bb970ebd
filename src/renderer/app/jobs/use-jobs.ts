import type { TFunction } from 'i18next'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { contract } from '../../../shared/areas.ts'
import type { CallData } from '../../actions/calls.ts'
import { useDownload } from '../../actions/downloads.ts'
import { type Say, useSay } from '../../actions/say.ts'
import { useAction } from '../../actions/useAction.ts'
import { useAnswer } from '../../actions/useRows.ts'
import { api, fileCall } from '../../api/client.ts'
import { showToast } from '../../kit/Toasts.tsx'

export type Job = CallData<'frame.getJobs'>['rows'][number]

const refresh = ['frame.getJobs'] as const
const none: readonly Job[] = []

/** The reader's jobs, the newest first; the stream of notices says when they change. `jobs` is undefined until they are known. */
export function useJobs() {
  const { data, error, reload } = useAnswer('frame.getJobs', {})
  return { jobs: data?.rows, shown: data?.rows ?? none, error, reload }
}

export function isUnderWay({ state }: Pick<Job, 'state'>): boolean {
  return state === 'waiting' || state === 'running'
}

/** What a reader does with jobs. */
export function useJobActions() {
  const { t } = useTranslation()
  const { download } = useDownload()
  const cancel = useAction((job_id: string, options) => api.frame.cancelJob({ job_id }, options), {
    done: () => null,
    what: t('Jobs'),
    refresh,
  })
  const dismiss = useAction((job_ids: string[], options) => api.frame.dismissJobs({ job_ids }, options), {
    done: () => null,
    what: t('Jobs'),
    refresh,
  })
  const save = ({ id, file }: Job) => {
    if (file) void download(fileCall(contract.frame.getJobFile, { job_id: id }), file.name)
  }
  return { cancel, dismiss, save }
}

export type JobActions = ReturnType<typeof useJobActions>

export function titleOf({ title }: Pick<Job, 'title'>, say: Say): string {
  return say.message(title.text, title.values)
}

/** Says once that a job is through, wherever the reader is. What had ended before the page was opened is no news. */
export function useJobEnds(jobs: readonly Job[] | undefined, save: (job: Job) => void, onShow: () => void): void {
  const { t } = useTranslation()
  const say = useSay()
  const ended = useRef<ReadonlySet<string> | null>(null)
  const latest = useRef({ t, say, save, onShow })
  latest.current = { t, say, save, onShow }
  useEffect(() => {
    if (!jobs) return
    const before = ended.current
    const now = jobs.filter((job) => !isUnderWay(job))
    ended.current = new Set(now.map(({ id }) => id))
    if (before === null) return
    for (const job of now) if (!before.has(job.id)) tellEnd(job, latest.current)
  }, [jobs])
}

interface Telling {
  t: TFunction
  say: Say
  save: (job: Job) => void
  onShow: () => void
}

function tellEnd(job: Job, { t, say, save, onShow }: Telling): void {
  const [id, title] = [`job-${job.id}`, titleOf(job, say)]
  if (job.state === 'failed' && job.problem)
    showToast({
      ...{ id, tone: 'error', text: title, more: say.message(job.problem.text, job.problem.values) },
      actions: [{ label: t('Show jobs'), run: onShow }],
    })
  if (job.state === 'done')
    showToast({
      ...{ id, tone: 'success', text: t('Ready: {{title}}', { title }) },
      // It stays: who asked for it has gone on to something else.
      ...(job.file && { stays: true, actions: [{ label: t('Save file'), run: () => save(job) }] }),
    })
}
