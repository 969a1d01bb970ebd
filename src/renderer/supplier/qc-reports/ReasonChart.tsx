import { useTranslation } from 'react-i18next'
import { severities } from '../../../shared/kernel/reasons.ts'
import { key } from '../../i18n/formats.ts'
import { ChartFigure, Legend, type Series } from '../../kit/charts/ChartFigure.tsx'
import { RowBars } from '../../kit/charts/RowBars.tsx'
import { useLocale } from '../../table/words.ts'
import { fourFifths, paretoOf, type ReasonFigures, severityCounts } from './ReportTotals.tsx'
import { usePercent } from './use-percent.ts'
import { SortTable } from './VendorChart.tsx'

/** What was found, the reason that costs most units first, with its severities and the running share. */
export function ReasonChart({ reasons }: { reasons: readonly ReasonFigures[] }) {
  const { t } = useTranslation()
  const { number, plural } = useLocale()
  const percent = usePercent()
  const rows = paretoOf(reasons)
  const units = rows.reduce((sum, row) => sum + row.units, 0)
  const most = Math.max(0, ...rows.map((row) => row.units))
  const turn = fourFifths(rows)
  const series: Series[] = severities.map((severity) => ({
    key: severity,
    label: t(severityWords[severity]),
    tone: severity,
  }))
  const parts = (row: ReasonFigures) =>
    severities.map((severity) => `${t(severityWords[severity])} ${number(row[severity])}`).join(', ')
  return (
    <ChartFigure
      title={t('Defects by reason')}
      about={plural(
        units,
        '1 unit with a defect, by severity; at the right the share of this reason and all above it.',
        '{{n}} units with a defect, by severity; at the right the share of this reason and all above it.',
      )}
      summary={`${t('Defects by reason')}. ${rows.map((row) => `${t(row.reason)}: ${number(row.units)} (${parts(row)})`).join('; ')}`}
      legend={rows.length > 0 ? <Legend series={series} /> : null}
      table={<ReasonTable rows={rows} />}
    >
      {rows.length > 0 ? (
        <RowBars
          series={series}
          most={most}
          ruleAfter={turn ? { key: turn.reason, label: t('Four fifths of all units') } : null}
          rows={rows.map((row) => ({
            key: row.reason,
            label: t(row.reason),
            values: severityCounts(row),
            end: number(row.units),
            further: percent(row.running),
            hint: `${t(row.reason)}: ${parts(row)}`,
          }))}
        />
      ) : (
        <p className="muted">{t('No defect was found')}</p>
      )}
    </ChartFigure>
  )
}

function ReasonTable({ rows }: { rows: ReturnType<typeof paretoOf> }) {
  const { t } = useTranslation()
  const { number } = useLocale()
  const percent = usePercent()
  type Row = (typeof rows)[number]
  const figure = (id: 'units' | (typeof severities)[number], header: string) => ({
    id,
    header,
    isNumber: true,
    by: (row: Row) => row[id],
    cell: (row: Row) => number(row[id]),
  })
  return (
    <SortTable
      label={t('Defects by reason')}
      rows={rows}
      rowKey={({ reason }) => reason}
      first="-units"
      columns={[
        { id: 'reason', header: t('Reason'), by: ({ reason }) => t(reason), cell: ({ reason }) => t(reason) },
        figure('units', t('Units')),
        ...severities.map((severity) => figure(severity, t(severityWords[severity]))),
        {
          id: 'running',
          header: t('Running share'),
          isNumber: true,
          by: ({ running }) => running,
          cell: ({ running }) => percent(running),
        },
      ]}
    />
  )
}

/** English, and the keys of their translations. */
export const severityWords: Record<(typeof severities)[number], string> = {
  critical: key('Critical'),
  major: key('Major'),
  minor: key('Minor'),
}
