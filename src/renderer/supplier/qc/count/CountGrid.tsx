import { memo, useCallback } from 'react'
import type { GridValues } from '../../../kit/quantity-grid/grid-model.ts'
import { QuantityGrid } from '../../../kit/quantity-grid/QuantityGrid.tsx'
import { useWords } from '../../../table/words.ts'
import type { StyleLines } from '../box/styles-of.ts'

interface CountGridProps {
  style: StyleLines
  /** The same value while nothing of this style was typed. */
  values: GridValues
  isBlind: boolean
  onChange: (styleId: string, values: GridValues) => void
  autoFocus: boolean
}

const layers = [{ key: 'counted', label: '' }]
/** Cells that were counted stand out from those that were not. */
const uncounted: GridValues = {}

/** One style to count, by colour and size; beside each number what was declared, unless the count is blind. */
export const CountGrid = memo(function CountGrid({ style, values, isBlind, onChange, autoFocus }: CountGridProps) {
  const { t, number } = useWords()
  const { style_id, name, lines, rows, columns, cellId, sum } = style
  const declared = new Map(lines.map((line) => [line.nm_sku, line.quantities.uncounted]))
  const change = useCallback((next: GridValues) => onChange(style_id, next), [onChange, style_id])
  return (
    <section className="qc-style" aria-label={style_id}>
      <div className="qc-style-head">
        <h3>
          <span className="dt-code">{style_id}</span> {name}
        </h3>
        {isBlind ? null : <span className="muted">{t('{{n}} pcs declared', { n: number(sum.uncounted) })}</span>}
      </div>
      <QuantityGrid
        label={t('Count of {{style}} by colour and size', { style: style_id })}
        {...{ rows, columns, layers, cellId, values, autoFocus }}
        start={uncounted}
        onChange={change}
        beside={(sku) => (isBlind ? null : `/${declared.get(sku) ?? 0}`)}
      />
    </section>
  )
})
