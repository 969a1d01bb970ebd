import './trace.css'
import { Button } from '@blueprintjs/core'
import { Search } from '@blueprintjs/icons'
import { useAtom } from 'jotai'
import { lazy, Suspense, useCallback, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router-dom'
import { Shortcut } from '../../kit/KeyMenu.tsx'
import type { User } from '../../session/session.ts'
import { waitingLinkAtom } from './trace-links.ts'
import { keepTyping, stopTyping } from './typed-ahead.ts'

const load = () => import('./TraceDialog.tsx')
/** No part of the first page; it is fetched behind it, so that a key opens it at once, also when the line breaks. */
const TraceDialog = lazy(async () => ({ default: (await load()).TraceDialog }))

/** The word of an address that opens the box on a code: `?trace=CODE`, on any screen. */
const WORD = 'trace'

/** Milliseconds after the frame is drawn: the screen's own files come first. */
const fetchAfter = 1_500

/** Finds anything: from the header, by Ctrl+K, by an address, or by a link from outside. */
export function TraceBox({ user }: { user: User }) {
  const { t } = useTranslation()
  const [search, setSearch] = useSearchParams()
  const linked = search.get(WORD)?.slice(0, 100) ?? ''
  const [opened, setOpened] = useState<{ code: string; link?: number } | null>(null)
  useEffect(() => {
    const timer = setTimeout(() => void load().catch(() => undefined), fetchAfter)
    return () => clearTimeout(timer)
  }, [])
  useEffect(() => {
    if (linked !== '') setOpened({ code: linked })
  }, [linked])
  useWaitingLink(useCallback((code) => setOpened({ code, link: Date.now() }), []))
  const isOpen = opened !== null
  const open = useCallback(() => {
    if (isOpen) return
    keepTyping(() => setOpened(null))
    setOpened({ code: '' })
  }, [isOpen])
  useEffect(() => (isOpen ? stopTyping : undefined), [isOpen])
  useCtrlK(open)
  const close = () => {
    setOpened(null)
    if (!search.has(WORD)) return
    const rest = new URLSearchParams(search)
    rest.delete(WORD)
    setSearch(rest, { replace: true })
  }
  return (
    <>
      <Button
        className="trace-open"
        icon={<Search size={14} />}
        aria-keyshortcuts="Control+K"
        title={`${t('Find anything')} (Ctrl+K)`}
        onClick={open}
      >
        <span className="trace-open-words">{t('Find anything…')}</span>
        <Shortcut keys="Ctrl+K" />
      </Button>
      {opened ? (
        <Suspense fallback={null}>
          {/* A link is looked up anew also where its code was the last one and something else was typed since. */}
          <TraceDialog
            key={`${opened.code} ${opened.link}`}
            user={user}
            code={opened.code}
            onClose={close}
            onLeave={() => setOpened(null)}
          />
        </Suspense>
      ) : null}
    </>
  )
}

function useWaitingLink(open: (code: string) => void): void {
  const [waiting, setWaiting] = useAtom(waitingLinkAtom)
  useEffect(() => {
    if (waiting === null) return
    setWaiting(null)
    open(waiting)
  }, [waiting, setWaiting, open])
}

function useCtrlK(open: () => void): void {
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      const isOurs = (event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey
      if (!isOurs || event.isComposing || event.key.toLowerCase() !== 'k') return
      event.preventDefault()
      open()
    }
    window.addEventListener('keydown', listen)
    return () => window.removeEventListener('keydown', listen)
  }, [open])
}
