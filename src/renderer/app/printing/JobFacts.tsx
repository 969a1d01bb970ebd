import { useTranslation } from 'react-i18next'
import type { PrintJob } from '../../../shared/bridge.ts'
import { reprintReasonNames } from '../../../shared/domain/printing.ts'
import { useSay } from '../../actions/say.ts'

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
