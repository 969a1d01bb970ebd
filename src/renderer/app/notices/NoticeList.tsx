import { Button } from '@blueprintjs/core'
import { ArrowLeft, Cog, Inbox } from '@blueprintjs/icons'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useSay } from '../../actions/say.ts'
import { EmptyState, FailedState, LoadingRows } from '../../kit/states.tsx'
import { NoticeItem } from './NoticeItem.tsx'
import { NoticeKinds } from './NoticeKinds.tsx'
import type { NoticeActions } from './use-notice-actions.ts'
import type { Notices } from './use-notices.ts'

interface ListProps {
  notices: Notices
  actions: NoticeActions
  onLeave: () => void
}

/** What the bell opens: the newest notices, older ones on demand, and which kinds are wanted. */
export function NoticeList(props: ListProps) {
  const { t } = useTranslation()
  const [shown, show] = useState<'notices' | 'kinds'>('notices')
  const { notices, actions } = props
  const until = notices.rows[0]?.updated_at
  if (shown === 'kinds')
    return (
      <section className="notices" aria-label={t('Kinds of notices')}>
        <div className="notices-head">
          <Button
            size="small"
            variant="minimal"
            icon={<ArrowLeft size={14} />}
            aria-label={t('Back to the notices')}
            title={t('Back to the notices')}
            onClick={() => show('notices')}
          />
          <h2>{t('Kinds of notices')}</h2>
        </div>
        <div className="notices-kinds">
          <NoticeKinds />
        </div>
      </section>
    )
  return (
    <section className="notices" aria-label={t('Notices')}>
      <div className="notices-head">
        <h2>{t('Notices')}</h2>
        <Button
          size="small"
          variant="minimal"
          intent="primary"
          text={t('Mark all as read')}
          disabled={notices.unread === 0 || until === undefined || actions.markAll.isRunning}
          onClick={() => until && void actions.markAll.run(until)}
        />
        <Button
          size="small"
          variant="minimal"
          icon={<Cog size={14} />}
          aria-label={t('Kinds of notices')}
          title={t('Kinds of notices')}
          onClick={() => show('kinds')}
        />
      </div>
      <Body {...props} />
    </section>
  )
}

function Body({ notices, actions, onLeave }: ListProps) {
  const { t } = useTranslation()
  const say = useSay()
  const { rows, isLoading, isFetching, error, hasMore, loadMore, reload } = notices
  if (isLoading) return <LoadingRows rows={5} />
  if (error && rows.length === 0) return <FailedState text={say.problem(error)} onRetry={reload} />
  if (rows.length === 0)
    return (
      <EmptyState
        icon={<Inbox size={20} />}
        title={t('No notices')}
        text={t('What others do that concerns your work is told here.')}
      />
    )
  return (
    <div className="notices-scroll">
      <ul>
        {rows.map((notice) => (
          <NoticeItem key={notice.id} notice={notice} actions={actions} onLeave={onLeave} />
        ))}
      </ul>
      {hasMore ? (
        <Button className="notices-older" variant="minimal" text={t('Older')} loading={isFetching} onClick={loadMore} />
      ) : null}
    </div>
  )
}
