import { Button, PopoverNext } from '@blueprintjs/core'
import { CaretDown } from '@blueprintjs/icons'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Choice, ChoiceSearch } from './filters.ts'

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
  const said = names.length === 0 ? label : names.length === 1 ? `${label}: ${names[0]}` : `${label}: ${names.length}`
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
        {shown.map(({ value, label: name, count, hint }) => (
          <li key={value}>
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
