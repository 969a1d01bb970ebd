import { z } from 'zod'
import { json, pdf, post, upload, xlsx } from '../../kernel/call.ts'
import { languageTag } from '../../kernel/languages.ts'
import {
  counts,
  day,
  instant,
  nmSku,
  page,
  part,
  picture,
  pieces,
  piecesIn,
  price,
  rowsTaken,
  searchText,
  supplierId,
  takeMode,
  version,
} from '../../kernel/shapes.ts'
import { sheetMessages } from '../../kernel/sheet.ts'
import { catalogueId } from '../catalogue/calls.ts'
import { currencies } from '../data/kinds.ts'
import { orderStates } from '../production/order-states.ts'
import { sampleId } from '../samples/calls.ts'
import { sampleStates } from '../samples/rounds.ts'
import { costingWords, costKinds } from './cost.ts'
import { missingThings } from './pre-production.ts'
import { allowed } from './rights.ts'
import { MOST_MAKING, makingFields, packParts } from './tech-pack.ts'

export const developmentTabs = ['to_measure', 'to_judge', 'to_cost', 'to_produce', 'failed', 'all'] as const

/** A sample, and how far it has come on the way to production. */
export const developmentRow = z.object({
  sample_id: z.string(),
  catalogue_id: z.string(),
  name: z.string(),
  name_zh: z.string(),
  picture,
  supplier_id: z.string(),
  supplier_name: z.string(),
  supplier_name_zh: z.string(),
  round: z.int(),
  state: z.enum(sampleStates),
  /** Measures, of them beyond their tolerance, of those at critical points; and points that the spec asks for and nobody measured. */
  points: z.int(),
  out_of_tolerance: z.int(),
  critical_out: z.int(),
  lacking: z.int(),
  computed: z.enum(['passed', 'failed']).nullable(),
  /** Of its costing. */
  last_version: z.int().nullable(),
  cost: price,
  target: price,
  /** The last tech pack of its style. */
  tech_pack: z.int().nullable(),
  is_pack_sent: z.boolean(),
  order: z.string().nullable(),
  version,
})
export type DevelopmentRow = z.output<typeof developmentRow>

const mm = z.int().min(1).max(10_000)
const size = z.string().trim().min(1).max(20)
const point = z.string().trim().min(1).max(80)
const making = z.object(
  Object.fromEntries(makingFields.map((field) => [field, z.string()])) as Record<
    (typeof makingFields)[number],
    z.ZodString
  >,
)
const cell = z.object({ size: z.string(), spec_mm: z.int(), tolerance_mm: z.int() })

const packRow = z.object({
  catalogue_id: z.string(),
  sample_id: z.string(),
  number: z.int(),
  made_by: z.string(),
  made_at: instant,
  sent_at: instant.nullable(),
  /** Against the one before. */
  changes: z.array(
    z.object({
      part: z.enum(Object.keys(packParts) as [keyof typeof packParts]),
      what: z.string(),
      was: z.string().nullable(),
      now: z.string().nullable(),
    }),
  ),
})

const orderRow = z.object({
  number: z.string(),
  state: z.enum(orderStates),
  made_by: z.string(),
  made_at: instant,
  pieces,
  lines: z.array(z.object({ color: z.string(), size: z.string(), pieces })),
  missing: z.array(z.enum(missingThings)),
  version,
})

const bp = z.int().min(0).max(99_900)
/** Minor units. In the specification's words for what a sheet says of it, too. */
const amount = z.int().min(0, { error: sheetMessages.negativeAmount }).max(1e10)

const costLine = {
  kind: z.enum(costKinds),
  name: z.string().trim().min(1).max(120),
  material_code: z.string().trim().toUpperCase().min(1).max(40).nullable().default(null),
  unit: z.string().trim().max(20).default(''),
  quantity_milli: z.int().min(0).max(100_000_000),
  wastage_bp: bp.default(0),
  source: z.object({ nm_sku: nmSku, placement: z.string().trim().max(60) }).optional(),
}

const rate = z.object({
  currency: z.enum(currencies),
  millionths: z.int().min(1, { error: costingWords.noRate }).max(1e12),
  on: day,
})

const costingVersion = z.object({
  number: z.int(),
  made_by: z.string(),
  made_at: instant,
  /** Of the sheet that it was read from. */
  file_name: z.string().nullable(),
  currency: z.enum(currencies),
  lines: z.array(
    z.object({
      ...costLine,
      material_code: z.string().nullable(),
      unit: z.string(),
      wastage_bp: z.int(),
      unit_price: price,
      amount: price,
    }),
  ),
  overhead_bp: z.int(),
  margin_bp: z.int(),
  cost: price,
  price,
  converted: price,
  target: price,
  quoted: price,
  actual: price,
  rate: rate.nullable(),
  remark: z.string(),
})
export type CostingVersion = z.output<typeof costingVersion>

/** Any that the screens can be read in; what has no translation stays English. */
const paperLanguage = z
  .string()
  .trim()
  .max(35)
  .refine((code) => languageTag(code) !== null, { error: 'Please give the language as its code, such as hi or pt-BR.' })
  .default('en')

const sampleSaved = json(z.object({ sample: developmentRow }))
const sheetTaken = json(z.object({ ...rowsTaken, sample_ids: z.array(z.string()) }))
const sheetFiles = ['.xlsx', '.csv'] as const

export const developmentCalls = {
  captureMeasurementPositionsUi: post('v1/india-supply/capture-measurement-positions/UI/{sample_id}', {
    summary: 'Which points a sample’s style is measured at, in which order, and which of them are critical.',
    callers: allowed.developSamples,
    changes: true,
    takes: z.object({
      sample_id: sampleId,
      version,
      positions: z.array(z.object({ point, is_critical: z.boolean() })).max(200),
    }),
    gives: sampleSaved,
  }),
  captureMeasurementPositionsFile: upload('v1/india-supply/capture-measurement-positions/file_upload/{sample_id}', {
    summary: 'The same as a sheet, in the order of its rows.',
    callers: allowed.developSamples,
    accept: [...sheetFiles],
    takes: z.object({ sample_id: sampleId, mode: takeMode }),
    gives: sheetTaken,
  }),
  captureSampleDetails: post('v1/india-supply/capture-sample-details/{sample_id}', {
    summary:
      'What a sample weighs and feels like, its base size, and how its style is made; what is left out stays. Of a sample that is judged only how it is made.',
    callers: allowed.developSamples,
    changes: true,
    takes: z.object({
      sample_id: sampleId,
      version,
      base_size: size.nullable().optional(),
      weight_qc_g: z.int().min(1).max(100_000).nullable().optional(),
      making: z
        .object({
          fabric: z.string().trim().max(MOST_MAKING),
          construction: z.string().trim().max(MOST_MAKING),
          labels: z.string().trim().max(MOST_MAKING),
          packing: z.string().trim().max(MOST_MAKING),
          care: z.string().trim().max(MOST_MAKING),
        })
        .partial()
        .optional(),
    }),
    gives: sampleSaved,
  }),
  createTechPack: post('v1/india-supply/create-tech-pack/{material_id}', {
    summary:
      'Writes the tech pack of a sample (by its number) and gives it. One that was not sent yet is written anew under its number; unchanged since it was sent, it is given as it is.',
    callers: allowed.developSamples,
    changes: true,
    takes: z.object({ material_id: sampleId, language: paperLanguage }),
    gives: pdf('tech_pack.pdf'),
  }),
  saveSampleMeasurementDataUi: post('v1/erp/india/save-sample-measurement-data-ui', {
    summary:
      'Final measurements as typed, in mm; null takes one off. One that looks mistyped is refused until somebody is sure.',
    callers: allowed.developSamples,
    changes: true,
    takes: z.object({
      sample_id: sampleId,
      version,
      measures: z
        .array(z.object({ size, point, measured_mm: mm.nullable(), is_sure: z.boolean().default(false) }))
        .min(1)
        .max(1_000),
    }),
    gives: sampleSaved,
  }),
  uploadSampleMeasurementDetailsFile: upload('v1/erp/india/upload-sample-measurement-details-file', {
    summary:
      'Final measurements as a sheet, by the rule of those that are typed; sent for a style, it is about its samples alone.',
    callers: allowed.developSamples,
    accept: [...sheetFiles],
    takes: z.object({ vendor_catalogue_id: catalogueId.optional(), mode: takeMode }),
    gives: sheetTaken,
  }),
  downloadSampleMeasurementFile: post('v1/erp/vendor/download-sample-measurement-file', {
    summary:
      'What samples are measured at, as a sheet to fill in. The company’s has what was measured in it, a vendor’s only what is asked of its own samples.',
    callers: allowed.sampleSheets,
    takes: z.object({
      of: z.enum(['measurements', 'positions']).default('measurements'),
      sample_ids: z.array(sampleId).max(500).optional(),
    }),
    gives: xlsx('Sample-measurements.xlsx'),
  }),
  downloadSampleCostingFile: post('v1/erp/india/download-sample-costing-file', {
    summary:
      'The last costing of samples as a sheet: a part of the cost a row. A sample without one has a row to begin with.',
    callers: allowed.sampleCosting,
    takes: z.object({ sample_ids: z.array(sampleId).max(500).optional() }),
    gives: xlsx('Sample-Costing.xlsx'),
  }),
  saveSampleCostingDataUi: post('v1/erp/india/save-sample-costing-data-ui', {
    summary: 'What a sample costs, as a new version; unchanged it makes none.',
    callers: allowed.sampleCosting,
    changes: true,
    takes: z.object({
      sample_id: sampleId,
      /** The number of the last version that was seen; 0 where there was none. */
      last: z.int().min(0).max(100_000),
      currency: z.enum(currencies),
      lines: z.array(z.object({ ...costLine, unit_price_minor: amount })).max(200),
      overhead_bp: bp.default(0),
      margin_bp: bp.default(0),
      target_minor: amount.nullable().default(null),
      quoted_minor: amount.nullable().default(null),
      actual_minor: amount.nullable().default(null),
      rate: rate.nullable().default(null),
      remark: z.string().trim().max(500).default(''),
    }),
    gives: json(z.object({ number: z.int() })),
  }),
  uploadSampleCostingFile: upload('v1/erp/india/upload-sample-costing-file', {
    summary:
      'Costings as a sheet, by the rule of those that are typed; each sample whose costing changes gets a new version.',
    callers: allowed.sampleCosting,
    accept: [...sheetFiles],
    takes: z.object({ mode: takeMode }),
    gives: sheetTaken,
  }),
  createPreProductionOrder: post('v1/erp/india/create-pre-production-order', {
    summary:
      'Prepares production from a sample that passed: with what is known, and what is missing. With the version of the order that is there its quantities are changed.',
    callers: allowed.developSamples,
    changes: true,
    takes: z.object({
      sample_id: sampleId,
      version,
      lines: z
        .array(z.object({ color: z.string().trim().max(60), size, pieces: piecesIn }))
        .max(500)
        .default([]),
      /** Of the style's order: its quantities are these from now on. Left out: one is made. */
      order_version: version.optional(),
    }),
    gives: json(z.object({ order: orderRow })),
  }),
  // Who measures or costs needs to see which samples wait for it; no specified call lists them.
  getSampleDevelopments: post('selvedge/sample-development', {
    summary: 'Samples on their way to production, newest first.',
    callers: allowed.finalMeasurements,
    takes: z.object({
      tab: z.enum(developmentTabs).default('all'),
      search: searchText.optional(),
      supplier_id: supplierId.optional(),
      sample_ids: z.array(sampleId).max(5_000).optional(),
      ...page,
      part,
    }),
    gives: json(
      z.object({ rows: z.array(developmentRow), next_cursor: z.string().nullable(), counts: counts.optional() }),
    ),
  }),
  // Who measures needs the rounds of a style side by side, with what the spec and the grading ask.
  getSampleDevelopment: post('selvedge/sample-development/one', {
    summary:
      'A sample with all rounds of its style, what each point should be and was measured at, and what was made of it.',
    callers: allowed.finalMeasurements,
    takes: z.object({ sample_id: sampleId }),
    gives: json(
      z.object({
        sample: developmentRow,
        category: z.string(),
        /** From small to large. */
        sizes: z.array(z.string()),
        base_size: z.string().nullable(),
        weight_qc_g: z.int().nullable(),
        making,
        /** In the order in which they are measured. */
        points: z.array(
          z.object({
            point: z.string(),
            point_zh: z.string(),
            how_to_measure: z.string(),
            is_critical: z.boolean(),
            /** `graded_mm`: by the grading from the base size; null where it does not lead there. */
            cells: z.array(cell.extend({ graded_mm: z.int().nullable() })),
          }),
        ),
        /** Oldest first. */
        rounds: z.array(
          z.object({
            sample_id: z.string(),
            round: z.int(),
            state: z.enum(sampleStates),
            computed: z.enum(['passed', 'failed']).nullable(),
            remark: z.string().nullable(),
            image_ids: z.array(z.uuid()),
            measures: z.array(
              z.object({
                size: z.string(),
                point: z.string(),
                spec_mm: z.int().nullable(),
                tolerance_mm: z.int().nullable(),
                measured_mm: z.int(),
                beyond_mm: z.int().nullable(),
              }),
            ),
          }),
        ),
        /** Colours that the style is offered in. */
        colors: z.array(z.string()),
        packs: z.array(packRow),
        order: orderRow.nullable(),
      }),
    ),
  }),
  // Who costs needs the versions and what changed; amounts stand in calls of this right alone.
  getSampleCosting: post('selvedge/sample-development/costing', {
    summary: 'All versions of what a sample costs, newest first, and what product mapping says that its style takes.',
    callers: allowed.sampleCosting,
    takes: z.object({ sample_id: sampleId }),
    gives: json(
      z.object({
        sample: developmentRow,
        versions: z.array(costingVersion),
        /** Of a style that is live; SKUs that take materials by product mapping, those of the base size first. */
        is_live: z.boolean(),
        skus: z.array(
          z.object({
            nm_sku: z.string(),
            color: z.string(),
            size: z.string(),
            materials: z.array(
              z.object({
                material_id: z.string(),
                name: z.string(),
                kind: z.enum(costKinds),
                placement: z.string(),
                unit: z.string(),
                quantity_milli: z.int(),
                wastage_bp: z.int(),
                unit_price: price,
              }),
            ),
          }),
        ),
      }),
    ),
  }),
  // A vendor sews by the tech packs that were sent to it.
  getTechPacks: post('selvedge/sample-development/tech-packs', {
    summary: 'The tech packs of a style, newest first; a vendor gets those sent to it.',
    callers: allowed.sampleSheets,
    takes: z.object({ catalogue_id: catalogueId }),
    gives: json(z.object({ packs: z.array(packRow) })),
  }),
  // A tech pack that was sent is read again as it was.
  techPackFile: post('selvedge/sample-development/tech-pack', {
    summary: 'A tech pack by its number, as it was written, in the reader’s language where that is kept here.',
    callers: allowed.sampleSheets,
    takes: z.object({
      catalogue_id: catalogueId,
      number: z.int().min(1).max(100_000),
      language: paperLanguage,
    }),
    gives: pdf('tech_pack.pdf'),
  }),
  // Sending is what freezes it; the specification has no call for that.
  sendTechPack: post('selvedge/sample-development/send-tech-pack', {
    summary: 'Sends the last tech pack of a style to its vendor, and freezes it.',
    callers: allowed.developSamples,
    changes: true,
    takes: z.object({ catalogue_id: catalogueId, number: z.int().min(1).max(100_000) }),
    gives: json(z.object({ number: z.int() })),
  }),
}
