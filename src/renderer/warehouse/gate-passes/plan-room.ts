/** A SKU of the source as it may be planned, in pieces. */
interface ToSend {
  nm_sku: string
  free: number
  planned: number
}

/** The most that may be planned of each SKU. What a pass plans that stands (`isReserved`) is reserved for it, and free no longer. */
export function roomOf(skus: readonly ToSend[], isReserved: boolean): ReadonlyMap<string, number> {
  return new Map(skus.map(({ nm_sku, free, planned }) => [nm_sku, free + (isReserved ? planned : 0)]))
}

/** SKUs of which more is planned than may be, by what is typed or was planned before: others may have been quicker since. */
export function overRoom(
  skus: readonly ToSend[],
  typed: Readonly<Record<string, number>>,
  room: ReadonlyMap<string, number>,
): { nm_sku: string; planned: number; free: number }[] {
  return skus.flatMap(({ nm_sku, planned: before }) => {
    const [planned, free] = [typed[nm_sku] ?? before, room.get(nm_sku) ?? 0]
    return planned > free ? [{ nm_sku, planned, free }] : []
  })
}
