import './records.css'
import type { TFunction } from 'i18next'
import { z } from 'zod'
import { kindNamed } from '../../../shared/areas/data/kinds.ts'
import {
  formColumns,
  type RecordKind,
  type RecordRow,
  type RecordValues,
} from '../../../shared/areas/data/record-kind.ts'
import { recordRules } from '../../../shared/areas/data/record-words.ts'
import { type CellValue, expectations, type MoneyColumn, type SheetColumn } from '../../../shared/kernel/sheet.ts'
import { decimalsOf, readWritten } from '../../../shared/kernel/sheet-cells.ts'
import { isWorldColumn } from '../../../shared/kernel/world-codes.ts'
import { type DescribedField, type DescribedForm, describedForm } from '../../forms/described.tsx'
import { ChoiceField, DayField, DecimalField, RemarkField, TextField } from '../../forms/fields.tsx'
import { key } from '../../i18n/formats.ts'
import { DecimalInput } from '../../kit/DecimalInput.tsx'
import { Field } from '../../people/Fields.tsx'
import { ReferenceField } from './ReferenceField.tsx'
import { WorldField } from './WorldField.tsx'

/** What a column holds while it is typed; an amount stands beside its currency. */
export type Typed = string | { amount: string; currency: string }

type RecordField = DescribedField<Typed, CellValue>

/** The form of a kind: a field for each column of its sheet, read by the same rules as the sheet's cells. */
export function recordForm(kind: RecordKind): DescribedForm<Readonly<Record<string, RecordField>>> {
  return describedForm(Object.fromEntries(formColumns(kind).map((column) => [column.key, fieldOf(kind, column)])))
}

/** Columns of the key are needed as their sheet says: what lies on no shelf has none. */
export function isNeeded(kind: RecordKind, { key: id, required }: SheetColumn): boolean {
  return required || (kind.needed.includes(id) && !kind.key.includes(id))
}

/** A record as its form begins; without one, all that is empty. */
export function typedOf(kind: RecordKind, values: RecordValues = {}): Record<string, Typed> {
  return Object.fromEntries(
    formColumns(kind).map((column) => [column.key, written(column, values[column.key] ?? null)]),
  )
}

/** A new one: amounts begin in the company's currency. A site's own is its country's, which is not known yet. */
export function typedInCurrency(kind: RecordKind, currency: string): Record<string, Typed> {
  const empty = typedOf(kind)
  const begins = formColumns(kind).flatMap((column): [string, Typed][] => {
    const isIts = column.kind === 'money' && column.currencies.includes(currency)
    return isIts ? [[column.key, { amount: '', currency }]] : []
  })
  return { ...empty, ...Object.fromEntries(begins) }
}

/** What is sent: of a record that is there only what differs, beside its key; of a new one whatever is filled. */
export function valuesToSend(
  kind: RecordKind,
  row: Pick<RecordRow, 'values'> | null,
  read: RecordValues,
): Record<string, CellValue> {
  const isSent = ([id, value]: [string, CellValue]) => {
    if (row === null) return value !== null
    return kind.key.includes(id) || JSON.stringify(value) !== JSON.stringify(row.values[id] ?? null)
  }
  return Object.fromEntries(Object.entries(read).filter(isSent))
}

/** The columns in which two versions of a record differ. */
export function changedColumns(kind: RecordKind, before: RecordValues, now: RecordValues): SheetColumn[] {
  const text = (value: CellValue | undefined) => JSON.stringify(value ?? null)
  return formColumns(kind).filter(({ key: id }) => text(before[id]) !== text(now[id]))
}

/** Reads what was typed, or says, in English that is a key, what would be right. */
export function readTyped(
  column: SheetColumn,
  typed: Typed,
  needed: boolean,
): { value: CellValue } | { problem: string } {
  const text = textOf(typed)
  if (text === '') return needed ? { problem: expectations.filled } : { value: null }
  const reading = readWritten(column, { kind: 'text', text })
  // The column's own words (a position is 1 or more) say more than what holds for its kind.
  if ('message' in reading) return { problem: reading.message === column.invalid ? reading.expected : reading.message }
  const [isRight, expected = ''] = recordRules[column.key] ?? []
  return isRight?.(String(reading.value)) === false ? { problem: expected } : reading
}

function textOf(typed: Typed): string {
  if (typeof typed === 'string') return typed.trim()
  const amount = typed.amount.trim()
  return amount === '' ? '' : `${amount} ${typed.currency}`.trim()
}

function written(column: SheetColumn, value: CellValue): Typed {
  if (column.kind === 'money') return amountOf(column, value)
  if (value === null) return ''
  return typeof value === 'boolean' ? (value ? 'yes' : 'no') : String(value)
}

function amountOf({ currencies }: MoneyColumn, value: CellValue): Typed {
  if (typeof value !== 'object' || value === null)
    return { amount: '', currency: currencies.length === 1 ? String(currencies[0]) : '' }
  const decimals = decimalsOf(value.currency)
  return { amount: (value.minor / 10 ** decimals).toFixed(decimals), currency: value.currency }
}

function fieldOf(kind: RecordKind, column: SheetColumn): RecordField {
  const shape =
    column.kind === 'money'
      ? z.object({ amount: z.string(), currency: z.enum(['', ...column.currencies]) })
      : z.string()
  const reads = (shape as unknown as z.ZodType<Typed, Typed>).transform((typed, context): CellValue => {
    const read = readTyped(column, typed, isNeeded(kind, column))
    if ('value' in read) return read.value
    context.addIssue({ code: 'custom', message: read.problem })
    return z.NEVER
  })
  return {
    label: column.header.en,
    begins: written(column, null),
    reads,
    draw: drawOf(kind, column) as RecordField['draw'],
  }
}

type Drawn = Parameters<DescribedField<string>['draw']>[0]

/** From here on a text is written in a box of several lines. */
const longText = 200

/** Fields of one column are always given what that column holds while it is typed. */
function drawOf(kind: RecordKind, column: SheetColumn) {
  const ref = kind.refs[column.key]
  const { key: id } = column
  if (ref) return (field: Drawn) => <ReferenceField {...field} to={kindNamed(ref.kind)} where={ref.where ?? {}} />
  if (isWorldColumn(id)) return (field: Drawn) => <WorldField {...field} column={id} />
  switch (column.kind) {
    case 'money':
      return (field: AmountProps, t: TFunction) => (
        <AmountField {...field} currencies={column.currencies} word={t(key('Currency'))} />
      )
    case 'quantity':
    case 'decimal':
      return (field: Drawn) => <DecimalField {...field} maxLength={20} />
    case 'date':
      return (field: Drawn) => <DayField {...field} />
    case 'choice':
      return choiceOf(Object.entries(column.choices).map(([code, { en }]) => [code, en]))
    case 'yesNo':
      return choiceOf([
        ['yes', key('Yes')],
        ['no', key('No')],
      ])
    default:
      if (column.maxLength >= longText && column.kind === 'text')
        return ({ disabled: _, ...field }: Drawn) => <RemarkField {...field} maxLength={column.maxLength} />
      return (field: Drawn) => <TextField {...field} maxLength={column.maxLength} />
  }
}

/** One of a few, or nothing said. */
function choiceOf(words: readonly (readonly [string, string])[]) {
  return (field: Drawn, t: TFunction) => (
    <ChoiceField {...field} choices={[['', '–'], ...words.map(([code, word]) => [code, t(word)] as const)]} />
  )
}

interface AmountProps extends Omit<Drawn, 'value' | 'onChange'> {
  value: { amount: string; currency: string }
  onChange: (value: { amount: string; currency: string }) => void
}

function AmountField(props: AmountProps & { currencies: readonly string[]; word: string }) {
  const { label, problem, hint, value, disabled, currencies, word, onChange } = props
  return (
    <Field label={label} problem={problem} hint={hint}>
      {(ties) => (
        <span className="record-amount">
          <DecimalInput
            {...ties}
            maxLength={16}
            disabled={disabled}
            value={value.amount}
            onChange={(amount) => onChange({ ...value, amount })}
          />
          <select
            className="text-field"
            aria-label={`${label}: ${word}`}
            disabled={disabled}
            value={value.currency}
            onChange={({ target }) => onChange({ ...value, currency: target.value })}
          >
            {['', ...currencies].map((currency) => (
              <option key={currency} value={currency}>
                {currency || '–'}
              </option>
            ))}
          </select>
        </span>
      )}
    </Field>
  )
}
