import { Button } from '@blueprintjs/core'
import { memo, useCallback, useMemo } from 'react'
import type { GridLayer, GridValues } from '../../../kit/quantity-grid/grid-model.ts'
import { QuantityGrid } from '../../../kit/quantity-grid/QuantityGrid.tsx'
import { useLocale } from '../../../table/words.ts'
import { type QcLine, useInTurn } from '../box/box-data.ts'
import { type StyleLines, stylesOf } from '../box/StyleMatrix.tsx'
import {
  applyJudged,
  fillRest,
  type InspectionDraft,
  type JudgedLayer,
  judgedLayers,
  judgedOf,
  judgedSum,
  type Source,
} from './draft.ts'
import type { ChangeDraft } from './use-inspection.ts'

interface PiecesPartProps {
  draft: InspectionDraft
  lines: readonly QcLine[]
  change: ChangeDraft
}

const noValues: GridValues = {}

/** What becomes of the pieces, SKU by SKU; a part of them now, the rest later. */
export function PiecesPart({ draft, lines, change }: PiecesPartProps) {
  const { t, name } = useLocale()
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
        <span className="muted key-hint">{t('In a cell: P pass · F fail · H hold what is left of it')}</span>
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

interface JudgeGridProps {
  style: StyleLines
  source: Source
  values: GridValues
  onChange: (styleId: string, values: GridValues) => void
  /** Letters in a cell: what is left of it goes to that layer. */
  onRest: (skus: readonly string[], layer: JudgedLayer) => void
}

const words: Record<JudgedLayer, { label: string; tone: 'good' | 'warn' | 'bad' }> = {
  passed: { label: 'Passed', tone: 'good' },
  failed: { label: 'Failed QC', tone: 'bad' },
  on_hold: { label: 'Hold', tone: 'warn' },
}

/** Passed, failed and held pieces of one style, by colour and size; what is left out stays for another time. */
export const JudgeGrid = memo(function JudgeGrid({ style, source, values, onChange, onRest }: JudgeGridProps) {
  const { t, number } = useLocale()
  const { style_id, name, lines, rows, columns, cellId } = style
  const layers = useMemo<readonly GridLayer[]>(
    () =>
      judgedLayers
        .filter((layer) => layer !== 'on_hold' || source !== 'on_hold')
        .map((layer) => ({ key: layer, ...words[layer], label: t(words[layer].label) })),
    [t, source],
  )
  const waits = useMemo(() => new Map(lines.map((line) => [line.nm_sku, line.quantities[source]])), [lines, source])
  const sumAt = (sku: string) => judgedLayers.reduce((sum, layer) => sum + (values[sku]?.[layer] ?? 0), 0)
  const faults = new Map(
    [...waits].flatMap(([sku, available]) => {
      const over = sumAt(sku) - available
      return over > 0 ? [[sku, t('{{over}} more than the {{n}} that wait', { over, n: available })] as const] : []
    }),
  )
  const change = useCallback((next: GridValues) => onChange(style_id, next), [onChange, style_id])
  const left = [...waits].reduce((sum, [sku, available]) => sum + Math.max(0, available - sumAt(sku)), 0)
  const letters = {
    p: (cells: readonly string[]) => onRest(cells, 'passed'),
    f: (cells: readonly string[]) => onRest(cells, 'failed'),
    ...(source !== 'on_hold' && { h: (cells: readonly string[]) => onRest(cells, 'on_hold') }),
  }
  const letterWords = {
    p: t(words.passed.label),
    f: t(words.failed.label),
    ...(source !== 'on_hold' && { h: t(words.on_hold.label) }),
  }
  return (
    <section className="qc-style" aria-label={style_id}>
      <div className="qc-style-head">
        <h3>
          <span className="code">{style_id}</span> {name}
        </h3>
        <span className="muted">{t('Left for another time: {{n}}', { n: number(left) })}</span>
      </div>
      <QuantityGrid
        label={t('Verdict on {{style}} by colour and size', { style: style_id })}
        {...{ rows, columns, layers, cellId, values, faults, letters, letterWords }}
        onChange={change}
        apply={applyJudged}
        beside={(sku, layer) => (layer === 'passed' ? `/${waits.get(sku) ?? 0}` : null)}
      />
    </section>
  )
})
