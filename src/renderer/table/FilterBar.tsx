import { Button, PopoverNext } from '@blueprintjs/core'
import { CaretDown } from '@blueprintjs/icons'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormats } from '../i18n/formats.ts'
import { DatesFilter } from './DatesFilter.tsx'
import {
  type AnyParams,
  type Choice,
  type ChoiceSearch,
  differs,
  type Filter,
  filterKeys,
  type ListState,
  type StateOf,
} from './list-state.ts'
import { SearchFilter } from './SearchFilter.tsx'

interface FilterBarProps<P extends AnyParams> {
  params: P
  address: ListState<P>
  filters: readonly Filter<P>[]
  /** What was typed in the search when it was left by Enter. */
  onSearched?: (text: string) => void
}

/** The filters of a list in a row; each writes its words into the address. */
export function FilterBar<P extends AnyParams>({ params, address: list, filters, onSearched }: FilterBarProps<P>) {
  const { t } = useTranslation()
  const keys = filters.flatMap(filterKeys)
  return (
    <>
      {filters.map((filter) => (
        <OneFilter key={filterKeys(filter).join()} filter={filter} address={list} {...(onSearched && { onSearched })} />
      ))}
      {differs(params, list.state, keys) && (
        <Button variant="minimal" size="small" text={t('Clear filters')} onClick={() => clearFilters(list, keys)} />
      )}
    </>
  )
}

/** Takes words out of the address, so that they read as their defaults. */
export function clearFilters<P extends AnyParams>(address: ListState<P>, keys: readonly (keyof P & string)[]): void {
  address.set(Object.fromEntries(keys.map((key) => [key, undefined])) as unknown as Partial<StateOf<P>>)
}

interface OneFilterProps<P extends AnyParams> extends Pick<FilterBarProps<P>, 'address' | 'onSearched'> {
  filter: Filter<P>
}

function OneFilter<P extends AnyParams>({ filter, address, onSearched }: OneFilterProps<P>) {
  const { state } = address
  // The makers hold each key to the type that its filter writes.
  const set = (change: Record<string, unknown>) => address.set(change as Partial<StateOf<P>>)
  switch (filter.kind) {
    case 'search':
      return (
        <SearchFilter
          value={String(state[filter.key])}
          placeholder={filter.placeholder}
          onChange={(text) => set({ [filter.key]: text })}
          {...(onSearched && { onEnter: onSearched })}
        />
      )
    case 'choice': {
      const value = String(state[filter.key])
      return (
        <ChoiceFilter
          label={filter.label}
          choices={filter.choices}
          chosen={value === '' ? [] : [value]}
          onChange={([first]) => set({ [filter.key]: first ?? '' })}
          isSingle
          {...(filter.search && { search: filter.search })}
        />
      )
    }
    case 'choices':
      return (
        <ChoiceFilter
          label={filter.label}
          choices={filter.choices}
          chosen={state[filter.key] as readonly string[]}
          onChange={(chosen) => set({ [filter.key]: chosen })}
        />
      )
    case 'dates':
      return (
        <DatesFilter
          label={filter.label}
          from={String(state[filter.from])}
          to={String(state[filter.to])}
          onChange={(from, to) => set({ [filter.from]: from, [filter.to]: to })}
        />
      )
    case 'flag': {
      const isOn = state[filter.key] === true
      return (
        <Button
          className={`dt-filter${isOn ? ' is-on' : ''}`}
          size="small"
          text={filter.label}
          title={filter.title}
          aria-pressed={isOn}
          onClick={() => set({ [filter.key]: !isOn })}
        />
      )
    }
  }
}

interface ChoiceFilterProps {
  label: string
  choices: readonly Choice[]
  chosen: readonly string[]
  onChange: (chosen: readonly string[]) => void
  isSingle?: boolean
  search?: ChoiceSearch
}

const searchableFrom = 10

/** Boxes to tick in a popover; a long list has a field to find one in. */
export function ChoiceFilter(props: ChoiceFilterProps) {
  const { label, choices, chosen } = props
  const names = choices.filter(({ value }) => chosen.includes(value)).map((choice) => choice.label)
  const { labelled } = useFormats()
  const [only] = names
  const said = only === undefined ? label : labelled(label, names.length === 1 ? only : names.length)
  return (
    <PopoverNext content={<Choices {...props} />} placement="bottom-start" animation="minimal" arrow={false}>
      <Button
        className={`dt-filter${chosen.length > 0 ? ' is-on' : ''}`}
        size="small"
        text={said}
        endIcon={<CaretDown size={12} />}
      />
    </PopoverNext>
  )
}

function Choices({ label, choices, chosen, onChange, isSingle = false, search }: ChoiceFilterProps) {
  const { t } = useTranslation()
  const [text, setText] = useState('')
  const words = text.trim().toLowerCase()
  // What the server found fits, even where the label does not say why.
  const shown = search ? choices : choices.filter((choice) => choice.label.toLowerCase().includes(words))
  const ask = search?.ask
  useEffect(() => ask?.(''), [ask])
  const toggle = (value: string) => {
    if (chosen.includes(value)) onChange(chosen.filter((other) => other !== value))
    else onChange(isSingle ? [value] : [...chosen, value])
  }
  return (
    <fieldset className="dt-choice" aria-label={label}>
      {(search !== undefined || choices.length >= searchableFrom) && (
        <input
          type="search"
          value={text}
          placeholder={t('Find')}
          aria-label={t('Find')}
          onChange={(event) => {
            setText(event.target.value)
            ask?.(event.target.value)
          }}
        />
      )}
      <ul aria-busy={search?.isLoading ?? false}>
        {shown.map(({ value, label: name, count, hint, title }) => (
          <li key={value} title={title}>
            <label>
              <input type="checkbox" checked={chosen.includes(value)} onChange={() => toggle(value)} />
              <span>{name}</span>
              {hint && <span className="dt-choice-hint">{hint}</span>}
              {count !== undefined && <span className="dt-choice-count">{count}</span>}
            </label>
          </li>
        ))}
      </ul>
      {shown.length === 0 && !search?.isLoading && !search?.isFailed && <p className="muted">{t('Nothing matches')}</p>}
      {shown.length === 0 && search?.isLoading && <p className="muted">{t('Loading…')}</p>}
      {search?.isFailed && <p className="muted">{t('The choices could not be loaded.')}</p>}
      {search?.hasMore && <p className="muted">{t('There are more: type a part of the name.')}</p>}
    </fieldset>
  )
}
