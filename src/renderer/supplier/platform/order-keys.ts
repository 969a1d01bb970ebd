import type { KeyboardEvent } from 'react'

/**
 * Keys of the platform order by order, whose grids are walked as one sheet with one stop of Tab: arrows and Enter go on from the last line
 * of an order to the first of the next, in the same column where there is one; PageDown and PageUp go from order to order, Ctrl+Home and
 * Ctrl+End to the first and the last cell of all; Shift+Space chooses the order of the cell. Tab leaves the sheet, F6 goes to the bar of
 * what is chosen, and both come back to the cell. Once a number was typed, Tab goes from cell to cell and order to order instead, until
 * Escape, F6 or the last cell. Boxes and buttons of the orders are no stops of Tab; `a` in a cell is "All ready".
 */
export function orderKeys(event: KeyboardEvent<HTMLElement>): void {
  const { target, key, currentTarget: section, altKey, shiftKey } = event
  if (event.defaultPrevented || altKey || !(target instanceof HTMLElement)) return
  const hasCommand = event.ctrlKey || event.metaKey
  const order = target.closest('.plat-order')
  if (key === 'F6' && !hasCommand) {
    event.preventDefault()
    const to = order === null ? stopOf(section) : section.querySelector<HTMLElement>('.dt-bulk button')
    to?.focus()
  } else if (order !== null && key === 'Tab') {
    const edge = isTypedIn(section) ? cellsOf(order).at(shiftKey ? 0 : -1) : target
    // Within an order the grid goes to its next cell.
    if (edge !== target) return
    event.stopPropagation()
    const next = isTypedIn(section) ? (shiftKey ? order.previousElementSibling : order.nextElementSibling) : null
    const to = next?.matches('.plat-order') ? cellsOf(next).at(shiftKey ? -1 : 0) : undefined
    // Without one the browser goes on to what is beside the sheet.
    if (!to) return
    event.preventDefault()
    to.focus()
  } else if (key === 'Escape') {
    noteTyping(section, false)
  } else if (order !== null && key === ' ' && shiftKey && !hasCommand) {
    event.preventDefault()
    // Or the grid clears the cell.
    event.stopPropagation()
    order.querySelector<HTMLInputElement>('header input[type="checkbox"]')?.click()
  } else if (order !== null && target instanceof HTMLInputElement) {
    const to = hasCommand ? endOf(section, key) : shiftKey && key !== 'Enter' ? null : nextOrder(order, target, event)
    if (!to) return
    event.preventDefault()
    event.stopPropagation()
    to.focus()
  }
}

/** Whether somebody types numbers in the sheet: told of by its input, forgotten when the focus leaves its orders. */
export function noteTyping(section: HTMLElement, isTyping: boolean): void {
  if (isTyping) section.dataset.typed = ''
  else delete section.dataset.typed
}

const isTypedIn = (section: HTMLElement) => section.dataset.typed !== undefined

/** The one stop of Tab: where the cursor is, or was when the sheet was left. */
const stopOf = (section: HTMLElement) => section.querySelector<HTMLElement>('.plat-order [data-r][tabindex="0"]')

const cellsOf = (within: Element, column = '') => [
  ...within.querySelectorAll<HTMLInputElement>(`.plat-order input[data-r]${column}`),
]

function endOf(section: HTMLElement, key: string): HTMLElement | undefined {
  if (key === 'Home') return cellsOf(section)[0]
  return key === 'End' ? cellsOf(section).at(-1) : undefined
}

/** The cell of the order above or below that a key leads to; none while it stays within its order. */
function nextOrder(order: Element, cell: HTMLInputElement, { key, shiftKey }: KeyboardEvent): HTMLElement | undefined {
  const isDown = key === 'ArrowDown' || key === 'PageDown' || (key === 'Enter' && !shiftKey)
  const isUp = key === 'ArrowUp' || key === 'PageUp' || (key === 'Enter' && shiftKey)
  if (!isDown && !isUp) return undefined
  const column = `[data-c="${cell.dataset.c}"]`
  const own = cellsOf(order, column)
  if (!key.startsWith('Page') && own.at(isDown ? -1 : 0) !== cell) return undefined
  const next = isDown ? order.nextElementSibling : order.previousElementSibling
  if (!next?.matches('.plat-order')) return undefined
  const [there, all] = [cellsOf(next, column), cellsOf(next)]
  return key === 'ArrowUp' || (key === 'Enter' && shiftKey) ? (there.at(-1) ?? all.at(-1)) : (there[0] ?? all[0])
}
