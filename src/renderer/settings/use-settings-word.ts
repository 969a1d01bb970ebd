import { useEffect, useRef } from 'react'
import { useSearchParams } from 'react-router-dom'

/** A page opens its settings for this word of its address: `?settings=1`. */
export const SETTINGS_WORD = 'settings'

/** Opens a page's settings when its address asks for it, as the directory of settings does, and takes the word away. */
export function useSettingsWord(open: () => void, mayOpen = true): void {
  const [search, setSearch] = useSearchParams()
  const isAsked = search.has(SETTINGS_WORD)
  const latest = useRef({ open, setSearch })
  latest.current = { open, setSearch }
  useEffect(() => {
    if (!isAsked) return
    latest.current.setSearch(
      (before) => {
        const rest = new URLSearchParams(before)
        rest.delete(SETTINGS_WORD)
        return rest
      },
      { replace: true },
    )
    if (mayOpen) latest.current.open()
  }, [isAsked, mayOpen])
}
