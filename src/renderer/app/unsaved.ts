import { useEffect, useId } from 'react'

const unsaved = new Set<string>()

/**
 * Says that this screen or dialog holds typed work that is not saved yet. While it does, a lost session is renewed over the
 * page instead of leaving it, and the browser asks before the window closes.
 */
export function useUnsaved(isUnsaved: boolean): void {
  const id = useId()
  useEffect(() => {
    if (!isUnsaved) return
    unsaved.add(id)
    return () => {
      unsaved.delete(id)
    }
  }, [id, isUnsaved])
}

export function hasUnsaved(): boolean {
  return unsaved.size > 0
}

window.addEventListener('beforeunload', (event) => {
  if (hasUnsaved()) event.preventDefault()
})
