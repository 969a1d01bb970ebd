import { useSay } from '../../actions/say.ts'
import { JobRun } from '../../app/jobs/JobItem.tsx'
import { isUnderWay, type Job, useJobs } from '../../app/jobs/use-jobs.ts'
import { Callout } from '../../kit/states.tsx'
import { useLocale } from '../../table/words.ts'
import type { FoundTask } from './task-params.ts'

/** How far the calculation is that is under way; who began it can cancel it, and the plan stays as it was. Then why the last one failed. */
export function CalculationRun({ found }: { found: FoundTask }) {
  const { t } = useLocale()
  const say = useSay()
  const { jobs } = useJobs()
  const failed = jobs && found.job_id === null ? failedSince(jobs, found.task) : null
  if (failed)
    return (
      <div className="job-run">
        <Callout tone="bad">
          {t('The calculation failed: {{reason}}', { reason: say.message(failed.text, failed.values) })}
        </Callout>
      </div>
    )
  if (found.job_id === null) return null
  const job = jobs?.find(({ id }) => id === found.job_id)
  if (!job) return <Callout>{t('It is being calculated by somebody else.')}</Callout>
  if (!isUnderWay(job)) return null
  return <JobRun job={job} cancelText={t('Cancel the calculation')} />
}

/** Why the reader's last calculation of it failed, where nothing was calculated since. */
function failedSince(jobs: readonly Job[], { task_id, calculated_at, state }: FoundTask['task']): Job['problem'] {
  if (state === 'REJECTED' || state === 'GATEPASSES_CREATED') return null
  const last = jobs.find(({ kind, title }) => kind === 'allocation' && title.values?.task_id === task_id)
  if (last?.state !== 'failed' || (calculated_at !== null && (last.ended_at ?? '') < calculated_at)) return null
  return last.problem
}
