import type { BoxDiscrepancyKind } from '../../../shared/areas/india-receiving/rules.ts'
import type { Tone } from '../../../shared/kernel/area.ts'

/** The colour of each kind, which only repeats its word. */
export const kindTones: Readonly<Record<BoxDiscrepancyKind, Tone>> = { short: 'bad', excess: 'warn', damaged: 'warn' }
