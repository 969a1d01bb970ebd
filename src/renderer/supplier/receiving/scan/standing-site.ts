import { useCallback, useState } from 'react'

/** Where this workstation stands, as a site's code kept under that key; null until somebody has said. */
export function useSiteChoice(kept: string): [site: string | null, choose: (site: string | null) => void] {
  const [site, setSite] = useState(() => localStorage.getItem(kept))
  const choose = useCallback(
    (next: string | null) => {
      setSite(next)
      try {
        if (next === null) localStorage.removeItem(kept)
        else localStorage.setItem(kept, next)
      } catch {
        // A full disk: known until the page is left.
      }
    },
    [kept],
  )
  return [site, choose]
}

/** Which of the sites a workstation stands at, of what was chosen there; no sites: they are not known yet. */
export function siteAt(
  sites: readonly { site: string }[],
  chosen: string | null,
): { code: string | null; isMissing: boolean; isGone: boolean } {
  const isThere = sites.some(({ site }) => site === chosen)
  const [only] = sites.length === 1 ? sites : []
  // Until the sites are known, what was chosen before holds: a scan must not go without.
  const code = only?.site ?? (isThere || sites.length === 0 ? chosen : null)
  return {
    code,
    isMissing: sites.length > 1 && code === null,
    // Of another server, or closed since.
    isGone: chosen !== null && sites.length > 0 && !isThere,
  }
}
