import { addDays } from '../../../shared/kernel/days.ts'
import { severities } from '../../../shared/kernel/reasons.ts'
import type { CallData } from '../../actions/calls.ts'
import { useLocale } from '../../table/words.ts'

/** The headline figures: four that are read first, the others in a row below. */
export function ReportTotals({ report: { totals, median_days } }: { report: QcReport }) {
  const { t, number, percent, plural } = useLocale()
  const judged = totals.passed + totals.failed
  return (
    <section className="report-totals" aria-label={t('Totals')}>
      <dl className="report-heads">
        <Head
          label={t('Pass rate')}
          value={percent(passRate(totals))}
          note={plural(judged, 'of 1 piece judged', 'of {{n}} pieces judged')}
        />
        <Head
          label={t('Failed pieces')}
          value={number(totals.failed)}
          note={t('{{n}} went back to vendors', { n: number(totals.returned) })}
        />
        <Head
          label={t('Boxes taken in')}
          value={number(totals.boxes_inwarded)}
          note={plural(totals.pieces_inwarded, '1 piece', '{{n}} pieces')}
        />
        <Head
          label={t('Days at the door, median')}
          value={median_days === null ? '–' : number(median_days)}
          note={t('until the first verdict')}
        />
      </dl>
      <dl className="report-further">
        <Further label={t('Passed uninspected')} value={number(totals.uninspected)} />
        <Further label={t('Missing pieces')} value={number(totals.missing)} />
        <Further label={t('Excess pieces')} value={number(totals.excess)} />
        <Further label={t('Shipped to India (pieces)')} value={number(totals.shipped)} />
        <Further label={t('Boxes at the door now without a verdict')} value={number(totals.waiting_boxes)} />
      </dl>
    </section>
  )
}

function Head({ label, value, note }: { label: string; value: string; note: string }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd className="report-figure">{value}</dd>
      <dd className="report-note">{note}</dd>
    </div>
  )
}

function Further({ label, value }: { label: string; value: string }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>{value}</dd>
    </div>
  )
}

export type QcReport = CallData<'qcReports.getChinaQcReports'>
export type VendorFigures = QcReport['by_vendor'][number]
export type ReasonFigures = QcReport['by_reason'][number]
export type DayFigures = Pick<QcReport['over_time'][number], 'day' | 'inwarded' | 'passed' | 'failed' | 'boxes'>

/** Fewer judged pieces than this say little about a vendor. */
export const fewPieces = 50

/** Passed of all judged, 0 to 1; null where nothing was judged: no rate is not a bad rate. */
export function passRate({ passed, failed }: { passed: number; failed: number }): number | null {
  const judged = passed + failed
  return judged === 0 ? null : passed / judged
}

export interface ParetoRow extends ReasonFigures {
  /** Share of this reason and all before it, 0 to 1. */
  running: number
}

/** Reasons by how many units they cost, the worst first, with their running share. Reasons without a unit are left out. */
export function paretoOf(reasons: readonly ReasonFigures[]): ParetoRow[] {
  const sorted = reasons.filter(({ units }) => units > 0).toSorted((a, b) => b.units - a.units)
  const all = sorted.reduce((sum, { units }) => sum + units, 0)
  let before = 0
  return sorted.map((row) => {
    before += row.units
    return { ...row, running: before / all }
  })
}

/** The first reason with which four fifths of all units are reached; null where that is all of them. */
export function fourFifths(rows: readonly ParetoRow[]): ParetoRow | null {
  const at = rows.findIndex(({ running }) => running >= 0.8)
  return at < 0 || at === rows.length - 1 ? null : (rows[at] ?? null)
}

export function severityCounts(row: ReasonFigures): number[] {
  return severities.map((severity) => row[severity])
}

/** Every day of the span, those without anything as zeros: a gap must not look like a day. */
export function everyDay(days: readonly DayFigures[], { from, to }: { from: string; to: string }): DayFigures[] {
  const known = new Map(days.map((figures) => [figures.day, figures]))
  const all: DayFigures[] = []
  for (let day = from; day <= to; day = addDays(day, 1)) {
    all.push(known.get(day) ?? { day, inwarded: 0, passed: 0, failed: 0, boxes: 0 })
  }
  return all
}

/** More columns than this are weeks. */
const mostDays = 92

/** Weeks of seven days up to the last day, the first one maybe shorter, each named by its first day. */
export function byWeek(days: readonly DayFigures[]): DayFigures[] {
  const weeks: DayFigures[] = []
  for (let end = days.length; end > 0; end -= 7) {
    const week = days.slice(Math.max(0, end - 7), end)
    const sum = (of: (day: DayFigures) => number) => week.reduce((total, day) => total + of(day), 0)
    weeks.unshift({
      day: week[0]?.day ?? '',
      inwarded: sum((day) => day.inwarded),
      passed: sum((day) => day.passed),
      failed: sum((day) => day.failed),
      boxes: sum((day) => day.boxes),
    })
  }
  return weeks
}

export function timeline(days: readonly DayFigures[], span: { from: string; to: string }) {
  const all = everyDay(days, span)
  return all.length > mostDays ? { isWeekly: true, places: byWeek(all) } : { isWeekly: false, places: all }
}

export function isEmptyReport({ totals, by_vendor, over_time }: QcReport): boolean {
  const nothing = totals.boxes_inwarded + totals.passed + totals.failed + totals.returned + totals.shipped === 0
  return (
    nothing &&
    by_vendor.length === 0 &&
    over_time.every(({ inwarded, passed, failed }) => inwarded + passed + failed === 0)
  )
}
