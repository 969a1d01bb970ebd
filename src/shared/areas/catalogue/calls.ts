import { z } from 'zod'
import { json, post, upload, xlsx } from '../../kernel/call.ts'
import { fileLanguage } from '../../kernel/list.ts'
import {
  counts,
  day,
  instant,
  oneLine,
  page,
  part,
  picture,
  price,
  remark,
  searchText,
  supplierId,
  trackingId,
  version,
} from '../../kernel/shapes.ts'
import { verdicts } from '../buyer-reviews/spread.ts'
import { attributeChoices, catalogueTypes, missingNames, vendorStatuses } from './attributes.ts'
import { isOf1688 } from './links.ts'
import { allowed, judges, supplyChains } from './rights.ts'
import { catalogueStatuses } from './statuses.ts'
import { catalogueWords } from './words.ts'

/** As `CT-000123`. */
export const catalogueId = z.string().trim().toUpperCase().min(1).max(20)

const words = (most: number) => z.string().trim().max(most).regex(oneLine)
const status = z.enum(catalogueStatuses)

/** Beside the statuses; in the list's address too. */
export const catalogueTabs = ['all', ...catalogueStatuses] as const

/** How a style is like; null where nobody said. */
const attributes = {
  fabric_type: z.string().nullable(),
  fabric_composition: z.string().nullable(),
  padded: z.boolean().nullable(),
  push_up: z.boolean().nullable(),
  wiring: z.string().nullable(),
  transparency: z.string().nullable(),
  pilling: z.string().nullable(),
  stretchability: z.string().nullable(),
}

/** The same as it is said; what is left out stays. */
export const saidAttributes = z
  .object({
    fabric_type: words(80).nullable(),
    fabric_composition: words(200).nullable(),
    padded: z.boolean().nullable(),
    push_up: z.boolean().nullable(),
    wiring: z.enum(attributeChoices.wiring).nullable(),
    transparency: z.enum(attributeChoices.transparency).nullable(),
    pilling: z.enum(attributeChoices.pilling).nullable(),
    stretchability: z.enum(attributeChoices.stretchability).nullable(),
  })
  .partial()

const saidFields = z
  .object({
    name: words(120).min(1),
    name_zh: words(120).min(1),
    category: words(60).min(1),
    catalogue_type: z.enum(catalogueTypes),
    link_1688: words(500)
      .refine((link) => link === '' || (link.startsWith('https:') && isOf1688(link)), {
        error: catalogueWords.wrongLink,
      })
      .nullable(),
    price: z.object({ minor: z.int().min(1).max(10_000_000), currency: z.enum(['CNY', 'INR']) }).nullable(),
    buyer_remarks: z.string().trim().max(1_000).nullable(),
    size_set: words(40).nullable(),
    hs_code: z
      .string()
      .trim()
      .regex(/^\d{6,10}$/, { error: 'An HS code has 6 to 10 digits.' })
      .nullable(),
    pieces_per_month: z.int().min(0).max(10_000_000).nullable(),
  })
  .partial()

/** A design's rank among those that a survey scored, and the mean of its scores, 1 to 5. */
export const surveyPlace = z.object({ survey: z.string(), rank: z.int(), of: z.int(), mean: z.number() })

export type SurveyPlace = z.output<typeof surveyPlace>

export const catalogueRow = z.object({
  catalogue_id: z.string(),
  supply_chain: z.enum(supplyChains),
  vendor_style: z.string(),
  name: z.string(),
  name_zh: z.string(),
  category: z.string(),
  catalogue_type: z.string(),
  supplier_id: z.string(),
  supplier_name: z.string(),
  supplier_name_zh: z.string(),
  picture,
  colors: z.array(z.object({ color: z.string(), color_zh: z.string() })),
  price,
  ...attributes,
  link_1688: z.string().nullable(),
  /** Null for a vendor, like all that the house says to itself. */
  buyer_remarks: z.string().nullable(),
  size_set: z.string().nullable(),
  hs_code: z.string().nullable(),
  pieces_per_month: z.int().nullable(),
  /** Null for a vendor: it is told `vendor_status`. */
  status: status.nullable(),
  vendor_status: z.enum(vendorStatuses),
  /** Of a style in a side state, where it goes back to; null for a vendor. */
  came_from: status.nullable(),
  /** By when its buyers’ review is to be decided, while it waits for that; null for a vendor. */
  review: z
    .object({
      deadline: day,
      is_late: z.boolean(),
      /** Who decides, by name. */
      responsible: z.string(),
      /** Whether the caller is the one. */
      is_responsible: z.boolean(),
    })
    .nullable(),
  /** What buyers think of it, oldest first; none while the caller has still to judge, null for a vendor. */
  verdicts: z
    .array(z.object({ reviewer: z.string(), verdict: z.enum(verdicts), score: z.int(), remark: z.string().nullable() }))
    .nullable(),
  status_since: instant,
  /** What it lacks to go live. */
  missing: z.array(z.enum(missingNames)),
  notes: z.int(),
  /** Of the move that brought it where it is; null for a vendor, but for what is asked of it. */
  last_remark: z.string().nullable(),
  last_moved_by: z.string().nullable(),
  /** Its place in the last style survey that scored it; null for a vendor, and where nobody asked. */
  survey: surveyPlace.nullable(),
  /** The style that it became. */
  style_id: z.string().nullable(),
  created_at: instant,
  version,
})

export type CatalogueRow = z.output<typeof catalogueRow>

const filter = {
  supply_chain: z.enum(supplyChains).optional(),
  tab: z.enum(catalogueTabs).default('all'),
  search: searchText.optional(),
  supplier_id: supplierId.optional(),
  category: z.string().trim().max(60).optional(),
  catalogue_type: z.enum(catalogueTypes).optional(),
  /** `complete`: lacks nothing to go live. */
  completeness: z.enum(['complete', 'lacking']).optional(),
  catalogue_ids: z.array(catalogueId).max(5_000).optional(),
  /** By number, or by the rank in the last survey: those that nobody scored stand behind, either way. */
  sort: z.enum(['number', 'survey']).default('number'),
  descending: z.boolean().default(true),
}

/** What became of one style. */
const outcome = z.object({
  catalogue_id: z.string(),
  outcome: z.enum(['changed', 'unchanged', 'refused']),
  /** English with blanks, and what fills them. */
  message: z.string(),
  values: z.record(z.string(), z.union([z.string(), z.number()])),
  status: status.nullable(),
  version: version.nullable(),
})

export type CatalogueOutcome = z.output<typeof outcome>

export const cataloguePicture = z.object({
  picture_id: z.uuid(),
  color: z.string().nullable(),
  position: z.int(),
  width: z.int(),
  height: z.int(),
  added_at: instant,
  added_by: z.string(),
})

export const catalogueMove = z.object({
  id: z.string(),
  from_status: status.nullable(),
  to_status: status,
  is_back: z.boolean(),
  remark: z.string().nullable(),
  moved_at: instant,
  moved_by: z.string(),
})

export const catalogueNote = z.object({ id: z.string(), text: z.string(), said_at: instant, said_by: z.string() })

export const sameStyle = z.object({
  catalogue_id: z.string(),
  name: z.string(),
  name_zh: z.string(),
  picture,
  by: z.enum(['link', 'picture']),
})

export const catalogueCalls = {
  getVendorCatalogues: post('v1/erp/china/get-vendor-catalogues', {
    summary: 'Styles that vendors offer, newest first, or how many stand in each status. A vendor gets its own.',
    callers: allowed.offerStyles,
    takes: z.object({ ...filter, ...page, part }),
    gives: json(
      z.object({ rows: z.array(catalogueRow), next_cursor: z.string().nullable(), counts: counts.optional() }),
    ),
  }),
  downloadVendorCatalogueFile: post('v1/erp/china/download-vendor-catalogue-file', {
    summary: 'The styles that match, one a row, with all that is known of them.',
    callers: allowed.offerStyles,
    takes: z.object({ ...filter, language: fileLanguage }),
    gives: xlsx('Vendor-Catalogue.xlsx'),
  }),
  updateVendorCatalogue: post('v1/erp/china/update-vendor-catalogue', {
    summary:
      'Changes what is known of styles, or moves them on, or one step back. All or nothing, or each for itself; verdict ids make the same verdict sent again count once.',
    callers: allowed.offerStyles,
    changes: true,
    takes: z.object({
      catalogue_ids: z.array(catalogueId).min(1).max(500),
      set: saidFields.extend(saidAttributes.shape).optional(),
      /** Who carries the sample that is asked for, and under which number: from then on it is sent. */
      sample: z
        .object({ carrier: words(80).min(1), tracking: trackingId.regex(oneLine).nullable().default(null) })
        .optional(),
      to: status.optional(),
      /** One step back, in place of `to`. */
      back: z.boolean().default(false),
      remark: remark.optional(),
      /** As the one style was read. */
      version: version.optional(),
      /** Of each style in its place. */
      verdict_ids: z.array(z.uuid()).max(500).optional(),
      /** A step back of this verdict alone: what came after it stays. */
      takes_back: z.uuid().optional(),
      /** `each`: what cannot move is told by name and the rest moves. */
      mode: z.enum(['all', 'each']).default('all'),
    }),
    gives: json(z.object({ results: z.array(outcome) })),
  }),
  updateVendorAttributesFromUi: post('v1/erp/update-vendor-attributes-from-ui', {
    summary: 'Says what styles are like: of one or of many at once. What is left out stays as it is.',
    callers: judges,
    changes: true,
    takes: z.object({
      catalogue_ids: z.array(catalogueId).min(1).max(500),
      attributes: saidAttributes,
      version: version.optional(),
    }),
    gives: json(z.object({ results: z.array(outcome) })),
  }),
  getStyleDetails: post('v1/erp/get-style-details', {
    summary: 'A style in the catalogue: pictures, moves, what is said of it, and where it may go.',
    callers: allowed.offerStyles,
    takes: z.object({ catalogue_id: catalogueId }),
    gives: json(
      z.object({
        style: catalogueRow,
        pictures: z.array(cataloguePicture),
        /** Oldest first; empty for a vendor. */
        moves: z.array(catalogueMove),
        notes: z.array(catalogueNote),
        /** Where this caller may move it. */
        allowed: z.array(z.object({ to: status, needs_remark: z.boolean() })),
        can_go_back: z.boolean(),
        /** Others of the same 1688 offer, or with the same picture. */
        same: z.array(sameStyle),
      }),
    ),
  }),
  addNote: post('selvedge/catalogue/note', {
    summary: 'Says something of a style to the house. No vendor reads it.',
    callers: judges,
    changes: true,
    takes: z.object({ catalogue_id: catalogueId, text: z.string().trim().min(1).max(1_000) }),
    gives: json(catalogueNote),
  }),
  addPicture: upload('selvedge/catalogue/pictures/upload', {
    summary: 'A picture of a style in the catalogue, or of one of its colours. The same file again changes nothing.',
    callers: allowed.offerStyles,
    accept: ['.jpg', '.jpeg', '.png', '.webp'],
    takes: z.object({ catalogue_id: catalogueId, color: words(80).min(1).optional() }),
    gives: json(z.object({ outcome: z.enum(['added', 'unchanged']), picture_id: z.uuid(), position: z.int() })),
  }),
  removePicture: post('selvedge/catalogue/pictures/remove', {
    summary: 'Takes a picture off its style in the catalogue.',
    callers: allowed.offerStyles,
    changes: true,
    takes: z.object({ picture_id: z.uuid() }),
    gives: json(z.object({ catalogue_id: z.string(), picture })),
  }),
}
