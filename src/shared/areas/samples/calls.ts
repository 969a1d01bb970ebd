import { z } from 'zod'
import { get, jpeg, json, post, table, upload } from '../../kernel/call.ts'
import { tableFormat } from '../../kernel/list.ts'
import { rights, rolesOf } from '../../kernel/rights.ts'
import {
  counts,
  day,
  instant,
  oneLine,
  page,
  part,
  picture,
  remark,
  rowsTaken,
  searchText,
  supplierId,
  takeMode,
  trackingId,
  version,
} from '../../kernel/shapes.ts'
import { catalogueId } from '../catalogue/calls.ts'
import { catalogueRights } from '../catalogue/rights.ts'
import { sampleStates, sampleWords } from './rounds.ts'

export const samplesRights = rights({
  sampleShipping: {
    group: 'Catalogue',
    label: 'Send samples, and follow them: a vendor its own',
    roles: catalogueRights.offerStyles.roles,
  },
  sampleQc: {
    group: 'Catalogue',
    label: 'Ask for samples, receive, measure and judge them',
    roles: catalogueRights.catalogue.roles,
  },
})
export const allowed = rolesOf(samplesRights)

export const sampleTabs = ['to_send', 'overdue', 'sent', 'received', 'measured', 'judged', 'all'] as const
/** By their numbers, and so by age; or by the day by which they are to be sent, then by number. */
export const sampleSorts = ['number', 'due'] as const
export const sampleId = z.string().trim().toUpperCase().min(1).max(20)

const measure = z.object({
  size: z.string(),
  point: z.string(),
  spec_mm: z.int().nullable(),
  tolerance_mm: z.int().nullable(),
  measured_mm: z.int(),
  /** Beyond its tolerance; null where nothing says what it should be. */
  beyond_mm: z.int().nullable(),
})

export const sampleRow = z.object({
  sample_id: z.string(),
  catalogue_id: z.string(),
  name: z.string(),
  name_zh: z.string(),
  picture,
  supplier_id: z.string(),
  supplier_name: z.string(),
  supplier_name_zh: z.string(),
  round: z.int(),
  /** A vendor is told `received` of all that comes after it. */
  state: z.enum(sampleStates),
  due_on: day.nullable(),
  is_overdue: z.boolean(),
  carrier: z.string().nullable(),
  tracking: z.string().nullable(),
  sent_at: instant.nullable(),
  received_at: instant.nullable(),
  weight_vendor_g: z.int().nullable(),
  /** From here on null for a vendor. */
  weight_qc_g: z.int().nullable(),
  transparency: z.string().nullable(),
  pilling: z.string().nullable(),
  stretchability: z.string().nullable(),
  points: z.int().nullable(),
  out_of_tolerance: z.int().nullable(),
  /** Points that the style's spec asks for and nobody has measured. */
  lacking: z.int().nullable(),
  computed: z.enum(['passed', 'failed']).nullable(),
  judged_by: z.string().nullable(),
  judged_at: instant.nullable(),
  remark: z.string().nullable(),
  version,
})
export type SampleRow = z.output<typeof sampleRow>

export const MOST_SAMPLE_PHOTOS = 20

const mm = z.int().min(1).max(10_000)

const specValues = z.object({ spec_mm: mm.nullable(), tolerance_mm: z.int().min(0).max(1_000).nullable() })

/** A point of measure with what it should be. */
const specPoint = specValues.extend({
  size: z.string().trim().min(1).max(20),
  point: z.string().trim().min(1).max(80),
})

const sampleReply = json(z.object({ sample: sampleRow }))

export const sampleFiles = ['metadata', 'measurements', 'tracking'] as const

const fileNames = {
  metadata: 'Sample-bulk-upload',
  tracking: 'Sample-tracking',
  measurements: 'Sample-measurements',
} as const satisfies Record<(typeof sampleFiles)[number], string>

/** Without its ending. */
export const sampleFileName = ({ type }: { type: (typeof sampleFiles)[number]; format: 'csv' | 'xlsx' }) =>
  fileNames[type]

export const samplesCalls = {
  getSamples: post('selvedge/samples', {
    summary: 'Samples of styles that vendors offer, newest first or by the day they are due. A vendor gets its own.',
    callers: allowed.sampleShipping,
    takes: z.object({
      tab: z.enum(sampleTabs).default('all'),
      search: searchText.optional(),
      supplier_id: supplierId.optional(),
      sample_ids: z.array(sampleId).max(5_000).optional(),
      sort: z.enum(sampleSorts).default('number'),
      descending: z.boolean().default(true),
      ...page,
      part,
    }),
    gives: json(z.object({ rows: z.array(sampleRow), next_cursor: z.string().nullable(), counts: counts.optional() })),
  }),
  getSample: post('selvedge/samples/one', {
    summary: 'A sample with its measures, those out of tolerance first, and the round that followed it.',
    callers: allowed.sampleQc,
    takes: z.object({ sample_id: sampleId }),
    gives: json(
      z.object({
        sample: sampleRow,
        measures: z.array(measure),
        /** What the style's spec asked for when the sample was first measured, until then what it asks for today; in its order. */
        points: z.array(specPoint.extend({ today: specValues.nullable() })),
        /** Whether the style's spec of today is another. */
        is_old_spec: z.boolean(),
        /** Photographs, in their order. */
        image_ids: z.array(z.uuid()),
        allowed: z.array(z.enum(sampleStates)),
        /** The latest later round of its style; null where it is the last. */
        next: z
          .object({ sample_id: z.string(), state: z.enum(sampleStates), round: z.int(), created_by: z.string() })
          .nullable(),
      }),
    ),
  }),
  requestSamples: post('selvedge/samples/request', {
    summary: 'Asks vendors for samples of styles: the first round, or the next after one that failed.',
    callers: allowed.sampleQc,
    changes: true,
    takes: z.object({ catalogue_ids: z.array(catalogueId).min(1).max(200), due_on: day }),
    gives: json(z.object({ sample_ids: z.array(z.string()) })),
  }),
  sendSample: post('selvedge/samples/send', {
    summary: 'Says who carries a sample and under which number; said again, it is put right until we have it.',
    callers: allowed.sampleShipping,
    changes: true,
    takes: z.object({
      sample_id: sampleId,
      carrier: z.string().trim().min(1).max(80).regex(oneLine),
      tracking: trackingId.regex(oneLine),
    }),
    gives: sampleReply,
  }),
  moveSample: post('selvedge/samples/move', {
    summary:
      'A sample was received, or is judged; to measured out of its verdict takes that back, with a reason. One that fails may be followed by the next round at once.',
    callers: allowed.sampleQc,
    changes: true,
    takes: z.object({
      sample_id: sampleId,
      to: z.enum(['received', 'measured', 'passed', 'failed']),
      remark: remark.optional(),
      /** Of a failed one. */
      next_round: z.boolean().default(false),
      version,
    }),
    gives: sampleReply,
  }),
  describeSample: post('selvedge/samples/describe', {
    summary:
      'What QC found of a sample, typed: weight, measures in mm (null takes one off), and its photographs in their order. What a point should be is what the style’s spec says; of a point beside it, what is typed.',
    callers: allowed.sampleQc,
    changes: true,
    takes: z.object({
      sample_id: sampleId,
      version,
      weight_qc_g: z.int().min(1).max(100_000).nullable().optional(),
      measures: z
        .array(
          specPoint
            .extend({ measured_mm: mm.nullable() })
            .refine((one) => one.tolerance_mm === null || one.spec_mm !== null, {
              error: sampleWords.noSpec,
              path: ['spec_mm'],
            }),
        )
        .max(500)
        .optional(),
      /** From now on by the style's spec as it is today. */
      by_todays_spec: z.boolean().default(false),
      /** All of them: those left out are taken off. */
      image_ids: z.array(z.uuid()).max(MOST_SAMPLE_PHOTOS).optional(),
    }),
    gives: sampleReply,
  }),
  uploadSamplePhoto: upload('selvedge/samples/photos', {
    summary: 'A photograph of a sample. Kept upright, scaled down, without place and camera.',
    callers: allowed.sampleQc,
    accept: ['.jpg', '.jpeg', '.png', '.webp'],
    takes: z.object({ made_by: z.enum(['file', 'camera', 'drawn']).default('file') }),
    gives: json(z.object({ image_id: z.uuid(), width: z.int(), height: z.int(), bytes: z.int() })),
  }),
  samplePhoto: get('selvedge/samples/photos/{image_id}', {
    summary: 'A photograph of a sample.',
    callers: allowed.sampleQc,
    takes: z.object({ image_id: z.uuid(), size: z.enum(['full', 'thumbnail']).default('full') }),
    gives: jpeg((input: { image_id: string }) => `${input.image_id}.jpg`),
  }),
  downloadSampleFile: post('v1/erp/china/download-sample-file', {
    summary: 'Samples as a sheet: to fill in at QC, with what was measured, or with who carries them.',
    callers: allowed.sampleShipping,
    takes: z.object({
      type: z.enum(sampleFiles).default('metadata'),
      sample_ids: z.array(sampleId).max(500).optional(),
      format: tableFormat,
    }),
    gives: table(sampleFileName),
  }),
  uploadSampleQcMetadata: upload('v1/china/upload-sample-qc-metadata', {
    summary: 'What QC found of samples: weights in grams, feel, and measures per point in cm.',
    callers: allowed.sampleQc,
    accept: ['.xlsx', '.csv'],
    takes: z.object({ mode: takeMode }),
    gives: json(
      z.object({
        ...rowsTaken,
        sample_ids: z.array(z.string()),
      }),
    ),
  }),
  uploadSampleTracking: upload('selvedge/samples/upload-tracking', {
    summary: 'The tracking sheet, filled in: who carries which sample, and under which number.',
    callers: allowed.sampleShipping,
    accept: ['.xlsx', '.csv'],
    takes: z.object({ mode: takeMode }),
    gives: json(
      z.object({
        ...rowsTaken,
        sample_ids: z.array(z.string()),
      }),
    ),
  }),
}
