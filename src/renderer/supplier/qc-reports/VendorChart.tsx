import { type ReactNode, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ChartFigure, type Series } from '../../kit/charts/ChartFigure.tsx'
import { type BarRow, RowBars } from '../../kit/charts/RowBars.tsx'
import { ScrollPart } from '../../kit/Page.tsx'
import { useLocale } from '../../table/words.ts'
import { fewPieces, passRate, type VendorFigures } from './ReportTotals.tsx'
import { usePercent } from './use-percent.ts'

const mostBars = 12
const series: readonly Series[] = [{ key: 'passed', label: '', tone: 'good' }]

interface RatedVendor extends VendorFigures {
  name: string
  judged: number
  rate: number | null
}

/** Pass rate by vendor, the worst first; a rate of few pieces is paler, and every rate says of how many. */
export function VendorChart({ vendors }: { vendors: readonly VendorFigures[] }) {
  const { t } = useTranslation()
  const words = useLocale()
  const percent = usePercent()
  const rated = useMemo<RatedVendor[]>(
    () =>
      vendors.map((vendor) => ({
        ...vendor,
        name: words.name(vendor.supplier_name, vendor.supplier_name_zh),
        judged: vendor.passed + vendor.failed,
        rate: passRate(vendor),
      })),
    [vendors, words],
  )
  const judged = rated.filter(({ rate }) => rate !== null)
  // The most judged are shown, and of them the worst first.
  const shown = judged
    .toSorted((a, b) => b.judged - a.judged)
    .slice(0, mostBars)
    .sort((a, b) => (a.rate ?? 0) - (b.rate ?? 0))
  const pieces = (n: number) => words.plural(n, '1 piece', '{{n}} pieces')
  const said = ({ name, rate, judged: n }: RatedVendor) => `${name}: ${percent(rate)} (${pieces(n)})`
  const rows = shown.map(
    (vendor): BarRow => ({
      key: vendor.supplier_id,
      label: vendor.name,
      values: [vendor.rate ?? 0],
      end: percent(vendor.rate),
      further: `n = ${words.number(vendor.judged)}`,
      isFaint: vendor.judged < fewPieces,
      hint: said(vendor),
    }),
  )
  return (
    <ChartFigure
      title={t('Pass rate by vendor')}
      about={
        <>
          {t('Passed of all judged pieces, the lowest rate first. Paler: fewer than {{n}} pieces, which say little.', {
            n: words.number(fewPieces),
          })}
          {judged.length > mostBars
            ? ` ${t('Drawn are the {{n}} vendors with the most pieces.', { n: words.number(mostBars) })}`
            : null}
        </>
      }
      summary={`${t('Pass rate by vendor')}. ${shown.map(said).join(', ')}`}
      isTableBeside
      table={<VendorTable vendors={rated} />}
    >
      {rows.length > 0 ? (
        <RowBars rows={rows} series={series} most={1} />
      ) : (
        <p className="muted">{t('Nothing was judged')}</p>
      )}
    </ChartFigure>
  )
}

function VendorTable({ vendors }: { vendors: readonly RatedVendor[] }) {
  const { t } = useTranslation()
  const { number } = useLocale()
  const percent = usePercent()
  const figure = (id: 'judged' | 'failed' | 'missing' | 'excess' | 'boxes', header: string) => ({
    id,
    header,
    isNumber: true,
    by: (vendor: RatedVendor) => vendor[id],
    cell: (vendor: RatedVendor) => number(vendor[id]),
  })
  return (
    <SortTable
      label={t('Pass rate by vendor')}
      rows={vendors}
      rowKey={({ supplier_id }) => supplier_id}
      first="rate"
      columns={[
        { id: 'name', header: t('Supplier'), by: ({ name }) => name, cell: ({ name }) => name },
        {
          id: 'rate',
          header: t('Pass rate'),
          isNumber: true,
          by: ({ rate }) => rate,
          cell: ({ rate }) => percent(rate),
        },
        figure('judged', t('Judged')),
        figure('failed', t('Failed QC')),
        figure('missing', t('Missing pieces')),
        figure('excess', t('Excess pieces')),
        figure('boxes', t('Boxes')),
      ]}
    />
  )
}

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
    <ScrollPart className="plain-scroll chart-scroll" label={label}>
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
    </ScrollPart>
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
