import { z } from 'zod'
import { json, labels, post } from '../../kernel/call.ts'
import { rights, rolesOf } from '../../kernel/rights.ts'
import { instant, nmSku, oneLine, picture, pieces, printAs, version } from '../../kernel/shapes.ts'
import { type LabelFacts, labelFactLengths, labelFactNames, type MissingOfSku, missingOfSku } from './rules.ts'

export const indiaLabelsRights = rights({
  indiaLabels: {
    group: 'India QC',
    label: 'Print labels of goods for sale in India',
    roles: ['india_qc_manager', 'india_qc_inward_wh', 'warehouse', 'ops', 'admin', 'super_admin'],
  },
  indiaLabelFacts: {
    group: 'India QC',
    label: 'Change what labels in India say of importer, maker and consumer care',
    roles: ['ops', 'admin', 'super_admin'],
  },
})

const allowed = rolesOf(indiaLabelsRights)

const siteCode = z.string().trim().toUpperCase().min(1).max(40)

const labelTakes = z
  .object({
    /** Whose importer and consumer care is printed; left out: the box's own, or the one QC site in India. */
    site: siteCode.optional(),
    /** A box received in India, by its SSCC, tracking id or id: a label for every piece that is in it. */
    box: z.string().trim().min(1).max(80).optional(),
    /** These SKUs; with a box these of its SKUs, as many as said. */
    items: z
      .array(z.object({ nm_sku: nmSku, copies: z.int().min(1).max(5_000) }))
      .min(1)
      .max(2_000)
      .optional(),
    /** Of import or making, `yyyy-mm`; left out: this month at the site. */
    month: z
      .string()
      .regex(/^20\d\d-(0[1-9]|1[0-2])$/)
      .optional(),
  })
  .refine(({ box, items }) => box !== undefined || items !== undefined, { error: 'Please name a box or SKUs.' })

/** Texts stand within lines of a label. */
const line = (name: keyof LabelFacts) => z.string().trim().max(labelFactLengths[name]).regex(oneLine)

export const labelFacts = z.object({
  company_name: line('company_name'),
  company_address: line('company_address'),
  consumer_care: line('consumer_care'),
  net_quantity: line('net_quantity'),
}) satisfies z.ZodType<LabelFacts>

const siteFacts = z.object({
  site: z.string(),
  site_name: z.string(),
  site_name_zh: z.string(),
  settings: labelFacts,
  /** 0: nothing was said of this site yet. */
  version: z.int().min(0),
  changed_at: instant.nullable(),
  changed_by: z.string().nullable(),
})

const skuLacks = z.enum(Object.keys(missingOfSku) as [MissingOfSku, ...MissingOfSku[]])

export const checkedLabel = z.object({
  nm_sku: z.string(),
  style_id: z.string(),
  style_name: z.string(),
  style_name_zh: z.string(),
  color: z.string(),
  color_zh: z.string(),
  size: z.string(),
  picture,
  /** What is printed as EAN-13; null: the SKU is printed as Code 128. */
  ean: z.string().nullable(),
  /** Paise, all taxes included. Printed on the goods for everybody to read: no price that anybody is kept from. */
  mrp_minor: z.int().min(0).nullable(),
  origin: z.string().nullable(),
  copies: pieces,
  missing: z.array(skuLacks),
})

export const indiaLabelsCalls = {
  getIndiaQcSkuLabels: post('v1/erp/qc/india/get-india-qc-sku-labels', {
    summary:
      'Labels of goods for sale in India. Where one lacks anything, none is printed: the refusal names each SKU and what it lacks.',
    callers: allowed.indiaLabels,
    takes: labelTakes.extend({ preview: z.boolean().default(false), print_as: printAs }),
    gives: labels('india_qc_sku_labels'),
  }),
  checkIndiaSkuLabels: post('selvedge/india-labels/check', {
    summary: 'Which labels would be printed, how many, and what is missing for them.',
    callers: allowed.indiaLabels,
    takes: labelTakes,
    gives: json(
      z.object({
        site: siteFacts,
        month: z.string(),
        labels: z.array(checkedLabel),
        total: z.int(),
        missing_of_site: z.array(z.enum(labelFactNames)),
        /** Nothing is missing, and there is something to print. */
        is_ready: z.boolean(),
      }),
    ),
  }),
  indiaLabelSettings: post('selvedge/india-labels/settings', {
    summary: 'What the sites in India print on labels of goods for sale.',
    callers: allowed.indiaLabels,
    takes: z.object({}),
    gives: json(z.object({ sites: z.array(siteFacts) })),
  }),
  saveIndiaLabelSettings: post('selvedge/india-labels/settings/save', {
    summary: 'Changes it for a site, for labels that are printed from now on.',
    callers: allowed.indiaLabelFacts,
    changes: true,
    takes: z.object({ site: siteCode, settings: labelFacts, version: version.or(z.literal(0)) }),
    gives: json(siteFacts),
  }),
}
