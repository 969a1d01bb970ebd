import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useSay } from '../../actions/say.ts'
import { useAnswer } from '../../actions/useRows.ts'
import { useNamed } from '../../i18n/named.ts'

const patience = 150
/** More than anybody reads: the next letter narrows it. */
const most = 50

interface VendorChoicesProps {
  chosen: string
  onChoose: (code: string) => void
}

/** A field for a part of a vendor's name, Chinese name or code, and what fits under it. */
export function VendorChoices({ chosen, onChoose }: VendorChoicesProps) {
  const { t } = useTranslation()
  const say = useSay()
  const listId = useId()
  const named = useNamed()
  const [text, setText] = useState('')
  const [search, isComposing] = useRested(text)
  const [active, setActive] = useState(0)
  const answer = useAnswer('vendors.getVendors', search === '' ? {} : { search })
  const vendors = answer.data?.vendors.slice(0, most) ?? []
  const all = { id: '', label: t('All vendors') }
  const options = [
    ...(search === '' ? [all] : []),
    ...vendors.map(({ id, name, name_zh }) => ({ id, label: named(name, name_zh) })),
  ]
  const list = useRef<HTMLDivElement>(null)
  useEffect(() => {
    // In braces: newer browsers answer a promise, which is no clean-up.
    void list.current?.children[active]?.scrollIntoView({ block: 'nearest' })
  }, [active])
  const keys = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
    const option = options[active]
    if (event.key === 'Enter' && option && search === text.trim()) onChoose(option.id)
    else if (step !== 0 && options.length > 0) setActive((now) => (now + step + options.length) % options.length)
    else return
    event.preventDefault()
  }
  return (
    <div className="vendor-choices">
      <input
        // biome-ignore lint/a11y/noAutofocus: the chooser is opened to type
        autoFocus
        role="combobox"
        aria-expanded={options.length > 0}
        aria-controls={listId}
        aria-activedescendant={options.length > 0 ? `${listId}-${active}` : undefined}
        aria-autocomplete="list"
        aria-label={t('Vendor name or code')}
        placeholder={t('Vendor name or code')}
        autoComplete="off"
        spellCheck={false}
        maxLength={80}
        value={text}
        onChange={(event) => {
          setText(event.target.value)
          setActive(0)
        }}
        onCompositionStart={() => isComposing(true)}
        onCompositionEnd={() => isComposing(false)}
        onKeyDown={keys}
      />
      <div ref={list} id={listId} role="listbox" aria-label={t('Vendor')} className="vendor-list">
        {options.map(({ id, label }, at) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: keys are the field's, as the pattern of a combobox says
          <div
            key={id}
            id={`${listId}-${at}`}
            role="option"
            tabIndex={-1}
            aria-selected={at === active}
            className="vendor-option"
            data-chosen={id === chosen}
            onClick={() => onChoose(id)}
          >
            <span>{label}</span>
            <span className="vendor-code">{id}</span>
          </div>
        ))}
      </div>
      {answer.isError ? <p className="vendor-note">{say.problem(answer.error)}</p> : null}
      {answer.data && vendors.length === 0 ? <p className="vendor-note">{t('Nothing matches')}</p> : null}
    </div>
  )
}

/** The text once typing rests; never in the middle of a Chinese composition. */
function useRested(text: string): [rested: string, composing: (isComposing: boolean) => void] {
  const [rested, setRested] = useState('')
  const [isComposing, setComposing] = useState(false)
  useEffect(() => {
    if (isComposing) return
    const timer = setTimeout(() => setRested(text.trim()), patience)
    return () => clearTimeout(timer)
  }, [text, isComposing])
  return [rested, setComposing]
}
