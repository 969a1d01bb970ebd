import { useAtomValue } from 'jotai'
import { useNavigate } from 'react-router-dom'
import { noticeKinds } from '../../../shared/domain/notices.ts'
import { openingOf, profilePath, profilePaths } from '../../../shared/domain/screens.ts'
import { useAction } from '../../actions/useAction.ts'
import { useRefresh } from '../../actions/useRows.ts'
import { api } from '../../api/client.ts'
import { useWords } from '../../table/words.ts'
import { sessionAtom } from '../session.ts'
import type { Notice } from './use-notices.ts'

const refresh = ['house.getNotices', 'house.getNoticeKinds']

export type NoticeActions = ReturnType<typeof useNoticeActions>

/** What a reader does with notices. */
export function useNoticeActions() {
  const { t, plural } = useWords()
  const navigate = useNavigate()
  const reload = useRefresh()
  const session = useAtomValue(sessionAtom)
  const user = session.state === 'signed-in' ? session.user : null
  const mark = useAction(
    ({ id, read }: { id: string; read: boolean }, options) => api.house.markNotices({ ids: [id], read }, options),
    { done: () => null, refresh },
  )
  const markAll = useAction((until: string, options) => api.house.markNotices({ until, read: true }, options), {
    done: ({ data }) => plural(data.changed.length, '1 notice marked as read', '{{n}} notices marked as read'),
    undo: ({ data }, _, options) => api.house.markNotices({ ids: data.changed, read: false }, options),
    refresh,
  })
  const mute = useAction(
    ({ kind, muted }: Pick<Notice, 'kind'> & { muted: boolean }, options) =>
      api.house.muteNotices({ kind, muted }, options),
    {
      done: (_, { kind, muted }) => {
        const label = t(noticeKinds[kind].label)
        return muted
          ? t('You get no more notices of this kind: {{kind}}', { kind: label })
          : t('You get notices of this kind again: {{kind}}', { kind: label })
      },
      undo: (_, { kind, muted }, options) => api.house.muteNotices({ kind, muted: !muted }, options),
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
