import './quantity-grid.css'
import './grid-sheet.css'
import {
  type ChangeEvent as ReactChangeEvent,
  type SyntheticEvent as ReactSyntheticEvent,
  useEffect,
  useMemo,
  useRef,
} from 'react'
import { useTranslation } from 'react-i18next'
import { useFormats } from '../../i18n/formats.ts'
import { holdPress } from '../held-press.ts'
import { useSheetMouse } from '../sheet-mouse.ts'
import { useIsPhone, useIsTouch } from '../use-is-phone.ts'
import { cellOf, GridBody, noteWords } from './GridBody.tsx'
import { cellsOf, type GridLetters, gridKeys } from './grid-keys.ts'
import {
  type GridEdit,
  type GridLayer,
  type GridLine,
  type GridShape,
  type GridValues,
  type Place,
  setQuantities,
  spotAt,
} from './grid-model.ts'
import { LetterButtons } from './LetterButtons.tsx'
import { PasteQuestion, type ReadingShown } from './PasteQuestion.tsx'
import { filledLines, type PasteReading } from './paste-plan.ts'
import { totalsOf } from './totals.ts'
import { type GridNote, useGridEditing } from './use-grid-editing.ts'
import { useLinesInSight } from './use-lines-in-sight.ts'

export interface QuantityGridProps {
  /** Name of the counted thing, in the reader's language. */
  label: string
  /** Lines from top to bottom (colours) and from left to right (sizes). Constants, or memoised. */
  rows: readonly GridLine[]
  columns: readonly GridLine[]
  /** One, or several that stand under each other in every row. */
  layers: readonly GridLayer[]
  /** The cell's own id (a SKU); null where the colour does not come in the size. */
  cellId: (row: string, column: string) => string | null
  values: GridValues
  /** Left out: the grid is read only. */
  onChange?: (values: GridValues) => void
  /** How typed numbers change the others; left out, each number stands alone. Pure. */
  apply?: (before: GridValues, edits: readonly GridEdit[]) => GridValues
  /** Values at first: cells that differ are marked. */
  start?: GridValues
  /** Why a cell cannot stay so, by cell id, in the reader's language. */
  faults?: ReadonlyMap<string, string>
  /** Says why right below the line of the cell rather than below the grid, which a phone does not show at once. */
  faultsInLine?: boolean
  /** Hears whether a cell holds what is no number of pieces: until it is left or put right nothing may be sent. */
  onRefused?: (isRefused: boolean) => void
  /** Beside a number, for instance "/10". */
  beside?: (cell: string, layer: string) => string | null
  /** How a cell that has a number stands to what is expected of it; such a cell shows its zero, too. */
  standing?: (cell: string, layer: string) => 'right' | 'short' | 'over' | null
  letters?: GridLetters
  /** What the letters do, in the reader's language: buttons where there is no keyboard. */
  letterWords?: Readonly<Record<string, string>>
  rowTitle?: string
  /** False where numbers of different kinds stand side by side. */
  hasTotals?: boolean
  /** False for those of several grids, walked as one, that are not where the cursor is: the whole is one stop of Tab. */
  isStop?: boolean
  autoFocus?: boolean
}

const noFaults: ReadonlyMap<string, string> = new Map()
const noLetters: GridLetters = {}

/** Quantities by colour and size, typed like a sheet. Zero shows as an empty cell. */
export function QuantityGrid(props: QuantityGridProps) {
  const { label, rows, columns, layers, cellId, values, onChange, faults = noFaults, letters = noLetters } = props
  const { t } = useTranslation()
  const table = useRef<HTMLTableElement>(null)
  const shape = useMemo<GridShape>(() => ({ rows, columns, layers, cellId }), [rows, columns, layers, cellId])
  const totals = useMemo(() => totalsOf(shape, values), [shape, values])
  const editing = useGridEditing({ shape, values, onChange, apply: props.apply ?? setQuantities, table })
  const scroller = useRef<HTMLDivElement>(null)
  const lineOf = ({ r }: Place) => Math.floor(r / layers.length)
  const lines = useLinesInSight(scroller, {
    rows: rows.length,
    layers: layers.length,
    kept: [lineOf(editing.cursor), lineOf(editing.corner)],
  })
  const { autoFocus } = props
  // biome-ignore lint/correctness/useExhaustiveDependencies: only when the grid appears.
  useEffect(() => {
    if (autoFocus) editing.goTo(editing.cursor)
  }, [autoFocus])

  const isPhone = useIsPhone()
  const isTouch = useIsTouch()
  const { typing, note } = editing
  const isRefused = typing?.isRefused === true
  const { onRefused } = props
  useEffect(() => onRefused?.(isRefused), [onRefused, isRefused])
  const mouse = useSheetMouse<Place>({
    placeOf: placeAt,
    goTo: editing.press,
    extendTo: editing.extendTo,
    keepsCaret: ({ r, c }) => typing?.hasCaret === true && typing.place.r === r && typing.place.c === c,
  })
  const clipboard = (text: string) => !editing.typing?.hasCaret || /[\t\n]/.test(text)
  const grid = (
    <div className="qg" ref={scroller} data-windowed={lines.isWindowed || undefined}>
      <table
        ref={table}
        // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: a table of fields with a cursor is ARIA's grid.
        role="grid"
        aria-label={label}
        aria-multiselectable="true"
        aria-rowcount={lines.isWindowed ? rows.length * layers.length + 1 : undefined}
        aria-readonly={onChange === undefined}
        onKeyDown={(event) => placeOf(event) && gridKeys(event, shape, editing, letters)}
        onChange={(event: ReactChangeEvent<HTMLTableElement>) => {
          const place = placeOf(event)
          const { target } = event as unknown as ReactChangeEvent<HTMLInputElement>
          if (place) editing.type(place, target.value, isComposing(event))
        }}
        onCompositionEnd={(event) => {
          const place = placeOf(event)
          if (place && event.target instanceof HTMLInputElement) editing.type(place, event.target.value, false)
        }}
        onPaste={(event) => {
          const text = event.clipboardData.getData('text')
          if (!placeOf(event) || onChange === undefined || !clipboard(text)) return
          event.preventDefault()
          editing.paste(text)
        }}
        onCopy={(event) => {
          if (!placeOf(event) || editing.typing?.hasCaret) return
          event.preventDefault()
          event.clipboardData.setData('text/plain', editing.copy())
        }}
        onFocus={(event) => {
          const place = placeOf(event)
          if (!place) return
          editing.follow(place)
          if (event.target instanceof HTMLInputElement && !editing.typing?.hasCaret) event.target.select()
        }}
        onBlur={(event) => {
          if (event.currentTarget.contains(event.relatedTarget)) return
          if (editing.typing?.isRefused) holdPress(event.relatedTarget)
          editing.leave()
        }}
        {...mouse}
        onDoubleClick={() => editing.enterCell(true)}
      >
        <GridBody
          {...{ shape, lines, values, totals, editing, faults }}
          start={props.start}
          beside={props.beside}
          standing={props.standing}
          isReadOnly={onChange === undefined}
          rowTitle={props.rowTitle ?? t('Colour')}
          hasTotals={props.hasTotals ?? true}
          faultsInLine={props.faultsInLine ?? false}
          isStop={props.isStop ?? true}
          isNameAbove={isPhone && layers.length > 1}
        />
      </table>
      <GridNotes
        shape={shape}
        faults={props.faultsInLine ? noFaults : faults}
        note={props.faultsInLine && cellOf(note) ? null : note}
      />
      <PasteQuestion
        key={editing.asked ? 'asked' : 'none'}
        readings={editing.asked?.readings.map((reading) => readingWords(shape, reading)) ?? null}
        onTake={(at) => {
          const reading = editing.asked?.readings[at]
          if (reading) editing.take(reading)
        }}
        onCancel={editing.dropPaste}
      />
    </div>
  )
  if (!isTouch || props.letterWords === undefined) return grid
  return (
    <>
      {grid}
      <LetterButtons
        spot={spotAt(shape, editing.cursor)}
        chosen={editing.isRange ? cellsOf(editing).length : 1}
        words={props.letterWords}
        onPress={(letter) => letters[letter]?.(cellsOf(editing))}
      />
    </>
  )
}

function readingWords(shape: GridShape, reading: PasteReading): ReadingShown {
  return { ...reading, cells: reading.edits.length, lines: filledLines(shape, reading) }
}

/** The place of the field that an event comes from. */
function placeOf({ target }: ReactSyntheticEvent): Place | null {
  return target instanceof Element ? placeAt(target) : null
}

function placeAt(element: Element): Place | null {
  const field = element.closest('td')?.querySelector('input')
  const { r, c } = field?.dataset ?? {}
  return r === undefined || c === undefined ? null : { r: Number(r), c: Number(c) }
}

function isComposing({ nativeEvent }: ReactSyntheticEvent): boolean {
  return nativeEvent instanceof InputEvent && nativeEvent.isComposing
}

interface GridNotesProps {
  shape: GridShape
  faults: ReadonlyMap<string, string>
  note: GridNote | null
}

const shown = 4

/** Under the grid: why cells cannot stay so, and what the last paste did. */
export function GridNotes({ shape, faults, note }: GridNotesProps) {
  const { t } = useTranslation()
  const { labelled } = useFormats()
  const broken = shape.rows.flatMap((row) =>
    shape.columns.flatMap((column) => {
      const cell = shape.cellId(row.key, column.key)
      const why = cell === null ? undefined : faults.get(cell)
      return why === undefined ? [] : [{ cell, words: labelled(`${row.label} · ${column.label}`, why) }]
    }),
  )
  return (
    <div className="qg-notes" aria-live="polite">
      {broken.slice(0, shown).map(({ cell, words }) => (
        <p key={cell} className="qg-fault">
          {words}
        </p>
      ))}
      {broken.length > shown && <p className="qg-fault">{t('and {{n}} more', { n: broken.length - shown })}</p>}
      {note && 'cell' in note && <p className={note.kind === 'refused-key' ? '' : 'qg-fault'}>{noteWords(note, t)}</p>}
      {note?.kind === 'no-numbers' && <p className="qg-fault">{t('There are no whole numbers on the clipboard.')}</p>}
      {note?.kind === 'pasted' && (
        <p>
          {t('Cells pasted: {{n}}.', { n: note.cells })}{' '}
          {note.refused > 0 && t('Left out, not whole numbers: {{n}}.', { n: note.refused })}{' '}
          {note.outside > 0 && t('Outside the grid: {{n}}.', { n: note.outside })}
        </p>
      )}
    </div>
  )
}
