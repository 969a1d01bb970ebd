import { Button } from '@blueprintjs/core'
import { Print } from '@blueprintjs/icons'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { PrintJob, PrintJobState } from '../../../shared/bridge.ts'
import { useSay } from '../../actions/say.ts'
import { useFormats } from '../../i18n/formats.ts'
import { EmptyState, FailedState, Instant } from '../../kit/states.tsx'
import type { JobView } from '../../print/jobs.ts'
import { JobButtons } from './JobButtons.tsx'
import { countByState, JobProblem, JobReprint, jobStates, stateWords } from './JobTable.tsx'

interface JobListProps {
  jobs: readonly PrintJob[]
  error: Error | null
  onRetry: () => void
  onReprint: (job: PrintJob) => void
  /** Opens the full list. */
  onShow: (view: JobView) => void
}

const mostOfState = 5

/** What the header's button opens: the newest jobs of each state, those that need somebody first. */
export function JobList({ jobs, error, onRetry, onReprint, onShow }: JobListProps) {
  const { t } = useTranslation()
  const say = useSay()
  const counts = countByState(jobs)
  return (
    <section className="print-jobs" aria-label={t('Print jobs')}>
      <div className="print-jobs-head">
        <h2>{t('Print jobs')}</h2>
        <Button
          size="small"
          variant="minimal"
          intent="primary"
          text={t('Printing centre')}
          onClick={() => onShow('all')}
        />
      </div>
      {error ? <FailedState text={say.problem(error)} onRetry={onRetry} /> : null}
      {jobs.length === 0 && !error ? (
        <EmptyState
          icon={<Print size={20} />}
          title={t('Nothing was printed yet')}
          text={t('What you print is listed here, with what became of it.')}
        />
      ) : null}
      <div className="print-jobs-scroll">
        {jobStates
          .filter((state) => counts[state] > 0)
          .map((state) => (
            <JobGroup
              key={state}
              state={state}
              count={counts[state]}
              jobs={jobs}
              onReprint={onReprint}
              onShow={onShow}
            />
          ))}
      </div>
    </section>
  )
}

type JobGroupProps = Pick<JobListProps, 'jobs' | 'onReprint' | 'onShow'> & { state: PrintJobState; count: number }

function JobGroup({ state, count, jobs, onReprint, onShow }: JobGroupProps) {
  const { t } = useTranslation()
  const formats = useFormats()
  const shown = jobs.filter((job) => job.state === state).slice(0, mostOfState)
  const { word, tone } = stateWords[state]
  return (
    <section className="job-group" data-tone={tone} aria-label={t(word)}>
      <h3>
        {t(word)} <span className="tab-count">{formats.number(count)}</span>
      </h3>
      <ul>
        {shown.map((job) => (
          <li key={job.id} className="job">
            <div className="job-text">
              <strong>{job.title}</strong>
              <div className="muted">
                <Instant at={job.createdAt} />
                {job.printer ? ` · ${job.printer}` : ''}
              </div>
              <JobProblem job={job} />
              <JobReprint job={job} />
            </div>
            <JobButtons job={job} onReprint={onReprint} />
          </li>
        ))}
      </ul>
      {count > shown.length ? (
        <Button
          className="job-more"
          size="small"
          variant="minimal"
          intent="primary"
          text={t('Show all {{n}}', { n: formats.number(count) })}
          onClick={() => onShow(state)}
        />
      ) : null}
    </section>
  )
}

const KEY = 'seenPrintFailures'

/** How many jobs failed since the list was last looked at; looking at it (`isLooking`) makes them seen, over restarts too. */
export function useUnseenFailures(jobs: readonly PrintJob[], isLooking: boolean): number {
  const [seen, setSeen] = useState(readSeen)
  const failed = jobs.filter(({ state }) => state === 'failed').map(({ id }) => id)
  const all = failed.join(' ')
  useEffect(() => {
    if (!isLooking) return
    setSeen(new Set(all.split(' ')))
    localStorage.setItem(KEY, all)
  }, [isLooking, all])
  // One that was printed again and fails again is news again. What is not listed may only not be loaded yet.
  const mended = jobs.filter(({ id, state }) => state !== 'failed' && seen.has(id)).map(({ id }) => id)
  const allMended = mended.join(' ')
  useEffect(() => {
    if (allMended !== '') setSeen((before) => before.difference(new Set(allMended.split(' '))))
  }, [allMended])
  return failed.filter((id) => !seen.has(id)).length
}

function readSeen(): ReadonlySet<string> {
  return new Set((localStorage.getItem(KEY) ?? '').split(' '))
}
