/** Pieces of an SKU for a store. */
export interface Wanted {
  store: string
  sku: string
  quantity: number
}

/** Pieces of an SKU that a source may give. */
export interface FreeAt {
  source: string
  sku: string
  free: number
}

export interface Outward extends Wanted {
  source: string
}

/**
 * Says from which source each piece comes: from the first in order that has all that a store gets of an SKU, else from one after the other.
 * Sources are in their order of preference within `free`. Throws RangeError for more than all of them have.
 */
export function splitBySource(wanted: readonly Wanted[], free: readonly FreeAt[]): Outward[] {
  const left = Map.groupBy(
    free.map((one) => ({ ...one })),
    ({ sku }) => sku,
  )
  return wanted.flatMap(({ store, sku, quantity }) => {
    const sources = left.get(sku) ?? []
    const whole = sources.find((one) => one.free >= quantity)
    const lines: Outward[] = []
    let rest = quantity
    for (const one of whole ? [whole] : sources) {
      const taken = Math.min(rest, one.free)
      if (taken === 0) continue
      one.free -= taken
      rest -= taken
      lines.push({ source: one.source, store, sku, quantity: taken })
    }
    if (rest > 0) throw new RangeError(`${rest} pieces of ${sku} are not there`)
    return lines
  })
}

/** Pieces that may be given of what is free: less the holdback, whole. */
export function afterHoldback(free: number, percent: number): number {
  return Math.max(0, Math.floor((free * (100 - percent)) / 100))
}
