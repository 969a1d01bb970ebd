import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { key, listed } from '../../i18n/formats.ts'
import { ChartFigure, chartScroll, type Series } from '../../kit/charts/ChartFigure.tsx'
import { type BarRow, RowBars } from '../../kit/charts/RowBars.tsx'
import { FieldTable } from '../../kit/field-views.tsx'
import type { ShownField } from '../../kit/shown-field.ts'
import { useLocale } from '../../table/words.ts'
import { fewPieces, passRate, type VendorFigures } from './ReportTotals.tsx'

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
  const said = ({ name, rate, judged: n }: RatedVendor) => words.labelled(name, `${words.percent(rate)} (${pieces(n)})`)
  const rows = shown.map(
    (vendor): BarRow => ({
      key: vendor.supplier_id,
      label: vendor.name,
      values: [vendor.rate ?? 0],
      end: words.percent(vendor.rate),
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
      summary={`${t('Pass rate by vendor')}. ${listed(shown.map(said))}`}
      isTableBeside
      table={
        <FieldTable
          label={t('Pass rate by vendor')}
          className={chartScroll}
          fields={vendorFields}
          rows={rated}
          rowKey={({ supplier_id }) => supplier_id}
          sort="rate"
        />
      }
    >
      {rows.length > 0 ? (
        <RowBars rows={rows} series={series} most={1} />
      ) : (
        <p className="muted">{t('Nothing was judged')}</p>
      )}
    </ChartFigure>
  )
}

const vendorFields: readonly ShownField<RatedVendor>[] = [
  { id: 'name', header: key('Supplier'), of: ({ name }) => name },
  { id: 'rate', header: key('Pass rate'), kind: 'share', of: ({ rate }) => rate },
  { id: 'judged', header: key('Judged pcs'), kind: 'pieces', of: ({ judged }) => judged },
  { id: 'failed', header: key('Failed QC'), kind: 'pieces', of: ({ failed }) => failed },
  { id: 'missing', header: key('Missing pieces'), kind: 'pieces', of: ({ missing }) => missing },
  { id: 'excess', header: key('Excess pieces'), kind: 'pieces', of: ({ excess }) => excess },
  { id: 'boxes', header: key('Boxes'), kind: 'count', of: ({ boxes }) => boxes },
]
