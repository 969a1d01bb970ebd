import { type ClipboardEvent, type KeyboardEvent, type ReactNode, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { readBlock } from '../../kit/quantity-grid/block.ts'
import { caretOf, nextPlace, readSheet, type SheetPlace } from '../../kit/sheet-keys.ts'
import { showToast } from '../../kit/toasts.ts'
import type { PlatformRow, TypeCell } from './platform-columns.tsx'

interface PlatformSheetProps {
  rows: readonly PlatformRow[]
  type: TypeCell
  children: ReactNode
}

const fields = ['ready', 'oos'] as const

/** Makes the two quantity columns of the table behave like a sheet: arrows, Enter, Tab, and a column pasted from Excel. */
export function PlatformSheet({ rows, type, children }: PlatformSheetProps) {
  const { t } = useTranslation()
  const root = useRef<HTMLDivElement>(null)
  const focus = ({ row, column }: SheetPlace) => {
    const field = root.current?.querySelector<HTMLInputElement>(
      `.dt-row[data-index="${row}"] [data-sheet="${column}"] input`,
    )
    field?.focus()
    field?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  }
  const keyDown = (event: KeyboardEvent) => {
    const at = placeOf(event.target)
    if (!at || event.nativeEvent.isComposing || event.ctrlKey || event.metaKey || event.altKey) return
    const press = { key: event.key, shiftKey: event.shiftKey, ...caretOf(at.field) }
    const next = nextPlace(at.place, press, { rows: rows.length, columns: fields.length })
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
    const block = readBlock(text)
    let left = 0
    block.forEach((cells, down) => {
      cells.forEach((cell, across) => {
        const row = rows[at.place.row + down]
        const field = fields[at.place.column + across]
        if (cell === null || field === undefined) return
        if (row === undefined || cell === 'refused') left += 1
        else type(row.item, field, cell)
      })
    })
    if (left > 0) showToast({ tone: 'info', text: t('Pasted cells left out: {{n}}', { n: left }) })
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it listens for the fields inside it
    <div className="plat-sheet" ref={root} onKeyDown={keyDown} onPasteCapture={paste}>
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
