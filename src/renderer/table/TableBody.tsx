// biome-ignore-all lint/a11y/useSemanticElements: a windowed grid cannot be an HTML table; ARIA's grid pattern says what it is.
// biome-ignore-all lint/a11y/useFocusableInteractive: the grid itself has the focus and names its row by aria-activedescendant.
import { Button } from '@blueprintjs/core'
import { useVirtualizer, type VirtualItem } from '@tanstack/react-virtual'
import { memo, type ReactNode, type RefObject, useEffect, useRef } from 'react'
import { useSay } from '../actions/say.ts'
import type { Rows } from '../actions/useRows.ts'
import { EmptyState, FailedState, LoadingRows, NoPermissionState } from '../kit/states.tsx'
import { cellClass, type PlacedColumn, pinStyle } from './column-layout.ts'
import { isSelected, type Selection } from './selection.ts'
import type { Locale } from './words.ts'

/** What a table needs of a list; `useRows` gives it. */
export type RowList<R> = Omit<Rows<R>, 'rows' | 'total'> & { rows: readonly R[] }

export interface TableBodyProps<R> {
  scroller: RefObject<HTMLDivElement | null>
  gridId: string
  rows: readonly R[]
  rowId: (row: R) => string
  rowLabel: (row: R) => string
  shape: readonly PlacedColumn<R>[]
  words: Locale
  rowHeight: number
  /** Each row is a card, whose cells say their own headers. */
  isCards: boolean
  selection: Selection | null
  cursor: number
  openId: string | null
  /** Rows of another question: neither pointer nor keys reach what is in them. */
  isOld: boolean
  hasMore: boolean
  loadMore: () => void
  /** Scrolls a row into sight; the table's keys call it. */
  reveal: RefObject<(index: number) => void>
}

const overscan = 6
const skeletons = 4
const loadAhead = 25

/** The windowed rows. It alone draws again while scrolling. */
export function TableBody<R>(props: TableBodyProps<R>) {
  const { scroller, rows, rowHeight, isOld, hasMore, loadMore, reveal } = props
  const count = rows.length + (hasMore ? skeletons : 0)
  const virtual = useVirtualizer({
    count,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    overscan,
    scrollPaddingStart: 36,
    // Drawn within the frame that scrolls: drawn after it, a far jump shows a frame without rows.
    useFlushSync: true,
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: row heights are fixed, so only a change of density measures anew.
  useEffect(() => virtual.measure(), [rowHeight])
  reveal.current = (index) => virtual.scrollToIndex(index)

  const items = virtual.getVirtualItems()
  const last = items.at(-1)?.index ?? 0
  useEffect(() => {
    if (hasMore && !isOld && last >= rows.length - loadAhead) loadMore()
  }, [hasMore, isOld, last, rows.length, loadMore])

  const pool = usePool(items.length)
  const inOrder = useDomOrder(items, pool, virtual.isScrolling)
  return (
    <div role="rowgroup" className="dt-body" inert={isOld} style={{ height: virtual.getTotalSize() }}>
      {inOrder.map(({ index, start }) => {
        const row = rows[index]
        if (row === undefined) return <Skeleton key={`skeleton-${index}`} top={start} />
        return <BodyRow key={index % pool} {...props} row={row} index={index} top={start} />
      })}
    </div>
  )
}

/** How many row elements there are: it only grows, so that a row's slot (its index modulo this) is never taken twice. */
function usePool(shown: number): number {
  const pool = useRef(1)
  if (shown > pool.current) pool.current = shown + overscan
  return pool.current
}

/**
 * Rows in the order of their elements. Moving an element costs a style pass over all its cells, so while the list scrolls
 * elements stay where they are and only their text changes; at rest they stand in reading order again, for screen readers.
 */
function useDomOrder(items: VirtualItem[], pool: number, isScrolling: boolean): VirtualItem[] {
  const slots = useRef(new Map<number, number>())
  if (!isScrolling) {
    slots.current = new Map(items.map(({ index }, at) => [index % pool, at]))
    return items
  }
  const place = ({ index }: VirtualItem) => slots.current.get(index % pool) ?? pool + (index % pool)
  return items.toSorted((a, b) => place(a) - place(b))
}

function BodyRow<R>({ row, index, top, ...props }: TableBodyProps<R> & { row: R; index: number; top: number }) {
  const { rowId, rowLabel, shape, words, selection, cursor, openId, gridId, isCards } = props
  const id = rowId(row)
  return (
    <TableRow
      row={row}
      id={id}
      index={index}
      top={top}
      shape={shape}
      isCard={isCards}
      words={words}
      isSelected={selection === null ? null : isSelected(selection, id)}
      isCursor={index === cursor}
      isOpen={id === openId}
      label={rowLabel(row)}
      domId={`${gridId}-row-${index}`}
    />
  )
}

function Skeleton({ top }: { top: number }) {
  return (
    <div className="dt-row dt-skeleton-row" style={{ transform: `translateY(${top}px)` }} aria-hidden="true">
      <span className="dt-skeleton" />
    </div>
  )
}

interface TableRowProps<R> {
  row: R
  id: string
  /** Of the whole list, from 0. */
  index: number
  /** Pixels from the top of the list. */
  top: number
  /** Stable while columns are only resized. */
  shape: readonly PlacedColumn<R>[]
  isCard: boolean
  words: Locale
  /** null where rows cannot be chosen. */
  isSelected: boolean | null
  isCursor: boolean
  isOpen: boolean
  /** How the row is called aloud. */
  label: string
  domId: string
}

function DrawRow<R>(props: TableRowProps<R>) {
  const { row, id, index, top, shape, isCard, words, isSelected, isCursor, isOpen, label, domId } = props
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
          {...(isCard && at > 0 && { 'data-label': words.t(placed.column.header) })}
        >
          {placed.column.cell(row, words)}
        </div>
      ))}
    </div>
  )
}

/** One row, drawn anew only when something about itself changed. Its element is used again for other rows while scrolling. */
export const TableRow = memo(DrawRow) as typeof DrawRow

export interface EmptyWords {
  title: string
  hint?: string
  /** For instance "Clear the filters". */
  action?: { label: string; run: () => void }
  /** Further ways on, beside it. */
  more?: ReactNode
}

interface TableNoticeProps {
  list: RowList<unknown>
  empty: EmptyWords | undefined
  words: Locale
}

/** What stands in place of rows: loading, failed, no permission and empty each look like themselves. */
export function TableNotice({ list, empty, words: { t } }: TableNoticeProps) {
  const say = useSay()
  if (list.isError && list.error?.status === 403) return <NoPermissionState />
  if (list.isError) return <FailedState text={say.problem(list.error)} onRetry={() => void list.reload()} />
  if (list.isLoading) return <LoadingRows />
  return (
    <EmptyState title={empty?.title ?? t('Nothing here')} text={empty?.hint}>
      {empty?.action && <Button text={empty.action.label} onClick={empty.action.run} />}
      {empty?.more}
    </EmptyState>
  )
}
