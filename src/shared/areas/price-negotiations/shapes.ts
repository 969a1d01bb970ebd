import { z } from 'zod'
import {
  day,
  instant,
  page,
  part,
  picture,
  pieces,
  price,
  searchText,
  supplierId,
  version,
} from '../../kernel/shapes.ts'
import { moveNames, negotiationStates, negotiationStatuses, negotiationTabs, sides } from './rules.ts'

export const negotiationNumber = z.string().trim().min(1).max(20)
export const styleId = z.string().trim().min(1).max(40)
const percent = z.int().nullable()

/** One negotiation. What is said to be the company's alone is null for a vendor. */
export const negotiationRow = z.object({
  negotiation: z.string(),
  style_id: z.string(),
  style_name: z.string(),
  style_name_zh: z.string(),
  category: z.string(),
  supplier_id: z.string(),
  supplier_name: z.string(),
  supplier_name_zh: z.string(),
  picture,
  state: z.enum(negotiationStates),
  status: z.enum(negotiationStatuses),
  /** Who said the price that stands. */
  last_side: z.enum(sides),
  last_price: price,
  first_price: price,
  agreed_price: price,
  /** Prices that were said, by either side. */
  rounds: z.int(),
  answer_by: day.nullable(),
  is_manual: z.boolean(),
  opened_at: instant,
  updated_at: instant,
  /** Name of the buyer in charge; the company's alone. */
  poc: z.string().nullable(),
  /** The company's alone: the price of the style that was invoiced or bought last, what it wants to pay, and below what nobody can make it. */
  last_paid: price,
  /** Where nothing was paid yet: of the order approved last, as it was before this agreement; the company's alone. */
  last_ordered: price,
  target: price,
  floor: price,
  /** From last paid, or else last ordered, to the price that stands, in hundredths of a percent; the company's alone. */
  over_last_paid: percent,
  /** Until when who agreed may take that back. */
  take_back_until: instant.nullable(),
  may: z.array(z.enum(moveNames)),
  version,
})

export type NegotiationRow = z.output<typeof negotiationRow>

export const offer = z.object({
  offer_id: z.string(),
  side: z.enum(sides),
  move: z.enum(['ask', ...moveNames, 'enter']),
  price,
  reason: z.string().nullable(),
  by: z.string(),
  at: instant,
})

/** A file that proves an agreement. */
export const proof = z.object({
  proof_id: z.uuid(),
  /** As it was sent. */
  name: z.string(),
  type: z.enum(['image/jpeg', 'application/pdf']),
  bytes: z.int(),
  by: z.string(),
  at: instant,
})

/** An order whose pieces an agreed price is for: those that are not invoiced. */
export const touchedOrder = z.object({
  order_id: z.string(),
  unit_price: price,
  ordered: pieces,
  /** Neither refused nor invoiced. */
  open: pieces,
})

export const negotiationFilter = {
  tab: z.enum(negotiationTabs).default('all'),
  search: searchText.optional(),
  supplier_id: supplierId.optional(),
  category: z.string().trim().max(60).optional(),
  negotiations: z.array(negotiationNumber).max(500).optional(),
  sort: z.enum(['newest', 'answer_by', 'style']).default('newest'),
}

export const negotiationAsked = { ...negotiationFilter, ...page, part }
