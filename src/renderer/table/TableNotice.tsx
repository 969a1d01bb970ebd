import { Button } from '@blueprintjs/core'
import { useSay } from '../actions/say.ts'
import { EmptyState, FailedState, LoadingRows, NoPermissionState } from '../kit/states.tsx'
import type { RowList } from './DataTable.tsx'
import type { Words } from './words.ts'

export interface EmptyWords {
  title: string
  hint?: string
  /** For instance "Clear the filters". */
  action?: { label: string; run: () => void }
}

interface TableNoticeProps {
  list: RowList<unknown>
  empty: EmptyWords | undefined
  words: Words
}

/** What stands in place of rows: loading, failed, no permission and empty each look like themselves. */
export function TableNotice({ list, empty, words: { t } }: TableNoticeProps) {
  const say = useSay()
  if (list.isError && list.error?.status === 403) return <NoPermissionState />
  if (list.isError) return <FailedState text={say.problem(list.error)} onRetry={() => void list.reload()} />
  if (list.isLoading) return <LoadingRows />
  return (
    <EmptyState title={empty?.title ?? t('Nothing here')} text={empty?.hint}>
      {empty?.action && <Button text={empty.action.label} onClick={empty.action.run} />}
    </EmptyState>
  )
}
