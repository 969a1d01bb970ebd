import { Button } from '@blueprintjs/core'
import { Print } from '@blueprintjs/icons'
import { memo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { reprintReasonNames } from '../../../shared/areas/labels/rules.ts'
import type { PrintJob, PrintJobState } from '../../../shared/bridge.ts'
import type { Tone } from '../../../shared/kernel/area.ts'
import { useSay } from '../../actions/say.ts'
import { key, useFormats } from '../../i18n/formats.ts'
import { StatusTag } from '../../kit/StatusTag.tsx'
import { EmptyState, Instant } from '../../kit/states.tsx'
import { jobKindName } from '../../print/kinds.ts'
import { JobButtons, type JobButtonsProps } from './JobButtons.tsx'

/** As many rows as can be drawn while a burst of news comes in. */
const pageSize = 50

interface JobTableProps {
  jobs: readonly PrintJob[]
  /** Takes every filter away; null where there is none. */
  onClear: (() => void) | null
  onReprint: (job: PrintJob) => void
}

export function JobTable({ jobs, onClear, onReprint }: JobTableProps) {
  const { t } = useTranslation()
  const [most, setMost] = useState(pageSize)
  if (jobs.length === 0) return <NoJobs onClear={onClear} />
  return (
    <div className="centre-list">
      <table className="centre-table">
        <thead>
          <tr>
            <th>{t('Print job')}</th>
            <th>{t('Printer and paper')}</th>
            <th>{t('Time')}</th>
            <th>{t('Status')}</th>
            <th>
              <span className="sr-only">{t('Actions')}</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {jobs.slice(0, most).map((job) => (
            <JobRow key={job.id} job={job} onReprint={onReprint} />
          ))}
        </tbody>
      </table>
      {jobs.length > most ? <More shown={most} all={jobs.length} onMore={() => setMost(most + pageSize)} /> : null}
    </div>
  )
}

function NoJobs({ onClear }: Pick<JobTableProps, 'onClear'>) {
  const { t } = useTranslation()
  const icon = <Print size={20} />
  if (onClear === null)
    return (
      <EmptyState
        icon={icon}
        title={t('Nothing was printed yet')}
        text={t('What you print is listed here, with what became of it.')}
      />
    )
  return (
    <EmptyState icon={icon} title={t('No print job matches')}>
      <Button text={t('Clear filters')} onClick={onClear} />
    </EmptyState>
  )
}

function More({ shown, all, onMore }: { shown: number; all: number; onMore: () => void }) {
  const { t } = useTranslation()
  const formats = useFormats()
  return (
    <div className="centre-more">
      <span className="muted">
        {t('{{n}} of {{all}} shown', { n: formats.number(shown), all: formats.number(all) })}
      </span>
      <Button size="small" text={t('Show {{n}} more', { n: Math.min(pageSize, all - shown) })} onClick={onMore} />
    </div>
  )
}

/** Drawn anew only when its own job changes. */
const JobRow = memo(function JobRow({ job, onReprint }: JobButtonsProps) {
  const { t } = useTranslation()
  const paper = usePaperWords()
  const { word, tone } = stateWords[job.state]
  return (
    <tr data-state={job.state}>
      <td>
        <div className="job-title">{job.title}</div>
        <div className="muted">{t(jobKindName(job.kind))}</div>
      </td>
      <td>
        <div>{job.printer}</div>
        <div className="muted">{paper(job)}</div>
      </td>
      <td className="job-time">
        <Instant at={job.createdAt} />
      </td>
      <td>
        <StatusTag status={word} tone={tone} />
        <JobProblem job={job} />
        <JobReprint job={job} />
      </td>
      <td>
        <JobButtons job={job} onReprint={onReprint} />
      </td>
    </tr>
  )
})

/** Why it failed or what it waits for. */
export function JobProblem({ job: { problem, state } }: { job: PrintJob }) {
  const say = useSay()
  if (!problem) return null
  return <div className={state === 'failed' ? 'job-problem' : 'job-waits'}>{say.message(problem)}</div>
}

/** Why it was printed once more, where it was. */
export function JobReprint({ job: { reprint } }: { job: PrintJob }) {
  const { t } = useTranslation()
  if (!reprint) return null
  const reason = t(reprintReasonNames[reprint.reason])
  return (
    <div className="muted job-reprint">
      {t('Printed again: {{reason}}', { reason: [reason, reprint.remark].filter(Boolean).join(' · ') })}
    </div>
  )
}

/** Paper and copies on one line. */
export function usePaperWords(): (job: PrintJob) => string {
  const { t } = useTranslation()
  return ({ paper, copies }) => {
    const size = t('{{width}} × {{height}} mm', { width: paper.widthMm, height: paper.heightMm })
    return copies > 1 ? `${size} · ${t('{{n}} copies', { n: copies })}` : size
  }
}

/** What needs a person first. */
export const jobStates: readonly PrintJobState[] = ['failed', 'queued', 'sent', 'printed']

export const stateWords: Readonly<Record<PrintJobState, { word: string; tone: Tone }>> = {
  failed: { word: key('Failed'), tone: 'bad' },
  queued: { word: key('Waiting'), tone: 'active' },
  sent: { word: key('Sent to printer'), tone: 'good' },
  printed: { word: key('Printed'), tone: 'good' },
}

export function countByState(jobs: readonly PrintJob[]): Record<PrintJobState, number> {
  const counts = { failed: 0, queued: 0, sent: 0, printed: 0 }
  for (const { state } of jobs) counts[state] += 1
  return counts
}
