import { type RefObject, useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { scanMayBegin, scanTakenBack } from '../../scan/overheard.ts'
import { isTooLong, readQuantity } from '../quantities.tsx'
import {
  type Area,
  areaOf,
  firstPlace,
  type GridEdit,
  type GridShape,
  type GridValues,
  type Place,
  type Spot,
  spotAt,
  spotsIn,
  wholeOf,
  writeBlock,
} from './grid-model.ts'
import { type PastePlan, type PasteReading, planPaste } from './paste-plan.ts'

/** Message of the grid after a paste or a refused key; the drawing part puts it into words. */
export type GridNote =
  | { kind: 'pasted'; cells: number; refused: number; outside: number }
  | { kind: 'refused-key'; cell?: string | undefined }
  | { kind: 'too-long'; cell: string }
  | { kind: 'not-whole'; cell: string; text: string }
  | { kind: 'no-numbers' }

interface Editing {
  shape: GridShape
  values: GridValues
  onChange: ((values: GridValues) => void) | undefined
  apply: (before: GridValues, edits: readonly GridEdit[]) => GridValues
  table: RefObject<HTMLTableElement | null>
}

/** A cell that is being typed in: its text and what the numbers were before, which Escape brings back. */
interface Typing {
  place: Place
  text: string
  /** Arrows move the caret instead of the cell: after F2 or a double click. */
  hasCaret: boolean
  before: GridValues
  /** No number of pieces: it stands as it was typed until the cell is left, or what comes next would pass for a number of its own. */
  isRefused?: boolean
}

/** Keeps saying in the next cell why the number that was typed is not there. */
const tellsOn: readonly (GridNote['kind'] | undefined)[] = ['too-long', 'not-whole']

/** The last block that was copied from a grid with its layers: it comes back as it lay there. */
let copied: string | null = null
const sameText = (a: string, b: string) => a.replace(/\r/g, '').trimEnd() === b.replace(/\r/g, '').trimEnd()

const samePlace = (a: Place, b: Place) => a.r === b.r && a.c === b.c

/**
 * Cursor, marked area and typing of a quantity grid. The cursor is where the focus is, and stays while the area is drawn up from it.
 * Every keystroke is taken at once, computed from the numbers as they were
 * before the cell was entered: "1" on the way to "12" leaves no trace in the layers that make room.
 */
export function useGridEditing({ shape, values, onChange, apply, table }: Editing) {
  const [lastCursor, setCursor] = useState<Place>(() => firstPlace(shape))
  /** The marked area's other corner, or that all is marked. */
  const [corner, setCorner] = useState<Place | 'all' | null>(null)
  const [typing, setTyping] = useState<Typing | null>(null)
  const [note, setNote] = useState<GridNote | null>(null)
  const [asked, setAsked] = useState<PastePlan | null>(null)
  const past = useRef<GridValues[]>([])
  /** An input method composes a letter that was a command: its words are none of the cell. */
  const isDropping = useRef(false)

  // The lines may be others by now.
  const cursor = spotAt(shape, lastCursor) ? lastCursor : firstPlace(shape)
  const other = corner === 'all' ? null : corner
  const area: Area = corner === 'all' ? wholeOf(shape) : areaOf(cursor, other ?? cursor)
  const isRange = area.top !== area.bottom || area.left !== area.right

  /** A change as one step of undo. */
  const change = (next: GridValues, before: GridValues) => {
    if (past.current.at(-1) !== before) past.current = [...past.current.slice(-99), before]
    onChange?.(next)
  }

  const fieldAt = ({ r, c }: Place) => table.current?.querySelector<HTMLInputElement>(`[data-r="${r}"][data-c="${c}"]`)
  const focus = (place: Place) => {
    const input = fieldAt(place)
    input?.focus()
    input?.select()
  }

  /** Only losing the focus ends it. */
  const endComposing = (place: Place) => {
    const input = fieldAt(place)
    if (input !== document.activeElement) return
    input?.blur()
    focus(place)
  }

  /** Draws the line of a cell at once where it is out of sight: the lines of the cursor and of the corner always are. */
  const drawn = (place: Place, move: () => void) => (fieldAt(place) ? move() : flushSync(move))

  const goTo = (place: Place) => {
    setTyping(null)
    setNote((now) => (tellsOn.includes(now?.kind) ? now : null))
    setCorner(null)
    drawn(place, () => setCursor(place))
    focus(place)
  }

  /** Marks the cells between the cursor and there. */
  const extendTo = (place: Place) => {
    setTyping(null)
    drawn(place, () => setCorner(place))
    fieldAt(place)?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  }

  const canType = (spot: Spot | null): spot is Spot => spot !== null && !spot.layer.isReadOnly && onChange !== undefined

  const type = (place: Place, text: string, isComposing: boolean) => {
    const spot = spotAt(shape, place)
    if (!canType(spot)) return
    if (isDropping.current) {
      setTyping(null)
      // The next letter is a command again, and the list of words is gone.
      if (isComposing) setTimeout(() => endComposing(place), 0)
      return
    }
    const now = typing && samePlace(typing.place, place) ? typing : null
    const before = now?.before ?? values
    const hasCaret = now?.hasCaret ?? false
    if (isComposing) {
      setTyping({ place, text, hasCaret, before })
      return
    }
    const quantity = readQuantity(text)
    if (quantity === undefined || isTooLong(text)) {
      setNote(isTooLong(text) ? { kind: 'too-long', cell: spot.cell } : { kind: 'not-whole', cell: spot.cell, text })
      setTyping({ place, text, hasCaret, before, isRefused: true })
      restore(before)
      return
    }
    // A minus sign that was not written is told of until the cell is left.
    setNote((now) => (now?.kind === 'refused-key' ? now : null))
    setTyping({ place, text: quantity === null ? '' : String(quantity), hasCaret, before })
    change(apply(before, [{ cell: spot.cell, layer: spot.layer.key, quantity: quantity ?? 0 }]), before)
  }

  /** The numbers as they were, without a step of undo. */
  const restore = (before: GridValues) => {
    onChange?.(before)
    past.current = past.current.filter((values) => values !== before)
  }

  const revert = () => {
    if (!typing) return false
    restore(typing.before)
    setTyping(null)
    requestAnimationFrame(() => focus(typing.place))
    return true
  }

  useScansTakenBack(table, {
    keep: () => ({ values, past: past.current }),
    restore: (kept) => {
      setTyping(null)
      setNote(null)
      past.current = kept.past
      onChange?.(kept.values)
    },
  })

  /** The question goes with its focus: who types goes on in the grid. */
  const dropPaste = () => {
    if (asked) requestAnimationFrame(() => focus(cursor))
    setAsked(null)
  }

  const undo = () => {
    // The question is what would be taken back: the grid behind it stays.
    if (asked) return dropPaste()
    const before = past.current.at(-1)
    if (before === undefined) return
    past.current = past.current.slice(0, -1)
    setTyping(null)
    setNote(null)
    onChange?.(before)
  }

  const clear = () => {
    const spots = spotsIn(shape, area).filter(canType)
    if (spots.length === 0) return
    const edits = spots.map(({ cell, layer }) => ({ cell, layer: layer.key, quantity: 0 }))
    setTyping(null)
    change(apply(values, edits), values)
  }

  const take = ({ edits, refused, outside }: PasteReading) => {
    setTyping(null)
    dropPaste()
    if (edits.length === 0) return setNote({ kind: 'no-numbers' })
    change(apply(values, edits), values)
    setNote({ kind: 'pasted', cells: edits.length, refused, outside })
  }
  const paste = (text: string) => {
    const plan = planPaste(shape, text, area, copied !== null && sameText(text, copied))
    const isNothing = plan.readings.every(({ edits }) => edits.length === 0)
    if (plan.isAsked && !isNothing) setAsked(plan)
    else take(plan.readings[0])
  }
  const copy = () => {
    const text = writeBlock(shape, values, area)
    copied = shape.layers.length > 1 && area.top !== area.bottom ? text : null
    return text
  }

  const enterCell = (hasCaret: boolean) => {
    const spot = spotAt(shape, cursor)
    if (!canType(spot)) return
    const text = String(values[spot.cell]?.[spot.layer.key] ?? 0)
    setTyping({ place: cursor, text, hasCaret, before: values })
  }

  return {
    cursor,
    area,
    isRange,
    typing,
    note,
    goTo,
    type,
    revert,
    undo,
    clear,
    paste,
    copy,
    /** A paste that waits for the user to see what it would fill; null when none does. */
    asked,
    take,
    dropPaste,
    enterCell,
    isDropping: () => isDropping.current,
    dropWords(is: boolean) {
      isDropping.current = is
    },
    refuseKey: () => setNote({ kind: 'refused-key', cell: spotAt(shape, cursor)?.cell }),
    extendTo,
    /** The corner that Shift and an arrow move. */
    corner: other ?? cursor,
    /** A click on the cell that is typed in already goes on with it. */
    press: (place: Place) => {
      if (!samePlace(place, cursor)) return goTo(place)
      setCorner(null)
      focus(place)
    },
    /** The focus came by itself, as by Tab: the cursor follows without moving it again. */
    follow: (place: Place) => {
      if (samePlace(place, cursor)) return
      setTyping(null)
      setCorner(null)
      setCursor(place)
    },
    /** The active cell stays, as in a sheet. */
    markAll: () => {
      setTyping(null)
      setCorner('all')
    },
    leave: () => setTyping(null),
    marked: () => spotsIn(shape, area),
  }
}

interface Saved {
  values: GridValues
  past: GridValues[]
}

/** Takes a scanner's text out of a cell and gives the cell its earlier number, or none. */
function useScansTakenBack(
  table: RefObject<HTMLTableElement | null>,
  grid: { keep: () => Saved; restore: (kept: Saved) => void },
): void {
  const latest = useRef(grid)
  latest.current = grid
  useEffect(() => {
    const element = table.current
    let kept: Saved | null = null
    const begin = () => {
      kept = latest.current.keep()
    }
    const takeBack = (event: Event) => {
      if (!kept) return
      event.preventDefault()
      latest.current.restore(kept)
    }
    element?.addEventListener(scanMayBegin, begin)
    element?.addEventListener(scanTakenBack, takeBack)
    return () => {
      element?.removeEventListener(scanMayBegin, begin)
      element?.removeEventListener(scanTakenBack, takeBack)
    }
  }, [table])
}

export type GridEditing = ReturnType<typeof useGridEditing>
