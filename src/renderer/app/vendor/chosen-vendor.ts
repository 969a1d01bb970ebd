import { useCallback } from 'react'
import { useSearchParams } from 'react-router-dom'

/** The word of every list's address that says of which vendor it is. */
const WORD = 'supplier'

/** The vendor that the address is about, by code; empty for all. The address is the truth: a list's own filter changes it too. */
export function useChosenVendor(): [code: string, choose: (code: string) => void] {
  const [search, setSearch] = useSearchParams()
  const choose = useCallback(
    (code: string) => {
      const next = new URLSearchParams(search)
      if (code === '') next.delete(WORD)
      else next.set(WORD, code)
      // What is open in a drawer may be another vendor's.
      for (const open of ['order', 'shipment']) next.delete(open)
      setSearch(next)
    },
    [search, setSearch],
  )
  return [search.get(WORD)?.trim() ?? '', choose]
}

/** A screen's address that goes on with the vendor chosen now, for the menu. */
export function withVendor(path: string, code: string): string {
  return code === '' ? path : `${path}?${new URLSearchParams({ [WORD]: code })}`
}
