import type { CSSProperties } from 'react'
import type { Series } from './ChartFigure.tsx'

/** Lines over the colour of a tone, so that parts differ without it: slanting, crossed, lying, standing. Others are plain. */
const lines: Partial<Readonly<Record<Series['tone'], string>>> = {
  bad: 'M-1 7 7 -1 M-1 1 1 -1 M5 7 7 5',
  critical: 'M0 0 6 6 M0 6 6 0',
  major: 'M0 3 6 3',
  minor: 'M3 0 3 6',
  own: 'M0 3 6 3 M3 0 3 6',
}

/** The patterns of all charts, once a page. */
export function ChartPatterns() {
  return (
    <svg width="0" height="0" aria-hidden="true" style={{ position: 'absolute' }}>
      {Object.entries(lines).map(([tone, path]) => (
        <pattern key={tone} id={`chart-${tone}`} width="6" height="6" patternUnits="userSpaceOnUse">
          <rect width="6" height="6" fill={`var(--chart-${tone})`} />
          <path d={path} stroke="var(--surface)" strokeWidth="1" />
        </pattern>
      ))}
    </svg>
  )
}

/** How a part of this tone is filled; what has no pattern has its colour from the sheet. */
export const fillOf = (tone: Series['tone']): CSSProperties | undefined =>
  tone in lines ? { fill: `url(#chart-${tone})` } : undefined
