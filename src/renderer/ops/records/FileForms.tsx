import { Button, HTMLSelect } from '@blueprintjs/core'
import { useId, useState } from 'react'
import { currencies, type KindName, kindNamed, recordKinds } from '../../../shared/areas/data/kinds.ts'
import { columnOf, type RecordKind } from '../../../shared/areas/data/record-kind.ts'
import { askedOf } from '../../../shared/areas/data/record-words.ts'
import { LEFT_OUT } from '../../../shared/kernel/sheet.ts'
import { bareName } from '../../../shared/kernel/sheet-cells.ts'
import { type DateOrder, dateOrders } from '../../../shared/kernel/written-units.ts'
import { key, listed } from '../../i18n/formats.ts'
import { type Locale, useLocale } from '../../table/words.ts'
import type { ImportRow, SaidForms } from './use-import.ts'

const orderWords: Readonly<Record<DateOrder, string>> = {
  day_first: key('Day first: 14/03/2026'),
  month_first: key('Month first: 03/14/2026'),
  year_first: key('Year first: 26/03/14'),
}

interface FileFormsProps {
  row: ImportRow
  /** Reads the file anew. */
  onSay: (forms: SaidForms) => void
}

/** What a file itself does not say, asked once for all of it: the order of its days, its currency, what its own columns are. */
export function FileForms({ row: { asks, forms, kind, faults }, onSay }: FileFormsProps) {
  const { t } = useLocale()
  const [said, setSaid] = useState(forms)
  const isAsked = asks.dates || asks.currency || asks.columns.length > 0 || asks.values.length > 0
  const [headers, hasChoice] = [Object.keys(forms.columns), forms.dates !== null || forms.currency !== null]
  const saidValues = Object.values(forms.values).flatMap((of) => Object.keys(of))
  if (!isAsked && !hasChoice && headers.length + saidValues.length === 0) return null
  const open = asks.columns.filter(({ header }) => said.columns[header] === undefined)
  const isNew = JSON.stringify(said) !== JSON.stringify(forms)
  return (
    <fieldset className="file-forms">
      <legend>{t('How this file is written')}</legend>
      {asks.dates || forms.dates !== null ? (
        <Choice
          label={t('Days of numbers alone, such as 03/04/2026')}
          hint={placesOf(faults, 'dates')}
          value={said.dates ?? ''}
          choices={dateOrders.map((order) => [order, t(orderWords[order])])}
          onChange={(dates) => setSaid({ ...said, dates: dates as DateOrder })}
        />
      ) : null}
      {asks.currency || forms.currency !== null ? (
        <Choice
          label={t('Amounts that name no currency')}
          hint={placesOf(faults, 'currency')}
          value={said.currency ?? ''}
          choices={currencies.map((code) => [code, code])}
          onChange={(currency) => setSaid({ ...said, currency })}
        />
      ) : null}
      {asks.columns.map(({ sheet, cell, header, examples, known }) => (
        <Choice
          key={`${sheet} ${cell}`}
          label={t('Column “{{header}}”', { header })}
          hint={examples.join(' · ')}
          value={said.columns[header] ?? ''}
          choices={[
            [LEFT_OUT, t('Leave out')],
            ...columnsOf(kind, sheet)
              .filter(([id]) => !known.includes(id) && !isMeantElsewhere(asks.columns, said, { header, id }))
              .map(([id, name]) => [id, t('Use as {{column}}', { column: t(name) })] as const),
          ]}
          onChange={(meant) => setSaid({ ...said, columns: { ...said.columns, [header]: meant } })}
        />
      ))}
      {asks.values.map(({ kind: of, column, value }) => (
        <Choice
          key={`${of} ${column} ${value}`}
          label={t('“{{value}}” in {{column}}', { value, column: t(columnOf(kindNamed(of), column).header.en) })}
          value={said.values[column]?.[bareName(value)] ?? ''}
          choices={choicesOf(of, column).map(([id, { en }]) => [id, t(en)])}
          onChange={(meant) =>
            setSaid({
              ...said,
              values: { ...said.values, [column]: { ...said.values[column], [bareName(value)]: meant } },
            })
          }
        />
      ))}
      <div className="file-forms-end">
        {isAsked || hasChoice ? (
          <Button
            intent={isAsked ? 'primary' : 'none'}
            text={t('Read the file this way')}
            disabled={!isNew || open.length > 0}
            onClick={() => onSay(said)}
          />
        ) : null}
        {headers.length > 0 ? (
          <>
            <span className="muted">{t('Said of columns: {{columns}}', { columns: meanings(forms.columns, t) })}</span>
            <Button variant="minimal" text={t('Ask again')} onClick={() => onSay({ ...forms, columns: {} })} />
          </>
        ) : null}
        {saidValues.length > 0 ? (
          <>
            <span className="muted">{t('Said of values: {{values}}', { values: saidOfValues(forms.values, t) })}</span>
            <Button variant="minimal" text={t('Ask again')} onClick={() => onSay({ ...forms, values: {} })} />
          </>
        ) : null}
      </div>
    </fieldset>
  )
}

/** Whether another asked header of this file is it. What was said of other files' headers takes no column away. */
const isMeantElsewhere = (asked: ImportRow['asks']['columns'], said: SaidForms, own: { header: string; id: string }) =>
  asked.some(({ header }) => header !== own.header && said.columns[header] === own.id)

/** Columns that an unknown one may be: those of the kind, or of the sheet's kind in a workbook of all. */
function columnsOf(kind: ImportRow['kind'], sheet: string): (readonly [id: string, name: string])[] {
  const ofSheet = ({ sheetName: { en, zh } }: RecordKind) => [en, zh].some((name) => bareName(name) === bareName(sheet))
  const of = kind === 'all' ? recordKinds.find(ofSheet) : kindNamed(kind)
  return (of?.sheet.columns ?? []).map(({ key: id, header }) => [id, header.en])
}

/** Cells that are named of those that need an answer. */
const NAMED = 6

/** Which cells need the answer, by their columns: "Unit price: E3, E7 +4". */
function placesOf(faults: ImportRow['faults'], asked: 'dates' | 'currency'): string {
  const open = faults.filter(({ expected = '' }) => askedOf.get(expected) === asked)
  return [...Map.groupBy(open, ({ sheet, column }) => `${sheet}\n${column}`).values()]
    .map((of) => {
      const cells = of.slice(0, NAMED).map(({ cell }) => cell)
      return `${of[0]?.column}: ${listed(cells)}${of.length > NAMED ? ` +${of.length - NAMED}` : ''}`
    })
    .join(' · ')
}

const names = new Map(recordKinds.flatMap(({ sheet }) => sheet.columns.map(({ key: id, header }) => [id, header.en])))

function meanings(columns: SaidForms['columns'], t: Locale['t']): string {
  return listed(
    Object.entries(columns).map(
      ([header, meant]) => `${header} → ${meant === LEFT_OUT ? t('left out') : t(names.get(meant) ?? meant)}`,
    ),
  )
}

function choicesOf(kind: KindName, column: string) {
  const found = columnOf(kindNamed(kind), column)
  return found.kind === 'choice' ? Object.entries(found.choices) : []
}

const choiceNames = new Map(
  recordKinds.flatMap(({ kind, sheet }) =>
    sheet.columns.flatMap(({ key: id }) => choicesOf(kind, id).map(([of, { en }]) => [of, en] as const)),
  ),
)

function saidOfValues(values: SaidForms['values'], t: Locale['t']): string {
  return listed(
    Object.values(values).flatMap((of) =>
      Object.entries(of).map(([value, meant]) => `${value} → ${t(choiceNames.get(meant) ?? meant)}`),
    ),
  )
}

interface ChoiceProps {
  label: string
  hint?: string
  value: string
  choices: readonly (readonly [value: string, name: string])[]
  onChange: (value: string) => void
}

function Choice({ label, hint, value, choices, onChange }: ChoiceProps) {
  const { t } = useLocale()
  const id = useId()
  return (
    <div className="file-form">
      <label htmlFor={id}>
        {label}
        {hint ? <span className="muted">{hint}</span> : null}
      </label>
      <HTMLSelect id={id} value={value} onChange={({ target }) => onChange(target.value)}>
        <option value="" disabled>
          {t('Choose…')}
        </option>
        {choices.map(([of, name]) => (
          <option key={of} value={of}>
            {name}
          </option>
        ))}
      </HTMLSelect>
    </div>
  )
}
