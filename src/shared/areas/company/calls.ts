import { z } from 'zod'
import { json, post } from '../../kernel/call.ts'
import { rights, rolesOf } from '../../kernel/rights.ts'
import { oneLine, savedSettings, version } from '../../kernel/shapes.ts'
import { kindNames } from '../data/kinds.ts'
import {
  type CompanyFacts,
  companyFactLengths,
  companyFaults,
  mostClosedMonths,
  mostInBox,
  mostTolerance,
  waybillRules,
} from './facts.ts'
import { firstStepKeys } from './first-steps.ts'

export const companyRights = rights({
  companyFacts: {
    group: 'Administration',
    label: 'Change what the company says of itself on papers and labels',
    roles: ['admin', 'super_admin'],
  },
  firstDay: {
    group: 'Administration',
    label: 'See the first steps of a new installation',
    roles: ['ops', 'admin', 'super_admin'],
  },
  vendorProfile: { group: 'Supplier', label: 'Change the own company’s contact and address', roles: ['vendor'] },
})

const allowed = rolesOf(companyRights)

/** Names and addresses stand within lines of papers and labels. */
const line = (most: number) => z.string().trim().max(most).regex(oneLine)
const upper = (most: number) => z.string().trim().toUpperCase().max(most)

export const companyFacts = z.object({
  name: line(companyFactLengths.name),
  name_zh: line(companyFactLengths.name_zh),
  address: line(companyFactLengths.address),
  address_zh: line(companyFactLengths.address_zh),
  gstin: upper(companyFactLengths.gstin),
  currency: upper(companyFactLengths.currency),
  label_line: line(companyFactLengths.label_line),
  label_line_zh: line(companyFactLengths.label_line_zh),
  sscc_company_prefix: upper(companyFactLengths.sscc_company_prefix),
  invoice_series: upper(companyFactLengths.invoice_series),
  shared_waybills: z.enum(waybillRules),
  load_before_shipping: z.enum(waybillRules),
  cutting_tolerance_percent: z.int().min(0).max(mostTolerance, { error: companyFaults.cutting_tolerance_percent }),
  facility_box_pieces: z.int().min(1).max(mostInBox, { error: companyFaults.facility_box_pieces }),
  closed_order_months: z.int().min(0).max(mostClosedMonths, { error: companyFaults.closed_order_months }),
}) satisfies z.ZodType<CompanyFacts>

const factsReply = savedSettings(companyFacts)

/** How the first day stands: open while something is missing, done since nothing was, dismissed by whoever sees the steps. */
export const firstDayStates = ['open', 'done', 'dismissed'] as const

const firstDayReply = z.object({
  state: z.enum(firstDayStates),
  steps: z.array(
    z.object({
      key: z.enum(firstStepKeys),
      kinds: z.array(z.object({ kind: z.enum(kindNames), rows: z.int() })),
      /** Accounts, of the step of people. */
      people: z.int().nullable(),
      missing: z.array(z.object({ message: z.string(), values: z.record(z.string(), z.number()) })),
    }),
  ),
})

const optionalRules = {
  shared_waybills: true,
  load_before_shipping: true,
  cutting_tolerance_percent: true,
  facility_box_pieces: true,
  closed_order_months: true,
} as const

const ownText = (most: number) => line(most).nullable()

export const vendorContact = z.object({
  contact: ownText(80),
  phone: ownText(40),
  email: ownText(120),
  address: ownText(300),
  address_zh: ownText(300),
})

const profileReply = z.object({
  vendor: vendorContact.extend({ id: z.string(), name: z.string(), name_zh: z.string(), version }),
})

export const companyCalls = {
  getFirstDay: post('selvedge/first-day', {
    summary:
      'The first steps of a new installation, with how many records there are and what is missing. Once nothing is, it is done for good.',
    callers: allowed.firstDay,
    takes: z.object({}),
    gives: json(firstDayReply),
  }),
  dismissFirstDay: post('selvedge/first-day/dismiss', {
    summary: 'Takes the first steps off the menu and the landing page, or brings them back.',
    callers: allowed.firstDay,
    changes: true,
    takes: z.object({ is_dismissed: z.boolean().default(true) }),
    gives: json(firstDayReply),
  }),
  getCompanyFacts: post('selvedge/company', {
    summary: 'What the company says of itself, and who changed it last.',
    callers: allowed.companyFacts,
    takes: z.object({}),
    gives: json(factsReply),
  }),
  saveCompanyFacts: post('selvedge/company/save', {
    summary: 'Changes it for papers, labels and numbers that are made from now on.',
    callers: allowed.companyFacts,
    changes: true,
    /** Programs from before these rules leave them as they are. */
    takes: z.object({ settings: companyFacts.partial(optionalRules), version }),
    gives: json(factsReply),
  }),
  getVendorProfile: post('selvedge/vendor-profile', {
    summary: 'How the caller’s own company is reached.',
    callers: allowed.vendorProfile,
    takes: z.object({}),
    gives: json(profileReply),
  }),
  saveVendorProfile: post('selvedge/vendor-profile/save', {
    summary: 'Changes how the caller’s own company is reached; null takes a value away.',
    callers: allowed.vendorProfile,
    changes: true,
    takes: vendorContact.partial({ address_zh: true }).extend({ version }),
    gives: json(profileReply),
  }),
}
