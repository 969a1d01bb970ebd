import { Button, PopoverNext } from '@blueprintjs/core'
import { Print } from '@blueprintjs/icons'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import type { PrintJob, PrintJobState } from '../../shared/bridge.ts'
import { useAction } from '../actions/useAction.ts'
import { host } from '../host/host.ts'
import { key } from '../i18n/key.ts'
import { StatusTag, type Tone } from '../kit/StatusTag.tsx'
import { Instant } from '../kit/values.tsx'

const shown: Record<PrintJobState, { word: string; tone: Tone }> = {
  queued: { word: key('Waiting'), tone: 'active' },
  sent: { word: key('Sent to printer'), tone: 'good' },
  printed: { word: key('Printed'), tone: 'good' },
  failed: { word: key('Failed'), tone: 'bad' },
}

/** What was sent to the printer lately, how it went, and a way to print it again. */
export function PrintJobs() {
  const { t } = useTranslation()
  const client = useQueryClient()
  const { data: jobs = [] } = useQuery({ queryKey: ['print-jobs'], queryFn: () => host.print.jobs() })
  useEffect(() => host.print.onJob(() => void client.invalidateQueries({ queryKey: ['print-jobs'] })), [client])
  const failed = jobs.filter(({ state }) => state === 'failed').length
  const label = failed > 0 ? t('Print jobs, {{count}} failed', { count: failed }) : t('Print jobs')
  return (
    <PopoverNext placement="bottom-end" content={<JobList jobs={jobs} />}>
      <Button
        variant="minimal"
        className={failed > 0 ? 'has-mark' : ''}
        icon={<Print />}
        aria-label={label}
        title={label}
      />
    </PopoverNext>
  )
}

function JobList({ jobs }: { jobs: readonly PrintJob[] }) {
  const { t } = useTranslation()
  const again = useAction((id: string) => host.print.retry(id), {
    done: () => t('Sent to the printer again'),
    refresh: ['print-jobs'],
  })
  if (jobs.length === 0) return <p className="print-jobs muted">{t('Nothing was printed yet')}</p>
  return (
    <ul className="print-jobs">
      {jobs.slice(0, 15).map((job) => (
        <li key={job.id}>
          <div>
            <strong>{job.title}</strong>
            <div className="muted">
              <Instant at={job.createdAt} />
              {job.printer ? ` · ${job.printer}` : ''}
            </div>
            {job.problem ? <div className="print-problem">{t(job.problem)}</div> : null}
          </div>
          <StatusTag status={shown[job.state].word} tone={shown[job.state].tone} />
          <Button size="small" text={t('Print again')} onClick={() => void again.run(job.id)} />
        </li>
      ))}
    </ul>
  )
}
