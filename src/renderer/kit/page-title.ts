import { atom, useSetAtom } from 'jotai'
import { useEffect } from 'react'

/** What the header and the window's title say about the screen. */
export interface PageTitle {
  title: string
  status?: string | undefined
}

export const pageTitleAtom = atom<PageTitle>({ title: '' })

export function usePageTitle(title: string, status?: string): void {
  const set = useSetAtom(pageTitleAtom)
  useEffect(() => {
    set({ title, status })
    document.title = title ? `${title} · Selvedge` : 'Selvedge'
  }, [set, title, status])
}
