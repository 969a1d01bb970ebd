import { Button } from '@blueprintjs/core'
import { useTranslation } from 'react-i18next'
import type { LabelSize } from '../../../shared/domain/labels.ts'
import { host } from '../../host/host.ts'
import { useAction } from '../useAction.ts'
import { withSession } from '../useDownload.ts'
import { useFollowJob } from './follow-jobs.ts'

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
