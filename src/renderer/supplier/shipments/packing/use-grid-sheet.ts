import type { Virtualizer } from '@tanstack/react-virtual'
import { type ClipboardEvent, type FocusEvent, type KeyboardEvent, type RefObject, useRef } from 'react'
import { caretOf, nextPlace, readSheet, type SheetPlace } from '../../../kit/sheet-keys.ts'
import { addBox, fillDown, textColumns } from './draft-boxes.ts'
import { pasteBoxes } from './paste-boxes.ts'
import type { PackingDraft } from './use-packing-draft.ts'

type Windowed = Virtualizer<HTMLDivElement, Element>

interface GridSheet {
  packing: PackingDraft
  scroller: RefObject<HTMLDivElement | null>
  rows: Windowed
  columns: Windowed
  onPasted: (refused: number) => void
}

/** The keyboard and clipboard of the packing grid: arrows, Enter, Tab, Ctrl+D, blocks from Excel. */
export function useGridSheet({ packing, scroller, rows, columns, onPasted }: GridSheet) {
  const { boxes, lines, change } = packing
  const active = useRef<SheetPlace>({ row: 0, column: 0 })
  /** The cursor is on its way to a cell that is being drawn: a held arrow key goes on from there. */
  const isMoving = useRef(false)

  const focus = (place: SheetPlace) => {
    active.current = place
    const fieldAt = () =>
      scroller.current?.querySelector<HTMLInputElement>(`[data-row="${place.row}"][data-col="${place.column}"] input`)
    rows.scrollToIndex(place.row)
    const line = place.column - textColumns.length
    if (line >= 0) columns.scrollToIndex(line)
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

  const keyDown = (event: KeyboardEvent) => {
    const at = placeOf(event.target)
    if (!at || event.nativeEvent.isComposing) return
    const size = { rows: boxes.length, columns: textColumns.length + lines.length }
    if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 'd') {
      event.preventDefault()
      fill(at.place)
      return
    }
    if (event.key === 'Escape') {
      // Escape leaves the cell, not the shipment.
      event.stopPropagation()
      at.field.blur()
      return
    }
    if (event.ctrlKey || event.metaKey || event.altKey) return
    if (event.key === 'Enter' && !event.shiftKey && at.place.row === boxes.length - 1) {
      event.preventDefault()
      change(addBox)
      requestAnimationFrame(() => focus({ row: boxes.length, column: at.place.column }))
      return
    }
    const from = isMoving.current ? active.current : at.place
    const next = nextPlace(from, { key: event.key, shiftKey: event.shiftKey, ...caretOf(at.field) }, size)
    if (!next) return
    event.preventDefault()
    focus(next)
  }

  /** The cell's value goes into every box below it. */
  const fill = ({ row, column }: SheetPlace) => change((now) => fillDown(now, lines, row, column))

  const paste = (event: ClipboardEvent) => {
    const at = placeOf(event.target)
    const block = readSheet(event.clipboardData.getData('text'))
    if (!at || block === null) return
    event.preventDefault()
    event.stopPropagation()
    const pasted = pasteBoxes(boxes, lines, at.place, block)
    change(() => pasted.boxes)
    onPasted(pasted.refused)
  }
  const follow = (event: FocusEvent) => {
    const at = placeOf(event.target)
    if (at && !isMoving.current) active.current = at.place
  }
  return { keyDown, paste, follow, focus, fillActive: () => fill(active.current) }
}

function placeOf(target: EventTarget): { field: HTMLInputElement; place: SheetPlace } | null {
  if (!(target instanceof HTMLInputElement)) return null
  const cell = target.closest<HTMLElement>('[data-col]')
  if (!cell) return null
  return { field: target, place: { row: Number(cell.dataset.row), column: Number(cell.dataset.col) } }
}
