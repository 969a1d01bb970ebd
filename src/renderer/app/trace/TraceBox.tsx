import './trace.css'
import { Button } from '@blueprintjs/core'
import { Search } from '@blueprintjs/icons'
import { useAtom } from 'jotai'
import { useCallback, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router-dom'
import { hasRight } from '../../../shared/domain/rights.ts'
import { Shortcut } from '../../kit/Shortcut.tsx'
import { showToast } from '../../kit/toasts.ts'
import type { User } from '../session.ts'
import { TraceDialog } from './TraceDialog.tsx'
import { waitingLinkAtom } from './waiting-link.ts'

/** The word of an address that opens the box on a code: `?trace=CODE`, on any screen. */
const WORD = 'trace'

/** Finds any code: from the header, by Ctrl+K, by an address, or by a link from outside. */
export function TraceBox({ user }: { user: User }) {
  return hasRight(user, 'trace') ? <OpenTraceBox /> : <RefusedLink />
}

/** Somebody whose role may not look up codes followed a link to one. */
function RefusedLink() {
  const { t } = useTranslation()
  const [waiting, setWaiting] = useAtom(waitingLinkAtom)
  useEffect(() => {
    if (waiting === null) return
    setWaiting(null)
    showToast({
      tone: 'error',
      text: t('Your role may not look up codes, so {{code}} was not opened.', { code: waiting }),
    })
  }, [waiting, setWaiting, t])
  return null
}

function OpenTraceBox() {
  const { t } = useTranslation()
  const [search, setSearch] = useSearchParams()
  const linked = search.get(WORD)?.slice(0, 100) ?? ''
  const [opened, setOpened] = useState<{ code: string; link?: number } | null>(null)
  useEffect(() => {
    if (linked !== '') setOpened({ code: linked })
  }, [linked])
  useWaitingLink(useCallback((code) => setOpened({ code, link: Date.now() }), []))
  useCtrlK(useCallback(() => setOpened((now) => now ?? { code: '' }), []))
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
        title={`${t('Trace a code')} (Ctrl+K)`}
        onClick={() => setOpened({ code: '' })}
      >
        <span className="trace-open-words">{t('Trace a code…')}</span>
        <Shortcut keys="Ctrl+K" />
      </Button>
      {opened ? (
        // A link is looked up anew also where its code was the last one and something else was typed since.
        <TraceDialog
          key={`${opened.code} ${opened.link}`}
          code={opened.code}
          onClose={close}
          onLeave={() => setOpened(null)}
        />
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
