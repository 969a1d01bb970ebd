import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { key, listed } from '../../i18n/formats.ts'
import { localeOf } from '../../i18n/language.ts'
import { ChartFigure, chartScroll, Legend, type Series } from '../../kit/charts/ChartFigure.tsx'
import { ColumnChart } from '../../kit/charts/ColumnChart.tsx'
import { FieldTable } from '../../kit/field-views.tsx'
import type { ShownField } from '../../kit/shown-field.ts'
import { useLocale } from '../../table/words.ts'
import { type DayFigures, passRate, type QcReport, timeline } from './ReportTotals.tsx'

const series: readonly Series[] = [{ key: 'boxes', label: '', tone: 'plain' }]

interface DaysChartProps {
  days: QcReport['days_at_door']
  median: number | null
}

/** How long boxes stood at the door until their first verdict. */
export function DaysChart({ days, median }: DaysChartProps) {
  const { t } = useTranslation()
  const { number, plural } = useLocale()
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
      summary={`${t('Days at the door')}. ${listed(days.map(said))}`}
      table={
        <FieldTable
          label={t('Days at the door')}
          className={chartScroll}
          fields={[
            { id: 'days', header: key('Days'), of: (one) => one.days, by: (one) => days.indexOf(one) },
            { id: 'boxes', header: key('Boxes'), kind: 'count', of: (one) => one.boxes },
            { id: 'share', header: key('Share'), kind: 'share', of: (one) => (all === 0 ? null : one.boxes / all) },
          ]}
          rows={days}
          rowKey={(one) => one.days}
          sort="days"
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

/** Pieces taken in, passed and failed, day by day, or week by week over a long span. */
export function TimeChart({ report: { over_time, from, to } }: { report: QcReport }) {
  const { t } = useTranslation()
  const { number, day: written } = useLocale()
  const { isWeekly, places } = useMemo(() => timeline(over_time, { from, to }), [over_time, from, to])
  const short = useShortDay()
  const series: Series[] = [
    { key: 'passed', label: t('Passed QC'), tone: 'good' },
    { key: 'failed', label: t('Failed QC'), tone: 'bad' },
  ]
  const frame: Series = { key: 'inwarded', label: t('Taken in'), tone: 'frame' }
  const named = (day: string) => (isWeekly ? t('Week from {{day}}', { day: written(day) }) : written(day))
  const said = (one: DayFigures) =>
    t('{{day}}: taken in {{inwarded}}, passed {{passed}}, failed {{failed}}', {
      day: named(one.day),
      inwarded: number(one.inwarded),
      passed: number(one.passed),
      failed: number(one.failed),
    })
  const sum = (of: (one: DayFigures) => number) => number(places.reduce((total, one) => total + of(one), 0))
  return (
    <ChartFigure
      title={t('Over time')}
      about={`${isWeekly ? t('Pieces a week') : t('Pieces a day')} · ${t('each piece counts once, on the day of its last verdict')}`}
      summary={t('Over time, {{from}} to {{to}}: taken in {{inwarded}}, passed {{passed}}, failed {{failed}}', {
        from: written(from),
        to: written(to),
        inwarded: sum((one) => one.inwarded),
        passed: sum((one) => one.passed),
        failed: sum((one) => one.failed),
      })}
      legend={<Legend series={[...series, frame]} />}
      table={
        <FieldTable
          label={t('Over time')}
          className={chartScroll}
          fields={timeFields(named)}
          rows={places}
          rowKey={({ day }) => day}
          sort="-day"
        />
      }
    >
      <ColumnChart
        series={series}
        height={260}
        labelWidth={60}
        places={places.map((one) => ({
          key: one.day,
          label: short(one.day),
          values: [one.passed, one.failed],
          frame: one.inwarded,
          hint: said(one),
        }))}
      />
    </ChartFigure>
  )
}

const timeFields = (named: (day: string) => string): readonly ShownField<DayFigures>[] => [
  { id: 'day', header: key('Day'), of: ({ day }) => named(day), by: ({ day }) => day },
  { id: 'boxes', header: key('Boxes taken in'), kind: 'count', of: ({ boxes }) => boxes },
  { id: 'inwarded', header: key('Pieces taken in'), kind: 'pieces', of: ({ inwarded }) => inwarded },
  { id: 'passed', header: key('Passed QC'), kind: 'pieces', of: ({ passed }) => passed },
  { id: 'failed', header: key('Failed QC'), kind: 'pieces', of: ({ failed }) => failed },
  { id: 'rate', header: key('Pass rate'), kind: 'share', of: passRate },
]

/** A calendar day without its year, for the foot of a chart. */
export function useShortDay(): (day: string) => string {
  const { i18n } = useTranslation()
  return useMemo(() => {
    const format = new Intl.DateTimeFormat(localeOf(i18n.language), { month: 'short', day: 'numeric', timeZone: 'UTC' })
    return (day) => format.format(new Date(`${day}T00:00:00Z`))
  }, [i18n.language])
}
