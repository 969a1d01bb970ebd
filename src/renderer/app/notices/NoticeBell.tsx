import { Button, PopoverNext, PopupKind } from '@blueprintjs/core'
import { Notifications } from '@blueprintjs/icons'
import { useSetAtom } from 'jotai'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { mostUnread } from '../../../shared/contract/house-notices.ts'
import { titleCountAtom } from '../../kit/page-title.ts'
import { NoticeList } from './NoticeList.tsx'
import { useArrivals } from './use-arrivals.ts'
import { useNoticeActions } from './use-notice-actions.ts'
import { useNoticeToasts } from './use-notice-toasts.ts'
import { useNotices } from './use-notices.ts'
import { useToldLists } from './use-told-lists.ts'
import './notices.css'

/** How many notices are unread; opens them. While it is on screen they come by themselves. */
export function NoticeBell({ userId }: { userId: string }) {
  const { t } = useTranslation()
  const notices = useNotices(userId)
  const actions = useNoticeActions()
  const [isOpen, setOpen] = useState(false)
  const { unread } = notices
  const onShow = () => setOpen(true)
  const show = useNoticeToasts({ isOpen, onShow, onOpen: actions.open, canOpen: actions.canOpen })
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
