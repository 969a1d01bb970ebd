import { useCallback } from 'react'
import { useTranslation } from 'react-i18next'
import type { PrintRequest } from '../../../shared/bridge.ts'
import { HostError } from '../../host/electron.ts'
import { host } from '../../host/host.ts'
import { problemOf, useSay } from '../say.ts'
import { showFailure } from '../show-failure.ts'
import { withSession } from '../useDownload.ts'
import { useFollowJob } from './follow-jobs.ts'

/** `no-printer`: the one that was named is gone, or there is none; told only where nobody will be asked for another. */
export type PrintResult = 'queued' | 'no-printer' | 'failed'

export type Print = (request: PrintRequest, options?: { isWithoutAsking?: boolean }) => Promise<PrintResult>

/** Sends a job to the host and follows it in a toast; never waits for paper. */
export function usePrint(): Print {
  const { t } = useTranslation()
  const say = useSay()
  const follow = useFollowJob()
  return useCallback<Print>(
    async (request, options = {}) => {
      try {
        follow(await withSession(() => host.print.print(request)), options)
        return 'queued'
      } catch (failure) {
        const isPrinter = failure instanceof HostError && failure.code === 'printer'
        if (isPrinter && options.isWithoutAsking) return 'no-printer'
        showFailure(problemOf(failure), { say, t })
        return 'failed'
      }
    },
    [t, say, follow],
  )
}
