import { Button } from '@blueprintjs/core'
import { useTranslation } from 'react-i18next'
import { ChoiceFilter } from './ChoiceFilter.tsx'
import { DatesFilter } from './DatesFilter.tsx'
import { type Filter, filterKeys } from './filters.ts'
import { type AnyParams, differs, type StateOf } from './list-params.ts'
import { SearchFilter } from './SearchFilter.tsx'
import type { ListState } from './use-list-state.ts'

interface FilterBarProps<P extends AnyParams> {
  params: P
  list: ListState<P>
  filters: readonly Filter<P>[]
}

/** The filters of a list in a row; each writes its words into the address. */
export function FilterBar<P extends AnyParams>({ params, list, filters }: FilterBarProps<P>) {
  const { t } = useTranslation()
  const keys = filters.flatMap(filterKeys)
  return (
    <>
      {filters.map((filter) => (
        <OneFilter key={filterKeys(filter).join()} filter={filter} list={list} />
      ))}
      {differs(params, list.state, keys) && (
        <Button variant="minimal" size="small" text={t('Clear filters')} onClick={() => clearFilters(list, keys)} />
      )}
    </>
  )
}

/** Takes words out of the address, so that they read as their defaults. */
export function clearFilters<P extends AnyParams>(list: ListState<P>, keys: readonly (keyof P & string)[]): void {
  list.set(Object.fromEntries(keys.map((key) => [key, undefined])) as unknown as Partial<StateOf<P>>)
}

function OneFilter<P extends AnyParams>({ filter, list }: { filter: Filter<P>; list: ListState<P> }) {
  const { state } = list
  // The makers hold each key to the type that its filter writes.
  const set = (change: Record<string, unknown>) => list.set(change as Partial<StateOf<P>>)
  switch (filter.kind) {
    case 'search':
      return (
        <SearchFilter
          value={String(state[filter.key])}
          placeholder={filter.placeholder}
          onChange={(text) => set({ [filter.key]: text })}
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
          aria-pressed={isOn}
          onClick={() => set({ [filter.key]: !isOn })}
        />
      )
    }
  }
}
