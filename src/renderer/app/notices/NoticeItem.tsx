import { Button, MenuItem, PopoverNext } from '@blueprintjs/core'
import { More, NotificationsSnooze, Tick, Undo } from '@blueprintjs/icons'
import { useAtomValue } from 'jotai'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router-dom'
import { noticeKinds, openingOf } from '../../../shared/areas.ts'
import type { Tone } from '../../../shared/kernel/area.ts'
import { fill, noticeStatus } from '../../../shared/kernel/notices.ts'
import { profilePath, profilePaths } from '../../../shared/kernel/screens.ts'
import { valuesIn } from '../../../shared/kernel/words.ts'
import { useAction } from '../../actions/useAction.ts'
import { useRefresh } from '../../actions/useRows.ts'
import { api } from '../../api/client.ts'
import { formatsFor } from '../../i18n/formats.ts'
import { languageOf } from '../../i18n/language.ts'
import { KeyMenu } from '../../kit/KeyMenu.tsx'
import { Instant } from '../../kit/states.tsx'
import { sessionAtom } from '../../session/session.ts'
import { useLocale } from '../../table/words.ts'
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

/** A notice in the reader's language. Its values are other people's text: they are filled in last and never read as words. */
export function useNoticeWords(): (notice: Pick<Notice, 'message_key' | 'values' | 'count'>) => string {
  const { t, i18n } = useTranslation()
  return useMemo(() => {
    const template = (english: string) => t(english, { skipInterpolation: true })
    const isChinese = languageOf(i18n.language) === 'zh'
    return ({ message_key, values, count }) =>
      fill(template(message_key), {
        ...valuesIn(values, { isChinese, translate: template, day: formatsFor(i18n.language).day }),
        count,
      })
  }, [t, i18n.language])
}

const tones: Record<number, Tone> = {
  [noticeStatus.news]: 'active',
  [noticeStatus.done]: 'good',
  [noticeStatus.attention]: 'warn',
  [noticeStatus.problem]: 'bad',
}

/** The colour of a notice's status; it only repeats what the words say. */
export function noticeTone({ status }: Pick<Notice, 'status'>): Tone {
  return tones[status] ?? 'neutral'
}

const refresh = ['notices.getNotices', 'notices.getNoticeKinds'] as const

export type NoticeActions = ReturnType<typeof useNoticeActions>

/** What a reader does with notices. */
export function useNoticeActions() {
  const { t, plural } = useLocale()
  const navigate = useNavigate()
  const reload = useRefresh()
  const session = useAtomValue(sessionAtom)
  const user = session.state === 'signed-in' ? session.user : null
  const mark = useAction(
    ({ id, read }: { id: string; read: boolean }, options) => api.notices.markNotices({ ids: [id], read }, options),
    { done: () => null, refresh },
  )
  const markAll = useAction((until: string, options) => api.notices.markNotices({ until, read: true }, options), {
    done: ({ data }) => plural(data.changed.length, '1 notice marked as read', '{{n}} notices marked as read'),
    undo: ({ data }, _, options) => api.notices.markNotices({ ids: data.changed, read: false }, options),
    refresh,
  })
  const mute = useAction(
    ({ kind, muted }: Pick<Notice, 'kind'> & { muted: boolean }, options) =>
      api.notices.muteNotices({ kind, muted }, options),
    {
      done: (_, { kind, muted }) => {
        const label = t(noticeKinds[kind].label)
        return muted
          ? t('You get no more notices of this kind: {{kind}}', { kind: label })
          : t('You get notices of this kind again: {{kind}}', { kind: label })
      },
      undo: (_, { kind, muted }, options) => api.notices.muteNotices({ kind, muted: !muted }, options),
      refresh,
    },
  )
  /** Everybody's profile is one page at four addresses: theirs is in their own area. */
  const placeOf = (path: string) => (user && profilePaths.includes(path) ? profilePath(user) : path)
  const canOpen = ({ path }: Notice) => user !== null && openingOf(user, path.split('?')[0] ?? '') === 'opens'
  const open = (notice: Notice) => {
    void navigate(placeOf(notice.path))
    // What it tells of is newer than what the screen may still hold.
    void reload()
    if (notice.read_at === null) void mark.run({ id: notice.id, read: true })
  }
  return { mark, markAll, mute, canOpen, open }
}
