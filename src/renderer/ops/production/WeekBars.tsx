import {
  type FreeWeek,
  loadOf,
  type WeekLoad,
  WORK_DAYS_A_WEEK,
  type Work,
} from '../../../shared/areas/production/load.ts'
import { fillOf } from '../../kit/charts/patterns.tsx'
import { useLocale } from '../../table/words.ts'

interface WeekBarsProps {
  /** Pieces a day; null where nobody said. */
  capacity: number | null
  /** Of other orders. */
  load: readonly WeekLoad[]
  /** What is free of each week of the asked time. */
  weeks: readonly FreeWeek[]
  own: Work
}

const height = 46
/** Weeks that have room for a figure below each bar, in pixels of a bar. */
const [mostFigures, wide, narrow] = [8, 42, 18]
/** Of figures: what others take, and what this order adds. */
const line = 13

/** Weeks of a facility: what it makes of other orders, this order on it, in the frame of its capacity. */
export function WeekBars({ capacity, load, weeks, own }: WeekBarsProps) {
  const { t, number, day } = useLocale()
  const mine = new Map(loadOf([own]).map((week) => [week.monday, week.pieces]))
  const frame = (capacity ?? 0) * WORK_DAYS_A_WEEK
  const shown = weeks.map(({ monday, free }) => {
    const taken = load.find((week) => week.monday === monday)?.pieces ?? 0
    const pieces = mine.get(monday) ?? 0
    const over = capacity === null ? 0 : Math.max(0, pieces - free)
    const said = t('Week of {{day}}: {{load}} of other orders, {{own}} of this one, {{free}} free', {
      ...{ day: day(monday), load: number(taken), own: number(pieces), free: number(free) },
    })
    return { monday, taken, pieces, over, said }
  })
  const most = Math.max(1, frame, ...shown.map(({ taken, pieces }) => taken + pieces))
  // What is there is seen, however small.
  const scaled = (value: number) => (value === 0 ? 0 : Math.max(2, (height * value) / most))
  const hasFigures = shown.length <= mostFigures
  const step = hasFigures ? wide : narrow
  const left = (at: number) => at * step + (step - narrow) / 2
  return (
    <svg
      className="week-bars"
      role="img"
      aria-label={shown.map(({ said }) => said).join('; ')}
      height={height + 2 + (hasFigures ? 2 * line + 2 : 0)}
      width={Math.max(1, shown.length) * step}
    >
      {shown.map(({ monday, taken, pieces, over, said }, at) => (
        <g key={monday} className="column">
          <title>{said}</title>
          <rect className="column-room" x={at * step} y={0} width={step} height={height + 2} />
          <rect
            className="chart-part"
            data-tone="plain"
            x={left(at) + 4}
            width={10}
            y={height + 1 - scaled(taken)}
            height={scaled(taken)}
          />
          <rect
            className="chart-part"
            data-tone="own"
            style={fillOf('own')}
            x={left(at) + 4}
            width={10}
            y={height + 1 - scaled(taken + pieces - over)}
            height={scaled(pieces - over)}
          />
          <rect
            className="chart-part"
            data-tone="bad"
            style={fillOf('bad')}
            x={left(at) + 4}
            width={10}
            y={height + 1 - scaled(taken + pieces)}
            height={scaled(over)}
          />
          {frame > 0 ? (
            <rect
              className="chart-frame"
              x={left(at) + 2}
              width={14}
              y={height + 1 - scaled(frame)}
              height={scaled(frame)}
            />
          ) : null}
          {hasFigures ? (
            <text className="chart-label" textAnchor="middle">
              <tspan x={left(at) + narrow / 2} y={height + line}>
                {number(taken)}
              </tspan>
              {pieces > 0 ? (
                <tspan className="week-own" x={left(at) + narrow / 2} y={height + 2 * line}>
                  {`+${number(pieces)}`}
                </tspan>
              ) : null}
            </text>
          ) : null}
        </g>
      ))}
    </svg>
  )
}
