import { type MouseEvent, useRef } from 'react'

/** Mouse actions on a control that is typed like a sheet; `P` is a cell's place in it. */
export interface SheetMouse<P> {
  /** The cell that an element lies in; null for what is none. */
  placeOf: (element: Element) => P | null
  /** The cursor goes there, with the focus; nothing else is marked. */
  goTo: (place: P) => void
  /** Marks the cells between the cursor and there. */
  extendTo: (place: P) => void
  /** The cell is typed in, so that a click moves the caret within its text. */
  keepsCaret: (place: P) => boolean
}

/**
 * The mouse on a sheet: a click moves the cursor, a drag marks from there, and Shift extends what is marked. Gives the handlers for
 * the element around the cells.
 */
export function useSheetMouse<P>({ placeOf, goTo, extendTo, keepsCaret }: SheetMouse<P>) {
  /** The cell that the mouse came over last, while its button is held. */
  const over = useRef<Element | null>(null)
  const cellOf = ({ target }: MouseEvent) => (target instanceof Element ? target.closest('td, [role=gridcell]') : null)
  const at = (event: MouseEvent) => (event.target instanceof Element ? placeOf(event.target) : null)

  const onMouseDown = (event: MouseEvent<HTMLElement>) => {
    const place = at(event)
    if (place === null || event.button !== 0) return
    over.current = cellOf(event)
    // The button may be let go anywhere.
    const letGo = () => {
      over.current = null
    }
    document.addEventListener('mouseup', letGo, { capture: true, once: true })
    // Without the focus no cursor is seen to extend from.
    const extendsFromCursor = event.shiftKey && event.currentTarget.contains(document.activeElement)
    if (!extendsFromCursor && keepsCaret(place)) return
    // The browser's own doing: it would mark text across cells, and set a caret where the next digit is to overwrite.
    event.preventDefault()
    if (extendsFromCursor) extendTo(place)
    else goTo(place)
  }
  const onMouseOver = (event: MouseEvent<HTMLElement>) => {
    if (over.current === null || event.buttons !== 1 || cellOf(event) === over.current) return
    const place = at(event)
    if (place === null) return
    over.current = cellOf(event)
    extendTo(place)
  }
  return { onMouseDown, onMouseOver }
}
