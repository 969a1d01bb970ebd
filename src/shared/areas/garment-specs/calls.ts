import { z } from 'zod'
import { json, post, upload, xlsx } from '../../kernel/call.ts'
import { rights, rolesOf } from '../../kernel/rights.ts'
import {
  counts,
  instant,
  page,
  part,
  picture,
  remark,
  rowsTaken,
  searchText,
  supplierId,
  takeMode,
  version,
} from '../../kernel/shapes.ts'
import { surveyPlace } from '../catalogue/calls.ts'
import { uploadFields } from '../catalogue/upload-fields.ts'
import { specKinds } from './changes.ts'

const house = ['cataloging_team', 'bm_team', 'bm_admin', 'internal_team', 'ops', 'admin', 'super_admin'] as const

export const garmentSpecsRights = rights({
  garmentSpecs: {
    group: 'Catalogue',
    label: 'Bring in points of measure and grading: a vendor for its own styles',
    roles: ['vendor', ...house],
  },
  agreeGarmentSpecs: {
    group: 'Catalogue',
    label: 'Agree to what vendors change of live styles’ measures and grading, and put back older versions',
    roles: house,
  },
  readGarmentSpecs: {
    group: 'Catalogue',
    label: 'Read points of measure and grading',
    roles: ['vendor', 'cad', ...house],
  },
})

const allowed = rolesOf(garmentSpecsRights)

/** Of the list: what is not measured, what is measured and not graded, what is both, and what its vendor wants to change. */
export const specTabs = ['all', 'to_measure', 'to_grade', 'done', 'waiting'] as const

/** As `CT-000001`. */
const catalogueCode = z.string().trim().toUpperCase().min(1).max(40)

const lines = z.int().min(0).max(1_000_000)
const sums = { adds: lines, changes: lines, removes: lines }

/** A line of a spec, old beside new: of a point in a size, or (point null) of the vendor's name of a size. */
const difference = z.object({
  size: z.string(),
  point: z.string().nullable(),
  was: z.string().nullable(),
  now: z.string().nullable(),
})

const leftOut = z.enum(['stay', 'removed'])

/** How a sheet of facts is sent. */
const sent = {
  mode: takeMode,
  /** `look` says what it would do, and does nothing. */
  step: z.enum(['look', 'take']).default('take'),
  /** What becomes of a style's lines that the sheet does not say. `removed` takes `mode` all, and `seen`. */
  left_out: leftOut.default('stay'),
  /** The sums that a look showed, as "adds/changes/removes": others are refused. */
  seen: z
    .string()
    .regex(/^\d{1,6}\/\d{1,6}\/\d{1,6}$/)
    .optional(),
  ...uploadFields,
}

const taken = json(
  z.object({
    ...rowsTaken,
    ...sums,
    left_out: leftOut,
    /** Lines of these styles that the sheet does not say, and that stay. */
    stays: z.int(),
    /** Live styles whose change waits for a person of the company. */
    waiting: z.int(),
    /** The first of them. */
    differences: z.array(difference.extend({ code: z.string() })),
  }),
)
export type SpecsTaken = z.output<(typeof taken)['json']>

export const specStyle = z.object({
  code: z.string(),
  vendor_style: z.string(),
  name: z.string(),
  name_zh: z.string(),
  category: z.string(),
  supplier_id: z.string(),
  supplier_name: z.string(),
  supplier_name_zh: z.string(),
  picture,
  size_set: z.string().nullable(),
  points: z.int(),
  graded: z.int(),
  /** Jumps that go the wrong way. */
  backwards: z.int(),
  /** Changes by its vendor that wait for the company. */
  waiting: z.int(),
  /** Jumps of the grading that the points of measure contradict. */
  contradicted: z.int(),
  /** Its place in the last survey that scored it; never told to a vendor. */
  survey: surveyPlace.nullable(),
})

export type SpecStyle = z.output<typeof specStyle>

export const garmentVersion = z.object({
  of: z.enum(specKinds),
  number: z.int(),
  ...sums,
  file_name: z.string().nullable(),
  /** The version that was put back with it. */
  put_back: z.int().nullable(),
  /** The vendor's person who wanted it, where `made_by` agreed. */
  asked_by: z.string().nullable(),
  /** Null of what stood before versions were written. */
  made_at: instant.nullable(),
  made_by: z.string().nullable(),
  is_last: z.boolean(),
  /** What putting it back would do now. */
  back: z.object(sums),
})

export const garmentSpec = z.object({
  style: specStyle,
  /** Ours, from small to large. */
  sizes: z.array(z.string()),
  points: z.array(
    z.object({
      point: z.string(),
      point_zh: z.string(),
      how_to_measure: z.string(),
      measures: z.array(z.object({ size: z.string(), spec_mm: z.int(), tolerance_mm: z.int() })),
    }),
  ),
  grading: z.array(z.object({ vendor_size: z.string(), our_size: z.string() })),
  jumps: z.array(
    z.object({
      point: z.string(),
      from_size: z.string(),
      to_size: z.string(),
      increment_mm: z.int(),
      /** The same by the points of measure; null where they do not name both sizes. */
      measured_mm: z.int().nullable(),
    }),
  ),
  /** What its vendor wants of a live style, beside what stands. */
  proposals: z.array(
    z.object({
      id: z.uuid(),
      of: z.enum(specKinds),
      version,
      file_name: z.string().nullable(),
      made_by: z.string(),
      made_at: instant,
      sums: z.object(sums),
      differences: z.array(difference),
    }),
  ),
  /** Newest first. */
  versions: z.array(garmentVersion),
})

export type GarmentSpec = z.output<typeof garmentSpec>

export const garmentSpecsCalls = {
  uploadGarmentFile: upload('v1/erp/vendor/inventory/upload-garment-file', {
    summary:
      'Points of measure per size, with tolerance in cm and how to measure. A sheet adds and changes; what it leaves out stays, unless removal is asked for. A vendor’s change of a live style waits for the company.',
    callers: allowed.garmentSpecs,
    accept: ['.xlsx', '.csv'],
    takes: z.object(sent),
    gives: taken,
  }),
  uploadGradingFile: upload('v1/erp/vendor/inventory/upload-grading-file', {
    summary:
      'Vendor’s sizes and ours, and by how much each point grows; a jump in the wrong direction or a size without its neighbours is refused at its cell. A sheet adds and changes; what it leaves out stays, unless removal is asked for.',
    callers: allowed.garmentSpecs,
    accept: ['.xlsx', '.csv'],
    takes: z.object(sent),
    gives: taken,
  }),
  specSample: post('selvedge/garment-specs/sample', {
    summary: 'The workbook to fill in: with what is there of the styles named, or an example.',
    callers: allowed.readGarmentSpecs,
    takes: z.object({ of: z.enum(['garment', 'grading']), code: catalogueCode.optional() }),
    gives: xlsx(({ of }: { of: string }) => `${of}_file.xlsx`),
  }),
  specStyles: post('selvedge/garment-specs/styles', {
    summary: 'Styles of the catalogue with how much of them is measured and graded, newest first or by rank.',
    callers: allowed.readGarmentSpecs,
    takes: z.object({
      tab: z.enum(specTabs).default('all'),
      search: searchText.optional(),
      supplier_id: supplierId.optional(),
      codes: z.array(catalogueCode).max(5_000).optional(),
      sort: z.enum(['number', 'survey']).default('number'),
      descending: z.boolean().default(true),
      ...page,
      part,
    }),
    gives: json(z.object({ rows: z.array(specStyle), next_cursor: z.string().nullable(), counts: counts.optional() })),
  }),
  garmentSpec: post('selvedge/garment-specs/one', {
    summary: 'A style’s points of measure, size by size, and its grading.',
    callers: allowed.readGarmentSpecs,
    takes: z.object({ code: catalogueCode }),
    gives: json(garmentSpec),
  }),
  decideGarmentChange: post('selvedge/garment-specs/decide', {
    summary:
      'Agrees to what a vendor wants to change of a live style, with the sums that were shown, or refuses it with a reason.',
    callers: allowed.agreeGarmentSpecs,
    changes: true,
    takes: z.object({
      code: catalogueCode,
      proposal_id: z.uuid(),
      version,
      agrees: z.boolean(),
      ...sums,
      remark: remark.optional(),
    }),
    gives: json(z.object({ code: z.string() })),
  }),
  putBackGarmentSpec: post('selvedge/garment-specs/put-back', {
    summary: 'Makes an older version of a style’s points of measure or grading the one that stands.',
    callers: allowed.agreeGarmentSpecs,
    changes: true,
    takes: z.object({
      code: catalogueCode,
      of: z.enum(specKinds),
      number: z.int().min(1).max(100_000),
      /** The number of the last version that the caller saw. */
      last: z.int().min(0).max(100_000),
    }),
    gives: json(z.object({ number: z.int() })),
  }),
}
