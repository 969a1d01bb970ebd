import { z } from 'zod'
import { oneLine } from '../../kernel/shapes.ts'
import { key } from '../../kernel/words.ts'
import type { MaterialUnit } from './material.ts'

/** Bounds of a roll as it is received. Metres have two digits: cloth is kept in whole centimetres. */
export const rollBounds = { length_m: 100_000, width_cm: 400, gsm: 1_500, shrinkage: 40 } as const

export const rollFaults = {
  length: key('A length is 0.01 to 100,000.'),
  width: key('A roll is 1 to 400 cm wide.'),
  gsm: key('GSM is 1 to 1,500.'),
  shrinkage: key('Shrinkage is 0 to 40 %.'),
  twice: key('Roll {{roll}} is named twice.'),
  there: key('Roll {{roll}} was received already, on {{day}}.'),
  noMaterial: key('There is no material {{material_id}}.'),
  retired: key('Material {{material_id}} is retired.'),
  noRoll: key('Roll {{number}} was not found.'),
  noWidth: key('Please enter the width of the roll.'),
  noShelf: key('{{site}} has no shelf {{shelf}}.'),
  noSite: key('There is no site {{site}}.'),
  digits: key('At most two digits behind the decimal point.'),
  whole: key('This is counted in whole pieces or packs.'),
  sampleLeft: key('Roll {{roll}} of this lot is proposed for inspection and not accepted yet.'),
  few: key('Roll {{number}} has {{available}} of that, not {{quantity}}.'),
  noOrder: key('Please say which order the cloth is cut for.'),
  notHeld: key('Order {{order_id}} holds {{available}} of roll {{number}}, not {{quantity}}.'),
  lotHeld: key('Orders hold cloth of roll {{number}}: its lot and shade stay.'),
  received: key('Rolls received.'),
  saved: key('Roll saved.'),
  inspected: key('Roll inspected.'),
  noPhoto: key('One of the photographs is gone. Please add it again.'),
  against: key('The points say otherwise: please say why.'),
} as const

const code = (most: number) => z.string().trim().toUpperCase().min(1).max(most).regex(oneLine)

/** What a roll's own label says of it. */
export const rollFacts = {
  lot: code(40),
  shade: code(20),
  length_m: z
    .number({ error: rollFaults.length })
    .min(0.01, { error: rollFaults.length })
    .max(rollBounds.length_m, { error: rollFaults.length })
    .refine((length) => Math.abs(length * 100 - Math.round(length * 100)) < 1e-6, { error: rollFaults.digits }),
  /** Null of what has none: trims. */
  width_cm: z
    .number({ error: rollFaults.width })
    .min(1, { error: rollFaults.width })
    .max(rollBounds.width_cm, { error: rollFaults.width })
    .nullable(),
  gsm: z.int().min(1, { error: rollFaults.gsm }).max(rollBounds.gsm, { error: rollFaults.gsm }).nullable(),
  shrinkage: z
    .number()
    .min(0, { error: rollFaults.shrinkage })
    .max(rollBounds.shrinkage, { error: rollFaults.shrinkage })
    .nullable(),
}

/** A roll that comes in; it gets a number of ours. The supplier's own is unique among the rolls of a fabric. */
export const newRoll = z.object({ supplier_roll: code(40).nullish(), ...rollFacts })
export type NewRoll = z.output<typeof newRoll>

/** Ways that people move cloth of a roll by hand; the rest of the ledger's moves belong to reservations and measures. */
export const rollMoves = ['cut', 'uncut', 'write_off', 'take_up', 'return', 'take_back'] as const
export type RollMoveByHand = (typeof rollMoves)[number]

export const rollMoveWords = {
  cut: key('Cut'),
  uncut: key('Take back a cut'),
  write_off: key('Write off'),
  take_up: key('Take back a write-off'),
  return: key('Return to the mill'),
  take_back: key('Take back a return'),
} as const satisfies Record<RollMoveByHand, string>

/** A cut roll with less left of it is an end: too short for most markers. Hundredths of a metre. */
export const endLength = 300

/** Metres are measured; pieces and packs are counted, and come in whole ones. */
export const isWholeOf = (unit: MaterialUnit, quantity: number) => unit === 'metre' || Number.isInteger(quantity)

/** Quantities are kept in whole hundredths of their unit: centimetres of cloth. */
export const hundredthsOf = (quantity: number) => Math.round(quantity * 100)
export const unitsOf = (hundredths: number) => hundredths / 100
