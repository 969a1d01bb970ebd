import { Fragment } from 'react'
import { type Plot, ValueAxis } from './Axis.tsx'
import type { Series } from './ChartFigure.tsx'
import { labelledPlaces, ticksTo } from './scale.ts'
import { useWidth } from './use-width.ts'

export interface ColumnPlace {
  key: string
  /** Below the column; shown for as many as there is room for. */
  label: string
  /** By series, in their order, one on another. */
  values: readonly number[]
  /** What the column is measured against: an empty frame around it. */
  frame?: number
  /** The whole column in words, shown on hover. */
  hint: string
}

interface ColumnChartProps {
  places: readonly ColumnPlace[]
  series: readonly Series[]
  height?: number
  /** Pixels that a label takes. */
  labelWidth?: number
  /** The figure above each column, where there are few. */
  tops?: readonly string[]
}

const margin = { left: 48, right: 16, top: 20, bottom: 24 }

/** Standing columns from zero, one or several parts on another, in a frame where the places give one. */
export function ColumnChart({ places, series, height = 220, labelWidth = 64, tops }: ColumnChartProps) {
  const [ref, width] = useWidth<HTMLDivElement>()
  const plot: Plot = {
    left: margin.left,
    top: margin.top,
    width: Math.max(0, width - margin.left - margin.right),
    height: height - margin.top - margin.bottom,
  }
  const most = Math.max(0, ...places.map(({ values, frame = 0 }) => Math.max(sum(values), frame)))
  const ticks = ticksTo(most)
  const step = places.length > 0 ? plot.width / places.length : 0
  const labelled = new Set(labelledPlaces(places.length, Math.floor(plot.width / labelWidth)))
  const geometry: Geometry = { plot, step, most: ticks.at(-1) ?? 1 }
  return (
    <div ref={ref} className="column-chart" style={{ height }}>
      {width > 0 ? (
        <svg width={width} height={height} aria-hidden="true">
          <ValueAxis plot={plot} ticks={ticks} />
          {places.map((place, at) => (
            <g key={place.key} className="column">
              <title>{place.hint}</title>
              <rect className="column-room" x={plot.left + at * step} y={plot.top} width={step} height={plot.height} />
              <Column place={place} at={at} series={series} geometry={geometry} top={tops?.[at]} />
              {labelled.has(at) ? (
                <text className="chart-label" x={plot.left + (at + 0.5) * step} y={height - 7} textAnchor="middle">
                  {place.label}
                </text>
              ) : null}
            </g>
          ))}
        </svg>
      ) : null}
    </div>
  )
}

interface Geometry {
  plot: Plot
  step: number
  most: number
}

interface ColumnProps {
  place: ColumnPlace
  at: number
  series: readonly Series[]
  geometry: Geometry
  top: string | undefined
}

function Column({ place, at, series, geometry: { plot, step, most }, top }: ColumnProps) {
  const wide = step - Math.min(10, step * 0.25)
  // Inside its frame the column is slimmer, so that both are seen where they are alike.
  const slim = place.frame === undefined ? wide : Math.max(wide * 0.6, wide - 8)
  const middle = plot.left + (at + 0.5) * step
  const scaled = (value: number) => (plot.height * value) / most
  const foot = plot.top + plot.height
  return (
    <Fragment>
      {series.map(({ key, tone }, part) => {
        const value = place.values[part] ?? 0
        const below = sum(place.values.slice(0, part))
        return (
          <rect
            key={key}
            className="chart-part"
            data-tone={tone}
            x={middle - slim / 2}
            y={foot - scaled(below + value)}
            width={slim}
            height={scaled(value)}
          />
        )
      })}
      {place.frame === undefined || place.frame === 0 ? null : (
        <rect
          className="chart-frame"
          x={middle - wide / 2}
          y={foot - scaled(place.frame)}
          width={wide}
          height={scaled(place.frame)}
        />
      )}
      {top === undefined ? null : (
        <text className="chart-top" x={middle} y={foot - scaled(sum(place.values)) - 5} textAnchor="middle">
          {top}
        </text>
      )}
    </Fragment>
  )
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0)
}
