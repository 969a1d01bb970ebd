import { Button } from '@blueprintjs/core'
import { useCallback } from 'react'
import { useTranslation } from 'react-i18next'
import type { LabelSize } from '../../shared/areas/labels/rules.ts'
import type { PrintRequest } from '../../shared/bridge.ts'
import { withSession } from '../actions/downloads.ts'
import { problemOf, showFailure, useSay } from '../actions/say.ts'
import { useAction } from '../actions/useAction.ts'
import { HostError } from '../host/electron.ts'
import { host } from '../host/host.ts'
import { useFollowJob } from './jobs.ts'

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

/** A page with rulers and sample codes on the very paper that is chosen. */
export function TestPageButton({ printer, paper, disabled }: { printer: string; paper: LabelSize; disabled: boolean }) {
  const { t } = useTranslation()
  const follow = useFollowJob()
  const test = useAction(async () => follow(await withSession(() => host.print.printTestPage({ printer, paper }))), {
    done: () => null,
    refresh: [],
  })
  return (
    <Button
      text={t('Print a test page')}
      disabled={disabled}
      loading={test.isRunning}
      onClick={() => void test.run(undefined)}
    />
  )
}
