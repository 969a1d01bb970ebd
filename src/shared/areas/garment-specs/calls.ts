import { z } from 'zod'
import { json, post, upload, xlsx } from '../../kernel/call.ts'
import { rights, rolesOf } from '../../kernel/rights.ts'
import { counts, page, part, picture, rowsTaken, searchText, supplierId, takeMode } from '../../kernel/shapes.ts'
import { surveyPlace } from '../catalogue/calls.ts'

const house = ['cataloging_team', 'bm_team', 'bm_admin', 'internal_team', 'ops', 'admin', 'super_admin'] as const

export const garmentSpecsRights = rights({
  garmentSpecs: {
    group: 'Catalogue',
    label: 'Bring in points of measure and grading: a vendor for its own styles',
    roles: ['vendor', ...house],
  },
  readGarmentSpecs: {
    group: 'Catalogue',
    label: 'Read points of measure and grading',
    roles: ['vendor', 'cad', ...house],
  },
})

const allowed = rolesOf(garmentSpecsRights)

/** Of the list: what is not measured, what is measured and not graded, and what is both. */
export const specTabs = ['all', 'to_measure', 'to_grade', 'done'] as const

/** As `CT-000001`. */
const catalogueCode = z.string().trim().toUpperCase().min(1).max(40)

const taken = json(z.object({ ...rowsTaken }))

export const specStyle = z.object({
  code: z.string(),
  vendor_style: z.string(),
  name: z.string(),
  name_zh: z.string(),
  category: z.string(),
  supplier_name: z.string(),
  supplier_name_zh: z.string(),
  picture,
  size_set: z.string().nullable(),
  points: z.int(),
  graded: z.int(),
  /** Jumps that go the wrong way. */
  backwards: z.int(),
  /** Jumps of the grading that the points of measure contradict. */
  contradicted: z.int(),
  /** Its place in the last survey that scored it; never told to a vendor. */
  survey: surveyPlace.nullable(),
})

export type SpecStyle = z.output<typeof specStyle>

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
})

export type GarmentSpec = z.output<typeof garmentSpec>

export const garmentSpecsCalls = {
  uploadGarmentFile: upload('v1/erp/vendor/inventory/upload-garment-file', {
    summary:
      'Points of measure per size, with tolerance in cm and how to measure; what the sheet says of a style replaces what was said before.',
    callers: allowed.garmentSpecs,
    accept: ['.xlsx', '.csv'],
    takes: z.object({ mode: takeMode, vendor_catalogue_id: catalogueCode.optional() }),
    gives: taken,
  }),
  uploadGradingFile: upload('v1/erp/vendor/inventory/upload-grading-file', {
    summary:
      'Vendor’s sizes and ours, and by how much each point grows; a jump in the wrong direction or a size without its neighbours is refused at its cell.',
    callers: allowed.garmentSpecs,
    accept: ['.xlsx', '.csv'],
    takes: z.object({ mode: takeMode, vendor_catalogue_id: catalogueCode.optional() }),
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
}
