import { z } from 'zod'
import { get, jpeg, json, labels, post, upload, xlsx } from '../../kernel/call.ts'
import {
  counts,
  day,
  instant,
  money,
  nmSku,
  orderId,
  page,
  part,
  price,
  printAs,
  rowsTaken,
  searchText,
  takeMode,
  timelineEvent,
  version,
} from '../../kernel/shapes.ts'
import { rollDefectKinds } from './four-point.ts'
import { materialKinds, materialUnits, propertyValues } from './material.ts'
import { pickReasons } from './reserve.ts'
import { allowed } from './rights.ts'
import { newRoll, rollFacts, rollMoves } from './roll.ts'
import { rollLife, rollStates } from './roll-life.ts'

export const materialId = z.string().trim().toUpperCase().min(1).max(40)
export const rollCode = z.string().trim().toUpperCase().min(1).max(60)
const name = z.string().trim().min(1).max(120)
const quantity = z.number().min(0)
const why = z.string().trim().max(500)

const arrival = z.object({ day, quantity: z.number().min(0.01).max(1_000_000) })

export const materialRow = z.object({
  material_id: z.string(),
  kind: z.enum(materialKinds),
  name: z.string(),
  name_zh: z.string(),
  color: z.string().nullable(),
  unit: z.enum(materialUnits),
  properties: propertyValues,
  price,
  /** Units; null: nobody is told when it runs short. */
  reorder_point: z.number().nullable(),
  /** Units on hand, and of them what is accepted and no order holds. */
  on_hand: z.number(),
  free: z.number(),
  /** SKUs that need it. */
  skus: z.int(),
  /** A swatch, or a photograph of a trim. */
  image_id: z.uuid().nullable(),
  /** What is ordered and not here yet. */
  expected: z.array(arrival),
  is_retired: z.boolean(),
  version,
})
export type MaterialRow = z.output<typeof materialRow>

export const materialTabs = ['in_use', 'short', 'unmapped', 'retired', 'all'] as const

/** The rolls of a fabric in one lot and shade, in its unit: metres of cloth. */
export const fabricLotRow = z.object({
  material_id: z.string(),
  name: z.string(),
  name_zh: z.string(),
  color: z.string().nullable(),
  image_id: z.uuid().nullable(),
  unit: z.enum(materialUnits),
  lot: z.string(),
  shade: z.string(),
  rolls: z.int(),
  to_inspect: z.int(),
  received: quantity,
  /** Accepted, and promised to no order: what can be reserved. */
  free: quantity,
  /** Promised to no order, and not accepted: to inspect, on hold or rejected. */
  waiting: quantity,
  reserved: quantity,
  consumed: quantity,
  written_off: quantity,
  returned: quantity,
  /** Rolls that were cut from, with less left than a piece of use. */
  ends: z.int(),
  first_received_on: day,
})
export type FabricLotRow = z.output<typeof fabricLotRow>

export const fabricTabs = ['to_inspect', 'free', 'reserved', 'on_hold', 'rejected', 'ends', 'used_up', 'all'] as const

export const rollRow = z.object({
  roll: z.string(),
  /** The supplier's own number of it. */
  supplier_roll: z.string().nullable(),
  material_id: z.string(),
  name: z.string(),
  name_zh: z.string(),
  color: z.string().nullable(),
  lot: z.string(),
  shade: z.string(),
  state: z.enum(rollStates),
  unit: z.enum(materialUnits),
  site: z.string(),
  /** Its shelf; null: it lies on the floor. */
  place: z.string().nullable(),
  width_cm: z.number().nullable(),
  gsm: z.number().nullable(),
  shrinkage: z.number().nullable(),
  received: quantity,
  /** Accepted, and promised to no order: what can be reserved. */
  free: quantity,
  /** Promised to no order, and not accepted: to inspect, on hold or rejected. */
  waiting: quantity,
  reserved: quantity,
  consumed: quantity,
  written_off: quantity,
  returned: quantity,
  /** Points in 100 square yards of its last inspection. */
  score: z.number().nullable(),
  /** Whether it is among the rolls that are proposed for inspection. */
  is_sampled: z.boolean(),
  received_on: day,
  version,
})
export type RollRow = z.output<typeof rollRow>

export const rollInspection = z.object({
  at: instant,
  inspected_by: z.string(),
  points: z.int(),
  score: z.number(),
  limit: z.number(),
  computed: z.enum(['accept', 'reject']),
  chosen: z.enum(['accept', 'reject', 'hold']),
  remark: z.string(),
  defects: z.array(z.object({ kind: z.enum(rollDefectKinds), length_cm: z.number(), at_cm: z.number() })),
  image_ids: z.array(z.uuid()),
})

/** One line of a reservation, with the words of why. */
const reservedLine = z.object({
  material_id: z.string(),
  need: quantity,
  reserved: quantity,
  missing: quantity,
  picks: z.array(z.object({ roll: z.string(), lot: z.string(), shade: z.string(), quantity })),
  reason: z.enum(Object.keys(pickReasons) as [keyof typeof pickReasons]),
  message: z.string(),
  values: z.record(z.string(), z.union([z.string(), z.number()])),
})

/** What open orders need of a material. In its unit. */
export const shortageRow = z.object({
  material_id: z.string(),
  name: z.string(),
  name_zh: z.string(),
  unit: z.enum(materialUnits),
  free: quantity,
  needed: quantity,
  first_day: day.nullable(),
  weeks: z.array(z.object({ monday: day, need: quantity, arrives: quantity, left: z.number() })),
  stopped: z.array(z.object({ order_id: z.string(), day, quantity })),
})
export type ShortageRow = z.output<typeof shortageRow>

/** Why a consumption looks mistyped beside the style's other sizes. */
const unlikely = z.object({ message: z.string(), values: z.record(z.string(), z.number()) })

/** An SKU with one of its materials, or with none. */
export const skuMaterialRow = z.object({
  nm_sku: z.string(),
  style_id: z.string(),
  style_name: z.string(),
  style_name_zh: z.string(),
  color: z.string(),
  color_zh: z.string(),
  size: z.string(),
  material_id: z.string().nullable(),
  material_name: z.string().nullable(),
  placement: z.string().nullable(),
  consumption: z.number().nullable(),
  unit: z.enum(materialUnits).nullable(),
  wastage: z.number().nullable(),
  unlikely: unlikely.nullable(),
  /** Pieces of open orders that wait for it, and the first of those orders. */
  open_pieces: z.int(),
  open_orders: z.array(z.string()),
  version: z.int(),
})
export type SkuMaterialRow = z.output<typeof skuMaterialRow>

const mapping = z.object({
  nm_sku: nmSku,
  material_id: materialId,
  placement: z.string().trim().max(60).default(''),
  consumption: z.number().gt(0).max(10_000),
  wastage: z.number().min(0).max(100).default(0),
  /** As it was read; 0 or left out: it is new. */
  version: z.int().min(0).default(0),
})

/** A material that was made or changed; with its code it is changed. */
const savedMaterial = z.object({
  material_id: materialId.nullish(),
  name,
  name_zh: z.string().trim().max(120).default(''),
  color: z.string().trim().max(60).nullish(),
  unit: z.enum(materialUnits),
  properties: propertyValues,
  price: money.extend({ minor: z.int().min(0).max(1_000_000_000) }).nullish(),
  reorder_point: z.number().min(0).max(1_000_000).nullish(),
  image_id: z.uuid().nullish(),
  expected: z.array(arrival).max(20).default([]),
  version: version.optional(),
})

const lists = { search: searchText.optional(), ...page, part }
const rowsOf = <T extends z.ZodType>(row: T) =>
  json(z.object({ rows: z.array(row), next_cursor: z.string().nullable(), counts: counts.optional() }))

const saving = (what: string) => ({
  summary: `Makes or changes the master of a ${what}: names, unit, properties by the config, price, reorder point, what is on its way.`,
  callers: allowed.changeMaterials,
  changes: true,
  takes: savedMaterial,
  gives: json(z.object({ material: materialRow })),
})

const listing = (what: string) => ({
  summary: `Masters of ${what}, with what is on hand and how many SKUs need each.`,
  callers: allowed.seeMaterials,
  takes: z.object({
    tab: z.enum(materialTabs).default('in_use'),
    material_ids: z.array(materialId).max(5_000).optional(),
    ...lists,
  }),
  gives: rowsOf(materialRow),
})

export const materialCalls = {
  getFabrics: post('v1/erp/india-supply/inventory/get-fabrics', {
    summary: 'Fabric on hand by fabric, lot and shade, in metres.',
    callers: allowed.seeMaterials,
    takes: z.object({
      tab: z.enum(fabricTabs).default('all'),
      material_id: materialId.optional(),
      shade: z.string().trim().max(20).optional(),
      ...lists,
    }),
    gives: rowsOf(fabricLotRow),
  }),
  createFabric: post('v1/erp/india-supply/fabric/create', {
    summary:
      'Receives rolls of a fabric at a site; each gets its number, and waits for inspection. All of them or none.',
    callers: allowed.changeMaterials,
    changes: true,
    takes: z.object({
      material_id: materialId,
      site: z.string().trim().max(40),
      place: z.string().trim().max(40).nullish(),
      rolls: z.array(newRoll).min(1).max(500),
    }),
    gives: json(z.object({ rolls: z.array(rollRow) })),
  }),
  updateFabric: post('v1/erp/india-supply/inventory/fabric/update', {
    summary:
      'Changes what is kept of a roll (lot, shade, width, GSM, shrinkage, measured length, shelf), or moves cloth of it: cut for an order, written off, returned, and each of them back.',
    callers: allowed.changeMaterials,
    changes: true,
    takes: z.object({
      roll: rollCode,
      version,
      ...z.object(rollFacts).partial().shape,
      /** A shelf of its site; empty: the floor. */
      place: z.string().trim().toUpperCase().max(40).optional(),
      move: z
        .object({
          kind: z.enum(rollMoves),
          quantity: z.number().min(0.01).max(1_000_000),
          /** Asked for where cloth goes another way than to its order. */
          reason: why.default(''),
          /** The order that the cloth is cut for. */
          order_id: orderId.optional(),
        })
        .optional(),
    }),
    gives: json(z.object({ roll: rollRow })),
  }),
  generateFabricLabels: post('v1/erp/india-supply/generate-fabric-labels', {
    summary: 'Labels of rolls: number as a code, fabric, colour, lot, shade, length, width.',
    callers: allowed.seeMaterials,
    takes: z.object({
      rolls: z.array(rollCode).min(1).max(500),
      print_as: printAs,
      preview: z.boolean().default(false),
    }),
    gives: labels('fabric_label'),
  }),
  getAllMaterialIds: post('v1/erp/india-supply/material/get-all-material-ids', {
    summary: 'Codes and names of all materials in use, for choosing one.',
    callers: allowed.seeMaterials,
    takes: z.object({ kind: z.enum(materialKinds).optional() }),
    gives: json(
      z.object({
        materials: z.array(
          z.object({
            material_id: z.string(),
            kind: z.enum(materialKinds),
            name: z.string(),
            name_zh: z.string(),
            unit: z.enum(materialUnits),
          }),
        ),
      }),
    ),
  }),
  updateSkuMaterial: post('v1/erp/india-supply/update-sku-material/product_fabric', {
    summary:
      'What SKUs take of materials: consumption, wastage, placement. All of them or none; one that changed meanwhile is refused.',
    callers: allowed.changeMaterials,
    changes: true,
    takes: z.object({ mappings: z.array(mapping).min(1).max(2_000), is_confirmed: z.boolean().default(false) }),
    gives: json(
      z.object({
        changed: z.int(),
        rows: z.array(skuMaterialRow),
        /** Orders that hold cloth by the old figures, or have cut it: nothing is changed until this is confirmed. */
        held_orders: z.array(z.object({ order_id: z.string(), reserved: quantity, consumed: quantity })),
      }),
    ),
  }),
  deleteSkuMaterial: post('v1/erp/india-supply/delete-sku-material', {
    summary: 'Takes a material off SKUs, or retires a material; refused where it is mapped or reserved, naming where.',
    callers: allowed.changeMaterials,
    changes: true,
    takes: z.object({
      material_id: materialId,
      /** Left out: the material itself is retired, or put in use again (`is_retired`: false). */
      nm_skus: z.array(nmSku).min(1).max(2_000).optional(),
      is_retired: z.boolean().default(true),
      version: version.optional(),
    }),
    gives: json(z.object({ changed: z.int() })),
  }),
  updateSkuMaterialMapping: upload('v1/erp/india-supply/update-sku-material-mapping/product_fabric', {
    summary: 'What SKUs take of materials by a sheet, an SKU and a material a row.',
    callers: allowed.changeMaterials,
    accept: ['.xlsx', '.csv'],
    takes: z.object({ request_type: z.enum(['update', 'create']).default('update'), mode: takeMode }),
    gives: json(
      z.object({
        ...rowsTaken,
        /** Rows whose consumption looks mistyped beside the style's other sizes. */
        rows_unlikely: z.int(),
      }),
    ),
  }),
  downloadSkuMaterialMapping: post('v1/erp/india-supply/download-sku-material-mapping/product_fabric', {
    summary: 'The mapping as a sheet, or an empty one with examples (download_sample_file).',
    callers: allowed.seeMaterials,
    takes: z.object({
      request_type: z.string().trim().max(40).default(''),
      style_id: z.string().trim().max(40).optional(),
    }),
    gives: xlsx(({ request_type }: { request_type: string }) =>
      request_type === 'download_sample_file' ? 'sample_sku_mapping_file.xlsx' : 'uploaded_sample_sku_map_file.xlsx',
    ),
  }),
  createFabricMaterial: post('v1/india-supply/create-sku-material/UI/product_fabric', saving('fabric')),
  createAccessoryMaterial: post('v1/india-supply/create-sku-material/UI/product_accessories', saving('trim')),
  createSampleMaterial: post('v1/india-supply/create-sku-material/UI/product_sample', saving('sample fabric')),
  getFabricMaterials: post('v1/india-supply/get-materials/product_fabric', listing('fabrics')),
  getAccessoryMaterials: post('v1/india-supply/get-materials/product_accessories', listing('trims')),
  getSampleMaterials: post('v1/india-supply/get-materials/product_sample', listing('sample fabrics')),
  getMaterialPropertiesConfig: post('v1/india-supply/get-material-properties-config/product_fabric', {
    summary: 'What is kept of a fabric beside its names: labels, kinds, bounds, choices.',
    callers: allowed.seeMaterials,
    takes: z.object({}),
    gives: json(
      z.object({
        properties: z.array(
          z.object({
            property: z.string(),
            label: z.string(),
            kind: z.enum(['text', 'number', 'choice']),
            is_needed: z.boolean(),
            least: z.number().nullable(),
            most: z.number().nullable(),
            choices: z.array(z.string()),
          }),
        ),
      }),
    ),
  }),
  // Our own: no specified call lists single rolls, and nobody finds a roll by its lot alone.
  getRolls: post('selvedge/materials/rolls', {
    summary: 'Rolls one by one, oldest first.',
    callers: allowed.seeMaterials,
    takes: z.object({
      tab: z.enum(fabricTabs).default('all'),
      material_id: materialId.optional(),
      lot: z.string().trim().max(40).optional(),
      shade: z.string().trim().max(20).optional(),
      rolls: z.array(rollCode).max(5_000).optional(),
      ...lists,
    }),
    gives: rowsOf(rollRow),
  }),
  getRoll: post('selvedge/materials/rolls/one', {
    summary: 'A roll with its inspections, its open moves and its history.',
    callers: allowed.seeMaterials,
    takes: z.object({ roll: rollCode }),
    gives: json(
      z.object({
        roll: rollRow,
        moves: rollLife.shape,
        inspections: z.array(rollInspection),
        held_by: z.array(z.object({ order_id: z.string(), quantity })),
        history: z.array(timelineEvent.extend({ id: z.string() })),
      }),
    ),
  }),
  inspectRoll: post('selvedge/materials/rolls/inspect', {
    summary:
      'The verdict on a roll by four points: defects along it, computed beside chosen; one against the other needs words.',
    callers: allowed.changeMaterials,
    changes: true,
    takes: z.object({
      roll: rollCode,
      version,
      chosen: z.enum(['accept', 'reject', 'hold', 'reinspect']),
      remark: why.default(''),
      defects: z
        .array(
          z.object({
            kind: z.enum(rollDefectKinds),
            length_cm: z.number().gt(0).max(500),
            at_cm: z.number().min(0).max(200_000),
          }),
        )
        .max(500)
        .default([]),
      image_ids: z.array(z.uuid()).max(20).default([]),
      /** Accepts the rest of its lot and shade by what was inspected of it, once all proposed rolls of it are accepted. */
      whole_lot: z.boolean().default(false),
    }),
    gives: json(z.object({ roll: rollRow, accepted: z.int() })),
  }),
  reserveRolls: post('selvedge/materials/reserve', {
    summary: 'Reserves rolls for orders, or says which it would take (is_trial); each line says why those.',
    callers: allowed.changeMaterials,
    changes: true,
    takes: z.object({
      order_ids: z.array(orderId).min(1).max(500),
      is_trial: z.boolean().default(false),
      /** What the trial would have reserved together: refused where it would be something else by now. */
      expected: quantity.max(100_000_000).optional(),
    }),
    gives: json(
      z.object({
        orders: z.array(
          z.object({
            order_id: z.string(),
            /** It needs fabric, and all of it is reserved or cut. */
            holds_all: z.boolean(),
            lines: z.array(reservedLine),
          }),
        ),
      }),
    ),
  }),
  releaseRolls: post('selvedge/materials/release', {
    summary: 'Gives back what orders hold of rolls and have not cut.',
    callers: allowed.changeMaterials,
    changes: true,
    takes: z.object({ order_ids: z.array(orderId).min(1).max(500), reason: why.min(1) }),
    gives: json(z.object({ released: quantity })),
  }),
  // What open orders need against what is there: no specified call sets the two against each other.
  getShortages: post('selvedge/materials/shortages', {
    summary:
      'What open orders need of each material by week against what is free and on its way; the first day that fails and the orders that it stops.',
    callers: allowed.seeMaterials,
    takes: z.object({ material_id: materialId.optional() }),
    gives: json(z.object({ rows: z.array(shortageRow) })),
  }),
  // The grid and the sheet of product mapping show what is mapped and what is missing.
  getSkuMaterials: post('selvedge/materials/mappings', {
    summary: 'What SKUs take of materials, by style; with `missing`, SKUs of open orders that have none.',
    callers: allowed.seeMaterials,
    takes: z.object({
      tab: z.enum(['mapped', 'missing', 'unlikely', 'all']).default('all'),
      style_id: z.string().trim().max(40).optional(),
      material_id: materialId.optional(),
      ...lists,
    }),
    gives: rowsOf(skuMaterialRow),
  }),
  // Defects and swatches have pictures; those of QC belong to people of QC.
  uploadRollPhoto: upload('selvedge/materials/photos', {
    summary: 'A photograph of a defect, or a swatch. Kept upright, scaled down, without place and camera.',
    callers: allowed.changeMaterials,
    accept: ['.jpg', '.jpeg', '.png', '.webp'],
    takes: z.object({ made_by: z.enum(['file', 'camera', 'drawn']).default('file') }),
    gives: json(z.object({ image_id: z.uuid(), width: z.int(), height: z.int(), bytes: z.int() })),
  }),
  rollPhoto: get('selvedge/materials/photos/{image_id}', {
    summary: 'A photograph of a defect, or a swatch.',
    callers: allowed.seeMaterials,
    takes: z.object({ image_id: z.uuid(), size: z.enum(['full', 'thumbnail']).default('full') }),
    gives: jpeg((input: { image_id: string }) => `${input.image_id}.jpg`),
  }),
}
