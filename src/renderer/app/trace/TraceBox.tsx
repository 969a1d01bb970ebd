import './trace.css'
import { Button } from '@blueprintjs/core'
import { Search } from '@blueprintjs/icons'
import { useCallback, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router-dom'
import { hasRight } from '../../../shared/domain/rights.ts'
import { Shortcut } from '../../kit/Shortcut.tsx'
import type { User } from '../session.ts'
import { TraceDialog } from './TraceDialog.tsx'

/** The word of an address that opens the box on a code: `?trace=CODE`, on any screen. */
const WORD = 'trace'

/** Finds any code: from the header, by Ctrl+K, or by an address. */
export function TraceBox({ user }: { user: User }) {
  return hasRight(user, 'trace') ? <OpenTraceBox /> : null
}

function OpenTraceBox() {
  const { t } = useTranslation()
  const [search, setSearch] = useSearchParams()
  const linked = search.get(WORD)?.slice(0, 100) ?? ''
  const [opened, setOpened] = useState<{ code: string } | null>(null)
  useEffect(() => {
    if (linked !== '') setOpened({ code: linked })
  }, [linked])
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
        <TraceDialog key={opened.code} code={opened.code} onClose={close} onLeave={() => setOpened(null)} />
      ) : null}
    </>
  )
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
