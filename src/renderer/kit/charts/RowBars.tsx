import './charts.css'
import type { Series } from './ChartFigure.tsx'
import { fillOf } from './patterns.tsx'

export interface BarRow {
  key: string
  label: string
  /** By series, in their order; shares of `most`. */
  values: readonly number[]
  /** Value label at the bar's end. */
  end: string
  /** A second figure in a column of its own, for instance a running share. */
  further?: string
  /** Stands on few pieces: drawn paler. */
  isFaint?: boolean
  /** The whole row in words, shown on hover. */
  hint: string
}

interface RowBarsProps {
  rows: readonly BarRow[]
  series: readonly Series[]
  /** Value of the full width. Bars start at zero. */
  most: number
  /** Draws a rule below this row. */
  ruleAfter?: { key: string; label: string } | null
}

/** Lying bars, one a row, in parts where there are several series; names at the left, figures at the right. */
export function RowBars({ rows, series, most, ruleAfter }: RowBarsProps) {
  return (
    <div className="row-bars" data-further={rows.some(({ further }) => further !== undefined) || undefined}>
      {rows.map((row) => (
        <div key={row.key} className="row-bar" data-faint={row.isFaint || undefined} title={row.hint}>
          <span className="row-bar-label">{row.label}</span>
          <Bar values={row.values} series={series} most={most} />
          <span className="row-bar-end">{row.end}</span>
          {row.further === undefined ? null : <span className="row-bar-further">{row.further}</span>}
          {ruleAfter?.key === row.key ? <span className="row-bar-rule">{ruleAfter.label}</span> : null}
        </div>
      ))}
    </div>
  )
}

interface BarProps {
  values: readonly number[]
  series: readonly Series[]
  most: number
}

function Bar({ values, series, most }: BarProps) {
  const share = (value: number) => (most > 0 ? (100 * value) / most : 0)
  const starts = values.map((_, at) => values.slice(0, at).reduce((sum, value) => sum + share(value), 0))
  return (
    <svg className="row-bar-svg" width="100%" height="16" aria-hidden="true">
      <rect className="row-bar-track" width="100%" height="16" />
      {series.map(({ key, tone }, at) => (
        <rect
          key={key}
          className="chart-part"
          data-tone={tone}
          style={fillOf(tone)}
          x={`${starts[at] ?? 0}%`}
          width={`${share(values[at] ?? 0)}%`}
          height="16"
        />
      ))}
    </svg>
  )
}
