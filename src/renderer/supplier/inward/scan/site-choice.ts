import { useCallback, useState } from 'react'

const KEY = 'selvedge.scan-site'

/** Where this workstation stands, as a site's code; null until somebody has said. */
export function useSiteChoice(): [site: string | null, choose: (site: string | null) => void] {
  const [site, setSite] = useState(() => localStorage.getItem(KEY))
  const choose = useCallback((next: string | null) => {
    setSite(next)
    try {
      if (next === null) localStorage.removeItem(KEY)
      else localStorage.setItem(KEY, next)
    } catch {
      // A full disk: known until the page is left.
    }
  }, [])
  return [site, choose]
}
