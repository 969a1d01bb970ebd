import { useTranslation } from 'react-i18next'
import { severities } from '../../../shared/kernel/reasons.ts'
import { key, listed } from '../../i18n/formats.ts'
import { ChartFigure, chartScroll, Legend, type Series } from '../../kit/charts/ChartFigure.tsx'
import { RowBars } from '../../kit/charts/RowBars.tsx'
import { FieldTable } from '../../kit/field-views.tsx'
import type { ShownField } from '../../kit/shown-field.ts'
import { useLocale } from '../../table/words.ts'
import { fourFifths, paretoOf, type ReasonFigures, severityCounts } from './ReportTotals.tsx'

/** What was found, the reason that costs most units first, with its severities and the running share. */
export function ReasonChart({ reasons }: { reasons: readonly ReasonFigures[] }) {
  const { t } = useTranslation()
  const { number, percent, plural, labelled } = useLocale()
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
    listed(severities.map((severity) => `${t(severityWords[severity])} ${number(row[severity])}`))
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
      table={
        <FieldTable
          label={t('Defects by reason')}
          className={chartScroll}
          fields={reasonFields}
          rows={rows}
          rowKey={({ reason }) => reason}
          sort="-units"
        />
      }
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
            hint: labelled(t(row.reason), parts(row)),
          }))}
        />
      ) : (
        <p className="muted">{t('No defect was found')}</p>
      )}
    </ChartFigure>
  )
}

/** English, and the keys of their translations. */
export const severityWords: Record<(typeof severities)[number], string> = {
  critical: key('Critical'),
  major: key('Major'),
  minor: key('Minor'),
}

type Row = ReturnType<typeof paretoOf>[number]

const reasonFields: readonly ShownField<Row>[] = [
  { id: 'reason', header: key('Reason'), kind: 'word', of: ({ reason }) => reason },
  { id: 'units', header: key('Units'), kind: 'count', of: ({ units }) => units },
  ...severities.map(
    (severity): ShownField<Row> => ({
      ...{ id: severity, header: severityWords[severity], kind: 'count' },
      of: (row) => row[severity],
    }),
  ),
  { id: 'running', header: key('Running share'), kind: 'share', of: ({ running }) => running },
]
