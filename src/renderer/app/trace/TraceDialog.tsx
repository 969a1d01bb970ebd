import { hasRight, traceKinds } from '../../../shared/areas.ts'
import { StylePicture } from '../../pictures/StylePicture.tsx'
import './trace.css'
import { Button, Dialog } from '@blueprintjs/core'
import { ArrowLeft, Search } from '@blueprintjs/icons'
import { useAtom } from 'jotai'
import { type KeyboardEvent as ReactKeyboardEvent, useCallback, useEffect, useId, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router-dom'
import { useSay } from '../../actions/say.ts'
import { useNamed } from '../../i18n/formats.ts'
import { Shortcut } from '../../kit/KeyMenu.tsx'
import { StatusTag } from '../../kit/StatusTag.tsx'
import { EmptyState, FailedState, LoadingRows } from '../../kit/states.tsx'
import { showToast } from '../../kit/Toasts.tsx'
import type { User } from '../../session/session.ts'
import { TraceHistory } from './TraceHistory.tsx'
import { type Hit, pictured, type Recent, type Traced, type useFind, useTracing, waitingLinkAtom } from './tracing.ts'

interface TraceDialogProps {
  /** Looked up at once; empty: nothing yet. */
  code: string
  onClose: () => void
  /** After a way out to another screen. */
  onLeave: () => void
}

/** One field for every code, and under it what it may be, or the history of what was opened. The field is always ready for the next scan. */
export function TraceDialog({ code, onClose, onLeave }: TraceDialogProps) {
  const { t } = useTranslation()
  const listId = useId()
  const { field, settled, found, hits, recent, options, active, trail, keep } = useTracing(code)
  const { life: history, lives, open, back } = trail
  const isListed = !history && options.length > 0
  const goBack = (event: ReactKeyboardEvent) => {
    if (!history || event.nativeEvent.isComposing || (event.key !== 'Escape' && event.key !== 'Backspace')) return
    event.preventDefault()
    event.stopPropagation()
    back()
  }
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={t('Trace a code')}
      className="trace-dialog"
      transitionDuration={0}
      shouldReturnFocusOnClose
    >
      {/* biome-ignore lint/a11y/noStaticElementInteractions: going back works wherever in the dialog the focus is */}
      <div className="trace" onKeyDown={goBack}>
        <div className="trace-field">
          {history ? (
            <Button variant="minimal" icon={<ArrowLeft />} aria-label={t('Back to what was found')} onClick={back} />
          ) : (
            <Search size={16} aria-hidden="true" />
          )}
          <input
            {...field}
            autoFocus
            role="combobox"
            aria-label={t('Order, SKU, style, box, tracking ID, shipment or invoice')}
            aria-expanded={isListed}
            aria-controls={listId}
            aria-activedescendant={isListed ? `${listId}-${active}` : undefined}
            aria-autocomplete="list"
            placeholder={t('Order, SKU, style, box, tracking ID, shipment or invoice')}
            autoComplete="off"
            spellCheck={false}
            maxLength={100}
          />
        </div>
        {history ? (
          // Those behind the last one stay, so that the way back leads to the same opened line at the same place.
          lives.map((each, place) => (
            <TraceHistory
              // biome-ignore lint/suspicious/noArrayIndexKey: the way grows and shrinks at its end only
              key={`${place} ${each.kind} ${each.code}`}
              traced={each}
              isShown={place === lives.length - 1}
              onOpen={open}
              onKnown={(title) => keep({ ...each, title })}
              onLeave={onLeave}
            />
          ))
        ) : (
          <TraceHits
            listId={listId}
            text={settled}
            found={found}
            hits={hits}
            recent={recent}
            active={active}
            onOpen={open}
          />
        )}
      </div>
    </Dialog>
  )
}

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

interface TraceHitsProps {
  listId: string
  text: string
  found: ReturnType<typeof useFind>
  hits: readonly Hit[]
  recent: readonly Recent[]
  active: number
  onOpen: (traced: Traced) => void
}

/** What a code may be; before anything is typed, what was traced last. */
export function TraceHits({ listId, text, found, hits, recent, active, onOpen }: TraceHitsProps) {
  const { t } = useTranslation()
  const say = useSay()
  if (text === '') {
    if (recent.length === 0)
      return (
        <EmptyState
          title={t('Type or scan any code')}
          text={t('Its life is shown on one timeline, with what can be done next.')}
        />
      )
    return <Options {...{ listId, active, onOpen }} label={t('Traced last')} options={recent} />
  }
  if (found.isError) return <FailedState text={say.problem(found.error)} onRetry={() => void found.refetch()} />
  if (hits.length > 0) return <Options {...{ listId, active, onOpen }} label={t('Found')} options={hits} />
  if (!found.isCurrent || found.data === undefined) return <LoadingRows rows={4} />
  return found.data.is_misread ? (
    <EmptyState
      title={t('This box code was misread')}
      text={t('Its check digit does not fit. Please scan or type it again.')}
    />
  ) : (
    <EmptyState title={t('Nothing was found')} text={t('Please check the code, or try its first letters.')} />
  )
}

interface OptionsProps {
  listId: string
  label: string
  options: readonly (Recent | Hit)[]
  active: number
  onOpen: (traced: Traced) => void
}

/** The list under the field, whose cursor the field's arrows move. */
function Options({ listId, label, options, active, onOpen }: OptionsProps) {
  const { t } = useTranslation()
  const named = useNamed()
  const list = useRef<HTMLDivElement>(null)
  useEffect(() => {
    // In braces: newer browsers answer a promise, which is no clean-up.
    void list.current?.children[active]?.scrollIntoView({ block: 'nearest' })
  }, [active])
  return (
    <>
      <h3 className="trace-heading">{label}</h3>
      <div ref={list} id={listId} role="listbox" aria-label={label} className="trace-hits">
        {options.map((option, at) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: keys are the field's, as the pattern of a combobox says
          <div
            key={`${option.kind} ${option.code}`}
            id={`${listId}-${at}`}
            role="option"
            tabIndex={-1}
            aria-selected={at === active}
            className="trace-hit"
            onClick={() => onOpen(option)}
          >
            <span className="trace-kind">{t(traceKinds[option.kind].one)}</span>
            {'picture' in option && option.picture !== undefined ? <StylePicture of={pictured(option)} /> : null}
            <span className="trace-code">{option.title}</span>
            {'subtitle' in option ? (
              <>
                <span className="trace-sub">{named(option.subtitle, option.subtitle_zh)}</span>
                {option.status ? <StatusTag status={option.status} short={option.short ?? 0} /> : null}
              </>
            ) : null}
          </div>
        ))}
      </div>
    </>
  )
}
