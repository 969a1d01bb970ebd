import { startTransition, useEffect, useState } from 'react'

/** As many as fill the window. */
const firstShown = 6

/** A long list of grids: those in sight are drawn at once, the others right after them, without holding up a key press. */
export function useInTurn<R>(items: readonly R[]): readonly R[] {
  const [isWhole, setWhole] = useState(items.length <= firstShown)
  useEffect(() => {
    if (!isWhole) startTransition(() => setWhole(true))
  }, [isWhole])
  return isWhole ? items : items.slice(0, firstShown)
}
