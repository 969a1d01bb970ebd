import { Button, PopoverNext, PopupKind, Spinner } from '@blueprintjs/core'
import { Stopwatch } from '@blueprintjs/icons'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useSay } from '../../actions/say.ts'
import { FailedState } from '../../kit/states.tsx'
import { JobItem } from './JobItem.tsx'
import { isUnderWay, type Job, type JobActions, useJobActions, useJobEnds, useJobs } from './use-jobs.ts'
import '../downloads/downloads.css'
import './jobs.css'

/** The reader's long work. Shown only to who has any; tells its end wherever they are. */
export function JobsButton() {
  const { t } = useTranslation()
  const { jobs, shown, error, reload } = useJobs()
  const actions = useJobActions()
  const [isOpen, setOpen] = useState(false)
  useJobEnds(jobs, actions.save, () => setOpen(true))
  if (shown.length === 0 && !isOpen) return null
  const underWay = shown.filter(isUnderWay).length
  const failed = shown.some(({ state }) => state === 'failed')
  const label = underWay > 0 ? t('Jobs, {{n}} under way', { n: underWay }) : t('Jobs')
  return (
    <PopoverNext
      placement="bottom-end"
      popupKind={PopupKind.DIALOG}
      isOpen={isOpen}
      onInteraction={setOpen}
      content={<JobList jobs={shown} actions={actions} error={error} onRetry={() => void reload()} />}
    >
      <Button
        className="header-mark jobs-button"
        variant="minimal"
        icon={underWay > 0 ? <Spinner size={16} aria-hidden="true" /> : <Stopwatch />}
        aria-label={label}
        title={label}
        data-running={underWay > 0 ? underWay : undefined}
        data-dot={underWay === 0 && failed ? 'bad' : undefined}
      />
    </PopoverNext>
  )
}

interface ListProps {
  jobs: readonly Job[]
  actions: JobActions
  error: Error | null
  onRetry: () => void
}

function JobList({ jobs, actions, error, onRetry }: ListProps) {
  const { t } = useTranslation()
  const say = useSay()
  const list = useRef<HTMLElement>(null)
  const ended = jobs.filter((job) => !isUnderWay(job)).map(({ id }) => id)
  // The button under the focus goes with its job: the keyboard stays in the list.
  useEffect(() => {
    if (jobs.length >= 0 && document.activeElement === document.body) list.current?.focus()
  }, [jobs.length])
  return (
    <section className="downloads jobs" aria-label={t('Jobs')} ref={list} tabIndex={-1}>
      <div className="jobs-head">
        <h2>{t('Jobs')}</h2>
        <Button
          size="small"
          variant="minimal"
          text={t('Clear the list')}
          disabled={ended.length === 0 || actions.dismiss.isRunning}
          onClick={() => void actions.dismiss.run(ended)}
        />
      </div>
      <div className="downloads-scroll">
        {error ? <FailedState text={say.problem(error)} onRetry={onRetry} /> : null}
        {jobs.length === 0 ? <p className="jobs-none muted">{t('Nothing is under way.')}</p> : null}
        <ul>
          {jobs.map((job) => (
            <JobItem key={job.id} job={job} actions={actions} />
          ))}
        </ul>
      </div>
    </section>
  )
}
