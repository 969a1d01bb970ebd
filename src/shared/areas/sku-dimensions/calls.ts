import { z } from 'zod'
import { json, post, upload } from '../../kernel/call.ts'
import { rights, rolesOf } from '../../kernel/rights.ts'
import {
  counts,
  instant,
  nmSku,
  page,
  part,
  picture,
  rowsTaken,
  savedSettings,
  searchText,
  supplierId,
  takeMode,
  timelineEvent,
  version,
} from '../../kernel/shapes.ts'
import { measures, mostMeasured } from './rules.ts'

export const skuDimensionsRights = rights({
  measureSkus: {
    group: 'India QC',
    label: 'Measure and weigh SKUs',
    roles: ['india_qc_manager', 'ops', 'admin', 'super_admin'],
  },
  measureRules: {
    group: 'India QC',
    label: 'Change how volumetric weight is reckoned',
    roles: ['ops', 'admin', 'super_admin'],
  },
})

const allowed = rolesOf(skuDimensionsRights)

const measured = (most: number) => z.int().min(1).max(most).nullable()

/** Millimetres and grams; null: not measured. */
const dimensions = {
  length_mm: measured(mostMeasured.length_mm),
  width_mm: measured(mostMeasured.width_mm),
  height_mm: measured(mostMeasured.height_mm),
  weight_grams: measured(mostMeasured.weight_grams),
}

const styleId = z.string().trim().min(1).max(40)

export const dimensionRow = z.object({
  nm_sku: z.string(),
  style_id: z.string(),
  style_name: z.string(),
  style_name_zh: z.string(),
  category: z.string(),
  supplier_id: z.string(),
  supplier_name: z.string(),
  supplier_name_zh: z.string(),
  color: z.string(),
  color_zh: z.string(),
  size: z.string(),
  picture,
  ...dimensions,
  /** Grams that a carrier bills by its size. */
  volumetric_grams: z.int().nullable(),
  /** Measures that are less than half or more than twice the median of its category. */
  outliers: z.array(z.enum(measures)),
  measured_at: instant.nullable(),
  measured_by: z.string().nullable(),
  /** 0: nothing of it was measured yet. */
  version: z.int().min(0),
})

export type DimensionRow = z.output<typeof dimensionRow>

export const dimensionTabs = ['missing', 'outlier', 'measured', 'all'] as const

/** Measures of one SKU, or of a size of a style in all its colours. What is left out stays; null takes a value away. */
const change = z
  .object({
    nm_sku: nmSku.optional(),
    style_id: styleId.optional(),
    size: z.string().trim().min(1).max(20).optional(),
    length_mm: dimensions.length_mm.optional(),
    width_mm: dimensions.width_mm.optional(),
    height_mm: dimensions.height_mm.optional(),
    weight_grams: dimensions.weight_grams.optional(),
    /** As it was read: with it a change by somebody else in between is refused as stale. */
    version: z.int().min(0).optional(),
  })
  .refine(({ nm_sku, style_id, size }) => (nm_sku === undefined) === (style_id !== undefined && size !== undefined), {
    error: 'Please name an SKU, or a style and a size.',
  })

const median = z.number().nullable()

const settingsReply = savedSettings(z.object({ volumetric_divisor: z.int().min(1_000).max(20_000) }))

export const skuDimensionsCalls = {
  getSkuDimensionDetails: post('v1/erp/qc/india/get-sku-dimension-details', {
    summary: 'SKUs by style with their size and weight, those that lack some first.',
    callers: allowed.measureSkus,
    takes: z.object({
      tab: z.enum(dimensionTabs).default('all'),
      search: searchText.optional(),
      supplier_id: supplierId.optional(),
      category: z.string().trim().max(60).optional(),
      style_id: styleId.optional(),
      nm_skus: z.array(nmSku).max(500).optional(),
      ...page,
      part,
    }),
    gives: json(
      z.object({ rows: z.array(dimensionRow), next_cursor: z.string().nullable(), counts: counts.optional() }),
    ),
  }),
  updateSkuDimensionDetails: post('v1/erp/qc/india/update-sku-dimension-details', {
    summary: 'Sizes and weights of SKUs, or of a size of a style in all its colours at once. All of them or none.',
    callers: allowed.measureSkus,
    changes: true,
    takes: z.object({ items: z.array(change).min(1).max(2_000) }),
    gives: json(z.object({ changed: z.int(), rows: z.array(dimensionRow) })),
  }),
  uploadSkuDimensions: upload('selvedge/sku-dimensions/upload', {
    summary: 'Sizes and weights by a sheet, an SKU a row; an empty cell leaves its value alone.',
    callers: allowed.measureSkus,
    accept: ['.xlsx', '.csv'],
    takes: z.object({ mode: takeMode }),
    gives: json(z.object({ ...rowsTaken })),
  }),
  dimensionChoices: post('selvedge/sku-dimensions/choices', {
    summary: 'Categories with the medians that outliers are told by (null below five measured), and the divisor.',
    callers: allowed.measureSkus,
    takes: z.object({}),
    gives: json(
      z.object({
        categories: z.array(
          z.object({
            category: z.string(),
            medians: z.object({ length_mm: median, width_mm: median, height_mm: median, weight_grams: median }),
          }),
        ),
        volumetric_divisor: z.int(),
      }),
    ),
  }),
  dimensionHistory: post('selvedge/sku-dimensions/history', {
    summary: 'Who measured which SKU of a style, newest first: the last hundred times.',
    callers: allowed.measureSkus,
    takes: z.object({ style_id: styleId }),
    gives: json(z.object({ events: z.array(timelineEvent.extend({ id: z.string(), nm_sku: z.string() })) })),
  }),
  dimensionSettings: post('selvedge/sku-dimensions/settings', {
    summary: 'How volumetric weight is reckoned: cm³ a kilogram.',
    callers: allowed.measureSkus,
    takes: z.object({}),
    gives: json(settingsReply),
  }),
  saveDimensionSettings: post('selvedge/sku-dimensions/settings/save', {
    summary: 'Changes it.',
    callers: allowed.measureRules,
    changes: true,
    takes: z.object({ settings: settingsReply.shape.settings, version }),
    gives: json(settingsReply),
  }),
}
