import type { NoticeKindName } from '../../../shared/areas.ts'
import './notices.css'
import { Button, PopoverNext, PopupKind, Switch } from '@blueprintjs/core'
import { ArrowLeft, Cog, Inbox, Notifications } from '@blueprintjs/icons'
import { useSetAtom } from 'jotai'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { mostUnread } from '../../../shared/areas/notices/calls.ts'
import { useSay } from '../../actions/say.ts'
import { useAnswer } from '../../actions/useRows.ts'
import { Loaded } from '../../kit/Loaded.tsx'
import { titleCountAtom } from '../../kit/Page.tsx'
import { EmptyState, FailedState, LoadingRows } from '../../kit/states.tsx'
import { type NoticeActions, NoticeItem, useNoticeActions } from './NoticeItem.tsx'
import { useArrivals, useToldLists } from './use-arrivals.ts'
import { useNoticeToasts } from './use-notice-toasts.ts'
import { type Notices, useNotices } from './use-notices.ts'

/** How many notices are unread; opens them. While it is on screen they come by themselves. */
export function NoticeBell({ userId }: { userId: string }) {
  const { t } = useTranslation()
  const notices = useNotices(userId)
  const actions = useNoticeActions()
  const [isOpen, setOpen] = useState(false)
  const { unread } = notices
  const onShow = () => setOpen(true)
  const show = useNoticeToasts({ isOpen, rows: notices.rows, onShow, onOpen: actions.open, canOpen: actions.canOpen })
  const load = useToldLists()
  useArrivals(notices, (fresh) => {
    load(fresh)
    show(fresh)
  })
  useTitleCount(unread)
  const count = unread >= mostUnread ? `${mostUnread - 1}+` : String(unread)
  const label = unread > 0 ? t('Notices, {{count}} unread', { count }) : t('Notices')
  return (
    <PopoverNext
      placement="bottom-end"
      popupKind={PopupKind.DIALOG}
      isOpen={isOpen}
      onInteraction={setOpen}
      onClosed={notices.fold}
      content={<NoticeList notices={notices} actions={actions} onLeave={() => setOpen(false)} />}
    >
      <Button
        className="header-mark bell"
        variant="minimal"
        icon={<Notifications />}
        aria-label={label}
        title={label}
        data-count={unread > 0 ? count : undefined}
      />
    </PopoverNext>
  )
}

function useTitleCount(unread: number): void {
  const set = useSetAtom(titleCountAtom)
  useEffect(() => {
    set(unread)
    return () => set(0)
  }, [set, unread])
}

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

/** The kinds of notices that the reader's role gets, each to be switched off and on. */
export function NoticeKinds() {
  const { t } = useTranslation()
  const { mute } = useNoticeActions()
  const answer = useAnswer('notices.getNoticeKinds', {})
  const { data } = answer
  // Shown as turned while the server is told, so that the switch follows the hand.
  const [turning, setTurning] = useState<NoticeKindName | null>(null)
  useEffect(() => {
    if (data) setTurning(null)
  }, [data])
  const turn = async (kind: NoticeKindName, muted: boolean) => {
    setTurning(kind)
    if (!(await mute.run({ kind, muted }))) setTurning(null)
  }
  return (
    <Loaded answer={answer} rows={4}>
      {({ kinds }) => (
        <fieldset className="notice-kinds">
          <legend>{t('I want to hear of')}</legend>
          {kinds.map(({ kind, label, muted }) => (
            <Switch
              key={kind}
              checked={muted === (turning === kind)}
              label={t(label)}
              onChange={() => void turn(kind, !muted)}
            />
          ))}
        </fieldset>
      )}
    </Loaded>
  )
}
