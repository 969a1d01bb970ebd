// biome-ignore-all lint/a11y/useSemanticElements: a windowed grid cannot be an HTML table; ARIA's grid pattern says what it is.
// biome-ignore-all lint/a11y/useFocusableInteractive: the grid itself has the focus and names its row by aria-activedescendant.
import { memo } from 'react'
import { cellClass, pinStyle } from './table-columns-css.ts'
import type { PlacedColumn } from './use-column-layout.ts'
import type { Words } from './words.ts'

interface TableRowProps<R> {
  row: R
  id: string
  /** Of the whole list, from 0. */
  index: number
  /** Pixels from the top of the list. */
  top: number
  /** Stable while columns are only resized. */
  shape: readonly PlacedColumn<R>[]
  words: Words
  /** null where rows cannot be chosen. */
  isSelected: boolean | null
  isCursor: boolean
  isOpen: boolean
  /** How the row is called aloud. */
  label: string
  domId: string
}

function DrawRow<R>(props: TableRowProps<R>) {
  const { row, id, index, top, shape, words, isSelected, isCursor, isOpen, label, domId } = props
  const lastPin = shape.findLastIndex(({ pinnedAt }) => pinnedAt !== null)
  const lead = isSelected === null ? 1 : 2
  const states = `${isSelected ? ' is-selected' : ''}${isCursor ? ' is-cursor' : ''}${isOpen ? ' is-open' : ''}`
  return (
    <div
      role="row"
      id={domId}
      className={`dt-row${states}`}
      aria-rowindex={index + 2}
      aria-selected={isSelected ?? undefined}
      data-row-id={id}
      data-index={index}
      style={{ transform: `translateY(${top}px)` }}
    >
      {isSelected !== null && (
        <div role="gridcell" aria-colindex={1} className="dt-cell dt-check dt-pinned" data-check>
          <span
            role="checkbox"
            className="dt-box"
            aria-checked={isSelected}
            aria-label={words.t('Select {{name}}', { name: label })}
          />
        </div>
      )}
      {shape.map((placed, at) => (
        <div
          key={placed.column.id}
          role="gridcell"
          aria-colindex={at + lead}
          className={cellClass('dt-cell', placed, at === lastPin)}
          style={pinStyle(placed, at)}
        >
          {placed.column.cell(row, words)}
        </div>
      ))}
    </div>
  )
}

/** One row, drawn anew only when something about itself changed. Its element is used again for other rows while scrolling. */
export const TableRow = memo(DrawRow) as typeof DrawRow
