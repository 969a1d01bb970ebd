import { z } from 'zod'
import { counts, day, instant, nmSku, pieces, remark, searchText, version } from '../../kernel/shapes.ts'
import { indiaQcBox } from '../india-qc/shapes.ts'
import { indiaQcStatuses, indiaQcTabs } from '../india-qc/status.ts'
import { awaitingBox, awaitingFilter, qcFilter, scanned, siteCode } from '../inspection/shapes.ts'
import { boxOrigins } from '../qc-boxes/qc-sites.ts'
import { boxDiscrepancyKinds, boxOutcomes } from './rules.ts'

/** Most photographs of one discrepancy. */
export const mostPhotos = 12

const site = { site: siteCode, site_name: z.string(), site_name_zh: z.string() }

export const consignmentNumber = z.string().trim().min(1).max(40)
export const imageIds = z.array(z.uuid()).max(mostPhotos)

export const indiaAwaitingFilter = { ...awaitingFilter, consignment: consignmentNumber.optional() }

/** What brings boxes: an export order of China, or a vendor's shipment. Boxes in `expected` are all of it, those in `scanned` are received. */
export const consignment = z.object({
  origin: z.enum(boxOrigins),
  number: z.string(),
  invoice_number: z.string().nullable(),
  ...site,
  carrier: z.string().nullable(),
  transport: z.enum(['air', 'sea', 'road']).nullable(),
  transport_document: z.string().nullable(),
  /** As its carrier said. */
  arrives_on: day.nullable(),
  shipped_at: instant,
  /** Whole days at the site: until today, or until its last box came or its arrival was closed. */
  days_in_transit: z.int(),
  expected: z.int(),
  scanned: z.int(),
  pieces_expected: pieces,
  /** That are there, by what was counted of the received boxes. */
  pieces_scanned: pieces,
  /** Of received boxes: declared and not there, and there without being declared. */
  pieces_short: pieces,
  pieces_over: pieces,
  /** Boxes noted as short when it was closed, but for those that came after all. */
  short: z.int(),
  damaged: z.int(),
  closed_at: instant.nullable(),
  closed_by: z.string().nullable(),
})
export type Consignment = z.output<typeof consignment>

export const indiaAwaitingList = z.object({
  rows: z.array(awaitingBox),
  next_cursor: z.string().nullable(),
  counts: counts.optional(),
  /** With the arrivals: the sites of India QC, where a scanner may stand. */
  sites: z.array(z.object(site)).optional(),
  /** With the arrivals: what is on its way, and what came in the last 30 days; the longest on its way first. */
  consignments: z.array(consignment).optional(),
})

/** A scan with what was seen at the box. */
export const receivedScan = scanned.extend({
  /** Where pieces differ from what was sent: how many there are, by SKU. SKUs left out are there as declared. */
  lines: z
    .array(z.object({ nm_sku: nmSku, counted: pieces }))
    .min(1)
    .max(2_000)
    .optional(),
  damaged: z.object({ remark, image_ids: imageIds.default([]) }).optional(),
})

const { tab: _tab, status: _status, ...boxFilter } = qcFilter

export const indiaBoxFilter = {
  ...boxFilter,
  tab: z.enum(indiaQcTabs).default('all'),
  status: z.array(z.enum(indiaQcStatuses)).max(indiaQcStatuses.length).optional(),
  consignment: consignmentNumber.optional(),
}

export const indiaBoxList = z.object({
  rows: z.array(indiaQcBox),
  next_cursor: z.string().nullable(),
  counts: counts.optional(),
})

export const discrepancyTabs = ['open', 'settled', 'all'] as const

export const discrepancyFilter = {
  tab: z.enum(discrepancyTabs).default('open'),
  kind: z.array(z.enum(boxDiscrepancyKinds)).max(boxDiscrepancyKinds.length).optional(),
  site: siteCode.optional(),
  consignment: consignmentNumber.optional(),
  search: searchText.optional(),
  discrepancy_ids: z.array(z.uuid()).max(5_000).optional(),
}

/** A whole box that is short, excess or damaged. */
export const boxDiscrepancy = z.object({
  discrepancy_id: z.uuid(),
  kind: z.enum(boxDiscrepancyKinds),
  /** SSCC, or what was scanned where nobody knows the box. */
  code: z.string(),
  box_id: z.string().nullable(),
  box_no: z.string().nullable(),
  shipment_id: z.string().nullable(),
  supplier_id: z.string().nullable(),
  supplier_name: z.string().nullable(),
  supplier_name_zh: z.string().nullable(),
  origin: z.enum(boxOrigins).nullable(),
  consignment: z.string().nullable(),
  ...site,
  pieces: pieces.nullable(),
  remark: z.string().nullable(),
  image_ids: z.array(z.string()),
  owner: z.string(),
  owner_id: z.string(),
  opened_at: instant,
  opened_by: z.string(),
  outcome: z.enum(boxOutcomes).nullable(),
  outcome_remark: z.string().nullable(),
  settled_at: instant.nullable(),
  settled_by: z.string().nullable(),
  version,
})
export type BoxDiscrepancyRow = z.output<typeof boxDiscrepancy>
