import { Drawer as BlueprintDrawer, Button, PopoverNext } from '@blueprintjs/core'
import { CaretDown, Cross, Filter as FilterIcon } from '@blueprintjs/icons'
import { type ReactNode, useEffect, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormats } from '../i18n/formats.ts'
import { useDrawerFocus } from '../kit/Drawer.tsx'
import { useIsPhone } from '../kit/use-is-phone.ts'
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
  /** Further tools of the list, for the sheet of a phone. */
  more?: ReactNode
}

/** The filters of a list in a row; each writes its words into the address. On a phone all but the search stand in a sheet. */
export function FilterBar<P extends AnyParams>(props: FilterBarProps<P>) {
  const { params, address, filters, onSearched, more } = props
  const isPhone = useIsPhone()
  const draw = (filter: Filter<P>) => (
    <OneFilter key={filterKeys(filter).join()} filter={filter} address={address} {...(onSearched && { onSearched })} />
  )
  const others = filters.filter(({ kind }) => kind !== 'search')
  if (isPhone && (more || others.length > 1)) {
    const inForce = others.filter((filter) => differs(params, address.state, filterKeys(filter))).length
    return (
      <>
        {filters.filter(({ kind }) => kind === 'search').map(draw)}
        <FilterSheet inForce={inForce} more={more} onClear={() => clearFilters(address, others.flatMap(filterKeys))}>
          {others.map(draw)}
        </FilterSheet>
      </>
    )
  }
  return (
    <>
      {filters.map(draw)}
      <ClearButton {...props} />
    </>
  )
}

function ClearButton<P extends AnyParams>({ params, address, filters }: FilterBarProps<P>) {
  const { t } = useTranslation()
  const keys = filters.flatMap(filterKeys)
  if (!differs(params, address.state, keys)) return null
  return <Button variant="minimal" size="small" text={t('Clear filters')} onClick={() => clearFilters(address, keys)} />
}

interface FilterSheetProps {
  /** How many filters leave rows out. */
  inForce: number
  more: ReactNode
  onClear: () => void
  children: ReactNode
}

/** A button with the number of filters in force, and the sheet at the foot of the screen that it opens. */
function FilterSheet({ inForce, more, onClear, children }: FilterSheetProps) {
  const { t } = useTranslation()
  const { labelled } = useFormats()
  const [isOpen, setOpen] = useState(false)
  const id = useId()
  const close = () => setOpen(false)
  useDrawerFocus(isOpen, close)
  return (
    <>
      <Button
        className={`dt-filter${inForce > 0 ? ' is-on' : ''}`}
        icon={<FilterIcon />}
        text={inForce > 0 ? labelled(t('Filters'), inForce) : t('Filters')}
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
      />
      <BlueprintDrawer isOpen={isOpen} onClose={close} position="bottom" size="auto" transitionDuration={120}>
        <div className="dt-sheet" role="dialog" aria-modal="true" aria-labelledby={id}>
          <div className="drawer-head">
            <h2 id={id}>{t('Filters')}</h2>
            <Button
              className="drawer-close"
              variant="minimal"
              icon={<Cross />}
              aria-label={t('Close')}
              onClick={close}
            />
          </div>
          <div className="dt-sheet-body">
            {children}
            {more}
          </div>
          <div className="drawer-foot">
            {inForce > 0 ? <Button variant="minimal" text={t('Clear filters')} onClick={onClear} /> : null}
            <Button intent="primary" text={t('Done')} onClick={close} />
          </div>
        </div>
      </BlueprintDrawer>
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
