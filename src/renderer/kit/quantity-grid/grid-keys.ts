import type { KeyboardEvent } from 'react'
import { charOfCode, isProcessed } from '../../scan/code-keys.ts'
import { isPointKey, isQuantityKey } from '../quantities.tsx'
import { type GridShape, type Place, step, stepInOrder } from './grid-model.ts'
import type { GridEditing } from './use-grid-editing.ts'

/** Letters that do something with the marked cells, for instance `o` for out of stock. Digits are numbers and never letters. */
export type GridLetters = Readonly<Record<string, (cells: readonly string[]) => void>>

const arrows: Record<string, readonly [dr: number, dc: number]> = {
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
}

/** The keys of a sheet. What is not one of them is left to the browser and to whatever holds the grid. */
export function gridKeys(event: KeyboardEvent, shape: GridShape, editing: GridEditing, letters: GridLetters): void {
  if (isProcessed(event.nativeEvent)) {
    processedLetter(event, editing, letters)
    return
  }
  editing.dropWords(false)
  if (
    sendsRefused(event, editing) ||
    moves(event, shape, editing) ||
    acts(event, editing) ||
    letter(event, editing, letters)
  ) {
    event.preventDefault()
    event.stopPropagation()
  }
}

/** Ctrl+Enter in a cell whose text is no number ends the cell and sends nothing. */
function sendsRefused(event: KeyboardEvent, { typing, leave }: GridEditing): boolean {
  const isSent = event.key === 'Enter' && (event.ctrlKey || event.metaKey) && typing?.isRefused === true
  if (isSent) leave()
  return isSent
}

function moves(event: KeyboardEvent, shape: GridShape, editing: GridEditing): boolean {
  const { cursor, corner, typing, goTo, extendTo } = editing
  const [from, go] = event.shiftKey ? [corner, extendTo] : [cursor, goTo]
  const arrow = arrows[event.key]
  if (arrow && !event.altKey) {
    if (typing?.hasCaret && arrow[0] === 0) return false
    go(event.ctrlKey || event.metaKey ? farthest(shape, from, arrow) : step(shape, from, ...arrow))
    return true
  }
  if (event.key === 'Enter' && !event.ctrlKey && !event.metaKey && !event.altKey) {
    goTo(step(shape, cursor, event.shiftKey ? -1 : 1, 0))
    return true
  }
  if (event.key === 'Tab') {
    const next = stepInOrder(shape, cursor, event.shiftKey ? -1 : 1)
    // After the last cell Tab leaves the grid: no trap for the keyboard.
    if (next) goTo(next)
    return next !== null
  }
  if ((event.key === 'Home' || event.key === 'End') && !typing?.hasCaret) {
    go(farthest(shape, from, [0, event.key === 'Home' ? -1 : 1]))
    return true
  }
  return false
}

function farthest(shape: GridShape, from: Place, [dr, dc]: readonly [number, number]): Place {
  let place = from
  for (let next = step(shape, place, dr, dc); next !== place; next = step(shape, place, dr, dc)) place = next
  return place
}

function acts(event: KeyboardEvent, editing: GridEditing): boolean {
  const { typing } = editing
  const hasCommand = event.ctrlKey || event.metaKey
  if (event.key === 'Escape') return editing.revert()
  if (event.key === 'F2') return done(() => editing.enterCell(true))
  if (hasCommand && event.key.toLowerCase() === 'z') return done(editing.undo)
  if (hasCommand && event.key.toLowerCase() === 'a') return done(editing.markAll)
  if ((event.key === 'Backspace' || event.key === 'Delete') && !typing) return done(editing.clear)
  return false
}

/** A letter by its place on the keyboard, while an input method has it: what it makes of the letter is dropped. */
function processedLetter(event: KeyboardEvent, editing: GridEditing, letters: GridLetters): void {
  const { nativeEvent, ctrlKey, metaKey, altKey } = event
  if (ctrlKey || metaKey || altKey || (nativeEvent.isComposing && !editing.isDropping())) return
  const work = letters[charOfCode(nativeEvent.code, false)?.toLowerCase() ?? '']
  if (work === undefined) return
  event.preventDefault()
  event.stopPropagation()
  editing.dropWords(true)
  work(cellsOf(editing))
}

/** The marked cells, each once. */
export const cellsOf = ({ marked }: GridEditing) => [...new Set(marked().map(({ cell }) => cell))]

function letter(event: KeyboardEvent, editing: GridEditing, letters: GridLetters): boolean {
  if (event.ctrlKey || event.metaKey || event.altKey || isQuantityKey(event.key) || isPointKey(event.key)) return false
  const work = letters[event.key.toLowerCase()]
  if (work) work(cellsOf(editing))
  // The specification refuses a minus sign; `?` and `/` stay the page's.
  else if (event.key === '?' || event.key === '/') return false
  else editing.refuseKey()
  return true
}

function done(work: () => void): true {
  work()
  return true
}
