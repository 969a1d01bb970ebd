import { Fragment } from 'react'
import { useFormats } from '../../i18n/formats.ts'
import { type Series, useWidth } from './ChartFigure.tsx'
import { fillOf } from './patterns.tsx'

export interface ColumnPlace {
  key: string
  /** Below the column; shown for as many as there is room for. */
  label: string
  /** By series, in their order, one on another. */
  values: readonly number[]
  /** Capacity of the column: an empty frame around it. */
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
            style={fillOf(tone)}
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

/** Round ticks from zero up to at least `most`; `about` how many steps are wanted. Whole numbers only: pieces and boxes are. */
export function ticksTo(most: number, about = 4): number[] {
  if (!(most > 0)) return [0, 1]
  const rough = most / about
  const power = 10 ** Math.floor(Math.log10(rough))
  const step = Math.max(1, [1, 2, 5, 10].map((factor) => factor * power).find((each) => each >= rough) ?? 10 * power)
  const ticks = [0]
  while ((ticks.at(-1) ?? 0) < most) ticks.push((ticks.at(-1) ?? 0) + step)
  return ticks
}

/** Which of `count` places get a label where only `room` fit: evenly, the last one always. */
export function labelledPlaces(count: number, room: number): number[] {
  if (count === 0) return []
  const step = Math.max(1, Math.ceil(count / Math.max(1, room)))
  const places: number[] = []
  for (let place = count - 1; place >= 0; place -= step) places.unshift(place)
  return places
}
