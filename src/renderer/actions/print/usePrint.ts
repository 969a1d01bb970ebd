import type { TFunction } from 'i18next'
import { useCallback } from 'react'
import { useTranslation } from 'react-i18next'
import type { PrintJob, PrintRequest } from '../../../shared/bridge.ts'
import { host } from '../../host/host.ts'
import { showToast } from '../../kit/toasts.ts'
import { problemOf, useSay } from '../say.ts'
import { showFailure } from '../show-failure.ts'
import { withSession } from '../useDownload.ts'

/** Sends a job to the host and follows it in a toast; never waits for paper. Gives false when it could not be queued. */
export function usePrint(): (request: PrintRequest) => Promise<boolean> {
  const { t } = useTranslation()
  const say = useSay()
  return useCallback(
    async (request) => {
      try {
        const job = await withSession(() => host.print.print(request))
        followJob(job, (state) => showToast(wordsOf(state, t, say.message)))
        return true
      } catch (failure) {
        showFailure(problemOf(failure), { say, t })
        return false
      }
    },
    [t, say],
  )
}

function wordsOf(job: PrintJob, t: TFunction, message: (text: string) => string): Parameters<typeof showToast>[0] {
  const id = `print-${job.id}`
  const { title, printer } = job
  if (job.state === 'failed') {
    const again = { label: t('Print again'), run: () => void host.print.retry(job.id) }
    return {
      id,
      tone: 'error',
      text: t('Not printed: {{title}}', { title }),
      more: message(job.problem ?? ''),
      actions: [again],
      stays: true,
    }
  }
  if (job.state === 'queued') return { id, tone: 'working', text: t('Printing {{title}}', { title }), progress: null }
  const more = printer ? { more: printer } : {}
  return { id, tone: 'success', text: t('Sent to the printer: {{title}}', { title }), ...more }
}

const longestWait = 120_000

/** Tells each state of a job until it is done or failed; after two minutes the job list alone knows. */
function followJob(job: PrintJob, tell: (job: PrintJob) => void): void {
  tell(job)
  if (job.state === 'printed' || job.state === 'sent') return
  const stop = host.print.onJob((next) => {
    if (next.id !== job.id) return
    tell(next)
    if (next.state === 'printed') end()
  })
  const timer = setTimeout(stop, longestWait)
  function end() {
    clearTimeout(timer)
    stop()
  }
}
