import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { noticeStatus } from '../../../shared/kernel/notices.ts'
import { closeToast, showToast } from '../../kit/Toasts.tsx'
import { useNoticeWords } from './NoticeItem.tsx'
import type { Notice } from './use-notices.ts'

/** One place for all of them: a burst changes what the toast says instead of piling up. */
const TOAST = 'notices'

interface Toasting {
  /** The list itself is on screen. */
  isOpen: boolean
  /** Those that are known now: one that was dealt with elsewhere is no news any more. */
  rows: readonly Notice[]
  onShow: () => void
  onOpen: (notice: Notice) => void
  canOpen: (notice: Notice) => boolean
}

/** Shows what has arrived while the page can be seen; what comes in the meantime has its badge. */
export function useNoticeToasts({ isOpen, rows, ...actions }: Toasting): (fresh: readonly Notice[]) => void {
  const { t } = useTranslation()
  const words = useNoticeWords()
  useEffect(() => {
    if (isOpen) closeToast(TOAST)
  }, [isOpen])
  const shown = useRef<string | null>(null)
  useEffect(() => {
    if (rows.some(({ id, read_at }) => id === shown.current && read_at !== null)) closeToast(TOAST)
  }, [rows])
  useEffect(() => () => closeToast(TOAST), [])
  return (fresh) => {
    const [first] = fresh
    if (first === undefined || isOpen || document.visibilityState !== 'visible') return
    shown.current = first.id
    show(first, fresh.length, { t, words, actions })
  }
}

interface Showing {
  t: ReturnType<typeof useTranslation>['t']
  words: ReturnType<typeof useNoticeWords>
  actions: Pick<Toasting, 'onShow' | 'onOpen' | 'canOpen'>
}

function show(notice: Notice, count: number, { t, words, actions }: Showing): void {
  const more = count > 1 ? { more: t('and {{count}} more', { count: count - 1 }) } : {}
  const own = { label: t(notice.action), run: () => actions.onOpen(notice) }
  const all = { label: t('Show notices'), run: actions.onShow }
  showToast({
    id: TOAST,
    isNews: true,
    tone: toneOf(notice.status),
    text: words(notice),
    ...more,
    actions: [count === 1 && actions.canOpen(notice) ? own : all],
    ...(notice.timeout === null ? { stays: true } : { millis: notice.timeout }),
  })
}

function toneOf(status: number): 'success' | 'error' | 'info' {
  if (status === noticeStatus.problem) return 'error'
  return status === noticeStatus.done ? 'success' : 'info'
}
