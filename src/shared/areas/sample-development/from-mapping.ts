import { key } from '../../kernel/words.ts'
import type { MaterialKind, MaterialUnit } from '../materials/material.ts'
import { type CostKind, type CostLine, lineKey } from './cost.ts'

/** A material of an SKU as its costing takes it: consumption in thousandths, wastage in hundredths of a percent. */
export interface MappedMaterial {
  material_id: string
  name: string
  kind: CostKind
  placement: string
  unit: string
  quantity_milli: number
  wastage_bp: number
  /** Null where the material has none. */
  unit_price: { minor: number; currency: string } | null
}

/** An SKU of the sample's style with what product mapping says that a piece of it takes. */
export interface MappedSku {
  nm_sku: string
  color: string
  size: string
  materials: readonly MappedMaterial[]
}

export const mappingWords = {
  otherStyle: key('This SKU is not of the sample’s style.'),
  notLive: key('The style has no SKUs yet: materials are mapped once it is live.'),
  noneMapped: key('No SKU of this style takes materials by product mapping yet.'),
  from: key('From the mapping of {{source}}'),
  gone: key('The mapping of {{source}} does not have it any more.'),
  says: key('Mapping: {{value}}'),
  otherCurrency: key('Its price is {{price}}: please enter it in {{currency}}.'),
  noPrice: key('The material has no price.'),
} as const

/** How costings name the units of materials. */
const unitNames = { metre: 'm', piece: 'pc', pack: 'pack' } as const satisfies Record<MaterialUnit, string>

/**
 * Converts what mapping keeps (ten-thousandths of a unit, tenths of a percent). Consumption is rounded up to a thousandth; only materials
 * have wastage in a costing, so that of a trim is in its consumption.
 */
export function mappedAmounts(kept: {
  kind: MaterialKind
  trim: string | null
  unit: MaterialUnit
  consumption: number
  wastage_tenths: number
}): Pick<MappedMaterial, 'kind' | 'unit' | 'quantity_milli' | 'wastage_bp'> {
  const { trim, consumption, wastage_tenths } = kept
  const unit = unitNames[kept.unit]
  if (kept.kind !== 'product_accessories')
    return {
      kind: 'material',
      unit,
      quantity_milli: Math.ceil(consumption / 10),
      wastage_bp: wastage_tenths * 10,
    }
  return {
    kind: trim === 'Packing materials' ? 'packing' : 'trim',
    unit,
    quantity_milli: Math.ceil((consumption * (1_000 + wastage_tenths)) / 10_000),
    wastage_bp: 0,
  }
}

/** Amounts of a line that mapping knows. */
export const mappedFields = ['quantity_milli', 'wastage_bp', 'unit_price_minor'] as const
export type MappedField = (typeof mappedFields)[number]
/** A price is null where the material has none in the costing's currency. */
export type MappedValues = Record<MappedField, number | null>

const valuesOf = ({ quantity_milli, wastage_bp, unit_price }: MappedMaterial, currency: string): MappedValues => ({
  quantity_milli,
  wastage_bp,
  unit_price_minor: unit_price?.currency === currency ? unit_price.minor : null,
})

/** Where mapping knows an amount and the line says another. */
const differing = (line: Pick<CostLine, MappedField>, values: MappedValues): MappedField[] =>
  mappedFields.filter((field) => values[field] !== null && values[field] !== line[field])

/** What mapping would put into a costing for one material. */
export interface Fill {
  mapped: MappedMaterial
  /** Place of the line that has this material already; null for one that is added. */
  at: number | null
  /** Of a line that is added: unlike any other of the costing. */
  name: string
  values: MappedValues
  differs: MappedField[]
}

/**
 * Sets an SKU's materials against the lines of a costing. A line is the material's that came from its placement, else the first with its
 * code, else the one of its name. Nothing is changed: whoever fills in chooses which of them to take.
 */
export function fillsOf(lines: readonly CostLine[], materials: readonly MappedMaterial[], currency: string): Fill[] {
  const taken = new Set<number>()
  const names = new Set(lines.map(lineKey))
  const free = (is: (line: CostLine) => boolean) => lines.findIndex((line, at) => !taken.has(at) && is(line))
  const matched = materials.map((mapped) => {
    const is = {
      ofKind: (line: CostLine) => line.kind === mapped.kind,
      ofCode: (line: CostLine) => line.material_code === mapped.material_id,
    }
    const places = [
      free((line) => is.ofKind(line) && is.ofCode(line) && line.source?.placement === mapped.placement),
      free((line) => is.ofKind(line) && is.ofCode(line) && line.source === undefined),
      free((line) => lineKey(line) === lineKey(mapped) && line.material_code === null),
    ]
    const at = places.find((place) => place >= 0) ?? null
    if (at !== null) taken.add(at)
    return { mapped, at }
  })
  return matched.map(({ mapped, at }) => {
    const values = valuesOf(mapped, currency)
    const line = at === null ? undefined : lines[at]
    if (line) return { mapped, at, name: line.name, values, differs: differing(line, values) }
    const name = newName(mapped, names)
    names.add(lineKey({ kind: mapped.kind, name }))
    return { mapped, at, name, values, differs: [] }
  })
}

function newName({ name, kind, placement, material_id }: MappedMaterial, names: ReadonlySet<string>): string {
  const placed = placement === '' ? name : `${name} (${placement})`
  const isFree = !names.has(lineKey({ kind, name: placed }))
  return (isFree ? placed : `${placed} ${material_id}`).slice(0, 120)
}

/** What mapping says now of a line that came from it, where that is something else. Null: the line came from nowhere, or says the same. */
export function mappingDrift(
  { source, material_code, ...line }: CostLine,
  skus: readonly MappedSku[],
  currency: string,
): { isGone: boolean; values: Partial<MappedValues> } | null {
  if (source === undefined) return null
  const mapped = skus
    .find(({ nm_sku }) => nm_sku === source.nm_sku)
    ?.materials.find((one) => one.material_id === material_code && one.placement === source.placement)
  if (!mapped) return { isGone: true, values: {} }
  const values = valuesOf(mapped, currency)
  const differs = differing(line, values)
  if (differs.length === 0) return null
  return { isGone: false, values: Object.fromEntries(differs.map((field) => [field, values[field]])) }
}

/** A sheet has no column of where a line came from: the same part with the same code keeps what it had. */
export function withSources(lines: readonly CostLine[], before: readonly CostLine[]): CostLine[] {
  const known = new Map(before.map((line) => [lineKey(line), line]))
  return lines.map((line) => {
    const was = known.get(lineKey(line))
    return was?.source && was.material_code === line.material_code ? { ...line, source: was.source } : line
  })
}
