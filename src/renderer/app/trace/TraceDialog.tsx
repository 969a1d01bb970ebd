import { Button, Dialog } from '@blueprintjs/core'
import { ArrowLeft, Search } from '@blueprintjs/icons'
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useUserId } from '../../table/use-user-id.ts'
import type { Traced } from './kinds.ts'
import { keepRecent, readRecent } from './recent.ts'
import { TraceHits } from './TraceHits.tsx'
import { TraceLife } from './TraceLife.tsx'
import { useFind, useLookUp } from './use-find.ts'

interface TraceDialogProps {
  /** Looked up at once; empty: nothing yet. */
  code: string
  onClose: () => void
  /** After a way out to another screen. */
  onLeave: () => void
}

/** One field for every code, and under it what it may be, or the life of what was opened. The field is always ready for the next scan. */
export function TraceDialog({ code, onClose, onLeave }: TraceDialogProps) {
  const { t } = useTranslation()
  const listId = useId()
  const input = useRef<HTMLInputElement>(null)
  const userId = useUserId()
  const [text, setText] = useState(code)
  /** Where the arrows went; null until they are used: then the first one counts. */
  const [moved, setMoved] = useState<number | null>(null)
  const [trail, setTrail] = useState<readonly Traced[]>([])
  const isComposing = useRef(false)
  const [settled, setSettled] = useState(code.trim())
  const found = useFind(settled)
  const lookUp = useLookUp()
  const life = trail.at(-1)
  const recent = settled === '' ? readRecent(userId) : []
  const hits = settled === '' ? [] : (found.data?.hits ?? [])
  const options: readonly Traced[] = settled === '' ? recent : hits
  const active = Math.min(moved ?? 0, Math.max(0, options.length - 1))

  const open = (traced: Traced) => {
    setTrail((before) => [...before, traced])
    input.current?.focus()
    input.current?.select()
  }
  const back = () => {
    setTrail((before) => before.slice(0, -1))
    input.current?.focus()
  }
  const type = (words: string) => {
    setText(words)
    setTrail([])
    setMoved(null)
    if (!isComposing.current) setSettled(words.trim())
  }
  // The text is taken and marked for being overwritten before anything is awaited: the next scan never runs into this one.
  const submit = async (typed: string) => {
    input.current?.select()
    setTrail([])
    const isShown = typed === settled && found.isCurrent && found.data !== undefined
    if (typed === '' || moved !== null || isShown) {
      const chosen = options[active]
      if (chosen) open(chosen)
      return
    }
    setSettled(typed)
    found.askNow(typed)
    const answer = await lookUp(typed)
    const exact = answer?.hits.filter((hit) => hit.is_exact) ?? []
    const only = exact.length === 1 ? exact[0] : answer?.hits.length === 1 ? answer.hits[0] : undefined
    if (only) open(only)
  }
  const started = useRef(false)
  useEffect(() => {
    if (started.current || code.trim() === '') return
    started.current = true
    void submit(code.trim())
  })
  const keys = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.nativeEvent.isComposing) return
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
    if (event.key === 'Enter') void submit(event.currentTarget.value.trim())
    else if (step === 0 || life || options.length === 0) return
    else setMoved((active + step + options.length) % options.length)
    event.preventDefault()
  }
  const goBack = (event: KeyboardEvent) => {
    if (!life || event.nativeEvent.isComposing || (event.key !== 'Escape' && event.key !== 'Backspace')) return
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
          {life ? (
            <Button variant="minimal" icon={<ArrowLeft />} aria-label={t('Back to what was found')} onClick={back} />
          ) : (
            <Search size={16} aria-hidden="true" />
          )}
          <input
            ref={input}
            autoFocus
            role="combobox"
            aria-label={t('Order, SKU, style, box, tracking ID, shipment or invoice')}
            aria-expanded={!life && options.length > 0}
            aria-controls={listId}
            aria-activedescendant={!life && options.length > 0 ? `${listId}-${active}` : undefined}
            aria-autocomplete="list"
            placeholder={t('Order, SKU, style, box, tracking ID, shipment or invoice')}
            autoComplete="off"
            spellCheck={false}
            maxLength={100}
            value={text}
            onChange={(event) => type(event.target.value)}
            onKeyDown={keys}
            onCompositionStart={() => {
              isComposing.current = true
            }}
            onCompositionEnd={(event) => {
              isComposing.current = false
              type(event.currentTarget.value)
            }}
          />
        </div>
        {life ? (
          <TraceLife
            key={`${life.kind} ${life.code}`}
            traced={life}
            onOpen={open}
            onKnown={(title) => keepRecent(userId, { ...life, title })}
            onLeave={onLeave}
          />
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
