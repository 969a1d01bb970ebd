import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type KeyboardEvent, type ReactNode, useId, useState } from 'react'
import { api } from '../api/client.ts'
import { useLocale } from '../table/words.ts'
import { askedName, type Named } from './message-words.ts'
import type { TalkThing } from './use-talk.ts'

interface Asked extends TalkThing {
  text: string
  caret: number
  houseOnly: boolean
  /** The text with the name in it, and where the caret goes. */
  onChoose: (person: Named, text: string, caret: number) => void
}

/** Names of people who may see the thing, while one is typed after an `@`: arrows choose, Enter or Tab takes, Escape lets be. */
export function useMentions({ kind, code, text, caret, houseOnly, onChoose }: Asked) {
  const { t } = useLocale()
  const id = useId()
  const [marked, mark] = useState({ search: '', at: 0 })
  /** Where an `@` was let be. */
  const [left, setLeft] = useState<number | null>(null)
  const asked = askedName(text, caret)
  const isOpen = asked !== null && asked.from !== left
  const search = asked?.search ?? ''
  const { data } = useQuery({
    queryKey: ['talk.getPeople', { kind, code, search, houseOnly }],
    queryFn: async ({ signal }) =>
      (await api.talk.getPeople({ kind, code, search, house_only: houseOnly }, { signal })).data,
    enabled: isOpen,
    placeholderData: keepPreviousData,
  })
  const people = isOpen ? (data?.people ?? []) : []
  // Another search begins at the top.
  const at = marked.search === search ? Math.min(marked.at, Math.max(0, people.length - 1)) : 0
  const take = (person: Named) => {
    if (!asked) return
    const words = `@${person.name} `
    onChoose(person, text.slice(0, asked.from) + words + text.slice(caret), asked.from + words.length)
  }
  const keys = (event: KeyboardEvent) => {
    if (people.length === 0) return
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
    const chosen = people[at]
    if (step !== 0) mark({ search, at: (at + step + people.length) % people.length })
    else if ((event.key === 'Enter' || event.key === 'Tab') && chosen) take(chosen)
    else if (event.key === 'Escape') setLeft(asked?.from ?? null)
    else return
    event.preventDefault()
    event.stopPropagation()
  }
  const option = (index: number) => `${id}-${index}`
  const list: ReactNode =
    people.length === 0 ? null : (
      <div className="talk-people" role="listbox" id={id} aria-label={t('People who see this')}>
        {people.map((person, index) => (
          <button
            key={person.id}
            id={option(index)}
            type="button"
            role="option"
            tabIndex={-1}
            aria-selected={index === at}
            onMouseDown={(event) => {
              event.preventDefault()
              take(person)
            }}
          >
            {person.name} <span className="muted">{person.is_vendor ? t('Vendor') : t('Company')}</span>
          </button>
        ))}
      </div>
    )
  const field =
    people.length === 0
      ? {}
      : {
          ...{ role: 'combobox' as const, 'aria-expanded': true, 'aria-controls': id },
          'aria-activedescendant': option(at),
        }
  return { list, keys, field }
}
