import { useTranslation } from 'react-i18next'
import { ChartFigure, type Series } from '../../kit/charts/ChartFigure.tsx'
import { ColumnChart } from '../../kit/charts/ColumnChart.tsx'
import { useWords } from '../../table/words.ts'
import type { QcReport } from './report-figures.ts'
import { SortTable } from './SortTable.tsx'
import { usePercent } from './use-percent.ts'

const series: readonly Series[] = [{ key: 'boxes', label: '', tone: 'plain' }]

interface DaysChartProps {
  days: QcReport['days_at_door']
  median: number | null
}

/** How long boxes stood at the door until their first verdict. */
export function DaysChart({ days, median }: DaysChartProps) {
  const { t } = useTranslation()
  const { number, plural } = useWords()
  const percent = usePercent()
  const all = days.reduce((sum, { boxes }) => sum + boxes, 0)
  const boxes = (n: number) => plural(n, '1 box', '{{n}} boxes')
  const said = (one: (typeof days)[number]) =>
    one.days === '1'
      ? t('1 day: {{boxes}}', { boxes: boxes(one.boxes) })
      : t('{{days}} days: {{boxes}}', { days: one.days, boxes: boxes(one.boxes) })
  return (
    <ChartFigure
      title={t('Days at the door')}
      about={t('Whole days from taking in to the first verdict: {{boxes}}. Median: {{median}}.', {
        boxes: boxes(all),
        median: median === null ? '–' : number(median),
      })}
      summary={`${t('Days at the door')}. ${days.map(said).join(', ')}`}
      table={
        <SortTable
          label={t('Days at the door')}
          rows={days.map((one, at) => ({ ...one, at }))}
          rowKey={(one) => one.days}
          first="days"
          columns={[
            { id: 'days', header: t('Days'), by: ({ at }) => at, cell: (one) => one.days },
            {
              id: 'boxes',
              header: t('Boxes'),
              isNumber: true,
              by: (one) => one.boxes,
              cell: (one) => number(one.boxes),
            },
            {
              id: 'share',
              header: t('Share'),
              isNumber: true,
              by: (one) => one.boxes,
              cell: (one) => percent(all === 0 ? null : one.boxes / all),
            },
          ]}
        />
      }
    >
      {all > 0 ? (
        <ColumnChart
          series={series}
          labelWidth={36}
          places={days.map((one) => ({ key: one.days, label: one.days, values: [one.boxes], hint: said(one) }))}
          tops={days.map((one) => (one.boxes === 0 ? '' : number(one.boxes)))}
        />
      ) : (
        <p className="muted">{t('No box had its first verdict')}</p>
      )}
    </ChartFigure>
  )
}
