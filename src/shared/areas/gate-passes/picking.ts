import { inWalkingOrder, pickFrom } from './rules.ts'
import type { GatePassItemRow } from './shapes.ts'

/** One stop of a pick list: so many pieces of an item from one shelf; `shelf` is null for the floor. */
export interface PickStop<I> {
  shelf: string | null
  pieces: number
  item: I
}

/**
 * Lists where what is not packed yet is picked, in walking order. It takes what `pickFrom` takes, so that stock leaves the shelf that the
 * list names; pieces that lie nowhere are not on it.
 */
export function pickStops<I extends Pick<GatePassItemRow, 'nm_sku' | 'planned' | 'packed' | 'places'>>(
  items: readonly I[],
): PickStop<I>[] {
  return items
    .flatMap((item) => {
      const places = (item.places ?? []).map((place) => ({ ...place, own: place.reserved, ...asPlace(place.shelf) }))
      const free = places.reduce((sum, place) => sum + place.free, 0)
      const left = Math.max(0, Math.min((item.planned ?? 0) - (item.packed ?? 0), free))
      return (pickFrom(places, left) ?? []).map(({ place: { shelf }, quantity }) => ({ shelf, pieces: quantity, item }))
    })
    .toSorted((a, b) => inWalkingOrder(asPlace(a.shelf), asPlace(b.shelf)) || (a.item.nm_sku < b.item.nm_sku ? -1 : 1))
}

const asPlace = (shelf: string | null) => ({ kind: shelf === null ? 'floor' : 'shelf', code: shelf ?? '' })
