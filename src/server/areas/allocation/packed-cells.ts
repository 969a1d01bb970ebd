import { z } from 'zod'
import type { AllocationLine } from '../../../shared/areas/allocation/engine.ts'
import { storedWhy } from '../../../shared/areas/allocation/shapes.ts'
import type { RateSource } from './facts.ts'

/** Columns of a packed cell behind its store and SKU; migration 0172 wrote them in this order as well. */
const names = [
  ...(['given', 'rate', 'on_hand', 'in_transit', 'target', 'need', 'extra', 'cut', 'unset', 'short'] as const),
  ...(['core', 'shown', 'share', 'fill', 'limit', 'sold_30', 'days_30'] as const),
]

/** What a plan says of a style's cells, as `allocation_style.cells` holds it. */
export const packedCells = z
  .object({ stores: z.array(z.string()), skus: z.array(z.string()), cells: z.array(z.array(z.unknown())) })
  .nullable()

const stored = storedWhy.extend({ given: z.int() })

/** Packs the lines of a style: each store and SKU is named once. */
export function packCells(
  lines: readonly AllocationLine[],
  sourceOf: (store: string, sku: string) => RateSource,
): string {
  const [stores, skus] = [placesOf(lines.map(({ store }) => store)), placesOf(lines.map(({ size }) => size))]
  const cells = lines.map((line) => {
    const { sold_30, days_30 } = sourceOf(line.store, line.size)
    const { given, on_hand, in_transit, target, need, extra, cut, unset, short, core, shown, share, fill, limit } = line
    const rate = Math.round(line.rate * 10_000) / 10_000
    return [
      ...[
        stores.get(line.store),
        skus.get(line.size),
        given,
        rate,
        on_hand,
        in_transit,
        target,
        need,
        extra,
        cut,
        unset,
      ],
      ...[short, core, shown, share, fill, limit, sold_30, days_30],
    ]
  })
  return JSON.stringify({ stores: [...stores.keys()], skus: [...skus.keys()], cells })
}

const placesOf = (all: readonly string[]) => new Map([...new Set(all)].map((one, at) => [one, at]))

/** A style's cells by store (site.code) and SKU (sku.id). */
export function unpackCells(
  packed: z.output<typeof packedCells>,
): { store: string; sku_id: string; said: z.output<typeof stored> }[] {
  return (packed?.cells ?? []).map(([store, sku, ...values]) => ({
    store: packed?.stores[Number(store)] ?? '',
    sku_id: packed?.skus[Number(sku)] ?? '',
    said: stored.parse(Object.fromEntries(names.map((name, at) => [name, values[at]]))),
  }))
}
