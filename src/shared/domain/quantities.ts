/**
 * The pieces of one order line, by where they stand. Whole pieces, never negative, and always
 * ordered = the sum of all buckets (rules, section 1). `platform` is free on the shipping platform, `reserved` is on the
 * platform and promised to a shipment: what users call "on platform" is both.
 */
export const buckets = ['awaiting', 'platform', 'reserved', 'packed', 'shipped', 'rejected', 'oos'] as const

export type Bucket = (typeof buckets)[number]

export type Quantities = { ordered: number } & Record<Bucket, number>

export function openLine(ordered: number): Quantities {
  return { ordered, awaiting: ordered, platform: 0, reserved: 0, packed: 0, shipped: 0, rejected: 0, oos: 0 }
}

export function onPlatform(line: Pick<Quantities, 'platform' | 'reserved'>): number {
  return line.platform + line.reserved
}

/** What is wrong with a line, or null: the invariant that every move must keep. */
export function brokenInvariant(line: Quantities): string | null {
  const negative = buckets.find((bucket) => line[bucket] < 0 || !Number.isInteger(line[bucket]))
  if (negative !== undefined) return `${negative} is ${line[negative]}`
  const sum = buckets.reduce((total, bucket) => total + line[bucket], 0)
  return sum === line.ordered ? null : `ordered ${line.ordered} is not the sum ${sum}`
}

export function addQuantities(lines: readonly Quantities[]): Quantities {
  const total = openLine(0)
  for (const line of lines) {
    total.ordered += line.ordered
    for (const bucket of buckets) total[bucket] += line[bucket]
  }
  return total
}
