import './garments.css'
import { lineOf, markOn, outlineOf, shapeOf } from '../../shared/areas/garment-specs/point-places.ts'
import { useLocale } from '../table/words.ts'

interface SpecDrawingProps {
  category: string
  /** In the order of the table, whose numbers they bear. */
  points: readonly string[]
  /** The point under the pointer. */
  on: string | null
}

/** The garment of the category with its points of measure; one that has no place on it stands in the table alone. */
export function SpecDrawing({ category, points, on }: SpecDrawingProps) {
  const { t } = useLocale()
  const shape = shapeOf(category)
  return (
    <svg className="specs-drawing" viewBox="0 0 200 260" role="img" aria-label={t('Points of measure on the garment')}>
      <path className="cloth" d={outlineOf(shape)} />
      {points.map((point, at) => {
        const line = lineOf(shape, point)
        if (!line) return null
        const [x1, y1, x2, y2] = line
        const [x, y] = markOn(line, at)
        return (
          <g key={point} data-on={point === on}>
            <line className="measure" x1={x1} y1={y1} x2={x2} y2={y2} />
            <circle cx={x} cy={y} r={9} />
            <text x={x} y={y + 4}>
              {at + 1}
            </text>
          </g>
        )
      })}
    </svg>
  )
}
