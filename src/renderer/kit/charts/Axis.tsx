import { useFormats } from '../../i18n/formats.ts'

/** Where a drawing lies inside its frame, in pixels. */
export interface Plot {
  left: number
  top: number
  width: number
  height: number
}

interface ValueAxisProps {
  plot: Plot
  ticks: readonly number[]
}

/** Lines and figures of an axis that starts at zero. */
export function ValueAxis({ plot, ticks }: ValueAxisProps) {
  const formats = useFormats()
  const most = ticks.at(-1) ?? 1
  return (
    <g className="chart-axis">
      {ticks.map((tick) => {
        const y = plot.top + plot.height - (plot.height * tick) / most
        return (
          <g key={tick}>
            <line x1={plot.left} x2={plot.left + plot.width} y1={y} y2={y} data-zero={tick === 0 || undefined} />
            <text x={plot.left - 6} y={y} dy="0.32em" textAnchor="end">
              {formats.number(tick)}
            </text>
          </g>
        )
      })}
    </g>
  )
}
