import type { ReactNode } from 'react'
import type { Money } from '../../shared/kernel/field.ts'
import { listed } from '../i18n/formats.ts'
import { useRight } from '../session/use-right.ts'
import { type Locale, useLocale } from '../table/words.ts'
import { Facts } from './Drawer.tsx'
import { OverflowPart, ScrollPart } from './Page.tsx'
import type { ShownField } from './shown-field.ts'
import { sortMarks, useSorting } from './sorting.ts'
import { TraceLink } from './TraceLink.tsx'
import { useIsPhone } from './use-is-phone.ts'

const dash = '–'

/** A field's value in the reader's words; null where there is none. */
export function shownOf<R>(field: ShownField<R>, row: R, words: Locale): ReactNode {
  switch (field.kind) {
    case 'day':
    case 'instant': {
      const at = field.of(row, words)
      if (at === null) return null
      if (field.kind === 'day') return <time dateTime={at}>{words.day(at)}</time>
      return (
        <time dateTime={at} title={words.zone(row)}>
          {words.instant(at, row)}
        </time>
      )
    }
    case 'code': {
      const value = field.of(row, words)
      if (field.traces === undefined || typeof value !== 'string' || value === '') return value
      const code = field.traces === true ? value : field.traces(row)
      return code ? <TraceLink code={code} text={value} /> : value
    }
    case 'word':
      return mapped(field.of(row, words), (word) => words.t(word))
    case 'words':
      return (
        field
          .of(row, words)
          .map((word) => words.t(word))
          .join(' · ') || null
      )
    case 'pieces':
    case 'count':
      return mapped(field.of(row, words), words.number)
    case 'number':
      return mapped(field.of(row, words), (value) => words.decimal(value, field.digits ?? 0, field.isSigned))
    case 'share':
      return mapped(field.of(row, words), (share) => words.percent(share, field.isSigned))
    case 'grams':
      return mapped(field.of(row, words), words.grams)
    case 'kilograms':
      return mapped(field.of(row, words), words.kilograms)
    case 'money':
      return mapped(field.of(row, words), words.money)
    default:
      return field.of(row, words)
  }
}

function mapped<V>(value: V | null, shown: (value: V) => string): string | null {
  return value === null ? null : shown(value)
}

/** The sum of a field over all rows, null while one of them is unknown or the currencies differ. */
export function totalOf<R>(field: ShownField<R>, rows: readonly R[], words: Locale): number | Money | null {
  if (field.kind === 'pieces' || field.kind === 'count' || field.kind === 'grams' || field.kind === 'kilograms') {
    return rows.reduce<number | null>((sum, row) => added(sum, field.of(row, words)), 0)
  }
  if (field.kind !== 'money') return null
  const amounts = rows.map((row) => field.of(row, words))
  const currency = amounts[0]?.currency
  if (currency === undefined || amounts.some((amount) => amount?.currency !== currency)) return null
  return { minor: amounts.reduce((sum, amount) => sum + (amount?.minor ?? 0), 0), currency }
}

function added(sum: number | null, value: number | null): number | null {
  return sum === null || value === null ? null : sum + value
}

function footOf<R>(field: ShownField<R>, rows: readonly R[], words: Locale): ReactNode {
  if (field.total !== true) return field.total?.(rows, words)
  const total = totalOf(field, rows, words)
  if (total === null) return dash
  if (typeof total === 'object') return words.money(total)
  if (field.kind === 'kilograms') return words.kilograms(total)
  return field.kind === 'grams' ? words.grams(total) : words.number(total)
}

/** A row's fields as facts; a fact without a value is left out. */
export function FactList<R>({ fields, row }: { fields: readonly ShownField<R>[]; row: R }) {
  const words = useLocale()
  const shown = (field: ShownField<R>) => {
    const value = shownOf(field, row, words)
    return field.kind === 'code' && value !== null ? <span className="code">{value}</span> : value
  }
  return <Facts facts={fields.map((field) => [words.t(field.header), shown(field)] as const)} />
}

interface FieldTableProps<R> {
  fields: readonly ShownField<R>[]
  /** Groups stand under their titles, in the reader's language; one without rows says `none`. */
  rows: readonly R[] | readonly RowGroup<R>[]
  rowKey: (row: R, at: number) => string
  /** Names the part of the page that scrolls, in the reader's language; without it its headers do. */
  label?: string
  /** Label before the sums at the foot, in the reader's language. */
  total?: string
  /** Said of a group without rows. */
  none?: string
  /** Its headers sort it: the field that does at first, with a minus in front descending. */
  sort?: string
  /** Marks of a whole row, for example `data-tone`. */
  rowData?: (row: R) => Readonly<Record<`data-${string}`, string | boolean | undefined>>
  /** Draws content below a row, over its whole width; null for none. */
  below?: (row: R) => ReactNode
  /** Class of the part that scrolls. */
  className?: string
  tableClass?: string
}

export interface RowGroup<R> {
  readonly title: string
  readonly rows: readonly R[]
}

/** A short table of rows by their fields, with sums at its foot where fields have them, without prices for who may not see them. Long lists are drawn by `DataTable`. */
export function FieldTable<R>({ label, className, ...table }: FieldTableProps<R>) {
  const { t } = useLocale()
  const part = { className: className ?? 'plain-scroll', children: <PlainTable {...table} /> }
  if (label !== undefined) return <ScrollPart {...part} label={label} />
  return <OverflowPart {...part} label={listed(table.fields.map(({ header }) => t(header)))} />
}

function PlainTable<R>({ rows, total, none, sort, tableClass, ...row }: Omit<FieldTableProps<R>, 'label'>) {
  const words = useLocale()
  const seesPrices = useRight('seePrices')
  const fields = seesPrices ? row.fields : row.fields.filter(({ kind }) => kind !== 'money')
  const sorting = useSorting(fields, sort)
  const groups = groupsOf(rows)
  // What a phone cannot show side by side stands as a card; headers that sort stay a table's.
  const isCards = useIsPhone() && sort === undefined && fields.length > mostOnPhone
  return (
    <table className={tableClass ? `plain-table ${tableClass}` : 'plain-table'} data-cards={isCards || undefined}>
      <thead>
        <tr>
          {fields.map((field) => (
            <th key={field.id} scope="col" className={endOf(field)} aria-sort={sorting.stateOf(field)}>
              {sorting.stateOf(field) ? (
                <button type="button" className="sort-head" onClick={() => sorting.press(field)}>
                  {words.t(field.header)}
                  <span className="sort-mark" aria-hidden="true">
                    {sortMarks[sorting.stateOf(field) ?? 'none']}
                  </span>
                </button>
              ) : field.isQuiet ? (
                <span className="sr-only">{words.t(field.header)}</span>
              ) : (
                words.t(field.header)
              )}
            </th>
          ))}
        </tr>
      </thead>
      {groups.map((group) => (
        <tbody key={group.title}>
          {group.title === null ? null : (
            <tr className="plain-group">
              <th scope="rowgroup" colSpan={fields.length}>
                {group.title}
              </th>
            </tr>
          )}
          {sorting.sorted(group.rows, words).map((each, at) => (
            <Row key={row.rowKey(each, at)} {...row} fields={fields} row={each} words={words} />
          ))}
          {group.rows.length === 0 && none !== undefined ? (
            <tr>
              <td colSpan={fields.length} className="muted">
                {none}
              </td>
            </tr>
          ) : null}
        </tbody>
      ))}
      {total === undefined ? null : (
        <Foot fields={fields} rows={groups.flatMap((group) => group.rows)} words={words} total={total} />
      )}
    </table>
  )
}

function groupsOf<R>(rows: FieldTableProps<R>['rows']): readonly { title: string | null; rows: readonly R[] }[] {
  const [first] = rows
  const isGrouped = typeof first === 'object' && first !== null && 'title' in first && 'rows' in first
  return isGrouped ? (rows as readonly RowGroup<R>[]) : [{ title: null, rows: rows as readonly R[] }]
}

/** Columns of a table that a phone still shows side by side. */
const mostOnPhone = 4

interface RowProps<R> extends Pick<FieldTableProps<R>, 'fields' | 'rowData' | 'below'> {
  row: R
  words: Locale
}

function Row<R>({ fields, row, words, rowData, below }: RowProps<R>) {
  const more = below?.(row) ?? null
  return (
    <>
      <tr {...rowData?.(row)}>
        {fields.map((field) => (
          <td
            key={field.id}
            className={classOf(field, row)}
            title={field.hint?.(row, words)}
            data-label={field.isQuiet ? undefined : words.t(field.header)}
          >
            {shownOf(field, row, words) ?? dash}
          </td>
        ))}
      </tr>
      {more === null ? null : (
        <tr className="plain-below">
          <td colSpan={fields.length}>{more}</td>
        </tr>
      )}
    </>
  )
}

const atTheEnd = new Set<string | undefined>([
  ...(['pieces', 'count', 'number', 'grams', 'kilograms', 'share', 'money', 'end'] as const),
])

function endOf<R>({ kind }: ShownField<R>): 'end' | undefined {
  return atTheEnd.has(kind) ? 'end' : undefined
}

const marks = { warn: 'warn-text', muted: 'muted' } as const

function classOf<R>(field: ShownField<R>, row: R): string | undefined {
  const mark = field.mark?.(row)
  const place = field.kind === 'code' ? 'code' : endOf(field)
  return [place, mark && marks[mark]].filter(Boolean).join(' ') || undefined
}

interface FootProps<R> extends Pick<FieldTableProps<R>, 'fields'> {
  rows: readonly R[]
  words: Locale
  total: string
}

/** The fields before the first sum are taken by the word for it. */
function Foot<R>({ fields, rows, words, total }: FootProps<R>) {
  const first = fields.findIndex((field) => field.total !== undefined)
  return (
    <tfoot>
      <tr>
        <td colSpan={first}>{total}</td>
        {fields.slice(first).map((field) => (
          <td
            key={field.id}
            className={endOf(field)}
            data-label={field.total === undefined ? undefined : words.t(field.header)}
          >
            {footOf(field, rows, words)}
          </td>
        ))}
      </tr>
    </tfoot>
  )
}
