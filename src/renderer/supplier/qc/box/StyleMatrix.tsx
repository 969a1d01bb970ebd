import { memo } from 'react'
import { failedOf, passedOf, type QcQuantities } from '../../../../shared/domain/qc-quantities.ts'
import { useWords, type Words } from '../../../table/words.ts'
import type { StyleLines } from './styles-of.ts'

/** One style of a box by colour and size: the declared pieces, and below them only what is worth a look. */
export const StyleMatrix = memo(function StyleMatrix({ style }: { style: StyleLines }) {
  const words = useWords()
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
                  {row.label}
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
function Cell({ quantities, words: { number, t } }: { quantities: QcQuantities; words: Words }) {
  return (
    <>
      <span className={quantities.declared === 0 ? 'dt-quiet' : undefined}>{number(quantities.declared)}</span>
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

function hintOf(sku: string, quantities: QcQuantities, { t, number }: Words): string {
  const parts = marks.flatMap(([, , word, of]) => (of(quantities) > 0 ? `${t(word)} ${number(of(quantities))}` : []))
  return [sku, `${t('Declared')} ${number(quantities.declared)}`, ...parts].join('\n')
}
