import type { Virtualizer } from '@tanstack/react-virtual'
import {
  type ClipboardEvent as ReactClipboardEvent,
  type FocusEvent as ReactFocusEvent,
  type KeyboardEvent as ReactKeyboardEvent,
  type RefObject,
  useMemo,
  useRef,
  useState,
} from 'react'
import { useUnsaved } from '../../../app/unsaved.ts'
import {
  areaBetween,
  caretOf,
  nextPlace,
  readSheet,
  type SheetArea,
  type SheetPlace,
} from '../../../kit/quantities.tsx'
import { useSheetMouse } from '../../../kit/sheet-mouse.ts'
import { clearArea, copyArea, fillArea } from './packing-area.ts'
import { addBox, textColumns } from './packing-draft.ts'
import { type BoxPlan, type BoxReading, planBoxes } from './packing-paste.ts'
import type { PackingDraft } from './use-packing-draft.ts'

type Windowed = Virtualizer<HTMLDivElement, Element>

interface GridSheet {
  packing: PackingDraft
  scroller: RefObject<HTMLDivElement | null>
  rows: Windowed
  columns: Windowed
  onPasted: (refused: number) => void
}

/**
 * The cursor of the packing grid and what is marked from it: arrows, Enter, Tab, Ctrl+D, the mouse, blocks to and from Excel. The
 * cursor is where the focus is, or was last.
 */
export function useGridSheet({ packing, scroller, rows, columns, onPasted }: GridSheet) {
  const { boxes, lines, change } = packing
  const [cursor, setCursor] = useState<SheetPlace>({ row: 0, column: 0 })
  /** The marked area's other corner. */
  const [corner, setCorner] = useState<SheetPlace | null>(null)
  /** A paste that waits for the user to see what it would fill. */
  const [pasted, setPasted] = useState<{ at: SheetPlace; block: string[][] } | null>(null)
  // Of the boxes as they are now: an answer must never bring back those that somebody has changed since.
  const asked = useMemo<BoxPlan | null>(
    () => pasted && planBoxes(boxes, lines, pasted.at, pasted.block),
    [pasted, boxes, lines],
  )
  useUnsaved(pasted !== null && !packing.isTyped, packing.what)
  const area = areaBetween(cursor, corner ?? cursor)
  const isRange = area.top !== area.bottom || area.left !== area.right
  const active = useRef(cursor)
  /** The cursor is on its way to a cell that is being drawn: a held arrow key goes on from there. */
  const isMoving = useRef(false)

  const scrollTo = ({ row, column }: SheetPlace) => {
    rows.scrollToIndex(row)
    const line = column - textColumns.length
    if (line >= 0) columns.scrollToIndex(line)
  }
  const focus = (place: SheetPlace) => {
    active.current = place
    setCursor(place)
    setCorner(null)
    const fieldAt = () =>
      scroller.current?.querySelector<HTMLInputElement>(`[data-row="${place.row}"][data-col="${place.column}"] input`)
    scrollTo(place)
    const take = () => {
      // A later key went further meanwhile.
      if (active.current.row !== place.row || active.current.column !== place.column) return
      isMoving.current = false
      const field = fieldAt()
      field?.focus({ preventScroll: true })
      field?.select()
    }
    // A cell out of the window is drawn first.
    if (fieldAt()) return take()
    isMoving.current = true
    requestAnimationFrame(() => requestAnimationFrame(take))
  }
  const extendTo = (place: SheetPlace) => {
    setCorner(place)
    scrollTo(place)
  }
  /** The marked cells' first row goes into those below it; of one cell into every box below. */
  const fill = () => change((now) => fillArea(now, lines, area))

  const goBack = (step: () => void) => {
    step()
    // The cell with the focus may be gone with its box.
    requestAnimationFrame(() => {
      if (document.activeElement === document.body) focus({ row: 0, column: cursor.column })
    })
  }
  /** The same from the field's menu. */
  const beforeInput = (event: { nativeEvent: Event; preventDefault: () => void }) => {
    const { nativeEvent } = event
    if (!(nativeEvent instanceof InputEvent) || !nativeEvent.inputType.startsWith('history')) return
    event.preventDefault()
    goBack(nativeEvent.inputType === 'historyUndo' ? packing.undo : packing.redo)
  }

  /** Keys that do something with what is marked. */
  const acts = (event: ReactKeyboardEvent): boolean => {
    const command = event.ctrlKey || event.metaKey ? event.key.toLowerCase() : null
    if (command === 'd') fill()
    // The field's own history knows nothing of what was pasted or distributed.
    else if (command === 'y' || (command === 'z' && event.shiftKey)) goBack(packing.redo)
    else if (command === 'z') goBack(packing.undo)
    else if (isRange && (event.key === 'Delete' || event.key === 'Backspace')) {
      change((now) => clearArea(now, lines, area))
    } else return false
    return true
  }
  const moves = (event: ReactKeyboardEvent, at: { field: HTMLInputElement; place: SheetPlace }): boolean => {
    if (event.ctrlKey || event.metaKey || event.altKey) return false
    const size = { rows: boxes.length, columns: textColumns.length + lines.length }
    const { key, shiftKey } = event
    if (key === 'Enter' && !shiftKey && at.place.row === boxes.length - 1) {
      change(addBox)
      requestAnimationFrame(() => focus({ row: boxes.length, column: at.place.column }))
      return true
    }
    const isExtending = shiftKey && key.startsWith('Arrow')
    // Within the text of a cell, Shift and an arrow mark text.
    const caret = isExtending && isRange ? { atStart: true, atEnd: true } : caretOf(at.field)
    const from = isExtending ? (corner ?? cursor) : isMoving.current ? active.current : at.place
    const next = nextPlace(from, { key, shiftKey, ...caret }, size)
    if (!next) return false
    if (isExtending) extendTo(next)
    else focus(next)
    return true
  }
  const keyDown = (event: ReactKeyboardEvent) => {
    const at = placeOf(event.target)
    if (!at || event.nativeEvent.isComposing) return
    if (event.key === 'Escape') {
      // Escape leaves the cell, not the shipment.
      event.stopPropagation()
      at.field.blur()
    } else if (acts(event) || moves(event, at)) event.preventDefault()
  }

  /** The question goes with its focus: who types goes on in the grid. */
  const dropPaste = () => {
    if (pasted) requestAnimationFrame(() => focus(cursor))
    setPasted(null)
  }
  const take = (reading: BoxReading) => {
    dropPaste()
    change(() => reading.boxes)
    onPasted(reading.refused)
  }
  const paste = (event: ReactClipboardEvent) => {
    const at = placeOf(event.target)
    const text = event.clipboardData.getData('text')
    // One value goes into all that is marked.
    const block = readSheet(text) ?? (isRange ? blockOf(text.trim(), area) : null)
    if (!at || block === null) return
    event.preventDefault()
    event.stopPropagation()
    const start = { row: area.top, column: area.left }
    const plan = planBoxes(boxes, lines, start, block)
    if (plan.isAsked && plan.readings.some(({ cells }) => cells > 0)) setPasted({ at: start, block })
    else take(plan.readings[0])
  }
  const copy = (event: ReactClipboardEvent) => {
    // Of one cell the browser copies what is marked in its text.
    if (!placeOf(event.target) || !isRange) return
    event.preventDefault()
    event.clipboardData.setData('text/plain', copyArea(boxes, lines, area))
  }
  /** The focus came by itself, as by Tab. */
  const follow = (event: ReactFocusEvent) => {
    const at = placeOf(event.target)
    if (!at || isMoving.current) return
    packing.settle()
    active.current = at.place
    if (at.place.row === cursor.row && at.place.column === cursor.column) return
    setCursor(at.place)
    setCorner(null)
  }
  const mouse = useSheetMouse<SheetPlace>({
    placeOf: (element) => placeOf(element.closest('[data-col]')?.querySelector('input') ?? null)?.place ?? null,
    goTo: focus,
    extendTo,
    keepsCaret: (place) => {
      const at = placeOf(document.activeElement)?.place
      const isThere = at?.row === place.row && at.column === place.column
      if (isThere) setCorner(null)
      return isThere
    },
  })
  return {
    cursor,
    area,
    isRange,
    keyDown,
    beforeInput,
    paste,
    copy,
    follow,
    focus,
    mouse,
    fill,
    asked,
    take,
    dropPaste,
  }
}

function blockOf(text: string, { top, left, bottom, right }: SheetArea): string[][] {
  return Array.from({ length: bottom - top + 1 }, () => Array.from({ length: right - left + 1 }, () => text))
}

function placeOf(target: EventTarget | null): { field: HTMLInputElement; place: SheetPlace } | null {
  if (!(target instanceof HTMLInputElement)) return null
  const cell = target.closest<HTMLElement>('[data-col]')
  if (!cell) return null
  return { field: target, place: { row: Number(cell.dataset.row), column: Number(cell.dataset.col) } }
}
