import { Button } from '@blueprintjs/core'
import { Print } from '@blueprintjs/icons'
import type { TFunction } from 'i18next'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { reprintReasonNames } from '../../../shared/areas/labels/rules.ts'
import type { PrintJob, PrintJobState } from '../../../shared/bridge.ts'
import type { Tone } from '../../../shared/kernel/area.ts'
import { useSay } from '../../actions/say.ts'
import { isDesktop } from '../../host/host.ts'
import { key, useFormats } from '../../i18n/formats.ts'
import { FieldTable } from '../../kit/field-views.tsx'
import { StatusTag } from '../../kit/StatusTag.tsx'
import type { ShownField } from '../../kit/shown-field.ts'
import { EmptyState, Instant } from '../../kit/states.tsx'
import { jobKindName } from '../../print/kinds.ts'
import { JobButtons } from './JobButtons.tsx'

/** As many rows as can be drawn while a burst of news comes in. */
const pageSize = 50

interface JobTableProps {
  jobs: readonly PrintJob[]
  /** Takes every filter away; null where there is none. */
  onClear: (() => void) | null
  onReprint: (job: PrintJob) => void
}

export function JobTable({ jobs, onClear, onReprint }: JobTableProps) {
  const [most, setMost] = useState(pageSize)
  if (jobs.length === 0) return <NoJobs onClear={onClear} />
  return (
    <div className="centre-list">
      <FieldTable
        className=""
        fields={jobFields(onReprint)}
        rows={jobs.slice(0, most)}
        rowKey={({ id }) => id}
        rowData={({ state }) => ({ 'data-state': state })}
      />
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

const jobFields = (onReprint: JobTableProps['onReprint']): readonly ShownField<PrintJob>[] => [
  {
    id: 'job',
    header: key('Print job'),
    of: ({ title, kind }, { t }) => (
      <>
        <div className="job-title">{title}</div>
        <div className="muted">{t(jobKindName(kind))}</div>
      </>
    ),
  },
  {
    id: 'printer',
    header: key('Printer and paper'),
    of: (job, { t }) => (
      <>
        <div>{job.printer}</div>
        <div className="muted">{paperWords(job, t)}</div>
      </>
    ),
  },
  { id: 'time', header: key('Time'), of: ({ createdAt }) => <Instant at={createdAt} /> },
  {
    id: 'status',
    header: key('Status'),
    of: (job) => (
      <>
        <StatusTag status={stateWords[job.state].word} tone={stateWords[job.state].tone} />
        <JobProblem job={job} />
        <JobReprint job={job} />
      </>
    ),
  },
  {
    ...{ id: 'actions', header: key('Actions'), isQuiet: true },
    of: (job) => <JobButtons job={job} onReprint={onReprint} />,
  },
]

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
export function paperWords({ paper, copies }: PrintJob, t: TFunction): string {
  const size = t('{{width}} × {{height}} mm', { width: paper.widthMm, height: paper.heightMm })
  return copies > 1 ? `${size} · ${t('{{n}} copies', { n: copies })}` : size
}

/** What needs a person first. */
export const jobStates: readonly PrintJobState[] = ['failed', 'queued', 'sent', 'printed']

export const stateWords: Readonly<Record<PrintJobState, { word: string; tone: Tone }>> = {
  failed: { word: key('Failed'), tone: 'bad' },
  queued: { word: key('Waiting'), tone: 'active' },
  // Whether somebody pressed Print or Cancel in its window, a browser does not say.
  sent: isDesktop
    ? { word: key('Sent to printer'), tone: 'good' }
    : { word: key('Handed to the browser'), tone: 'neutral' },
  printed: { word: key('Printed'), tone: 'good' },
}

export function countByState(jobs: readonly PrintJob[]): Record<PrintJobState, number> {
  const counts = { failed: 0, queued: 0, sent: 0, printed: 0 }
  for (const { state } of jobs) counts[state] += 1
  return counts
}
