import { z } from 'zod'
import { oneLine } from '../../kernel/shapes.ts'
import { key } from '../../kernel/words.ts'

/** Bounds of a roll as it is received. Metres have two digits: cloth is kept in whole centimetres. */
export const rollBounds = { length_m: 2_000, width_cm: 400, gsm: 1_500, shrinkage: 40 } as const

export const rollFaults = {
  length: key('A roll is 0.01 to {{most}} metres long.'),
  width: key('A roll is 1 to {{most}} cm wide.'),
  gsm: key('GSM is 1 to {{most}}.'),
  shrinkage: key('Shrinkage is 0 to {{most}} %.'),
  twice: key('Roll {{roll}} is named twice.'),
  there: key('Roll {{roll}} was received already, on {{day}}.'),
  noFabric: key('There is no fabric {{material_id}}.'),
  retired: key('Fabric {{material_id}} is retired.'),
} as const

const code = (most: number) => z.string().trim().toUpperCase().min(1).max(most).regex(oneLine)

/** What a roll's own label says of it. */
export const rollFacts = {
  lot: code(40),
  shade: code(20),
  length_m: z
    .number({ error: rollFaults.length })
    .min(0.01, { error: rollFaults.length })
    .max(rollBounds.length_m, { error: rollFaults.length }),
  width_cm: z
    .number({ error: rollFaults.width })
    .min(1, { error: rollFaults.width })
    .max(rollBounds.width_cm, { error: rollFaults.width }),
  gsm: z.number().min(1, { error: rollFaults.gsm }).max(rollBounds.gsm, { error: rollFaults.gsm }).nullable(),
  shrinkage: z
    .number()
    .min(0, { error: rollFaults.shrinkage })
    .max(rollBounds.shrinkage, { error: rollFaults.shrinkage })
    .nullable(),
}

/** A roll that comes in. Without a number it gets one; with one it is the supplier's, unique in its fabric. */
export const newRoll = z.object({ roll: code(40).nullish(), ...rollFacts })
export type NewRoll = z.output<typeof newRoll>

/** Metres as whole centimetres. */
export const cmOf = (metres: number) => Math.round(metres * 100)
export const metresOf = (cm: number) => cm / 100
