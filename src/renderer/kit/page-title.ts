import { atom, useAtomValue, useSetAtom } from 'jotai'
import { useEffect } from 'react'

/** What the header and the window's title say about the screen. */
export interface PageTitle {
  title: string
  status?: string | undefined
}

export const pageTitleAtom = atom<PageTitle>({ title: '' })

/** Stands before the window's title while it is not 0, so that a page in the background shows that something waits. */
export const titleCountAtom = atom(0)

export function usePageTitle(title: string, status?: string): void {
  const set = useSetAtom(pageTitleAtom)
  const count = useAtomValue(titleCountAtom)
  useEffect(() => {
    set({ title, status })
  }, [set, title, status])
  useEffect(() => {
    const waiting = count > 0 ? `(${count > 99 ? '99+' : count}) ` : ''
    document.title = waiting + (title ? `${title} · Selvedge` : 'Selvedge')
  }, [title, count])
}
