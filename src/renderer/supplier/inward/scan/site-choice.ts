import { useState } from 'react'

const KEY = 'selvedge.scan-site'

/** Where this workstation stands, as a site's code; null until somebody has said. */
export function useSiteChoice(): [site: string | null, choose: (site: string) => void] {
  const [site, setSite] = useState(() => localStorage.getItem(KEY))
  const choose = (next: string) => {
    setSite(next)
    try {
      localStorage.setItem(KEY, next)
    } catch {
      // A full disk: known until the page is left.
    }
  }
  return [site, choose]
}
