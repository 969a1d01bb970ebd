import { type ClipboardEvent, type KeyboardEvent, type ReactNode, useRef } from 'react'
import { caretOf, nextPlace, readSheet, type SheetPlace } from '../kit/quantities.tsx'

interface TableSheetProps {
  rows: number
  /** How many typed columns there are; their cells carry `data-sheet` with their number. */
  columns: number
  onPaste: (at: SheetPlace, text: string) => void
  children: ReactNode
}

/** Makes the typed columns of a `DataTable` behave like a sheet: arrows, Enter, Tab, and blocks pasted from Excel. */
export function TableSheet({ rows, columns, onPaste, children }: TableSheetProps) {
  const root = useRef<HTMLDivElement>(null)
  const focus = ({ row, column }: SheetPlace) => {
    const field = root.current?.querySelector<HTMLInputElement>(
      `.dt-row[data-index="${row}"] [data-sheet="${column}"] input`,
    )
    field?.focus()
    field?.select()
    field?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  }
  const keyDown = (event: KeyboardEvent) => {
    const at = placeOf(event.target)
    if (!at || event.nativeEvent.isComposing || event.ctrlKey || event.metaKey || event.altKey) return
    const press = { key: event.key, shiftKey: event.shiftKey, ...caretOf(at.field) }
    const next = nextPlace(at.place, press, { rows, columns })
    if (!next) return
    event.preventDefault()
    focus(next)
  }
  const paste = (event: ClipboardEvent) => {
    const text = event.clipboardData.getData('text')
    const at = placeOf(event.target)
    if (!at || readSheet(text) === null) return
    event.preventDefault()
    event.stopPropagation()
    onPaste(at.place, text)
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it listens for the fields inside it
    <div className="table-sheet" ref={root} onKeyDown={keyDown} onPasteCapture={paste}>
      {children}
    </div>
  )
}

function placeOf(target: EventTarget): { field: HTMLInputElement; place: SheetPlace } | null {
  if (!(target instanceof HTMLInputElement)) return null
  const column = target.closest<HTMLElement>('[data-sheet]')?.dataset.sheet
  const row = target.closest<HTMLElement>('[data-index]')?.dataset.index
  if (column === undefined || row === undefined) return null
  return { field: target, place: { row: Number(row), column: Number(column) } }
}
