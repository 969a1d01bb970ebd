import { Button } from '@blueprintjs/core'
import { useSay } from '../../actions/say.ts'
import { JobProgress } from '../../app/jobs/JobItem.tsx'
import { isUnderWay, titleOf, useJobActions, useJobs } from '../../app/jobs/use-jobs.ts'
import { Callout } from '../../kit/states.tsx'
import { useLocale } from '../../table/words.ts'
import type { FoundTask } from './TaskDrawer.tsx'

/** How far the calculation is that is under way; who began it can cancel it, and the plan stays as it was. */
export function CalculationRun({ found }: { found: FoundTask }) {
  const { t } = useLocale()
  const say = useSay()
  const { jobs } = useJobs()
  const { cancel } = useJobActions()
  if (found.job_id === null) return null
  const job = jobs?.find(({ id }) => id === found.job_id)
  if (!job) return <Callout>{t('It is being calculated by somebody else.')}</Callout>
  if (!isUnderWay(job)) return null
  return (
    <div className="allocation-run">
      <JobProgress job={job} title={titleOf(job, say)} />
      <Button
        size="small"
        text={t('Cancel the calculation')}
        disabled={job.is_ending}
        loading={cancel.isRunning}
        onClick={() => void cancel.run(job.id)}
      />
    </div>
  )
}
