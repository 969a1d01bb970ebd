import { Button } from '@blueprintjs/core'
import { useId, useState } from 'react'
import { EmptyState } from '../../../kit/states.tsx'
import { useWords } from '../../../table/words.ts'
import type { BoxDetails, QcLine } from '../box/use-box-data.ts'
import { AddPoint } from './AddPoint.tsx'
import { type InspectionDraft, lookedOf, setLooked } from './inspection-draft.ts'
import { MeasureGrid } from './MeasureGrid.tsx'
import { pointsOf } from './measure-points.ts'
import type { ChangeDraft } from './use-inspection.ts'

interface MeasurePartProps {
  draft: InspectionDraft
  lines: readonly QcLine[]
  measures: BoxDetails['measures']
  change: ChangeDraft
}

/** Measurements of the pieces that were looked at, SKU by SKU, against the style's table. */
export function MeasurePart({ draft, lines, measures, change }: MeasurePartProps) {
  const { t, name, number } = useWords()
  const id = useId()
  const first = lines.find((line) => lookedOf(draft, line.nm_sku) > 0) ?? lines[0]
  const [chosen, setChosen] = useState('')
  const line = lines.find((one) => one.nm_sku === chosen) ?? first
  if (!line) return <EmptyState title={t('Nothing waits for inspection')} />
  const points = pointsOf(line, measures, draft.points)
  const pieces = lookedOf(draft, line.nm_sku)
  const more = () => change((now) => setLooked(now, line.nm_sku, pieces + 1))
  return (
    <>
      <div className="qc-part-head">
        <h3>{t('Measurements')}</h3>
        <label className="sr-only" htmlFor={id}>
          {t('NM SKU')}
        </label>
        <select id={id} className="text-field" value={line.nm_sku} onChange={({ target }) => setChosen(target.value)}>
          {lines.map((one) => (
            <option key={one.nm_sku} value={one.nm_sku}>
              {`${one.nm_sku} · ${name(one.color, one.color_zh)} · ${one.size} (${number(lookedOf(draft, one.nm_sku))})`}
            </option>
          ))}
        </select>
        <Button
          size="small"
          text={t('One piece more')}
          disabled={pieces >= line.quantities[draft.source]}
          onClick={more}
        />
      </div>
      {points.length === 0 ? (
        <p className="muted">{t('This style has no table of measurements for size {{size}}.', { size: line.size })}</p>
      ) : pieces === 0 ? (
        <p className="muted">{t('No piece of this SKU was looked at yet: only those are measured.')}</p>
      ) : (
        <MeasureGrid key={line.nm_sku} {...{ line, points, pieces, draft, change }} />
      )}
      <AddPoint
        known={points.map(({ point }) => point)}
        onAdd={(point) =>
          change((now) => ({
            ...now,
            points: [...now.points, { ...point, style_id: line.style_id, size: line.size }],
          }))
        }
      />
    </>
  )
}
