import './charts.css'
import { type ReactNode, type RefObject, useEffect, useId, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'

export interface ChartFigureProps {
  title: string
  /** Subtitle: the drawn measure and its total. */
  about?: ReactNode
  /** The drawing in one sentence, for those who do not see it. */
  summary: string
  legend?: ReactNode
  /** The same figures as a table. */
  table: ReactNode
  /** The table stands beside the drawing, not in its place. */
  isTableBeside?: boolean
  children: ReactNode
}

/** Class names of the table beside a drawing or in its place. */
export const chartScroll = 'plain-scroll chart-scroll'

/** A drawing with its name and the same figures as a table, beside it or in its place. */
export function ChartFigure({ title, about, summary, legend, table, isTableBeside, children }: ChartFigureProps) {
  const { t } = useTranslation()
  const id = useId()
  const [isTable, setTable] = useState(false)
  const other = isTable ? t('Show chart') : t('Show table')
  const drawing = (
    <div className="chart-drawing" role="img" aria-label={summary}>
      {children}
    </div>
  )
  return (
    <figure className="chart" aria-labelledby={id}>
      <figcaption className="chart-head">
        <div>
          <h2 id={id}>{title}</h2>
          {about ? <p className="chart-about">{about}</p> : null}
        </div>
        {isTableBeside ? null : (
          <button
            type="button"
            className="chart-toggle"
            aria-label={`${other}, ${title}`}
            onClick={() => setTable(!isTable)}
          >
            {other}
          </button>
        )}
      </figcaption>
      {isTable && !isTableBeside ? null : legend}
      {isTableBeside ? (
        <div className="chart-beside">
          {drawing}
          <div className="chart-table">{table}</div>
        </div>
      ) : isTable ? (
        <div className="chart-table">{table}</div>
      ) : (
        drawing
      )}
    </figure>
  )
}

export type ChartTone = 'good' | 'bad' | 'critical' | 'major' | 'minor' | 'plain' | 'frame' | 'own'

export interface Series {
  key: string
  /** In the reader's language. */
  label: string
  tone: ChartTone
}

/** Which colour is what, in the order in which they are drawn. */
export function Legend({ series }: { series: readonly Series[] }) {
  return (
    <ul className="chart-legend">
      {series.map(({ key, label, tone }) => (
        <li key={key}>
          <span className="chart-swatch" data-tone={tone} aria-hidden="true" />
          {label}
        </li>
      ))}
    </ul>
  )
}

/** The width that a drawing has, in pixels; 0 until it is known. */
export function useWidth<E extends HTMLElement>(): [ref: RefObject<E | null>, width: number] {
  const ref = useRef<E>(null)
  const [width, setWidth] = useState(0)
  useEffect(() => {
    const element = ref.current
    if (!element) return
    const observer = new ResizeObserver(([entry]) => setWidth(Math.floor(entry?.contentRect.width ?? 0)))
    observer.observe(element)
    return () => observer.disconnect()
  }, [])
  return [ref, width]
}
