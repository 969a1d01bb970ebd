import { z } from 'zod'
import { json, post, upload, xlsx } from '../../kernel/call.ts'
import { rights, rolesOf } from '../../kernel/rights.ts'
import {
  counts,
  instant,
  page,
  part,
  picture,
  rowsTaken,
  searchText,
  supplierId,
  takeMode,
} from '../../kernel/shapes.ts'
import { uploadFields } from '../catalogue/upload-fields.ts'
import { launchLimits, warningKinds } from './rules.ts'

const house = ['cataloging_team', 'bm_team', 'bm_admin', 'internal_team', 'ops', 'admin', 'super_admin'] as const

export const launchRights = rights({
  launchStyles: {
    group: 'Supplier',
    label: 'Launch styles with their pictures: a vendor its own, others for a vendor',
    roles: ['vendor', ...house],
  },
  splitStyles: { group: 'Supplier', label: 'Say how many pieces of a style each vendor makes', roles: house },
})

const allowed = rolesOf(launchRights)

/** One side of a double: a row of the workbook, or a style of the catalogue. */
const doubled = z.object({
  where: z.enum(['file', 'catalogue']),
  /** Of the workbook. */
  row: z.int().nullable(),
  code: z.string().nullable(),
  vendor_style: z.string(),
  color: z.string(),
  /** Told to the house alone, of a style of another vendor. */
  supplier_name: z.string().nullable(),
  /** Of the catalogue. */
  picture,
  /** Of the workbook: a small JPEG in base64, since nothing is kept of it yet. */
  thumbnail: z.string().nullable(),
})

export const launchWarning = z.object({
  kind: z.enum(warningKinds),
  cell: z.string(),
  one: doubled,
  /** None where no picture is there. */
  other: doubled.nullable(),
})

export type LaunchWarning = z.output<typeof launchWarning>

export const launchRow = z.object({
  launch_id: z.string(),
  supplier_id: z.string(),
  supplier_name: z.string(),
  supplier_name_zh: z.string(),
  file_name: z.string(),
  colours: z.int(),
  pictures: z.int(),
  warnings: z.int(),
  created_at: instant,
  created_by: z.string(),
  styles: z.array(
    z.object({
      code: z.string(),
      vendor_style: z.string(),
      name: z.string(),
      name_zh: z.string(),
      /** A vendor is told where its style stands, and not what the house makes of it. */
      status: z.string(),
      picture,
      colours: z.int(),
    }),
  ),
})

export type LaunchRow = z.output<typeof launchRow>

export const launchCalls = {
  sampleBulkProductLaunchFile: post('v1/erp/vendor/sample-bulk-product-launch-file', {
    summary: 'The workbook to launch styles with: a colour a row, in both languages, with lists of choices.',
    callers: allowed.launchStyles,
    takes: z.object({ filled: z.boolean().default(true) }),
    gives: xlsx('product_launch.xlsx'),
  }),
  uploadBulkProductLaunchFile: upload('v1/erp/vendor/upload-bulk-product-launch-file', {
    summary:
      'Launches styles by a workbook and its pictures in one drop: check says what would come of it. Pictures are found by name, by the last part of a link, or lying on their row; links are never fetched. The same 1688 link or picture twice is a warning that names the other.',
    callers: allowed.launchStyles,
    accept: ['.xlsx', '.csv'],
    most: launchLimits.bytes,
    pictures: launchLimits.pictures,
    takes: z.object({
      mode: z.enum(['check', 'all', 'good_rows']).default('all'),
      supplier_id: supplierId.optional(),
      ...uploadFields,
    }),
    gives: json(
      z.object({
        ...rowsTaken,
        /** Null of a check, and where nothing was new. */
        launch_id: z.string().nullable(),
        styles: z.int(),
        pictures: z.int(),
        warnings: z.array(launchWarning),
        /** Beyond those named. */
        warning_count: z.int(),
        /** Dropped pictures that no row names. */
        unused: z.array(z.string()),
      }),
    ),
  }),
  ingestVendorSplitFile: upload('v1/erp/china/ingest-vendor-split-file', {
    summary: 'How many pieces of a style each vendor makes; together they must come to the style’s quantity.',
    callers: allowed.splitStyles,
    accept: ['.xlsx', '.csv'],
    takes: z.object({ mode: takeMode, ...uploadFields }),
    gives: json(z.object({ ...rowsTaken })),
  }),
  splitSample: post('selvedge/launch/split-sample', {
    summary: 'Quantities by vendor as they stand, or an example: a sheet that can be filled in and sent.',
    callers: allowed.splitStyles,
    takes: z.object({}),
    gives: xlsx('vendor_split.xlsx'),
  }),
  getLaunches: post('selvedge/launch/launches', {
    summary: 'Launches, newest first, with what became of their styles; a vendor sees its own.',
    callers: allowed.launchStyles,
    takes: z.object({
      launch_ids: z.array(z.string().trim().toUpperCase().min(1).max(20)).max(5_000).optional(),
      supplier_id: supplierId.optional(),
      search: searchText.optional(),
      tab: z.enum(['all', 'again']).default('all'),
      ...page,
      part,
    }),
    gives: json(z.object({ rows: z.array(launchRow), next_cursor: z.string().nullable(), counts: counts.optional() })),
  }),
}
