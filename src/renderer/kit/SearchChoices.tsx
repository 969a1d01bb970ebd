import './search-choices.css'
import { type KeyboardEvent as ReactKeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'

const debounceMs = 150

interface SearchChoicesProps {
  /** Label of the chosen value, in the reader's language. */
  label: string
  placeholder: string
  /** Choices that match the search, the first offered; `code` stands beside the label. */
  options: readonly { id: string; label: string; code: string }[]
  chosen: string
  /** The answer to this search is there. */
  search: string
  isLoaded: boolean
  /** Why there is none, in the reader's language. */
  problem: string | null
  onSearch: (text: string) => void
  onChoose: (id: string) => void
}

/** A field for a part of a name or code and what fits under it: arrows move, Enter chooses. It has the focus once it is there. */
export function SearchChoices(props: SearchChoicesProps) {
  const { label, placeholder, options, chosen, search, isLoaded, problem, onSearch, onChoose } = props
  const { t } = useTranslation()
  const listId = useId()
  const [text, setText] = useState('')
  const [active, setActive] = useState(0)
  /** Enter came before the answer to what is typed: it chooses as soon as that is there. */
  const [isWanted, setWanted] = useState(false)
  const isAnswered = isLoaded && search === text.trim()
  const isComposing = useRested(text, onSearch)
  const list = useRef<HTMLDivElement>(null)
  useEffect(() => {
    // In braces: newer browsers answer a promise, which is no clean-up.
    void list.current?.children[active]?.scrollIntoView({ block: 'nearest' })
  }, [active])
  useEffect(() => {
    if (!isWanted || !isAnswered) return
    setWanted(false)
    const option = options[active]
    if (option) onChoose(option.id)
  }, [isWanted, isAnswered, options, active, onChoose])
  const keys = (event: ReactKeyboardEvent) => {
    if (event.nativeEvent.isComposing) return
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
    const option = options[active]
    if (event.key === 'Enter' && isAnswered && option) onChoose(option.id)
    else if (event.key === 'Enter') setWanted(true)
    else if (step !== 0 && options.length > 0) setActive((now) => (now + step + options.length) % options.length)
    else return
    event.preventDefault()
  }
  return (
    <div className="choices">
      <input
        // biome-ignore lint/a11y/noAutofocus: the chooser is opened to type
        autoFocus
        role="combobox"
        aria-expanded={options.length > 0}
        aria-controls={listId}
        aria-activedescendant={options.length > 0 ? `${listId}-${active}` : undefined}
        aria-autocomplete="list"
        aria-label={placeholder}
        placeholder={placeholder}
        autoComplete="off"
        spellCheck={false}
        maxLength={80}
        value={text}
        onChange={(event) => {
          setText(event.target.value)
          setActive(0)
          setWanted(false)
        }}
        onCompositionStart={() => isComposing(true)}
        onCompositionEnd={() => isComposing(false)}
        onKeyDown={keys}
      />
      <div ref={list} id={listId} role="listbox" aria-label={label} className="choices-list">
        {options.map((option, at) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: keys are the field's, as the pattern of a combobox says
          <div
            key={option.id}
            id={`${listId}-${at}`}
            role="option"
            tabIndex={-1}
            aria-selected={at === active}
            className="choices-option"
            data-chosen={option.id === chosen}
            onClick={() => onChoose(option.id)}
          >
            <span>{option.label}</span>
            <span className="choices-code">{option.code}</span>
          </div>
        ))}
      </div>
      {problem === null ? null : <p className="choices-note">{problem}</p>}
      {isLoaded && options.length === 0 ? <p className="choices-note">{t('Nothing matches')}</p> : null}
    </div>
  )
}

/** Says the text once typing rests; never in the middle of a Chinese composition. */
function useRested(text: string, onRest: (text: string) => void): (isComposing: boolean) => void {
  const [isComposing, setComposing] = useState(false)
  const rest = useRef(onRest)
  rest.current = onRest
  useEffect(() => {
    if (isComposing) return
    const timer = setTimeout(() => rest.current(text.trim()), debounceMs)
    return () => clearTimeout(timer)
  }, [text, isComposing])
  return setComposing
}
