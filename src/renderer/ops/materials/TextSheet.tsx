import './text-sheet.css'
import {
  type ClipboardEvent as ReactClipboardEvent,
  type KeyboardEvent as ReactKeyboardEvent,
  type ReactNode,
  useRef,
  useState,
} from 'react'
import { areaBetween, caretOf, nextPlace, readSheet, type SheetArea, type SheetPlace } from '../../kit/quantities.tsx'
import { useSheetMouse } from '../../kit/sheet-mouse.ts'
import type { SheetEdit } from './sheet-cells.ts'

export interface SheetColumn {
  readonly key: string
  /** In the reader's language. */
  readonly label: string
  /** Above the labels of columns that belong together. */
  readonly group?: string
  readonly width: number
  readonly isNumber?: boolean
}

interface TextSheetProps {
  label: string
  columns: readonly SheetColumn[]
  /** What stands before each row: its names in the reader's language. */
  rows: readonly { readonly key: string; readonly heads: readonly ReactNode[]; readonly label: string }[]
  /** Above what stands before the rows. */
  heads: readonly string[]
  textAt: (place: SheetPlace) => string
  /** Rows below the last are new ones. Left out: it is only read. */
  onChange?: ((edits: readonly SheetEdit[]) => void) | undefined
  /** Pasting and Enter make rows. */
  grows?: boolean
  /** Why a cell cannot stay so, or is asked about, in the reader's language. */
  faultAt?: (place: SheetPlace) => string | null
  warningAt?: (place: SheetPlace) => string | null
  isChanged?: (place: SheetPlace) => boolean
  /** Above a group of columns, beside its name. */
  groupTools?: (group: string) => ReactNode
  onCursor?: (place: SheetPlace) => void
}

/** Texts and decimals in rows and columns, typed and pasted like a sheet; `QuantityGrid` is the one for whole pieces. */
export function TextSheet(props: TextSheetProps) {
  const { label, columns, rows, heads, textAt, onChange, grows = false } = props
  const table = useRef<HTMLTableElement>(null)
  const [cursor, setCursor] = useState<SheetPlace>({ row: 0, column: 0 })
  const [corner, setCorner] = useState<SheetPlace | null>(null)
  const area = areaBetween(cursor, corner ?? cursor)
  const isRange = area.top !== area.bottom || area.left !== area.right
  const goTo = (place: SheetPlace) => {
    setCursor(place)
    setCorner(null)
    props.onCursor?.(place)
    const take = () => {
      const field = fieldAt(table.current, place)
      field?.focus()
      field?.select()
    }
    // A new row is drawn first.
    if (fieldAt(table.current, place)) take()
    else requestAnimationFrame(() => requestAnimationFrame(take))
  }
  const fill = (next: (place: SheetPlace) => string) =>
    onChange?.(placesIn(area).map((place) => ({ ...place, text: next(place) })))
  const keys = (event: ReactKeyboardEvent) => {
    const field = event.target
    const at = placeOf(field)
    if (!at || !(field instanceof HTMLInputElement) || event.nativeEvent.isComposing) return
    const { key, shiftKey } = event
    const command = event.ctrlKey || event.metaKey ? key.toLowerCase() : null
    if (command === 'd') fill(({ column }) => textAt({ row: area.top, column }))
    else if (command !== null || event.altKey) return
    else if (isRange && (key === 'Delete' || key === 'Backspace')) fill(() => '')
    // The specification's number fields take no minus sign.
    else if (columns[at.column]?.isNumber && /^[-−－]$/.test(key)) event.preventDefault()
    else {
      const isExtending = shiftKey && key.startsWith('Arrow')
      const caret = isExtending && isRange ? { atStart: true, atEnd: true } : caretOf(field)
      const size = { rows: rows.length + (grows && key === 'Enter' ? 1 : 0), columns: columns.length }
      const next = nextPlace(isExtending ? (corner ?? cursor) : at, { key, shiftKey, ...caret }, size)
      if (!next) return
      if (next.row >= rows.length) onChange?.([{ ...next, text: '' }])
      if (isExtending) setCorner(next)
      else goTo(next)
    }
    event.preventDefault()
    event.stopPropagation()
  }
  const paste = (event: ReactClipboardEvent) => {
    const text = event.clipboardData.getData('text')
    const block = readSheet(text)
    if (!onChange || !placeOf(event.target) || (block === null && !isRange)) return
    event.preventDefault()
    if (block === null) return fill(() => text.trim())
    const most = grows ? Number.POSITIVE_INFINITY : rows.length
    onChange(
      block.flatMap((cells, r) =>
        cells.flatMap((cell, c) => {
          const place = { row: area.top + r, column: area.left + c }
          return place.row < most && place.column < columns.length ? [{ ...place, text: cell }] : []
        }),
      ),
    )
  }
  const copy = (event: ReactClipboardEvent) => {
    if (!placeOf(event.target) || !isRange) return
    event.preventDefault()
    const lines = Map.groupBy(placesIn(area), ({ row }) => row)
    event.clipboardData.setData('text/plain', [...lines.values()].map((line) => line.map(textAt).join('\t')).join('\n'))
  }
  const mouse = useSheetMouse<SheetPlace>({
    placeOf: (element) => placeOf(element.closest('td')?.querySelector('input') ?? null),
    goTo,
    extendTo: setCorner,
    keepsCaret: (place) => document.activeElement === fieldAt(table.current, place),
  })
  const isMarked = ({ row, column }: SheetPlace) =>
    isRange && row >= area.top && row <= area.bottom && column >= area.left && column <= area.right
  return (
    <div className="ts">
      <table
        ref={table}
        // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: a table of fields with a cursor is ARIA's grid.
        role="grid"
        aria-label={label}
        aria-readonly={onChange === undefined}
        onKeyDown={keys}
        onPaste={paste}
        onCopy={copy}
        {...mouse}
      >
        <Heads columns={columns} heads={heads} tools={props.groupTools} />
        <tbody>
          {rows.map((line, row) => (
            <tr key={line.key}>
              {line.heads.map((head, at) => (
                <th key={heads[at]} scope="row">
                  {head}
                </th>
              ))}
              {columns.map((column, at) => {
                const place = { row, column: at }
                const fault = props.faultAt?.(place) ?? null
                const warning = props.warningAt?.(place) ?? null
                return (
                  <td
                    key={column.key}
                    data-marked={isMarked(place) || undefined}
                    data-changed={props.isChanged?.(place) || undefined}
                    data-tone={fault ? 'bad' : warning ? 'warn' : undefined}
                    title={fault ?? warning ?? undefined}
                  >
                    <input
                      data-row={row}
                      data-col={at}
                      className={column.isNumber ? 'end' : undefined}
                      style={{ width: column.width }}
                      inputMode={column.isNumber ? 'decimal' : 'text'}
                      aria-label={[line.label, column.group, column.label].filter(Boolean).join(' · ')}
                      aria-invalid={fault !== null}
                      autoComplete="off"
                      spellCheck={false}
                      maxLength={200}
                      readOnly={onChange === undefined}
                      tabIndex={row === cursor.row && at === cursor.column ? 0 : -1}
                      value={textAt(place)}
                      onFocus={() => {
                        if (row === cursor.row && at === cursor.column) return
                        setCursor(place)
                        setCorner(null)
                        props.onCursor?.(place)
                      }}
                      onChange={({ target }) => onChange?.([{ ...place, text: target.value }])}
                    />
                  </td>
                )
              })}
            </tr>
          ))}
        </tbody>
      </table>
      <Notes {...props} />
    </div>
  )
}

function Heads({
  columns,
  heads,
  tools,
}: Pick<TextSheetProps, 'columns' | 'heads'> & { tools: TextSheetProps['groupTools'] }) {
  const groups = [...Map.groupBy(columns, ({ group = '' }) => group)]
  const isGrouped = groups.some(([group]) => group !== '')
  return (
    <thead>
      {isGrouped ? (
        <tr>
          <td colSpan={heads.length} />
          {groups.map(([group, its]) => (
            <th key={group} scope="colgroup" colSpan={its.length}>
              <span className="ts-group">
                {group}
                {tools?.(group)}
              </span>
            </th>
          ))}
        </tr>
      ) : null}
      <tr>
        {[...heads.map((head) => ({ key: head, label: head })), ...columns].map(({ key, label }) => (
          <th key={key} scope="col">
            {label}
          </th>
        ))}
      </tr>
    </thead>
  )
}

const shown = 5

/** Under the sheet: what is wrong with cells, and what is asked about them. */
function Notes({ rows, columns, faultAt, warningAt }: TextSheetProps) {
  const all = rows.flatMap((line, row) =>
    columns.flatMap((column, at) => {
      const place = { row, column: at }
      const fault = faultAt?.(place) ?? null
      const words = fault ?? warningAt?.(place) ?? null
      const where = [line.label, column.group ?? column.label].filter(Boolean).join(' · ')
      return words === null ? [] : [{ id: `${line.key} ${column.key}`, tone: fault ? 'bad' : 'warn', where, words }]
    }),
  )
  const [first, rest] = [all.slice(0, shown), all.length - shown]
  return (
    <div className="ts-notes" aria-live="polite">
      {first.map(({ id, tone, where, words }) => (
        <p key={id} data-tone={tone}>
          <strong>{where}</strong> {words}
        </p>
      ))}
      {rest > 0 ? <p>+{rest}</p> : null}
    </div>
  )
}

function placesIn({ top, left, bottom, right }: SheetArea): SheetPlace[] {
  const places: SheetPlace[] = []
  for (let row = top; row <= bottom; row++)
    for (let column = left; column <= right; column++) places.push({ row, column })
  return places
}

function fieldAt(table: HTMLElement | null, { row, column }: SheetPlace): HTMLInputElement | null {
  return table?.querySelector<HTMLInputElement>(`input[data-row="${row}"][data-col="${column}"]`) ?? null
}

function placeOf(target: EventTarget | null): SheetPlace | null {
  if (!(target instanceof HTMLInputElement) || target.dataset.col === undefined) return null
  return { row: Number(target.dataset.row), column: Number(target.dataset.col) }
}
