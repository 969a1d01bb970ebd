import { z } from 'zod'
import { json } from '../../kernel/call.ts'
import { counts, savedSettings, searchText, version } from '../../kernel/shapes.ts'
import { siteCode } from '../inspection/shapes.ts'
import { gatePassNo, gatePassRow, passType } from './shapes.ts'

/** The names of a table as a schema wants them. */
export const keys = <T extends object>(table: T) => Object.keys(table) as [keyof T & string, ...(keyof T & string)[]]

/** Most scans, boxes or items that one call takes. */
export const passLimits = { scans: 500, boxes: 500, items: 5_000, photos: 10 } as const

export const passTabs = ['draft', 'packing', 'on_way', 'received', 'completed', 'overdue', 'cancelled', 'all'] as const

export const passFilter = {
  tab: z.enum(passTabs).default('all'),
  type: z.array(passType).max(5).optional(),
  from_site: siteCode.optional(),
  to_site: siteCode.optional(),
  /** Where goods are received: the destination, or the source of goods that come back from a party. */
  receives_at: siteCode.optional(),
  /** Of which kind the receiving site is: shops see their own so. */
  receives_at_kind: z.enum(['warehouse', 'shop', 'india_qc', 'production']).optional(),
  supplier_id: z.string().trim().max(40).optional(),
  /** A number, a box, a SKU, a vehicle. */
  search: searchText.optional(),
  min_age_days: z.int().min(0).max(3_650).optional(),
  open_case: z.boolean().optional(),
  gate_passes: z.array(gatePassNo).max(500).optional(),
  sort: z.enum(['newest', 'oldest', 'due']).default('newest'),
}

export const caseFilter = {
  is_open: z.boolean().optional(),
  kind: z.enum(['short', 'excess', 'damaged']).optional(),
  gate_pass: gatePassNo.optional(),
  from_site: siteCode.optional(),
  to_site: siteCode.optional(),
  search: searchText.optional(),
  case_ids: z.array(z.uuid()).max(500).optional(),
}

export const transitFilter = {
  from_site: siteCode.optional(),
  to_site: siteCode.optional(),
  nm_sku: z.string().trim().max(40).optional(),
  style_id: z.string().trim().max(40).optional(),
  search: searchText.optional(),
  min_days: z.int().min(0).max(3_650).optional(),
  line_ids: z.array(z.string().max(80)).max(500).optional(),
}

export const ofPass = z.object({ gate_pass: gatePassNo })
/** `version` as the caller saw it: a stale one is refused. */
export const versioned = z.object({ gate_pass: gatePassNo, version })
export const why = z.string().trim().min(1).max(200)
export const onePass = json(z.object({ gate_pass: gatePassRow }))
export const paged = <R extends z.ZodType>(row: R) =>
  json(z.object({ rows: z.array(row), next_cursor: z.string().nullable(), counts: counts.optional() }))

export const taxRules = z.object({
  from: z.iso.date(),
  eway_threshold_minor: z.int().min(0),
  /** By the first digits of an HSN code; the longest that fits counts, and goods that none fits go by `rates`. */
  hsn_rates: z
    .array(z.object({ hsn: z.string().regex(/^\d{2,8}$/), percent: z.number().min(0).max(100) }))
    .max(500)
    .default([]),
  rates: z
    .array(z.object({ up_to_minor: z.int().min(0).nullable(), percent: z.number().min(0).max(100) }))
    .min(1)
    .max(10),
})

export const passSettings = z.object({
  /** Wherever goods are received; otherwise at `blind_sites`. */
  blind_receiving: z.boolean(),
  blind_sites: z.array(siteCode).max(500).default([]),
  tax_rules: z.array(taxRules).min(1).max(50),
})
export type PassSettings = z.output<typeof passSettings>

/** Settings with their version, and who changed each last. */
export const savedPassSettings = savedSettings(passSettings)
