import { useEffect, useRef } from 'react'

/**
 * Keys of a dialog that is looked at, wherever the focus is in it: a click on a picture leaves the focus on nothing in
 * particular. Give true for a key that was used; whatever lies below the dialog does not hear it then.
 */
export function useWindowKeys(onKey: (event: KeyboardEvent) => boolean): void {
  const latest = useRef(onKey)
  latest.current = onKey
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      if (!latest.current(event)) return
      event.preventDefault()
      event.stopPropagation()
    }
    window.addEventListener('keydown', listen, true)
    return () => window.removeEventListener('keydown', listen, true)
  }, [])
}
