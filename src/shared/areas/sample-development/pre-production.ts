import { key } from '../../kernel/words.ts'

/** What a pre-production order needs before it goes on, in the order in which it is seen to. */
export const missingThings = ['measurements', 'size_grid', 'fabric', 'costing', 'tech_pack'] as const
export type MissingThing = (typeof missingThings)[number]

export const missingWords = {
  measurements: key('Points of the spec that the sample was not measured at'),
  size_grid: key('Quantities by colour and size'),
  fabric: key('A fabric with its code'),
  costing: key('A costing'),
  tech_pack: key('A tech pack sent to the vendor'),
} as const satisfies Record<MissingThing, string>

export interface Known {
  /** Points that the spec asks for and nobody measured. */
  lacking: number
  pieces: number
  /** Materials of the last costing that have a code. */
  fabrics: number
  costings: number
  sentPacks: number
}

export function missingOf({ lacking, pieces, fabrics, costings, sentPacks }: Known): MissingThing[] {
  const isMissing: Record<MissingThing, boolean> = {
    measurements: lacking > 0,
    size_grid: pieces === 0,
    fabric: fabrics === 0,
    costing: costings === 0,
    tech_pack: sentPacks === 0,
  }
  return missingThings.filter((thing) => isMissing[thing])
}

/** Until its questions are answered, quantities are changed where they were made; then with the production order. */
export const takesQuantities = (state: string): boolean => state === 'ACTION_REQUIRED'

export interface Quantity {
  color: string
  size: string
  pieces: number
}

/** What is wrong with quantities: a size that the style lacks, or a colour and size twice. */
export function quantityFaults(
  lines: readonly Pick<Quantity, 'color' | 'size'>[],
  sizes: readonly string[],
): { field: string; message: string }[] {
  const cell = ({ color, size }: Pick<Quantity, 'color' | 'size'>) => `${color}\n${size}`
  return lines.flatMap((line, at) => {
    const isTwice = lines.findIndex((one) => cell(one) === cell(line)) < at
    const message = !sizes.includes(line.size) ? orderWords.unknownSize : isTwice ? orderWords.twice : null
    return message === null ? [] : [{ field: `lines.${at}.size`, message }]
  })
}

export const orderWords = {
  made: key('Pre-production order made.'),
  madeLacking: key('Pre-production order made. It says what is missing.'),
  notPassed: key('Sample {{sample}} has not passed: production is prepared from a passed one.'),
  exists: key('{{catalogue_id}} has pre-production order {{number}} already.'),
  changed: key('Quantities saved.'),
  unchanged: key('The quantities are as they were.'),
  noOrder: key('{{catalogue_id}} has no pre-production order yet.'),
  unknownSize: key('The style has no such size.'),
  twice: key('This colour and size stands twice.'),
} as const
