// biome-ignore-all lint/a11y/useSemanticElements: a windowed grid cannot be an HTML table; ARIA's grid pattern says what it is.
import type { ListName } from '../../shared/areas.ts'
import './table.css'
import { Button } from '@blueprintjs/core'
import { ArrowDown, ArrowUp } from '@blueprintjs/icons'
import { type CSSProperties, type ReactNode, useCallback, useEffect, useId, useMemo, useRef, useState } from 'react'
import { useIsPhone } from '../kit/use-is-phone.ts'
import { ColumnMenu } from './ColumnMenu.tsx'
import { layoutStyle, type PlacedColumn, useColumnLayout } from './column-layout.ts'
import type { Column } from './columns.tsx'
import type { ListExport } from './ExportMenu.tsx'
import { ExportMenu } from './ExportMenu.tsx'
import type { AnyParams, ListState } from './list-state.ts'
import { SelectionStrip } from './SelectionStrip.tsx'
import { forScreen } from './saved-layout.ts'
import type { RowSelection } from './selection.ts'
import * as choose from './selection.ts'
import { type EmptyWords, type RowList, TableBody, TableNotice } from './TableBody.tsx'
import { type Sort, TableHeader } from './TableHeader.tsx'
import { KeysDialog, type RowKey, useGridKeys, usePageKeys } from './table-keys.tsx'
import { ViewsMenu } from './ViewsMenu.tsx'
import { type Locale, useLocale } from './words.ts'

export interface DataTableProps<R> {
  /** Names the kept layout; never reused for another table. */
  tableId: string
  /** What the table lists, in the reader's language. */
  label: string
  /** A constant, or memoised: a new array lays the table out anew. */
  columns: readonly Column<R>[]
  list: RowList<R>
  rowId: (row: R) => string
  /** How a row is called aloud; left out, its id. */
  rowLabel?: (row: R) => string
  sort?: Sort | null
  onSort?: (sort: Sort) => void
  selection?: RowSelection
  /** How many rows match in all; given where "all that match" may be chosen. */
  matching?: number | undefined
  onOpen?: (row: R) => void
  openId?: string | null
  /** Letters that act on the row under the cursor. */
  rowKeys?: readonly RowKey<R>[]
  /** Above the rows, at the left. As a function it is given what stands beside it elsewhere and has no room there on a phone. */
  filters?: ReactNode | ((more: ReactNode) => ReactNode)
  /** Above the rows, at the right. */
  tools?: ReactNode
  /** On a phone each row is a card: its columns below each other, without a header. */
  isCardsOnPhone?: boolean
  /** Rows of two lines, for cells that say more than one holds. */
  hasTwoLines?: boolean
  /** Saved views of this list, whose words stand in `address`. */
  views?: { list: ListName; address: ListState<AnyParams> }
  /** Makes what is seen a file. */
  exports?: ListExport
  /** At the foot while rows are chosen, so that neither the filters nor a row moves: what can be done with them. */
  bulk?: ReactNode
  empty?: EmptyWords
}

const none: readonly string[] = []
const noKeys: readonly never[] = []
/** Columns of a card below its first, and how many of them are kept for numbers; the rest is said where its row opens. */
const onCard = { further: 8, numbers: 3 }
const card = { head: 44, line: 40, around: 14 }
const heights = { dense: globalThis.matchMedia?.('(pointer: coarse)').matches ? 44 : 32, roomy: 44, twoLines: 48 }

/** A windowed list of rows with a sticky header, pinned columns, selection, keys, and a layout kept per user. */
export function DataTable<R>(props: DataTableProps<R>) {
  // A screen whose tabs are different tables shows each with a layout of its own.
  return <OneTable key={props.tableId} {...props} />
}

function OneTable<R>(props: DataTableProps<R>) {
  const { tableId, label, list, rowId, selection, onOpen, matching } = props
  // As wide as the screen is now: a window that is pulled about must not shuffle the columns under the pointer.
  const columns = useMemo(() => forScreen(props.columns, window.innerWidth), [props.columns])
  const words = useLocale()
  const layout = useColumnLayout(columns, tableId)
  const isCards = useIsPhone() && props.isCardsOnPhone === true
  const shape = useShape(isCards && onOpen ? placedOnCard(layout.placed) : layout.placed)
  const scroller = useRef<HTMLDivElement>(null)
  const reveal = useRef<(index: number) => void>(() => {})
  const gridId = useId()
  const [cursor, setCursor] = useState(-1)
  const [isHelpOpen, setHelpOpen] = useState(false)
  const ids = useMemo(() => list.rows.map(rowId), [list.rows, rowId])
  const root = useRef<HTMLDivElement>(null)

  const pick = useCallback(
    (index: number, isRange: boolean) => {
      const id = ids[index]
      if (id === undefined || !selection || list.isOld) return
      setCursor(index)
      selection.set((now) => (isRange ? choose.extendTo(now, id, ids) : choose.toggle(now, id, ids)))
    },
    [ids, selection, list.isOld],
  )
  const open = useCallback(
    (index: number) => {
      const row = list.rows[index]
      if (row !== undefined && !list.isOld) onOpen?.(row)
    },
    [list.rows, list.isOld, onOpen],
  )
  const go = useCallback((index: number) => {
    setCursor(index)
    reveal.current(index)
  }, [])
  const rowKeys = props.rowKeys ?? noKeys
  const letter = (typed: string) => {
    const row = list.isOld ? undefined : list.rows[cursor]
    const found = rowKeys.find(({ key }) => key === typed.toLowerCase())
    if (row !== undefined) found?.run(row)
    return found !== undefined
  }
  const chosenIds = list.isOld ? none : ids
  const onKeyDown = useGridKeys({ count: ids.length, cursor, go, pick, open, ids: chosenIds, selection, letter })
  usePageKeys({ root, cursor, go, onHelp: () => setHelpOpen(true) })

  const scope = selection?.scope
  const order = props.sort ? `${props.sort.key} ${props.sort.isDescending}` : ''
  // biome-ignore lint/correctness/useExhaustiveDependencies: another filter or order starts at its top.
  useEffect(() => {
    setCursor(-1)
    scroller.current?.scrollTo({ top: 0 })
  }, [scope, order])

  const checked = !selection ? null : headerState(selection.selection, ids)
  const hasChosen = selection !== undefined && !choose.isEmpty(selection.selection)
  const cardLines = Math.ceil((shape.length - 1) / 2)
  const cardHeight = card.head + cardLines * card.line + card.around
  const hasTwoLines = props.hasTwoLines === true && !isCards
  const lineHeight = hasTwoLines ? heights.twoLines : layout.isDense ? heights.dense : heights.roomy
  const rowHeight = isCards ? cardHeight : lineHeight
  const views = props.views && <ViewsMenu {...props.views} layout={layout} columns={columns} />
  const files = props.exports && <ExportMenu exports={props.exports} layout={layout} selection={selection?.selection} />
  const menu = <ColumnMenu layout={layout} columns={columns} words={words} onHelp={() => setHelpOpen(true)} />
  const isInSheet = isCards && typeof props.filters === 'function'
  const more = isInSheet ? (
    <>
      <SortChoice columns={columns} sort={props.sort ?? null} onSort={props.onSort} words={words} />
      <div className="dt-sheet-tools">
        {views}
        {files}
        {menu}
      </div>
    </>
  ) : null
  return (
    <section
      className="dt"
      ref={root}
      data-density={layout.isDense ? 'dense' : 'roomy'}
      data-cards={isCards || undefined}
      data-two-lines={hasTwoLines || undefined}
      aria-label={label}
    >
      <div className="dt-bar">
        {isInSheet ? null : views}
        <div className="dt-filters">{typeof props.filters === 'function' ? props.filters(more) : props.filters}</div>
        <div className="dt-tools">
          {props.tools}
          {isInSheet ? null : files}
          {isInSheet ? null : menu}
        </div>
      </div>
      <div className={`dt-progress${list.isFetching && !list.isLoading ? ' is-on' : ''}`} aria-hidden="true" />
      <div
        ref={scroller}
        role="grid"
        className="dt-grid"
        tabIndex={0}
        aria-label={label}
        aria-busy={list.isLoading || list.isOld}
        aria-rowcount={list.hasMore ? -1 : ids.length + 1}
        aria-colcount={layout.placed.length + (selection ? 1 : 0)}
        aria-multiselectable={selection ? true : undefined}
        aria-activedescendant={cursor >= 0 && cursor < ids.length ? `${gridId}-row-${cursor}` : undefined}
        style={isCards ? cardStyle(cardHeight) : layoutStyle(layout.placed, selection !== undefined)}
        onKeyDown={onKeyDown}
        onScroll={({ currentTarget: grid }) => grid.toggleAttribute('data-shifted', grid.scrollLeft > 0)}
        onClick={(event) => {
          const target = event.target instanceof Element ? event.target : null
          const index = Number(target?.closest<HTMLElement>('[data-index]')?.dataset.index ?? Number.NaN)
          if (Number.isNaN(index)) return
          if (target?.closest('[data-check]')) return pick(index, event.shiftKey)
          setCursor(index)
          // Marking text to copy it is not a click.
          if (window.getSelection()?.isCollapsed !== false) open(index)
        }}
      >
        <TableHeader
          layout={layout}
          words={words}
          sort={props.sort ?? null}
          onSort={props.onSort ?? (() => {})}
          checked={checked}
          isEmpty={ids.length === 0}
          onCheck={() => !list.isOld && selection?.set((now) => choose.toggleLoaded(now, ids))}
        />
        {ids.length > 0 && (
          <TableBody
            {...{ scroller, gridId, rowId, shape, words, rowHeight, cursor, reveal }}
            rows={list.rows}
            rowLabel={props.rowLabel ?? rowId}
            selection={selection?.selection ?? null}
            isCards={isCards}
            openId={props.openId ?? null}
            isOld={list.isOld}
            hasMore={list.hasMore}
            loadMore={list.loadMore}
          />
        )}
      </div>
      {ids.length === 0 && <TableNotice list={list} empty={props.empty} words={words} />}
      {selection && hasChosen && (
        <div className="dt-bulk">
          <SelectionStrip selection={selection} loaded={ids} matching={matching} hasMore={list.hasMore} words={words} />
          {props.bulk}
        </div>
      )}
      <KeysDialog
        isOpen={isHelpOpen}
        onClose={() => setHelpOpen(false)}
        canSelect={selection !== undefined}
        rowKeys={rowKeys}
      />
    </section>
  )
}

/** The first columns, but so that numbers, which stand last in most lists, are among them. */
function placedOnCard<R>(placed: readonly PlacedColumn<R>[]): readonly PlacedColumn<R>[] {
  const [first, ...others] = placed
  if (first === undefined || others.length <= onCard.further) return placed
  const isNumber = ({ column }: PlacedColumn<R>) => column.align === 'end'
  const numbers = others.filter(isNumber)
  const words = others
    .filter((one) => !isNumber(one))
    .slice(0, onCard.further - Math.min(onCard.numbers, numbers.length))
  const shown = new Set([...words, ...numbers.slice(0, onCard.further - words.length)])
  return [first, ...others.filter((one) => shown.has(one))]
}

const cardStyle = (height: number) => ({ '--dt-row': `${height}px` }) as CSSProperties

interface SortChoiceProps<R> {
  columns: readonly Column<R>[]
  sort: Sort | null
  onSort: ((sort: Sort) => void) | undefined
  words: Locale
}

/** The order of a list whose header is not shown. */
function SortChoice<R>({ columns, sort, onSort, words: { t } }: SortChoiceProps<R>) {
  if (sort === null || !onSort) return null
  const isUp = !sort.isDescending
  return (
    <div className="dt-sheet-sort">
      <select
        className="text-field"
        aria-label={t('Sorted by')}
        value={sort.key}
        onChange={({ target }) => onSort({ ...sort, key: target.value })}
      >
        {columns.flatMap((column) =>
          column.sort === undefined ? (
            []
          ) : (
            <option key={column.id} value={column.sort}>
              {t(column.header)}
            </option>
          ),
        )}
      </select>
      <Button
        icon={isUp ? <ArrowUp /> : <ArrowDown />}
        aria-label={isUp ? t('Ascending') : t('Descending')}
        title={isUp ? t('Ascending') : t('Descending')}
        onClick={() => onSort({ ...sort, isDescending: isUp })}
      />
    </div>
  )
}

/** The placed columns, but the same value while only widths change: rows need not be drawn anew for those. */
function useShape<R>(placed: ReturnType<typeof useColumnLayout<R>>['placed']) {
  const kept = useRef(placed)
  const isSame =
    kept.current.length === placed.length &&
    kept.current.every((old, at) => {
      const now = placed[at]
      return now !== undefined && now.column === old.column && (now.pinnedAt === null) === (old.pinnedAt === null)
    })
  if (!isSame) kept.current = placed
  return kept.current
}

function headerState(selection: choose.Selection, ids: readonly string[]): 'all' | 'some' | 'none' {
  if (choose.areAllSelected(selection, ids)) return 'all'
  return choose.isEmpty(selection) ? 'none' : 'some'
}
