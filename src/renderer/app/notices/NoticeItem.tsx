import { Button, MenuItem, PopoverNext } from '@blueprintjs/core'
import { More, NotificationsSnooze, Tick, Undo } from '@blueprintjs/icons'
import { useTranslation } from 'react-i18next'
import { noticeKinds } from '../../../shared/domain/notices.ts'
import { KeyMenu } from '../../kit/KeyMenu.tsx'
import { Instant } from '../../kit/values.tsx'
import { noticeTone, useNoticeWords } from './notice-words.ts'
import type { NoticeActions } from './use-notice-actions.ts'
import type { Notice } from './use-notices.ts'

interface ItemProps {
  notice: Notice
  actions: NoticeActions
  /** The reader goes to what it is about. */
  onLeave: () => void
}

/** One notice: what happened, when, the way there, and what to do with it. */
export function NoticeItem({ notice, actions, onLeave }: ItemProps) {
  const { t } = useTranslation()
  const words = useNoticeWords()
  const isUnread = notice.read_at === null
  const leave = () => {
    onLeave()
    actions.open(notice)
  }
  return (
    <li className="notice" data-unread={isUnread} data-tone={noticeTone(notice)}>
      <span className="notice-dot" />
      <div className="notice-body">
        <p className="notice-text">
          {isUnread ? <span className="sr-only">{t('Unread')}: </span> : null}
          {words(notice)}
        </p>
        <div className="notice-foot">
          <span className="muted">
            <Instant at={notice.updated_at} />
          </span>
          {actions.canOpen(notice) ? (
            <Button size="small" variant="minimal" intent="primary" text={t(notice.action)} onClick={leave} />
          ) : null}
        </div>
      </div>
      <Button
        size="small"
        variant="minimal"
        icon={isUnread ? <Tick size={14} /> : <Undo size={14} />}
        aria-label={isUnread ? t('Mark as read') : t('Mark as unread')}
        title={isUnread ? t('Mark as read') : t('Mark as unread')}
        onClick={() => void actions.mark.run({ id: notice.id, read: isUnread })}
      />
      <MoreMenu notice={notice} actions={actions} />
    </li>
  )
}

function MoreMenu({ notice, actions }: Pick<ItemProps, 'notice' | 'actions'>) {
  const { t } = useTranslation()
  const kind = t(noticeKinds[notice.kind].label)
  return (
    <PopoverNext
      placement="bottom-end"
      content={
        <KeyMenu>
          <MenuItem
            icon={<NotificationsSnooze />}
            text={t('No more of this kind: {{kind}}', { kind })}
            onClick={() => void actions.mute.run({ kind: notice.kind, muted: true })}
          />
        </KeyMenu>
      }
    >
      <Button size="small" variant="minimal" icon={<More size={14} />} aria-label={t('More')} title={t('More')} />
    </PopoverNext>
  )
}
