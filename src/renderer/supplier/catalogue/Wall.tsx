// biome-ignore-all lint/a11y/useFocusableInteractive: the wall itself has the focus and names its style by aria-activedescendant.
import { useVirtualizer } from '@tanstack/react-virtual'
import { type KeyboardEvent, memo, type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { missingLabels } from '../../../shared/areas/catalogue/attributes.ts'
import type { CatalogueRow } from '../../../shared/areas/catalogue/calls.ts'
import type { Rows } from '../../actions/useRows.ts'
import { isOfDialog } from '../../kit/dialogs.tsx'
import { StatusTag } from '../../kit/StatusTag.tsx'
import { Money } from '../../kit/states.tsx'
import { StylePicture } from '../../pictures/StylePicture.tsx'
import { extendTo, isEmpty, isSelected, type RowSelection, toggle } from '../../table/selection.ts'
import { type Locale, useLocale } from '../../table/words.ts'
import { useStruck } from './use-struck.ts'
import { type Judged, standing } from './verdicts.ts'
import { afterVerdict, onCards } from './wall-cursor.ts'

/** What a key asks for, beside moving and choosing, which the wall does by itself. */
export type WallDeed = 'pass' | 'fail' | 'note' | 'undo' | 'open' | 'compare' | 'help'

export interface WallHandle {
  focus: () => void
  next: () => void
}

interface WallProps {
  rows: Rows<CatalogueRow>
  judged: ReadonlyMap<string, Judged>
  selection: RowSelection
  /** On the style under the cursor, or on those that are chosen. Gives true where the cursor goes on to the next. */
  onDeed: (deed: WallDeed, row: CatalogueRow | null) => boolean
  /** What a dialog does with the wall once it is done. */
  handle: RefObject<WallHandle | null>
  /** The wall is left with so many verdicts that waited for their cards. */
  onLost: (passes: number) => void
  label: string
}

const TILE = { width: 172, height: 286 }
/** Tiles that are loaded ahead of those in sight. */
const AHEAD = 180

const deeds: Readonly<Record<string, WallDeed>> = {
  ...{ p: 'pass', f: 'fail', c: 'note', u: 'undo', Enter: 'open', v: 'compare', '?': 'help' },
}

const idOf = (row: CatalogueRow | undefined) => (row ? `wall-${row.catalogue_id}` : undefined)

/** Styles as pictures, some in sight drawn, judged by the keyboard alone. */
export function Wall({ rows: list, judged, selection, onDeed, onLost, handle, label }: WallProps) {
  const { rows, hasMore, loadMore, isOld } = list
  const words = useLocale()
  const scroller = useRef<HTMLDivElement>(null)
  const columns = useColumns(scroller)
  const [cursor, setCursor] = useState(0)
  const at = Math.min(cursor, rows.length)
  const lines = Math.ceil(rows.length / columns)
  const virtual = useVirtualizer({
    count: lines,
    getScrollElement: () => scroller.current,
    estimateSize: () => TILE.height,
    overscan: 2,
    useFlushSync: true,
  })
  const items = virtual.getVirtualItems()
  // Lines that come take the places of those that went: their elements are filled anew and not made anew.
  const places = useRef(0)
  places.current = Math.max(places.current, items.length)
  const lastTile = ((items.at(-1)?.index ?? 0) + 1) * columns
  useEffect(() => {
    if (hasMore && !isOld && lastTile >= rows.length - AHEAD) loadMore()
  }, [hasMore, isOld, lastTile, rows.length, loadMore])
  useEffect(() => {
    if (document.activeElement === document.body) scroller.current?.focus()
  }, [])

  const struck = useStruck({
    ...{ list, at, onLost },
    pass: (row) => onDeed('pass', row),
    goTo(next) {
      setCursor(next)
      virtual.scrollToIndex(Math.floor(onCards(next, rows.length) / columns))
    },
  })
  const goOn = () => {
    setCursor(afterVerdict(at, rows.length))
    virtual.scrollToIndex(Math.floor(onCards(at + 1, rows.length) / columns))
  }
  const go = (to: number, isRange = false) => {
    const next = onCards(to, rows.length)
    const ids = rows.map(({ catalogue_id }) => catalogue_id)
    const [from, row] = [rows[at], rows[next]]
    if (isRange && from && row)
      selection.set((now) =>
        extendTo(isSelected(now, from.catalogue_id) ? now : toggle(now, from.catalogue_id, ids), row.catalogue_id, ids),
      )
    setCursor(next)
    virtual.scrollToIndex(Math.floor(next / columns))
  }
  handle.current = { focus: () => scroller.current?.focus(), next: goOn }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey || isOld || isOfDialog(event.target)) return
    const key = event.key.length === 1 ? event.key.toLowerCase() : event.key
    const to = target(key, at, columns, rows.length)
    const row = rows[at]
    const deed = deeds[key]
    // The cursor waits with the verdicts that were struck behind it.
    if (to !== null) struck.isWaiting || go(to, event.shiftKey)
    else if (key === 'x' && row) selection.set((now) => toggle(now, row.catalogue_id, [row.catalogue_id]))
    else if (key === 'Escape') selection.clear()
    else if (deed) {
      // A held key judges nothing that nobody looked at.
      const isKept = !event.repeat && isEmpty(selection.selection) && struck.keep(deed)
      if (!event.repeat && !isKept && onDeed(deed, row ?? null)) goOn()
    } else return
    event.preventDefault()
  }
  return (
    <div
      ref={scroller}
      className="wall"
      role="listbox"
      aria-label={label}
      aria-multiselectable="true"
      aria-activedescendant={idOf(rows[at])}
      tabIndex={0}
      onKeyDown={onKeyDown}
    >
      <div className="wall-all" style={{ height: virtual.getTotalSize() }} role="presentation">
        {items.map((line) => (
          <div
            key={line.index % places.current}
            className="wall-line"
            role="presentation"
            style={{ transform: `translateY(${line.start}px)`, gridTemplateColumns: `repeat(${columns}, 1fr)` }}
          >
            {rows.slice(line.index * columns, (line.index + 1) * columns).map((row, place) => {
              const index = line.index * columns + place
              return (
                <Tile
                  // biome-ignore lint/suspicious/noArrayIndexKey: a place on the wall.
                  key={place}
                  row={row}
                  judged={standing(row, judged.get(row.catalogue_id))}
                  isAt={index === at}
                  isChosen={isSelected(selection.selection, row.catalogue_id)}
                  words={words}
                  onPress={(isRange, isTwice) => {
                    scroller.current?.focus()
                    go(index, isRange)
                    if (isTwice) onDeed('open', row)
                  }}
                />
              )
            })}
          </div>
        ))}
      </div>
    </div>
  )
}

/** Where a key takes the cursor; null when it is no moving key. */
function target(key: string, at: number, columns: number, count: number): number | null {
  const targets: Record<string, number> = {
    ...{ ArrowRight: at + 1, ArrowLeft: at - 1, ArrowDown: at + columns, ArrowUp: at - columns },
    ...{ j: at + 1, k: at - 1, n: at + 1, ' ': at + 1, Home: 0, End: count - 1 },
    ...{ PageDown: at + columns * 3, PageUp: at - columns * 3 },
  }
  return targets[key] ?? null
}

function useColumns(scroller: RefObject<HTMLDivElement | null>): number {
  const [columns, setColumns] = useState(6)
  useLayoutEffect(() => {
    const element = scroller.current
    if (!element) return
    const measure = () => setColumns(Math.max(1, Math.floor((element.clientWidth - 16) / TILE.width)))
    measure()
    const watch = new ResizeObserver(measure)
    watch.observe(element)
    return () => watch.disconnect()
  }, [scroller])
  return columns
}

interface TileProps {
  row: CatalogueRow
  judged: Judged | undefined
  isAt: boolean
  isChosen: boolean
  words: Locale
  onPress: (isRange: boolean, isTwice: boolean) => void
}

/** A tile draws again when it changes, not when the wall scrolls. */
const Tile = memo(
  function Tile({ row, judged, isAt, isChosen, words, onPress }: TileProps) {
    const { t, name, day, listed } = words
    const lacks = listed(row.missing.map((one) => t(missingLabels[one])))
    return (
      // biome-ignore lint/a11y/useKeyWithClickEvents: the wall has the keys.
      <div
        id={idOf(row)}
        role="option"
        aria-selected={isChosen}
        className="wall-tile"
        data-row-id={row.catalogue_id}
        data-at={isAt || undefined}
        data-judged={judged ? (judged.refused ? 'refused' : 'yes') : undefined}
        onClick={(event) => onPress(event.shiftKey, event.detail === 2)}
      >
        <span className="wall-picture">
          <StylePicture
            of={{ picture: row.picture, style_id: row.catalogue_id, style_name: row.name, style_name_zh: row.name_zh }}
            size="tile"
          />
        </span>
        <span className="wall-name">{name(row.name, row.name_zh)}</span>
        <span className="wall-line-of">
          <span className="code">{row.catalogue_id}</span>
          <Money value={row.price} />
        </span>
        <span className="wall-line-of muted">{name(row.supplier_name, row.supplier_name_zh)}</span>
        <span className="wall-foot">
          {judged?.refused ? (
            <span className="wall-refused" role="status">
              {t(judged.refused.message, judged.refused.values)}
            </span>
          ) : (
            <StatusTag status={judged?.status ?? row.status ?? row.vendor_status} />
          )}
          {row.review?.is_late ? (
            <span
              className="wall-late"
              title={t('The buyers’ review is late: it was due on {{day}}.', { day: day(row.review.deadline) })}
            >
              {t('Review late')}
            </span>
          ) : null}
          {lacks === '' ? null : (
            <span className="wall-lacks" title={t('Lacks: {{what}}', { what: lacks })}>
              {t('Lacks {{n}}', { n: row.missing.length })}
            </span>
          )}
        </span>
      </div>
    )
  },
  (a, b) =>
    a.row === b.row && a.judged === b.judged && a.isAt === b.isAt && a.isChosen === b.isChosen && a.words === b.words,
)
