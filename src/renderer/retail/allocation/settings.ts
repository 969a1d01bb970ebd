import { z } from 'zod'
import { type PlanSettings, planSettings } from '../../../shared/areas/allocation/shapes.ts'
import { key } from '../../i18n/formats.ts'

export type Setting = keyof PlanSettings
/** As typed: an empty field is null. */
export type TypedSettings = Record<Setting, number | null>

export const settingWords = {
  lead_days: key('Lead days'),
  cover_days: key('Cover days'),
  safety_pieces: key('Safety pieces of an SKU'),
  holdback_percent: key('Holdback at the warehouse, %'),
  pieces_per_core_size: key('Minimum set: pieces of a core size'),
  pack_multiple: key('Pieces in a pack'),
  most_per_style: key('Most pieces of a style at a store'),
} as const satisfies Record<Setting, string>

export const settings = Object.keys(settingWords) as Setting[]

/** What a setting may be; each says what the contract allows. */
export const rangeWords = {
  lead_days: key('Lead days are 0 to 180.'),
  cover_days: key('Cover days are 1 to 180.'),
  safety_pieces: key('Safety pieces are 0 to 100.'),
  holdback_percent: key('The holdback is 0 to 100 %.'),
  pieces_per_core_size: key('A minimum set has 0 to 20 pieces of a core size.'),
  pack_multiple: key('A pack has 1 to 1,000 pieces.'),
  most_per_style: key('The limit is 1 to 10,000 pieces; empty is no limit.'),
} as const satisfies Record<Setting, string>

export const typedSettings = z.object(
  Object.fromEntries(settings.map((name) => [name, z.int().nonnegative().nullable()])) as Record<
    Setting,
    z.ZodNullable<z.ZodInt>
  >,
)

/** What is wrong with typed settings, by setting; English, the keys of their translations. */
export function settingFaults(typed: TypedSettings): Map<Setting, string> {
  const read = planSettings.safeParse(typed)
  const bad = new Set(read.success ? [] : read.error.issues.map(({ path }) => String(path[0])))
  return new Map(settings.filter((one) => bad.has(one)).map((one) => [one, rangeWords[one]]))
}
