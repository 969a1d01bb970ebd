import { z } from 'zod'
import type { SkuMaterialRow } from '../../../shared/areas/materials/calls.ts'
import { consumptionBounds } from '../../../shared/areas/materials/mapping.ts'
import { unlikelyConsumption } from '../../../shared/areas/materials/need.ts'
import { key } from '../../../shared/kernel/words.ts'
import { readDecimal } from '../materials/sheet-cells.ts'

/** A material at a placement: two columns of the grid. */
export interface Part {
  material_id: string
  placement: string
}

/** What a SKU takes of a part, as typed. */
const typedCell = z.object({ consumption: z.string(), wastage: z.string() })
type TypedCell = z.output<typeof typedCell>

/** Cells by SKU and part. */
export const typedMapping = z.object({
  parts: z.array(z.object({ material_id: z.string(), placement: z.string() })),
  cells: z.record(z.string(), typedCell),
})
export type TypedMapping = z.output<typeof typedMapping>

export interface GridSku extends Pick<SkuMaterialRow, 'nm_sku' | 'color' | 'color_zh' | 'size' | 'open_pieces'> {
  /** What it takes now, by part. */
  saved: ReadonlyMap<string, SkuMaterialRow>
}

export const partKey = ({ material_id, placement }: Part) => JSON.stringify([material_id, placement])
export const cellKey = (nm_sku: string, part: Part) => JSON.stringify([nm_sku, part.material_id, part.placement])
const nothing: TypedCell = { consumption: '', wastage: '' }

/** The rows of one style as its SKUs, in the order of the rows. */
export function skusOf(rows: readonly SkuMaterialRow[]): GridSku[] {
  return [...Map.groupBy(rows, ({ nm_sku }) => nm_sku)].flatMap(([nm_sku, its]) => {
    const [first] = its
    if (first === undefined) return []
    const { color, color_zh, size, open_pieces } = first
    const saved = new Map(
      its.flatMap((row) => (row.material_id === null ? [] : [[partKey(partOf(row)), row] as const])),
    )
    return [{ nm_sku, color, color_zh, size, open_pieces, saved }]
  })
}

const partOf = ({ material_id, placement }: SkuMaterialRow): Part => ({
  material_id: material_id ?? '',
  placement: placement ?? '',
})

/** What the grid begins with: all that is saved. */
export function mappingOf(rows: readonly SkuMaterialRow[]): TypedMapping {
  const mapped = rows.filter(({ material_id }) => material_id !== null)
  return {
    parts: [...new Map(mapped.map((row) => [partKey(partOf(row)), partOf(row)])).values()],
    cells: Object.fromEntries(
      mapped.map((row) => [
        cellKey(row.nm_sku, partOf(row)),
        { consumption: String(row.consumption ?? ''), wastage: row.wastage ? String(row.wastage) : '' },
      ]),
    ),
  }
}

export const cellOf = ({ cells }: TypedMapping, nm_sku: string, part: Part) => cells[cellKey(nm_sku, part)] ?? nothing

export function withCells(
  mapping: TypedMapping,
  edits: readonly { nm_sku: string; part: Part; cell: Partial<TypedCell> }[],
): TypedMapping {
  const cells = { ...mapping.cells }
  for (const { nm_sku, part, cell } of edits) {
    const id = cellKey(nm_sku, part)
    const next = { ...(cells[id] ?? nothing), ...cell }
    if (next.consumption === '' && next.wastage === '') delete cells[id]
    else cells[id] = next
  }
  return { ...mapping, cells }
}

/** Copies what one SKU takes to the other sizes of its colour, or what each size of its colour takes to that size in all colours. */
export function copied(
  mapping: TypedMapping,
  skus: readonly GridSku[],
  { from, to }: { from: GridSku; to: 'sizes' | 'colours' },
): TypedMapping {
  const pairs = skus.flatMap((sku): (readonly [GridSku, GridSku])[] => {
    if (to === 'sizes') return sku.color === from.color ? [[from, sku]] : []
    const source = skus.find(({ color, size }) => color === from.color && size === sku.size)
    return source ? [[source, sku]] : []
  })
  return withCells(
    mapping,
    pairs.flatMap(([source, sku]) =>
      mapping.parts.map((part) => ({ nm_sku: sku.nm_sku, part, cell: cellOf(mapping, source.nm_sku, part) })),
    ),
  )
}

/** Takes over what another style takes, by size, of the same colour where it has that; what is typed here already stays. */
export function takenFrom(
  mapping: TypedMapping,
  skus: readonly GridSku[],
  rows: readonly SkuMaterialRow[],
): TypedMapping {
  const others = skusOf(rows)
  const theirs = mappingOf(rows)
  const parts = [...new Map([...mapping.parts, ...theirs.parts].map((part) => [partKey(part), part])).values()]
  const edits = skus.flatMap((sku) => {
    const ofSize = others.filter(({ size }) => size === sku.size)
    const source = ofSize.find(({ color }) => color === sku.color) ?? ofSize[0]
    if (source === undefined) return []
    return theirs.parts
      .filter((part) => cellOf(mapping, sku.nm_sku, part).consumption === '')
      .map((part) => ({ nm_sku: sku.nm_sku, part, cell: cellOf(theirs, source.nm_sku, part) }))
  })
  return withCells({ ...mapping, parts }, edits)
}

interface CellWords {
  message: string
  values: Record<string, string | number>
}

const notEmpty = key('An entry is taken off by “Take off…”, not by emptying it.')
const bounds = key('A piece takes {{least}} to {{most}} of a material.')
const share = key('Wastage is 0 to {{most}} %.')

/** Why a cell cannot be saved; null where it can. */
export function faultOf(
  mapping: TypedMapping,
  sku: GridSku,
  { part, column }: { part: Part; column: keyof TypedCell },
): CellWords | null {
  const cell = cellOf(mapping, sku.nm_sku, part)
  if (column === 'wastage') {
    const wastage = readDecimal(cell.wastage)
    return wastage === undefined || (wastage ?? 0) > 100 ? { message: share, values: { most: 100 } } : null
  }
  const consumption = readDecimal(cell.consumption)
  const isSaved = sku.saved.has(partKey(part))
  if (consumption === null && isSaved) return { message: notEmpty, values: {} }
  if (consumption === null && cell.wastage.trim() === '') return null
  const { least, most } = consumptionBounds
  const isRight = typeof consumption === 'number' && consumption >= least && consumption <= most
  return isRight ? null : { message: bounds, values: { least, most } }
}

/** Why a consumption looks mistyped beside those of the other sizes; null where it does not. */
export function warningOf(
  mapping: TypedMapping,
  skus: readonly GridSku[],
  { sku, part, isCloth }: { sku: GridSku; part: Part; isCloth: boolean },
): CellWords | null {
  const value = readDecimal(cellOf(mapping, sku.nm_sku, part).consumption)
  if (!value) return null
  const others = skus
    .filter(({ nm_sku }) => nm_sku !== sku.nm_sku)
    .flatMap(({ nm_sku }) => readDecimal(cellOf(mapping, nm_sku, part).consumption) || [])
  return unlikelyConsumption(value, others, isCloth)
}

/** What differs from what is saved, as the call takes it. */
export function changesOf(mapping: TypedMapping, skus: readonly GridSku[]) {
  return skus.flatMap((sku) =>
    mapping.parts.flatMap((part) => {
      const typed = cellOf(mapping, sku.nm_sku, part)
      const consumption = readDecimal(typed.consumption)
      const wastage = readDecimal(typed.wastage) ?? 0
      const saved = sku.saved.get(partKey(part))
      if (!consumption || (saved && saved.consumption === consumption && (saved.wastage ?? 0) === wastage)) return []
      return [{ nm_sku: sku.nm_sku, ...part, consumption, wastage, version: saved?.version ?? 0 }]
    }),
  )
}
