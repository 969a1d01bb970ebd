import { type ReactNode, useState } from 'react'

export interface SortColumn<R> {
  id: string
  /** In the reader's language. */
  header: string
  /** What it is sorted by; null is always last. */
  by: (row: R) => string | number | null
  cell: (row: R) => ReactNode
  isNumber?: boolean
}

interface SortTableProps<R> {
  label: string
  columns: readonly SortColumn<R>[]
  rows: readonly R[]
  rowKey: (row: R) => string
  /** Sorted so at first; a minus in front is descending. */
  first: string
}

/** A small table that every header sorts. */
export function SortTable<R>({ label, columns, rows, rowKey, first }: SortTableProps<R>) {
  const [sort, setSort] = useState({ id: first.replace(/^-/, ''), isDescending: first.startsWith('-') })
  const by = columns.find(({ id }) => id === sort.id)?.by
  const sorted = by ? rows.toSorted((a, b) => compare(by(a), by(b), sort.isDescending)) : rows
  const press = ({ id, isNumber = false }: SortColumn<R>) =>
    setSort((now) => (now.id === id ? { id, isDescending: !now.isDescending } : { id, isDescending: isNumber }))
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a part that scrolls must be reachable by keyboard
    <section className="plain-scroll chart-scroll" tabIndex={0} aria-label={label}>
      <table className="plain-table">
        <thead>
          <tr>
            {columns.map((column) => (
              <th key={column.id} className={column.isNumber ? 'end' : undefined} aria-sort={ariaSort(column.id, sort)}>
                <button type="button" className="sort-head" onClick={() => press(column)}>
                  {column.header}
                  <span className="sort-mark" aria-hidden="true">
                    {sort.id === column.id ? (sort.isDescending ? '▾' : '▴') : ''}
                  </span>
                </button>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {sorted.map((row) => (
            <tr key={rowKey(row)}>
              {columns.map((column) => (
                <td key={column.id} className={column.isNumber ? 'end' : undefined}>
                  {column.cell(row)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

function ariaSort(id: string, sort: { id: string; isDescending: boolean }): 'ascending' | 'descending' | 'none' {
  if (sort.id !== id) return 'none'
  return sort.isDescending ? 'descending' : 'ascending'
}

function compare(a: string | number | null, b: string | number | null, isDescending: boolean): number {
  if (a === null || b === null) return a === b ? 0 : a === null ? 1 : -1
  const order = typeof a === 'number' && typeof b === 'number' ? a - b : String(a).localeCompare(String(b))
  return isDescending ? -order : order
}
