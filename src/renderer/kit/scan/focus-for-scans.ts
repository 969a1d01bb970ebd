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

/** A dialog or drawer lies over the field: what is typed belongs there. */
export function isCovered(field: Element): boolean {
  const own = field.closest('[role=dialog], [role=alertdialog]')
  return [...document.querySelectorAll('[role=dialog], [role=alertdialog]')].some((dialog) => {
    if (dialog.contains(field)) return false
    const lies = own === null || (own.compareDocumentPosition(dialog) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0
    return lies && dialog instanceof HTMLElement && dialog.checkVisibility()
  })
}
