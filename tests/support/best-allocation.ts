import { sumOf } from '../../src/shared/areas/allocation/apportion.ts'
import { salesOf } from '../../src/shared/areas/allocation/engine.ts'
import type { AllocationCase } from './allocation-cases.ts'

/**
 * The most pieces that any plan of one style may give under the same rules, found by trying every one: for small cases. What a cell wants at
 * most is reckoned here anew.
 */
export function bestTotal({ styles, carried, settings }: AllocationCase): number {
  const [style] = styles
  if (style === undefined) return 0
  const { pack_multiple: pack, pieces_per_core_size: minimum } = settings
  const packed = (pieces: number) => Math.ceil(pieces / pack) * pack
  const stores = carried.filter(({ category }) => category === style.category)
  const plansOf = stores.map((store) => {
    const cells = style.sizes.map(({ size }) =>
      style.cells.find((one) => one.store === store.store && one.size === size),
    )
    const held = sumOf(cells.map((one) => (one?.on_hand ?? 0) + (one?.in_transit ?? 0)))
    const locked = sumOf(cells.map((one) => one?.locked ?? 0))
    const room = store.most_shown === null ? Infinity : Math.max(0, store.most_shown - store.held - locked)
    const most = Math.min(room, settings.most_per_style === null ? Infinity : settings.most_per_style - held - locked)
    const isShort = store.least_shown > store.held
    const sales = salesOf(cells, settings)
    const isWanted = style.sizes.some(({ pieces_in_set }, at) => (sales[at] ?? 0) > 0 || (isShort && pieces_in_set > 0))
    const ranges = style.sizes.map(({ is_core: isCore, pieces_in_set }, at) => {
      const is_core = isCore && isWanted
      const one = cells[at]
      const has = (one?.on_hand ?? 0) + (one?.in_transit ?? 0)
      if (one?.locked != null) return { least: 0, most: 0, lacks: is_core && has + one.locked < minimum }
      const lack = is_core ? Math.max(0, minimum - has) : 0
      return {
        least: packed(lack),
        most: packed(Math.max(lack, (sales[at] ?? 0) - has, isShort ? pieces_in_set - has : 0)),
        lacks: false,
      }
    })
    const nothing = style.sizes.map(() => 0)
    if (ranges.some(({ lacks }) => lacks)) return [nothing]
    const all = ranges.reduce<number[][]>(
      (made, range) =>
        made.flatMap((before) =>
          Array.from({ length: (range.most - range.least) / pack + 1 }, (_, n) => [...before, range.least + n * pack]),
        ),
      [[]],
    )
    return [nothing, ...all.filter((one) => sumOf(one) <= most)]
  })
  const free = style.sizes.map(
    ({ size, available }) =>
      available - sumOf(style.cells.filter((one) => one.size === size).map((one) => one.locked ?? 0)),
  )
  let reached = new Map<string, { left: number[]; total: number }>([['', { left: free, total: 0 }]])
  for (const plans of plansOf) {
    const next = new Map<string, { left: number[]; total: number }>()
    for (const { left, total } of reached.values())
      for (const given of plans) {
        const after = left.map((pieces, at) => pieces - (given[at] ?? 0))
        if (after.some((pieces) => pieces < 0)) continue
        const found = { left: after, total: total + sumOf(given) }
        const key = after.join()
        if ((next.get(key)?.total ?? -1) < found.total) next.set(key, found)
      }
    reached = next
  }
  return Math.max(...[...reached.values()].map(({ total }) => total)) + sumOf(style.cells.map((one) => one.locked ?? 0))
}
