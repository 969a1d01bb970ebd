import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { ChartFigure, type Series } from '../../kit/charts/ChartFigure.tsx'
import { type BarRow, RowBars } from '../../kit/charts/RowBars.tsx'
import { useWords } from '../../table/words.ts'
import { fewPieces, passRate, type VendorFigures } from './report-figures.ts'
import { SortTable } from './SortTable.tsx'
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
  const words = useWords()
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
  const { number } = useWords()
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
