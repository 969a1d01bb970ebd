import { Button } from '@blueprintjs/core'
import { Cross } from '@blueprintjs/icons'
import { useTranslation } from 'react-i18next'
import { useSay } from '../../actions/say.ts'
import { useFormats } from '../../i18n/formats.ts'
import { Instant } from '../../kit/states.tsx'
import { isUnderWay, type Job, type JobActions, titleOf, useJobActions } from './use-jobs.ts'

interface ItemProps {
  job: Job
  actions: JobActions
}

interface JobRunProps {
  job: Job
  /** In the reader's language. */
  cancelText: string
}

/** A job that is under way, on the screen that waits for it, with its cancel. */
export function JobRun({ job, cancelText }: JobRunProps) {
  const say = useSay()
  const { cancel } = useJobActions()
  return (
    <div className="job-run">
      <JobProgress job={job} title={titleOf(job, say)} />
      <Button
        size="small"
        text={cancelText}
        disabled={job.is_ending}
        loading={cancel.isRunning}
        onClick={() => void cancel.run(job.id)}
      />
    </div>
  )
}

/** One job: how far it is or what came of it, and what can be done with it. */
export function JobItem({ job, actions }: ItemProps) {
  const { t } = useTranslation()
  const say = useSay()
  const title = titleOf(job, say)
  return (
    <li className="download job" data-state={job.state}>
      <div className="download-text">
        <div className="download-name" title={title}>
          {title}
        </div>
        {isUnderWay(job) ? <JobProgress job={job} title={title} /> : <Outcome job={job} />}
      </div>
      {isUnderWay(job) ? (
        <Button
          size="small"
          variant="minimal"
          text={t('Cancel')}
          aria-label={t('Cancel {{title}}', { title })}
          disabled={job.is_ending}
          onClick={() => void actions.cancel.run(job.id)}
        />
      ) : (
        <>
          {job.file ? (
            <Button
              size="small"
              intent="primary"
              variant="minimal"
              text={t('Save file')}
              aria-label={t('Save file: {{title}}', { title })}
              onClick={() => actions.save(job)}
            />
          ) : null}
          <Button
            size="small"
            variant="minimal"
            icon={<Cross size={12} />}
            aria-label={t('Remove {{name}} from the list', { name: title })}
            title={t('Remove from the list')}
            onClick={() => void actions.dismiss.run([job.id])}
          />
        </>
      )}
    </li>
  )
}

/** How far a job is, as a bar and in words. */
export function JobProgress({ job, title }: { job: Job; title: string }) {
  const { t } = useTranslation()
  const say = useSay()
  const formats = useFormats()
  const { done, total, step, state } = job
  const part = total ? Math.min(1, done / total) : null
  const known = part === null ? {} : { 'aria-valuenow': Math.round(part * 100) }
  const amount = total
    ? t('{{sent}} of {{total}}', { sent: formats.number(done), total: formats.number(total) })
    : t('Starting…')
  const words = [...(step ? [say.message(step)] : []), amount].join(' · ')
  return (
    <>
      <div
        className="download-progress"
        role="progressbar"
        aria-label={title}
        aria-valuemin={0}
        aria-valuemax={100}
        data-unknown={part === null && state === 'running'}
        {...known}
      >
        <span style={part === null ? {} : { width: `${part * 100}%` }} />
      </div>
      <div className="muted">{job.is_ending ? t('Ending…') : state === 'waiting' ? t('Waiting') : words}</div>
    </>
  )
}

function Outcome({ job }: { job: Job }) {
  const { t } = useTranslation()
  const say = useSay()
  const formats = useFormats()
  if (job.problem) return <div className="download-problem">{say.message(job.problem.text, job.problem.values)}</div>
  const words = () => {
    if (job.state === 'cancelled') return t('Cancelled')
    return job.file ? formats.bytes(job.file.bytes) : t('Done')
  }
  return (
    <div className="muted">
      {words()} · <Instant at={job.ended_at} />
    </div>
  )
}
