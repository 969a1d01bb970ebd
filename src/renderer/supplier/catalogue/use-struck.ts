import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import type { CatalogueRow } from '../../../shared/areas/catalogue/calls.ts'
import type { Rows } from '../../actions/useRows.ts'
import { closed, giveStruck, noneStruck, strike } from './wall-cursor.ts'

interface StruckProps {
  list: Rows<CatalogueRow>
  at: number
  /** Gives true where the cursor goes on; null where the card never came. */
  pass: (row: CatalogueRow | null) => boolean
  goTo: (at: number) => void
  /** The wall is left with so many verdicts that waited for their cards. */
  onLost: (passes: number) => void
}

/**
 * Verdicts that were struck behind the last card while more are on their way: the cursor waits with them, and each goes to the card
 * that its key was struck for.
 */
export function useStruck({ list: { rows, hasMore, isOld, loadMore }, at, pass, goTo, onLost }: StruckProps) {
  const [struck, setStruck] = useState(noneStruck)
  const isWaiting = at === rows.length && hasMore && rows.length > 0
  useLayoutEffect(() => {
    if (struck.passes === 0 || isOld) return
    if (at < rows.length) {
      const given = giveStruck(rows, at, struck, pass)
      setStruck(given.left)
      goTo(given.at)
    } else if (!hasMore) {
      setStruck(noneStruck)
      pass(null)
    }
  })
  const lost = useRef({ struck, onLost })
  lost.current = { struck, onLost }
  useEffect(
    () => () => {
      const { struck: left, onLost: say } = lost.current
      if (left.passes > 0) say(left.passes)
    },
    [],
  )
  return {
    isWaiting: isWaiting && struck.passes > 0,
    /** Gives true where the key is kept. */
    keep(deed: string): boolean {
      if (!isWaiting) return false
      const next = strike(struck, deed)
      setStruck(next ?? closed(struck))
      if (next) loadMore()
      return next !== null
    },
  }
}
