import { Button } from '@blueprintjs/core'
import { useCallback, useMemo } from 'react'
import type { GridValues } from '../../../kit/quantity-grid/grid-model.ts'
import { useWords } from '../../../table/words.ts'
import { stylesOf } from '../box/styles-of.ts'
import type { QcLine } from '../box/use-box-data.ts'
import { useInTurn } from '../box/use-in-turn.ts'
import { fillRest, type InspectionDraft, type JudgedLayer, judgedOf, judgedSum } from './inspection-draft.ts'
import { JudgeGrid } from './JudgeGrid.tsx'
import type { ChangeDraft } from './use-inspection.ts'

interface PiecesPartProps {
  draft: InspectionDraft
  lines: readonly QcLine[]
  change: ChangeDraft
}

const noValues: GridValues = {}

/** What becomes of the pieces, SKU by SKU; a part of them now, the rest later. */
export function PiecesPart({ draft, lines, change }: PiecesPartProps) {
  const { t, name } = useWords()
  const styles = useMemo(() => stylesOf(lines, name), [lines, name])
  const shown = useInTurn(styles)
  const type = useCallback(
    (styleId: string, values: GridValues) =>
      change((now) => ({ ...now, judged: { ...now.judged, [styleId]: values } })),
    [change],
  )
  const rest = useCallback(
    (skus: readonly string[], layer: JudgedLayer) =>
      change((now) =>
        fillRest(
          now,
          lines.filter((line) => skus.includes(line.nm_sku)),
          layer,
        ),
      ),
    [change, lines],
  )
  const left = lines.some((line) => line.quantities[draft.source] > judgedSum(judgedOf(draft, line)))
  const fill = (layer: JudgedLayer) => change((now) => fillRest(now, lines, layer))
  return (
    <>
      <div className="qc-part-head">
        <h3>{t('Pieces')}</h3>
        <Button size="small" text={t('All remaining pass')} disabled={!left} onClick={() => fill('passed')} />
        <Button size="small" text={t('All remaining fail')} disabled={!left} onClick={() => fill('failed')} />
        {draft.source === 'on_hold' ? null : (
          <Button size="small" text={t('Hold all remaining')} disabled={!left} onClick={() => fill('on_hold')} />
        )}
        <span className="muted">{t('In a cell: P pass · F fail · H hold what is left of it')}</span>
      </div>
      {shown.map((style) => (
        <JudgeGrid
          key={style.style_id}
          style={style}
          source={draft.source}
          values={draft.judged[style.style_id] ?? noValues}
          onChange={type}
          onRest={rest}
        />
      ))}
    </>
  )
}
