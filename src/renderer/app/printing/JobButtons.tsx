import { Button } from '@blueprintjs/core'
import { useTranslation } from 'react-i18next'
import { reprintNeedsReason } from '../../../shared/areas/labels/rules.ts'
import type { PrintJob } from '../../../shared/bridge.ts'
import { withSession } from '../../actions/downloads.ts'
import { useAction } from '../../actions/useAction.ts'
import { host, isDesktop } from '../../host/host.ts'
import { unfollow, useFollowJob } from '../../print/jobs.ts'

export interface JobButtonsProps {
  job: PrintJob
  /** Asks why, then prints it once more. */
  onReprint: (job: PrintJob) => void
}

/** What can be done with a job as it stands: taken back, printed after a failure, printed once more, labels with a reason. */
export function JobButtons({ job, onReprint }: JobButtonsProps) {
  const { t } = useTranslation()
  const { state, kind, title } = job
  const { retry, again, cancel } = useJobActions(job)
  const isOut = (state === 'sent' || state === 'printed') && kind !== 'test'
  return (
    <div className="job-buttons">
      {(state === 'queued' || state === 'sent') && isDesktop ? (
        <Button
          size="small"
          variant="minimal"
          text={t('Cancel')}
          aria-label={t('Cancel {{title}}', { title })}
          loading={cancel.isRunning}
          onClick={() => void cancel.run(job.id)}
        />
      ) : null}
      {state === 'failed' ? (
        <Button
          size="small"
          text={t('Print again')}
          aria-label={t('Print again: {{title}}', { title })}
          loading={retry.isRunning}
          onClick={() => void retry.run(job.id)}
        />
      ) : null}
      {isOut && !reprintNeedsReason(kind) ? (
        <Button
          size="small"
          variant="minimal"
          text={t('Print again')}
          aria-label={t('Print again: {{title}}', { title })}
          loading={again.isRunning}
          onClick={() => void again.run(job.id)}
        />
      ) : null}
      {isOut && reprintNeedsReason(kind) ? (
        <Button
          size="small"
          variant="minimal"
          text={t('Print again…')}
          aria-label={t('Print again…: {{title}}', { title })}
          onClick={() => onReprint(job)}
        />
      ) : null}
    </div>
  )
}

function useJobActions({ id: own }: PrintJob) {
  const follow = useFollowJob()
  const quiet = { done: () => null, refresh: [] }
  const retry = useAction(async (id: string) => follow(await withSession(() => host.print.retry(id))), quiet)
  const again = useAction(
    async (id: string) => follow(await withSession(() => host.print.reprint({ id, remark: '' }))),
    quiet,
  )
  const cancel = useAction(async (id: string) => {
    // Taken back by hand: no toast need say that it was not printed.
    unfollow(own)
    await host.print.cancel(id)
  }, quiet)
  return { retry, again, cancel }
}
