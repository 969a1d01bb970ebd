import { hasRight } from '../../../shared/areas.ts'
import './vendor.css'
import { Button, PopoverNext } from '@blueprintjs/core'
import { CaretDown, Cross } from '@blueprintjs/icons'
import { type KeyboardEvent as ReactKeyboardEvent, useCallback, useEffect, useId, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router-dom'
import { isBoundToVendor } from '../../../shared/kernel/roles.ts'
import { useSay } from '../../actions/say.ts'
import { useAnswer } from '../../actions/useRows.ts'
import { useNamed } from '../../i18n/formats.ts'
import type { User } from '../../session/session.ts'

/** For those who see every vendor's rows: of which vendor the lists are, carried from list to list until it is cleared. */
export function VendorSearch({ user }: { user: User }) {
  return hasRight(user, 'vendorDesk') && !isBoundToVendor(user) ? <VendorChooser /> : null
}

function VendorChooser() {
  const { t } = useTranslation()
  const named = useNamed()
  const [code, choose] = useChosenVendor()
  const [isOpen, setOpen] = useState(false)
  const { data } = useAnswer('data.getVendors', { search: code }, { enabled: code !== '' })
  const vendor = data?.vendors.find(({ id }) => id === code)
  const name = code === '' ? t('All suppliers') : vendor ? named(vendor.name, vendor.name_zh) : code
  const pick = (chosen: string) => {
    setOpen(false)
    choose(chosen)
  }
  return (
    <span className="vendor-search">
      <PopoverNext
        isOpen={isOpen}
        onInteraction={setOpen}
        content={<VendorChoices chosen={code} onChoose={pick} />}
        placement="bottom-end"
        animation="minimal"
        arrow={false}
      >
        <Button
          className={`vendor-open${code === '' ? '' : ' is-on'}`}
          aria-label={`${t('Supplier')}: ${name}`}
          title={code === '' ? t('Show one vendor only') : `${name} (${code})`}
          endIcon={<CaretDown size={12} />}
        >
          {name}
        </Button>
      </PopoverNext>
      {code === '' ? null : (
        <Button
          variant="minimal"
          icon={<Cross size={14} />}
          aria-label={t('Show all vendors')}
          title={t('Show all vendors')}
          onClick={() => choose('')}
        />
      )}
    </span>
  )
}

const debounceMs = 150
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
  const answer = useAnswer('data.getVendors', search === '' ? {} : { search })
  const vendors = answer.data?.vendors.slice(0, most) ?? []
  const all = { id: '', label: t('All suppliers') }
  const options = [
    ...(search === '' ? [all] : []),
    ...vendors.map(({ id, name, name_zh }) => ({ id, label: named(name, name_zh) })),
  ]
  const list = useRef<HTMLDivElement>(null)
  useEffect(() => {
    // In braces: newer browsers answer a promise, which is no clean-up.
    void list.current?.children[active]?.scrollIntoView({ block: 'nearest' })
  }, [active])
  const keys = (event: ReactKeyboardEvent) => {
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
      <div ref={list} id={listId} role="listbox" aria-label={t('Supplier')} className="vendor-list">
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
    const timer = setTimeout(() => setRested(text.trim()), debounceMs)
    return () => clearTimeout(timer)
  }, [text, isComposing])
  return [rested, setComposing]
}

/** The word of every list's address that says of which vendor it is. */
const WORD = 'supplier'

/** The vendor that the address is about, by code; empty for all. The address is the truth: a list's own filter changes it too. */
export function useChosenVendor(): [code: string, choose: (code: string) => void] {
  const [search, setSearch] = useSearchParams()
  const choose = useCallback(
    (code: string) => {
      const next = new URLSearchParams(search)
      if (code === '') next.delete(WORD)
      else next.set(WORD, code)
      // What is open in a drawer may be another vendor's.
      for (const open of ['order', 'shipment']) next.delete(open)
      setSearch(next)
    },
    [search, setSearch],
  )
  return [search.get(WORD)?.trim() ?? '', choose]
}

/** A screen's address that goes on with the vendor chosen now, for the menu. */
export function withVendor(path: string, code: string): string {
  return code === '' ? path : `${path}?${new URLSearchParams({ [WORD]: code })}`
}
