import { Button, ButtonGroup } from '@blueprintjs/core'
import { useMemo } from 'react'
import {
  acceptanceOf,
  addFigures,
  defectsOf,
  dhuOf,
  noFigures,
  type QualityGroup,
  type QualityReport,
  type QualityRow,
  qualityGroups,
} from '../../../shared/areas/qc-reports/quality.ts'
import { cardFigures } from '../../../shared/areas/scorecards/figures.ts'
import { contract } from '../../../shared/areas.ts'
import { severities } from '../../../shared/kernel/reasons.ts'
import { DownloadButton } from '../../actions/files.tsx'
import { useAnswer } from '../../actions/useRows.ts'
import { key } from '../../i18n/formats.ts'
import { ChartFigure, chartScroll, Legend, type Series } from '../../kit/charts/ChartFigure.tsx'
import { type BarRow, RowBars } from '../../kit/charts/RowBars.tsx'
import { FieldTable } from '../../kit/field-views.tsx'
import { Loaded } from '../../kit/Loaded.tsx'
import type { ShownField } from '../../kit/shown-field.ts'
import { oneOfParam, useListState } from '../../table/list-state.ts'
import { type Locale, useLocale } from '../../table/words.ts'
import { severityWords } from './ReasonChart.tsx'

/** Whose inspections the figures are of. */
const calls = {
  china: { read: 'qcReports.getQcQuality', file: contract.qcReports.downloadQcQuality },
  india: { read: 'indiaInspection.getQcQuality', file: contract.indiaInspection.downloadQcQuality },
} as const

export type QualityCountry = keyof typeof calls

export interface QualityAsked {
  from: string
  to: string
  supplier_id?: string
}

const groupParams = { quality: oneOfParam(qualityGroups, 'vendor') }

const groupWords: Record<QualityGroup, string> = {
  vendor: key('By vendor'),
  category: key('By category'),
  inspector: key('By inspector'),
  week: key('By week'),
}

const firstWords: Record<QualityGroup, string> = {
  vendor: key('Supplier'),
  category: key('Style category'),
  inspector: key('Inspector'),
  week: key('Week from'),
}

/** Fewer units looked at than this say little. */
const fewUnits = 50
const mostBars = 12

/** Defects per hundred units and lot acceptance over some days, by what the reader chooses. */
export function QualityFigures({ country, asked }: { country: QualityCountry; asked: QualityAsked }) {
  const report = useAnswer(calls[country].read, asked)
  return <Loaded answer={report}>{(data) => <QualityChart report={data} />}</Loaded>
}

export function QualityFile({ country, asked }: { country: QualityCountry; asked: QualityAsked }) {
  const { t } = useLocale()
  return (
    <DownloadButton
      size="small"
      hasIcon
      call={calls[country].file}
      input={asked}
      text={t('DHU and lots ({{file}})', { file: country === 'china' ? 'qc_quality.csv' : 'india_qc_quality.csv' })}
    />
  )
}

interface NamedRow extends QualityRow {
  shown: string
  dhu: number | null
  acceptance: number | null
}

function QualityChart({ report }: { report: QualityReport }) {
  const words = useLocale()
  const { t, number, percent } = words
  const group = useListState(groupParams)
  const by = group.state.quality
  const rows = useMemo(() => namedRows(report, by, words), [report, by, words])
  const { totals } = report
  const bars = barsOf(rows, by)
  const title = t('DHU and lots accepted')
  const said = ({ shown, dhu, looked_at, acceptance }: NamedRow) =>
    t('{{name}}: DHU {{dhu}} of {{units}} units looked at, lots accepted {{rate}}', {
      ...{ name: shown, dhu: decimal(dhu, words), units: number(looked_at), rate: percent(acceptance) },
    })
  const series: Series[] = severities.map((severity) => ({
    ...{ key: severity, label: t(severityWords[severity]), tone: severity },
  }))
  return (
    <ChartFigure
      title={title}
      about={t(
        'DHU: all defects found, of every severity, per 100 units looked at. Lot acceptance: of the lots that their sample decided, the share it accepts, whoever overruled it. Verdicts that were taken back do not count. Paler: fewer than {{n}} units.',
        { n: number(fewUnits) },
      )}
      summary={`${title}. ${bars.map(said).join('; ')}`}
      legend={
        <>
          <dl className="report-quality-totals">
            <Figure
              label={t('DHU')}
              value={decimal(dhuOf(totals), words)}
              note={t('{{defects}} defects on {{units}} units looked at', {
                ...{ defects: number(defectsOf(totals)), units: number(totals.looked_at) },
              })}
            />
            <Figure
              label={t(cardFigures.lots.label)}
              value={percent(acceptanceOf(totals))}
              note={t('{{accepted}} of {{lots}} lots', {
                ...{ accepted: number(totals.lots_accepted), lots: number(lotsOf(totals)) },
              })}
            />
          </dl>
          <ButtonGroup className="report-quality-by" role="group" aria-label={t('Put together')}>
            {qualityGroups.map((one) => (
              <Button
                key={one}
                size="small"
                className="report-period"
                text={t(groupWords[one])}
                aria-pressed={by === one}
                active={by === one}
                onClick={() => group.set({ quality: one })}
              />
            ))}
          </ButtonGroup>
          {bars.length > 0 ? <Legend series={series} /> : null}
        </>
      }
      isTableBeside
      table={
        <FieldTable
          label={title}
          className={chartScroll}
          fields={qualityFields(by)}
          rows={rows}
          rowKey={({ code }) => code}
          sort={by === 'week' ? '-name' : '-dhu'}
          total={t('Total')}
        />
      }
    >
      {bars.length > 0 ? (
        <RowBars
          series={series}
          most={Math.max(...bars.map(({ dhu }) => dhu ?? 0))}
          rows={bars.map((row): BarRow => {
            const { code, shown, dhu, looked_at } = row
            return {
              ...{ key: code, label: shown, hint: said(row), isFaint: looked_at < fewUnits },
              values: severities.map((severity) => (row[severity] * 100) / looked_at),
              end: decimal(dhu, words),
            }
          })}
        />
      ) : (
        <p className="muted">{t('Nothing was looked at')}</p>
      )}
    </ChartFigure>
  )
}

function Figure({ label, value, note }: { label: string; value: string; note: string }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd className="report-figure">{value}</dd>
      <dd className="report-note">{note}</dd>
    </div>
  )
}

/** With one digit behind the point, as DHU is told. */
function decimal(value: number | null, { number }: Pick<Locale, 'number'>): string {
  return value === null ? '–' : number(Math.round(value * 10) / 10)
}

const lotsOf = (row: Pick<QualityRow, 'lots_accepted' | 'lots_rejected'>) => row.lots_accepted + row.lots_rejected

function namedRows(report: QualityReport, by: QualityGroup, { t, name, day }: Locale): NamedRow[] {
  const shown: Record<QualityGroup, (row: QualityRow) => string> = {
    vendor: (row) => name(row.name, row.name_zh),
    category: ({ code }) => (code === '' ? t('Several categories') : t(code)),
    inspector: (row) => row.name,
    week: ({ code }) => day(code),
  }
  return report.by[by].map((row) => ({
    ...row,
    shown: shown[by](row),
    dhu: dhuOf(row),
    acceptance: acceptanceOf(row),
  }))
}

/** Weeks in their order, the last ones; of others those with most units, the worst first. */
function barsOf(rows: readonly NamedRow[], by: QualityGroup): NamedRow[] {
  const looked = rows.filter(({ dhu }) => dhu !== null)
  if (by === 'week') return looked.toSorted((a, b) => (a.code < b.code ? -1 : 1)).slice(-mostBars)
  return looked
    .toSorted((a, b) => b.looked_at - a.looked_at)
    .slice(0, mostBars)
    .sort((a, b) => (b.dhu ?? 0) - (a.dhu ?? 0))
}

const qualityFields = (by: QualityGroup): readonly ShownField<NamedRow>[] => [
  { id: 'name', header: firstWords[by], of: ({ shown }) => shown, by: (row) => (by === 'week' ? row.code : row.shown) },
  {
    ...{ id: 'dhu', header: key('DHU'), kind: 'end', by: ({ dhu }) => dhu },
    of: ({ dhu }, words) => decimal(dhu, words),
    total: (rows, words) => decimal(dhuOf(sumOf(rows)), words),
  },
  { id: 'defects', header: key('Defects'), kind: 'count', of: defectsOf, total: true },
  { id: 'looked_at', header: key('Looked at'), kind: 'pieces', of: (row) => row.looked_at, total: true },
  {
    ...{ id: 'acceptance', header: cardFigures.lots.label, kind: 'share' },
    of: ({ acceptance }) => acceptance,
    total: (rows, { percent }) => percent(acceptanceOf(sumOf(rows))),
  },
  { id: 'lots', header: key('Lots'), kind: 'count', of: lotsOf, total: true },
]

function sumOf(rows: readonly QualityRow[]): QualityReport['totals'] {
  return rows.reduce(addFigures, noFigures)
}
