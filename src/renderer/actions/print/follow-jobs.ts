import { useSetAtom } from 'jotai'
import { useCallback } from 'react'
import { useTranslation } from 'react-i18next'
import type { PrintJob } from '../../../shared/bridge.ts'
import { host } from '../../host/host.ts'
import { problemOf, useSay } from '../say.ts'
import { showFailure } from '../show-failure.ts'
import { withSession } from '../useDownload.ts'
import { followInToast } from './job-toasts.ts'
import { changedKindAtom, printingCentreAtom } from './printing-centre.ts'

export type FollowJob = (job: PrintJob, options?: { isWithoutAsking?: boolean }) => void

/** Follows a job in the toast of print jobs; one that nobody was asked about offers to change how its kind is printed. */
export function useFollowJob(): FollowJob {
  const { t } = useTranslation()
  const say = useSay()
  const show = useSetAtom(printingCentreAtom)
  const changeKind = useSetAtom(changedKindAtom)
  return useCallback<FollowJob>(
    (job, { isWithoutAsking = false } = {}) => {
      const { kind } = job
      const change = isWithoutAsking && kind !== 'test' ? () => changeKind(kind) : undefined
      const again = async (failed: PrintJob) => {
        try {
          const retried = await withSession(() => host.print.retry(failed.id))
          followInToast(retried, words)
        } catch (failure) {
          showFailure(problemOf(failure), { say, t })
        }
      }
      const words = { t, message: say.message, again: (failed: PrintJob) => void again(failed), showJobs: show }
      followInToast(job, words, change)
    },
    [t, say, show, changeKind],
  )
}
