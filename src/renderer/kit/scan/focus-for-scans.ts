/** Whether keys pressed there are meant for that element. */
export function isEditable(element: Element | null): boolean {
  return (
    element instanceof HTMLTextAreaElement ||
    element instanceof HTMLSelectElement ||
    (element instanceof HTMLInputElement && !['checkbox', 'radio', 'button', 'range'].includes(element.type)) ||
    (element instanceof HTMLElement && element.isContentEditable)
  )
}

/** Somebody walks along tabs by arrow keys: taking the focus away would end the walk at the first tab with a field. */
export function isOnTab(element: Element | null): boolean {
  return element?.matches('[role=tab]:focus-visible') ?? false
}

/** A dialog or drawer that lies over the field: what is typed belongs there. Null where none does. */
export function coverOf(field: Element): Element | null {
  const own = field.closest('[role=dialog], [role=alertdialog]')
  const lies = (dialog: Element) => {
    if (dialog.contains(field)) return false
    const isLater = own === null || (own.compareDocumentPosition(dialog) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0
    return isLater && dialog instanceof HTMLElement && dialog.checkVisibility()
  }
  return [...document.querySelectorAll('[role=dialog], [role=alertdialog]')].find(lies) ?? null
}

export function isCovered(field: Element): boolean {
  return coverOf(field) !== null
}

/** What is scanned there goes to a field of its own. */
export function hasOwnScans(cover: Element): boolean {
  return cover.querySelector('.scan-field-input') !== null
}
