import { memo } from 'react'
import { failedOf, passedOf, type QcQuantities, qcPieces } from '../../../../shared/areas/qc-boxes/quantities.ts'
import type { GridLine } from '../../../kit/quantity-grid/grid-model.ts'
import { WithPicture } from '../../../pictures/StylePicture.tsx'
import { type Locale, useLocale } from '../../../table/words.ts'
import type { QcLine } from './box-data.ts'

/** One style of a box by colour and size: the declared pieces, and below them only what is worth a look. */
export const StyleMatrix = memo(function StyleMatrix({ style }: { style: StyleLines }) {
  const words = useLocale()
  const { t, number } = words
  const bySku = new Map(style.lines.map((line) => [line.nm_sku, line]))
  return (
    <div className="qc-matrix">
      <table>
        <thead>
          <tr>
            <th scope="col">{t('Colour')}</th>
            {style.columns.map((column) => (
              <th key={column.key} scope="col" className="end">
                {column.label}
              </th>
            ))}
            <th scope="col" className="end">
              {t('Total')}
            </th>
          </tr>
        </thead>
        <tbody>
          {style.rows.map((row) => {
            const lines = style.columns.map((column) => bySku.get(style.cellId(row.key, column.key) ?? ''))
            return (
              <tr key={row.key}>
                <th scope="row" title={row.label}>
                  {row.pictured ? <WithPicture of={row.pictured}>{row.label}</WithPicture> : row.label}
                </th>
                {lines.map((line, at) =>
                  line ? (
                    <td key={line.nm_sku} className="end" title={hintOf(line.nm_sku, line.quantities, words)}>
                      <Cell quantities={line.quantities} words={words} />
                    </td>
                  ) : (
                    <td key={style.columns[at]?.key} className="qc-none" aria-hidden="true" />
                  ),
                )}
                <td className="end qc-total">
                  {number(lines.reduce((sum, line) => sum + (line?.quantities.declared ?? 0), 0))}
                </td>
              </tr>
            )
          })}
        </tbody>
      </table>
    </div>
  )
})

const marks: readonly (readonly [part: string, sign: string, word: string, of: (q: QcQuantities) => number])[] = [
  ['missing', '−', 'Missing pcs', (q) => q.missing],
  ['excess', '+', 'Excess', (q) => q.excess],
  ['on_hold', '?', 'Hold', (q) => q.on_hold],
  ['failed', '×', 'Failed QC', failedOf],
  ['passed', '✓', 'Passed', passedOf],
]

/** A sign with every number, since colour alone says nothing; the hint has the words. */
function Cell({ quantities, words: { number, t } }: { quantities: QcQuantities; words: Locale }) {
  return (
    <>
      <span className={quantities.declared === 0 ? 'muted' : undefined}>{number(quantities.declared)}</span>
      <span className="qc-marks">
        {marks.map(([part, sign, word, of]) => {
          const pieces = of(quantities)
          if (pieces === 0) return null
          return (
            <span key={part} data-part={part}>
              <span aria-hidden="true">{sign}</span>
              <span className="sr-only">{t(word)} </span>
              {number(pieces)}
            </span>
          )
        })}
      </span>
    </>
  )
}

function hintOf(sku: string, quantities: QcQuantities, { t, number }: Locale): string {
  const parts = marks.flatMap(([, , word, of]) => (of(quantities) > 0 ? `${t(word)} ${number(of(quantities))}` : []))
  return [sku, `${t('Declared')} ${number(quantities.declared)}`, ...parts].join('\n')
}

/** The lines of one style of a box, as a grid of colours and sizes. */
export interface StyleLines {
  style_id: string
  name: string
  lines: readonly QcLine[]
  rows: readonly GridLine[]
  columns: readonly GridLine[]
  /** The SKU of a colour and size; where two share a cell, each has a row of its own. */
  cellId: (row: string, column: string) => string | null
  sum: QcQuantities
}

/** Lines by style, in their order. `named` picks the reader's language. */
export function stylesOf(
  lines: readonly QcLine[],
  named: (english: string, chinese: string) => string,
): readonly StyleLines[] {
  return [...Map.groupBy(lines, (line) => line.style_id)].map(([style_id, of]) => ({
    style_id,
    name: named(of[0]?.style_name ?? '', of[0]?.style_name_zh ?? ''),
    lines: of,
    ...gridOfLines(of, named),
    sum: qcPieces.sum(of.map(({ quantities }) => quantities)),
  }))
}

function gridOfLines(lines: readonly QcLine[], named: (english: string, chinese: string) => string) {
  const ranked = [...lines].sort((a, b) => a.size_rank - b.size_rank || a.size.localeCompare(b.size))
  const sizes = [...new Set(ranked.map((line) => line.size))]
  const cells = new Map<string, string>()
  const rows = new Map<string, GridLine>()
  for (const line of lines) {
    const label = named(line.color, line.color_zh)
    let row = line.color
    // Two SKUs of one colour and size: nothing in the field forbids it, and neither may vanish.
    for (let more = 2; cells.has(`${row}\n${line.size}`); more++) row = `${line.color} (${more})`
    const isFirst = row === line.color
    const names = isFirst ? [line.color, line.color_zh] : []
    const pictured = { picture: line.picture, style_id: '', color: line.color }
    rows.set(row, { key: row, label: isFirst ? label : `${label} · ${line.nm_sku}`, names, pictured })
    cells.set(`${row}\n${line.size}`, line.nm_sku)
  }
  return {
    rows: [...rows.values()],
    columns: sizes.map((size) => ({ key: size, label: size })),
    cellId: (row: string, column: string) => cells.get(`${row}\n${column}`) ?? null,
  }
}
