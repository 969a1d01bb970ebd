// biome-ignore-all lint/a11y/useSemanticElements: a windowed grid cannot be an HTML table; ARIA's grid pattern says what it is.
// biome-ignore-all lint/a11y/useFocusableInteractive: the grid itself has the focus and names its row by aria-activedescendant.
import type { DragEvent, KeyboardEvent } from 'react'
import type { ColumnLayout, PlacedColumn } from './column-layout.ts'
import { cellClass, pinStyle } from './column-layout.ts'
import type { Locale } from './words.ts'

export interface Sort {
  key: string
  isDescending: boolean
}

interface TableHeaderProps<R> {
  layout: ColumnLayout<R>
  words: Locale
  sort: Sort | null
  onSort: (sort: Sort) => void
  /** null where rows cannot be chosen. */
  checked: 'all' | 'some' | 'none' | null
  /** There is no row to choose, or none yet. */
  isEmpty: boolean
  onCheck: () => void
}

/** The sticky header: sort by click, resize at the edge, drag to reorder; with keys Alt+arrows and Alt+Shift+arrows. */
export function TableHeader<R>({ layout, words, sort, onSort, checked, isEmpty, onCheck }: TableHeaderProps<R>) {
  const { placed } = layout
  const lastPin = placed.findLastIndex(({ pinnedAt }) => pinnedAt !== null)
  return (
    <div role="rowgroup" className="dt-head">
      <div role="row" className="dt-row dt-head-row" aria-rowindex={1}>
        {checked !== null && (
          <div role="columnheader" aria-colindex={1} className="dt-th dt-check dt-pinned">
            <input
              type="checkbox"
              checked={checked === 'all'}
              disabled={isEmpty}
              ref={(box) => {
                if (box) box.indeterminate = checked === 'some'
              }}
              aria-label={words.t('Select all loaded rows')}
              onChange={onCheck}
            />
          </div>
        )}
        {placed.map((column, at) => (
          <HeaderCell
            key={column.column.id}
            {...{ placed: column, at, layout, words, sort, onSort }}
            colIndex={at + (checked === null ? 1 : 2)}
            isLastPin={at === lastPin}
          />
        ))}
      </div>
    </div>
  )
}

interface HeaderCellProps<R> {
  placed: PlacedColumn<R>
  at: number
  colIndex: number
  isLastPin: boolean
  layout: ColumnLayout<R>
  words: Locale
  sort: Sort | null
  onSort: (sort: Sort) => void
}

const dragType = 'application/x-selvedge-column'

function HeaderCell<R>({ placed, at, colIndex, isLastPin, layout, words, sort, onSort }: HeaderCellProps<R>) {
  const { column } = placed
  const isSorted = column.sort !== undefined && sort?.key === column.sort
  const direction = isSorted ? (sort?.isDescending ? 'descending' : 'ascending') : undefined
  const label = words.t(column.header)
  return (
    <div
      role="columnheader"
      aria-colindex={colIndex}
      aria-sort={column.sort === undefined ? undefined : (direction ?? 'none')}
      className={cellClass('dt-th', placed, isLastPin)}
      style={pinStyle(placed, at)}
      draggable
      onDragStart={(event) => event.dataTransfer.setData(dragType, column.id)}
      onDragOver={(event) => event.dataTransfer.types.includes(dragType) && event.preventDefault()}
      onDrop={(event) => drop(event, column.id, layout)}
    >
      <button
        type="button"
        className="dt-sort"
        aria-disabled={column.sort === undefined || undefined}
        title={column.means ? words.labelled(label, words.t(column.means)) : label}
        onClick={() => column.sort && onSort({ key: column.sort, isDescending: direction === 'ascending' })}
        onKeyDown={(event) => headerKeys(event, placed, layout)}
      >
        <span className="dt-th-text">{label}</span>
        {direction && <span aria-hidden="true">{direction === 'ascending' ? '↑' : '↓'}</span>}
      </button>
      <ResizeEdge id={column.id} layout={layout} />
    </div>
  )
}

function ResizeEdge<R>({ id, layout }: { id: string; layout: ColumnLayout<R> }) {
  const header = layout.table.getFlatHeaders().find(({ column }) => column.id === id)
  if (!header) return null
  const start = header.getResizeHandler()
  return (
    <span
      className="dt-resize"
      aria-hidden="true"
      draggable={false}
      onMouseDown={(event) => {
        // Otherwise the header itself starts to be dragged.
        event.preventDefault()
        event.stopPropagation()
        start(event)
      }}
      onTouchStart={start}
      onDoubleClick={() => header.column.resetSize()}
    />
  )
}

function drop<R>(event: DragEvent, onto: string, layout: ColumnLayout<R>): void {
  const id = event.dataTransfer.getData(dragType)
  if (id === '') return
  event.preventDefault()
  layout.moveBefore(id, onto)
}

function headerKeys<R>(event: KeyboardEvent<HTMLElement>, placed: PlacedColumn<R>, layout: ColumnLayout<R>): void {
  const step = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0
  if (!event.altKey || step === 0) return
  event.preventDefault()
  const { id } = placed.column
  if (!event.shiftKey) {
    const width = Math.min(1_200, Math.max(48, placed.width + step * 16))
    layout.table.setColumnSizing((widths) => ({ ...widths, [id]: width }))
    return
  }
  const ids = layout.placed.map(({ column }) => column.id)
  const neighbour = ids[ids.indexOf(id) + step]
  if (neighbour === undefined) return
  const button = event.currentTarget
  layout.moveBefore(id, neighbour)
  // An element that is put elsewhere loses the focus, and the next press would go nowhere.
  requestAnimationFrame(() => button.focus())
}
