import { z } from 'zod'
import { centimetres } from '../../kernel/centimetres.ts'
import { key } from '../../kernel/words.ts'
import { costKinds } from './cost.ts'

/** What is said of how a style is made, each in words of its own; the order is that of the paper. */
export const makingFields = ['fabric', 'construction', 'labels', 'packing', 'care'] as const
export type MakingField = (typeof makingFields)[number]

export const makingWords = {
  fabric: key('Fabric'),
  construction: key('Construction'),
  labels: key('Garment labels'),
  packing: key('Packaging'),
  care: key('Care'),
} as const satisfies Record<MakingField, string>

export const MOST_MAKING = 2_000

/** Everything that a tech pack says, kept as it was when it was written. No amount of money stands in it. */
export const packContent = z.object({
  catalogue_id: z.string(),
  name: z.string(),
  name_zh: z.string(),
  category: z.string(),
  sample_id: z.string(),
  round: z.int(),
  base_size: z.string().nullable(),
  sizes: z.array(z.string()),
  points: z.array(
    z.object({
      point: z.string(),
      point_zh: z.string(),
      how_to_measure: z.string(),
      is_critical: z.boolean(),
      measures: z.array(z.object({ size: z.string(), spec_mm: z.int(), tolerance_mm: z.int() })),
    }),
  ),
  grading: z.array(z.object({ vendor_size: z.string(), our_size: z.string() })),
  /** Per piece; of the last costing. */
  materials: z.array(
    z.object({
      kind: z.enum(costKinds),
      name: z.string(),
      material_code: z.string().nullable(),
      quantity_milli: z.int(),
      unit: z.string(),
    }),
  ),
  making: z.object({
    fabric: z.string(),
    construction: z.string(),
    labels: z.string(),
    packing: z.string(),
    care: z.string(),
  }),
  weight_g: z.int().nullable(),
  /** The style's picture, then photographs of the sample. */
  picture: z.uuid().nullable(),
  image_ids: z.array(z.uuid()),
})
export type PackContent = z.output<typeof packContent>

export const packWords = {
  sent: key('Tech pack sent to its vendor.'),
  noPack: key('There is no such tech pack.'),
  noSample: key('There is no sample {{sample}}.'),
  noPoints: key('{{catalogue_id}} has no points of measure yet: a tech pack cannot do without.'),
  notHere: key('A tech pack is made of a sample that we have.'),
  isSent: key('Tech pack {{number}} was sent already.'),
  changedSince: key('The style has changed since tech pack {{number}} was written ({{what}}): write it again first.'),
  notLast: key('Only the last tech pack of a style is sent.'),
} as const

/** A line that differs between two tech packs; null where it was not there, or is not any more. */
export interface PackChange {
  /** English, or a name as people typed it. */
  part: keyof typeof packParts
  what: string
  was: string | null
  now: string | null
}

export const packParts = {
  measures: key('Points of measure'),
  grading: key('Grading'),
  materials: key('Materials'),
  making: key('How it is made'),
  style: key('Style'),
  pictures: key('Pictures'),
} as const

/** Whether a tech pack was sent, as its history says. */
export const packStates = {
  notSent: key('Not sent yet'),
  sent: key('Sent to the vendor'),
} as const

/** What a tech pack says beside the words of its parts: keys of the catalogue of translations, as on the screens. */
export const packTexts = {
  title: key('Tech pack'),
  subject: key('{{style}} · version {{number}}'),
  mayChange: key('Not sent yet: it may still change.'),
  sentOn: key('Sent on {{at}}'),
  vendor: key('Vendor'),
  catalogue: key('Catalogue no.'),
  sample: key('Sample no.'),
  round: key('Round {{n}}'),
  styleName: key('Style name'),
  baseSize: key('Base size'),
  weight: key('Weight'),
  written: key('Written'),
  writtenBy: key('Written by'),
  category: key('Category'),
  company: key('Company'),
  changes: key('What changed since version {{number}}'),
  change: key('What changed'),
  was: key('Was'),
  now: key('Now'),
  none: key('Nothing.'),
  drawing: key('Points of measure on the garment'),
  measures: key('Points of measure (cm)'),
  point: key('Point of measure'),
  tolerance: key('Tolerance ±'),
  bySize: key('By size'),
  critical: key('critical point'),
  criticalNote: key('● Critical points: out of tolerance there, a garment does not pass.'),
  grading: key('Sizes of the vendor and ours'),
  vendorSize: key('Vendor size'),
  ourSize: key('Our size'),
  noGrading: key('No sizes of the vendor are known.'),
  materials: key('Materials per piece'),
  noMaterials: key('No materials were said yet.'),
  kind: key('Kind of material'),
  name: key('Description'),
  code: key('Material code'),
  quantity: key('Consumption'),
  making: key('How it is made'),
  noMaking: key('Nothing was said of how it is made yet.'),
  photos: key('Photos of the sample'),
  picture: key('Picture of the style'),
  signatures: key('Signatures'),
  page: key('Page {{page}} of {{all}}'),
} as const

type Lines = Map<string, Pick<PackChange, 'part' | 'what'> & { says: string }>

const quantity = (milli: number, unit: string) => `${milli / 1_000} ${unit}`.trim()

function linesOf(pack: PackContent): Lines {
  const lines: Lines = new Map()
  const add = (part: PackChange['part'], what: string, says: string) => {
    if (says !== '') lines.set(`${part}\n${what}`, { part, what, says })
  }
  add('style', packTexts.styleName, pack.name)
  add('style', packTexts.sample, pack.sample_id)
  add('style', packTexts.baseSize, pack.base_size ?? '')
  add('style', packTexts.weight, pack.weight_g === null ? '' : `${pack.weight_g} g`)
  for (const { point, point_zh, how_to_measure, is_critical, measures } of pack.points) {
    add('measures', point, [is_critical ? '●' : '', point_zh, how_to_measure].filter((one) => one !== '').join(' '))
    for (const { size, spec_mm, tolerance_mm } of measures)
      add('measures', `${point} · ${size}`, `${centimetres(spec_mm)} ± ${centimetres(tolerance_mm)}`)
  }
  for (const { vendor_size, our_size } of pack.grading) add('grading', our_size, vendor_size)
  for (const { name, material_code, quantity_milli, unit } of pack.materials)
    add(
      'materials',
      name,
      [quantity(quantity_milli, unit), material_code ?? ''].filter((one) => one !== '').join(' · '),
    )
  for (const field of makingFields) add('making', makingWords[field], pack.making[field])
  add('pictures', packTexts.photos, pack.image_ids.join(' '))
  add('pictures', packTexts.picture, pack.picture ?? '')
  return lines
}

/** What the next tech pack says otherwise, line by line, in the order of the new one; what went stands last. */
export function packChanges(was: PackContent, now: PackContent): PackChange[] {
  const [before, after] = [linesOf(was), linesOf(now)]
  return [...new Set([...after.keys(), ...before.keys()])].flatMap((one) => {
    const [old, fresh] = [before.get(one), after.get(one)]
    const line = fresh ?? old
    if (!line || old?.says === fresh?.says) return []
    return [{ part: line.part, what: line.what, was: old?.says ?? null, now: fresh?.says ?? null }]
  })
}

/** Parts whose lines are called by words of ours; those of the others are names that people typed. */
export const isOurWord = ({ part }: Pick<PackChange, 'part'>): boolean =>
  part === 'style' || part === 'making' || part === 'pictures'

/** Of pictures only that they changed is worth a line on paper. */
export const saidChange = (change: PackChange): PackChange =>
  change.part === 'pictures' ? { ...change, was: change.was && '…', now: change.now && '…' } : change
