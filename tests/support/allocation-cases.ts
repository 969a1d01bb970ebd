import fc from 'fast-check'
import type {
  AllocationSettings,
  Carried,
  CellFacts,
  StyleFacts,
} from '../../src/shared/areas/allocation/plan-facts.ts'

/** What is to be planned, whole. */
export interface AllocationCase {
  styles: StyleFacts[]
  carried: Carried[]
  settings: AllocationSettings
}

interface Sizes {
  stores: number
  styles: number
  sizes: number
  /** Pieces of a size at the source, at most. */
  available: number
}

const sizeNames = ['S', 'M', 'L', 'XL', 'XXL', '3XL', '4XL', '5XL']
export const storeName = (at: number) => `S${String(at).padStart(3, '0')}`

const settings = fc.record<AllocationSettings>({
  lead_days: fc.integer({ min: 0, max: 7 }),
  cover_days: fc.integer({ min: 1, max: 28 }),
  safety_pieces: fc.integer({ min: 0, max: 2 }),
  pieces_per_core_size: fc.integer({ min: 0, max: 2 }),
  pack_multiple: fc.constantFrom(1, 1, 1, 2, 3),
  most_per_style: fc.option(fc.integer({ min: 0, max: 12 })),
})

/** Small plans of every kind: shops full and empty, sizes out of stock, locked cells, shops that do not carry what they have. */
export function allocationCases(most: Sizes): fc.Arbitrary<AllocationCase> {
  return fc
    .tuple(
      fc.integer({ min: 1, max: most.stores }),
      fc.integer({ min: 1, max: most.styles }),
      fc.integer({ min: 1, max: most.sizes }),
    )
    .chain(([stores, styles, sizes]) => {
      const category = fc.constantFrom('Tops', 'Dresses')
      const carried = fc
        .tuple(
          ...Array.from({ length: stores * 2 }, (_, at) =>
            fc
              .record({
                is_carried: fc.boolean(),
                grade: fc.constantFrom('A', 'B', 'C'),
                least_shown: fc.integer({ min: 0, max: 12 }),
                most_shown: fc.option(fc.integer({ min: 0, max: 30 })),
                held: fc.integer({ min: 0, max: 20 }),
              })
              .map(({ is_carried, ...rest }) => ({
                is_carried: is_carried || at % 3 === 0,
                ...rest,
                store: storeName(at >> 1),
                category: at % 2 === 0 ? 'Tops' : 'Dresses',
                locked: 0,
              })),
          ),
        )
        .map((all) => all.flatMap(({ is_carried, ...one }): Carried[] => (is_carried ? [one] : [])))
      const style = (at: number) =>
        fc
          .record({
            category,
            sizes: fc.tuple(
              ...Array.from({ length: sizes }, (_, size) =>
                fc.record({
                  size: fc.constant(sizeNames[size] ?? ''),
                  position: fc.constant(size + 1),
                  is_core: fc.boolean(),
                  pieces_in_set: fc.integer({ min: 0, max: 2 }),
                  available: fc.integer({ min: 0, max: most.available }),
                }),
              ),
            ),
            cells: fc.tuple(
              ...Array.from({ length: sizes * stores }, (_, cell) =>
                fc.record<CellFacts>({
                  store: fc.constant(storeName(Math.floor(cell / sizes))),
                  size: fc.constant(sizeNames[cell % sizes] ?? ''),
                  rate: fc.oneof(
                    fc.constant(0),
                    fc.integer({ min: 0, max: 60 }).map((n) => n / 70),
                  ),
                  isEstimated: fc.boolean(),
                  on_hand: fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 3 })),
                  in_transit: fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 2 })),
                  locked: fc.oneof(
                    { weight: 9, arbitrary: fc.constant(null) },
                    { weight: 1, arbitrary: fc.integer({ min: 0, max: 2 }) },
                  ),
                }),
              ),
            ),
          })
          .map((one): StyleFacts => ({ style: `ST${at}`, ...one }))
      return fc
        .record({ carried, settings, styles: fc.tuple(...Array.from({ length: styles }, (_, at) => style(at))) })
        .map(
          (made): AllocationCase => ({ ...made, styles: made.styles.map((one) => withoutFaults(one, made.carried)) }),
        )
    })
}

/** Cells that cannot be locked are not. */
function withoutFaults(style: StyleFacts, carried: readonly Carried[]): StyleFacts {
  const carriers = new Set(carried.filter(({ category }) => category === style.category).map(({ store }) => store))
  const left = new Map(style.sizes.map(({ size, available }) => [size, available]))
  const cells = style.cells.map((cell) => {
    const free = left.get(cell.size) ?? 0
    if (cell.locked === null || !carriers.has(cell.store) || cell.locked > free) return { ...cell, locked: null }
    left.set(cell.size, free - cell.locked)
    return cell
  })
  return { ...style, cells }
}
