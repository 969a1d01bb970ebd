import { vendorZone } from './days.ts'

/** Time zones of the places at which things stand, by their codes (rules, section 0). */
export interface PlaceZones {
  sites: Readonly<Record<string, string>>
  /** Zones of vendors that are not in the usual one; for a vendor's own people, their own. */
  vendors: Readonly<Record<string, string>>
  /** Zone of the reader's own site, vendor or team: for values without a place. */
  own: string | null
}

export const noPlaceZones: PlaceZones = { sites: {}, vendors: {}, own: null }

/** A row that says where it stands. */
export type Placed =
  | { site: string | null }
  | { from_site: string }
  | { source: string }
  | { sources: readonly string[] }
  | { supplier_id: string | null }

/**
 * The zone in which a row's days and times are said: the one that it names, else by its place. Goods of a vendor that lie at a site stand at the site; a transfer at the site that it
 * left, a plan at the first site that it takes from. Null for a row that names neither site nor vendor.
 */
export function zoneOf(row: unknown, { sites, vendors }: PlaceZones): string | null {
  if (typeof row !== 'object' || row === null) return null
  const { zone, site, from_site, source, sources, supplier_id } = row as Readonly<Record<string, unknown>>
  if (typeof zone === 'string') return zone
  const taken = Array.isArray(sources) ? (sources as unknown[]) : []
  const code = [site, from_site, source, ...taken].find((one) => typeof one === 'string' && Object.hasOwn(sites, one))
  if (typeof code === 'string') return sites[code] ?? null
  if (typeof supplier_id !== 'string') return null
  return Object.hasOwn(vendors, supplier_id) ? (vendors[supplier_id] ?? null) : vendorZone
}
