import type { KeyboardEvent } from 'react'

/**
 * Keys of the platform order by order, which Tab walks cell by cell as one sheet: PageDown and PageUp go from order to order, Shift+Space
 * chooses the order of the cell, F6 goes to the bar of what is chosen and from there back to the cell. Boxes and buttons of the orders are
 * no stops of Tab; `a` in a cell is "All ready".
 */
export function orderKeys(event: KeyboardEvent<HTMLElement>): void {
  const { target, key, currentTarget: section, ctrlKey, altKey, metaKey, shiftKey } = event
  if (event.defaultPrevented || ctrlKey || altKey || metaKey || !(target instanceof HTMLElement)) return
  const order = target.closest('.plat-order')
  if (key === 'F6') {
    event.preventDefault()
    const bar = section.querySelector<HTMLElement>('.dt-bulk button')
    if (order !== null) target.setAttribute('data-left', '')
    const to = order === null ? lastCell(section) : bar
    to?.focus()
  } else if (order !== null && (key === 'PageDown' || key === 'PageUp')) {
    event.preventDefault()
    const next = key === 'PageDown' ? order.nextElementSibling : order.previousElementSibling
    const to = next && (cellOf(next) ?? next.querySelector<HTMLElement>('button'))
    to?.focus()
  } else if (order !== null && key === ' ' && shiftKey) {
    event.preventDefault()
    // Or the grid clears the cell.
    event.stopPropagation()
    order.querySelector<HTMLInputElement>('header input[type="checkbox"]')?.click()
  }
}

function lastCell(section: HTMLElement): HTMLElement | null {
  const left = section.querySelector<HTMLElement>('.plat-order [data-left]')
  left?.removeAttribute('data-left')
  return left ?? cellOf(section)
}

/** Where the cursor of the first grid within is. */
const cellOf = (within: Element) => within.querySelector<HTMLElement>('[role="grid"] [tabindex="0"]')
