import { key } from '../../kernel/words.ts'
import { unlikelyConsumption } from '../materials/need.ts'

/** A marker as CAD made it: how the pieces of a garment lie on the cloth. */
export interface Marker {
  width_mm: number
  length_mm: number
  /** Of the cloth under it that becomes garments, in tenths of a percent. */
  efficiency_tenths: number
  /** Metres of cloth a piece of each size. */
  consumption: readonly { size: string; metres: number }[]
}

export const markerFaults = {
  tooWide: key('The marker is {{width}} cm wide, the narrowest roll of {{material}} {{fabric}} cm.'),
  noSize: key('The order has no size {{size}}.'),
  lackingSize: key('The consumption of size {{size}} is missing.'),
  twice: key('Size {{size}} stands twice.'),
  outOfOrder: key('Size {{size}} takes less than the smaller size {{smaller}}. Save it only if that is meant.'),
} as const

export interface MarkerFault {
  /** Its place in the input. */
  field: string
  message: string
  values: Record<string, string | number>
  /** It only looks mistyped: taken when somebody says that it is meant. */
  isDoubt?: true
}

/** Names what is wrong with a marker, at its cell. `sizes` of the order from small to large; `cloth`, the narrowest width of each of its fabrics. */
export function markerFaultsOf(
  marker: Marker,
  { sizes, cloth }: { sizes: readonly string[]; cloth: readonly { material: string; width_mm: number }[] },
): MarkerFault[] {
  const { width_mm, consumption } = marker
  const narrow = cloth.toSorted((a, b) => a.width_mm - b.width_mm)[0]
  const faults: MarkerFault[] = []
  if (narrow !== undefined && width_mm > narrow.width_mm)
    faults.push({
      field: 'marker.width_mm',
      message: markerFaults.tooWide,
      values: { width: width_mm / 10, material: narrow.material, fabric: narrow.width_mm / 10 },
    })
  const seen = new Set<string>()
  consumption.forEach(({ size, metres }, at) => {
    const field = `marker.consumption.${at}`
    if (!sizes.includes(size)) faults.push({ field: `${field}.size`, message: markerFaults.noSize, values: { size } })
    if (seen.has(size)) faults.push({ field: `${field}.size`, message: markerFaults.twice, values: { size } })
    seen.add(size)
    const odd = unlikelyConsumption(
      metres,
      consumption.filter((_, other) => other !== at).map((other) => other.metres),
    )
    if (odd !== null) faults.push({ field: `${field}.metres`, isDoubt: true, ...odd })
  })
  for (const size of sizes)
    if (!seen.has(size))
      faults.push({ field: 'marker.consumption', message: markerFaults.lackingSize, values: { size } })
  return [...faults, ...outOfOrder(consumption, sizes)]
}

/** Says whether two markers say the same, whatever the order of their sizes. */
export function isSameMarker(one: Marker, other: Marker): boolean {
  const metres = new Map(other.consumption.map((cell) => [cell.size, cell.metres]))
  return (
    one.width_mm === other.width_mm &&
    one.length_mm === other.length_mm &&
    one.efficiency_tenths === other.efficiency_tenths &&
    one.consumption.length === other.consumption.length &&
    one.consumption.every((cell) => metres.get(cell.size) === cell.metres)
  )
}

/** A larger size that takes less is a slip of the hand, mostly. */
function outOfOrder(consumption: Marker['consumption'], sizes: readonly string[]): MarkerFault[] {
  const placed = consumption
    .map((one, at) => ({ ...one, at, place: sizes.indexOf(one.size) }))
    .filter(({ place }) => place >= 0)
    .toSorted((a, b) => a.place - b.place)
  return placed.flatMap((one, at) => {
    const before = placed[at - 1]
    if (before === undefined || one.metres >= before.metres) return []
    return [
      {
        field: `marker.consumption.${one.at}.metres`,
        message: markerFaults.outOfOrder,
        values: { size: one.size, smaller: before.size },
        isDoubt: true as const,
      },
    ]
  })
}
