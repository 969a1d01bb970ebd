import { z } from 'zod'
import { oneLine } from '../../kernel/shapes.ts'
import { key } from '../../kernel/words.ts'

/** Materials are one kind of thing with three descriptions; the paths of their calls name them so. */
export const materialKinds = ['product_fabric', 'product_accessories', 'product_sample'] as const
export type MaterialKind = (typeof materialKinds)[number]

export const materialKindWords = {
  product_fabric: key('Fabric'),
  product_accessories: key('Trim'),
  product_sample: key('Sample fabric'),
} as const satisfies Record<MaterialKind, string>

/** Units that stock and consumption are counted in; fabric by the metre. */
export const materialUnits = ['metre', 'piece', 'pack'] as const
export type MaterialUnit = (typeof materialUnits)[number]

export const materialUnitWords = {
  metre: key('Metre'),
  piece: key('Piece'),
  // With a space: “Pack” alone is the verb of gate passes.
  pack: key('Pack '),
} as const satisfies Record<MaterialUnit, string>

export interface Property {
  label: string
  kind: 'text' | 'number' | 'choice'
  /** Bounds of a number, in the unit that the label names. */
  least?: number
  most?: number
  choices?: readonly string[]
  /** A master of the kind is not saved without it. */
  isNeeded?: true
}

/** Describes the properties of each kind, for its form, sheet, config call and check alike. */
export const materialProperties = {
  product_fabric: {
    composition: { label: key('Composition'), kind: 'text', isNeeded: true },
    construction: {
      label: key('Weave or knit'),
      kind: 'choice',
      choices: [key('Woven'), key('Knit'), key('Lace'), key('Nonwoven')],
    },
    width_cm: { label: key('Usable width (cm)'), kind: 'number', least: 10, most: 400, isNeeded: true },
    gsm: { label: key('GSM'), kind: 'number', least: 10, most: 1_500 },
    shrinkage: { label: key('Shrinkage (%)'), kind: 'number', least: 0, most: 40 },
  },
  product_accessories: {
    trim: {
      label: key('Trim'),
      kind: 'choice',
      choices: [
        key('Button'),
        key('Zip'),
        key('Label'),
        key('Thread'),
        key('Elastic'),
        key('Lining'),
        key('Packing materials'),
        key('Other trim'),
      ],
      isNeeded: true,
    },
    size: { label: key('Size or gauge'), kind: 'text' },
    pack_size: { label: key('Pieces in a pack'), kind: 'number', least: 1, most: 100_000 },
  },
  product_sample: {
    composition: { label: key('Composition'), kind: 'text' },
    width_cm: { label: key('Usable width (cm)'), kind: 'number', least: 10, most: 400 },
    gsm: { label: key('GSM'), kind: 'number', least: 10, most: 1_500 },
  },
} as const satisfies Record<MaterialKind, Readonly<Record<string, Property>>>

export const materialFaults = {
  needed: key('Please enter: {{property_key}}.'),
  notNumber: key('{{property_key}} is a number from {{least}} to {{most}}.'),
  notChoice: key('{{property_key}} is one of the listed values.'),
  unknown: key('A material of this kind has no such property: {{property}}.'),
} as const

export const propertyValues = z.record(
  z.string().max(40),
  z.union([z.string().trim().max(200).regex(oneLine), z.number().min(0).max(1_000_000), z.null()]),
)
export type PropertyValues = z.output<typeof propertyValues>

export interface PropertyFault {
  property: string
  message: string
  values: Record<string, string | number>
}

/** Tells which values a material of the kind cannot have; empty where all are right. Empty text and null mean: not known. */
export function propertyFaults(kind: MaterialKind, values: PropertyValues): PropertyFault[] {
  const known: Readonly<Record<string, Property>> = materialProperties[kind]
  const strange = Object.keys(values).filter((name) => !Object.hasOwn(known, name))
  return [
    ...strange.map((property) => ({ property, message: materialFaults.unknown, values: { property } })),
    ...Object.entries(known).flatMap(([property, rule]) => faultOf(property, rule, values[property] ?? null)),
  ]
}

function faultOf(property: string, rule: Property, value: string | number | null): PropertyFault[] {
  const named = { property_key: rule.label }
  if (value === null || value === '')
    return rule.isNeeded ? [{ property, message: materialFaults.needed, values: named }] : []
  if (rule.kind === 'number') {
    const { least = 0, most = Number.MAX_SAFE_INTEGER } = rule
    if (typeof value === 'number' && value >= least && value <= most) return []
    return [{ property, message: materialFaults.notNumber, values: { ...named, least, most } }]
  }
  const isKnown = rule.kind === 'text' ? typeof value === 'string' : rule.choices?.includes(String(value)) === true
  return isKnown ? [] : [{ property, message: materialFaults.notChoice, values: named }]
}
