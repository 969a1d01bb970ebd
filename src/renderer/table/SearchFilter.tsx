import { Search } from '@blueprintjs/icons'
import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import { pastedSearch } from '../../shared/kernel/search.ts'
import { holdSearch, takeSearch } from '../kit/held-search.ts'
import { useSlash } from './table-keys.tsx'

interface SearchFilterProps {
  value: string
  placeholder: string
  onChange: (text: string) => void
  /** Enter was pressed, after what was typed was asked for. */
  onEnter?: (text: string) => void
}

/** Milliseconds without a key; with the answer it must stay below 200 (`npm run bench -- table`). A search overtaken is given up. */
const debounceMs = 100

/** A pasted list of codes is longer than what anybody types. */
const MOST = 2_000

/** A search field: it asks when typing rests, never in the middle of a Chinese composition, and at once on Enter. */
export function SearchFilter({ value, placeholder, onChange, onEnter }: SearchFilterProps) {
  const [text, setText] = useState(value)
  const isComposing = useRef(false)
  const asked = useRef(value)
  const field = useRef<HTMLInputElement>(null)
  useSlash(field)
  const change = useRef(onChange)
  change.current = onChange
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  /** Typed and not asked for yet; null where there is nothing. */
  const waiting = useRef<string | null>(null)

  // Another way of changing the address (Back, "Clear filters") wins over what stands in the field.
  useEffect(() => {
    if (value === asked.current) return
    asked.current = value
    setText(value)
  }, [value])

  const ask = (words: string) => {
    clearTimeout(timer.current)
    waiting.current = null
    const plain = words.trim().slice(0, MOST)
    if (plain === asked.current) return
    asked.current = plain
    change.current(plain)
  }
  const later = (words: string) => {
    clearTimeout(timer.current)
    waiting.current = words
    timer.current = setTimeout(() => ask(words), debounceMs)
  }
  const latest = useRef(ask)
  latest.current = ask
  /** What stood in the field when it got the focus; null without it. */
  const focusedWith = useRef<string | null>(null)
  const typed = useRef(text)
  typed.current = text
  const put = useRef((words: string) => {
    setText(words)
    later(words)
  })
  // A tab that was pressed just before draws the list anew, and this field with it: what is typed goes on in the one that comes.
  useLayoutEffect(() => {
    const { pathname } = location
    const isOfPage = field.current?.closest('.drawer, .bp6-dialog, [aria-modal="true"]') === null
    const held = isOfPage ? takeSearch() : null
    if (held !== null) {
      field.current?.focus()
      if (held !== '') put.current(held)
    }
    return () => {
      clearTimeout(timer.current)
      if (location.pathname !== pathname) return
      if (isOfPage && focusedWith.current !== null)
        holdSearch(typed.current === focusedWith.current ? '' : typed.current)
      else if (waiting.current !== null) latest.current(waiting.current)
    }
  }, [])
  return (
    <div className="dt-search">
      <Search size={12} aria-hidden="true" />
      <input
        ref={field}
        type="search"
        data-table-search
        value={text}
        placeholder={placeholder}
        aria-label={placeholder}
        autoComplete="off"
        spellCheck={false}
        maxLength={MOST}
        onChange={(event) => {
          setText(event.target.value)
          if (!isComposing.current) later(event.target.value)
        }}
        onPaste={(event) => {
          const pasted = event.clipboardData.getData('text/plain')
          const list = pastedSearch(pasted)
          // The field would join the lines of a sheet's column to one long word.
          if (list === pasted) return
          event.preventDefault()
          const { selectionStart, selectionEnd } = event.currentTarget
          const words = `${text.slice(0, selectionStart ?? 0)}${list}${text.slice(selectionEnd ?? text.length)}`
          setText(words)
          later(words)
        }}
        onFocus={(event) => {
          focusedWith.current = event.currentTarget.value
        }}
        onBlur={() => {
          focusedWith.current = null
        }}
        onCompositionStart={() => {
          isComposing.current = true
          clearTimeout(timer.current)
        }}
        onCompositionEnd={(event) => {
          isComposing.current = false
          later(event.currentTarget.value)
        }}
        onKeyDown={(event) => {
          if (event.nativeEvent.isComposing) return
          if (event.key === 'Enter') {
            ask(text)
            onEnter?.(asked.current)
          }
          if (event.key === 'Escape' && text !== '') {
            event.stopPropagation()
            setText('')
            ask('')
          }
        }}
      />
      <kbd>/</kbd>
    </div>
  )
}
