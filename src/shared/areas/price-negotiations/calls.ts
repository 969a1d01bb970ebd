import { z } from 'zod'
import { anyFile, get, json, post, upload } from '../../kernel/call.ts'
import {
  counts,
  day,
  instant,
  picture,
  price,
  remark,
  savedSettings,
  supplierId,
  version,
} from '../../kernel/shapes.ts'
import { allowed } from './rights.ts'
import { mostPrice, moveNames, negotiationWords } from './rules.ts'
import { negotiationAsked, negotiationNumber, negotiationRow, offer, proof, styleId, touchedOrder } from './shapes.ts'

const priceIn = z.object({ minor: z.int().min(1).max(mostPrice), currency: z.literal('CNY') })

/**
 * A price asked for a style, or a move of a negotiation that there is, with the version that was seen: the price that stands may have changed
 * since. Target and floor are the company's alone.
 */
const change = z
  .object({
    style_id: styleId.optional(),
    negotiation: negotiationNumber.optional(),
    move: z.enum(['ask', ...moveNames]),
    price: priceIn.optional(),
    reason: remark.optional(),
    answer_by: day.optional(),
    version: version.optional(),
  })
  .refine(({ style_id, negotiation, move }) => (move === 'ask' ? style_id !== undefined : negotiation !== undefined), {
    error: 'Please check the values sent.',
  })
  .refine(({ move, price }) => !['ask', 'counter'].includes(move) || price !== undefined, {
    error: negotiationWords.needsPrice,
    path: ['price'],
  })
  .refine(({ move, version: seen }) => move === 'ask' || seen !== undefined, {
    error: negotiationWords.needsVersion,
    path: ['version'],
  })

const negotiationSeen = z.object({ negotiation: negotiationNumber, version })

const settings = z.object({
  /** Days in which the other side should answer, where nobody says another day. */
  answer_days: z.int().min(1).max(60),
})

const settingsReply = savedSettings(settings)

const rows = json(z.object({ rows: z.array(negotiationRow) }))

/** A style of the category with the price that was invoiced last. */
export const similarStyle = z.object({
  style_id: z.string(),
  style_name: z.string(),
  style_name_zh: z.string(),
  supplier_name: z.string(),
  supplier_name_zh: z.string(),
  picture,
  last_paid: price,
  invoiced_at: instant,
})

export const priceNegotiationCalls = {
  getPriceNegotiationDetails: post('v1/erp/vendor/get-price-negotiation-details', {
    summary:
      'Prices under negotiation, agreed and abandoned; a vendor sees its own, and nothing of targets, floors and last prices.',
    callers: allowed.negotiatePrices,
    takes: z.object(negotiationAsked),
    gives: json(
      z.object({ rows: z.array(negotiationRow), next_cursor: z.string().nullable(), counts: counts.optional() }),
    ),
  }),
  updatePriceNegotiationDetails: post('v1/erp/vendor/update-price-negotiation-details', {
    summary:
      'Asks a price for a style, counters, agrees, abandons, reopens or takes an agreement of the last minutes back; many at once, all of them or none. An agreed price becomes that of the style’s orders that are not invoiced whole.',
    callers: allowed.negotiatePrices,
    changes: true,
    takes: z.object({ items: z.array(change).min(1).max(200) }),
    gives: rows,
  }),
  updatePriceNegotiationPocDetails: post('v1/erp/vendor/update-price-negotiation-poc-details', {
    summary: 'Another buyer in charge, with a reason.',
    callers: allowed.negotiateForUs,
    changes: true,
    takes: z.object({
      negotiations: z.array(negotiationSeen).min(1).max(200),
      poc_email: z.string().trim().toLowerCase().max(200),
      reason: remark.min(1),
    }),
    gives: rows,
  }),
  manualPriceNegotiationEntry: post('v1/erp/vendor/manual-price-negotiation-entry', {
    summary: 'An agreement that was made elsewhere, with where that was. It ends the open negotiation of the style.',
    callers: allowed.negotiateForUs,
    changes: true,
    takes: z.object({
      style_id: styleId,
      price: priceIn,
      /** The open negotiation of the style, as it was seen; null where none was. */
      ends: negotiationSeen.nullable(),
      /** Where and how it was agreed: a message, a meeting, a file’s name. */
      proof: z.string().trim().min(1, { error: negotiationWords.noProof }).max(500),
    }),
    gives: rows,
  }),
  priceNegotiation: post('selvedge/prices/negotiation', {
    summary:
      'One negotiation: what was said, the orders that its price is for, and for the company what similar styles cost.',
    callers: allowed.negotiatePrices,
    takes: z.object({ negotiation: negotiationNumber }),
    gives: json(
      z.object({
        row: negotiationRow,
        /** From how many percent on another price is asked about before it is sent: that of the exceptions of orders. */
        jump_percent: z.number(),
        offers: z.array(offer),
        orders: z.array(touchedOrder),
        /** The company's alone, oldest first. */
        proofs: z.array(proof),
        /** The company's alone: styles of the category with their last invoiced price, the nearest in price first. */
        similar: z.array(similarStyle),
      }),
    ),
  }),
  savePriceGuides: post('selvedge/prices/guides', {
    summary: 'What the company wants to pay, and the floor; null takes one away. No vendor ever sees either.',
    callers: allowed.negotiateForUs,
    changes: true,
    takes: z.object({
      negotiation: negotiationNumber,
      target: priceIn.nullable(),
      floor: priceIn.nullable(),
      version,
    }),
    gives: rows,
  }),
  planPriceAcceptance: post('selvedge/prices/plan-acceptance', {
    summary:
      'Negotiations that wait for the company and ask at most so much more than was paid last, and what agreeing to all of them would change. It changes nothing.',
    callers: allowed.negotiateForUs,
    takes: z.object({ percent: z.number().min(-90).max(100), supplier_id: supplierId.optional() }),
    gives: json(
      z.object({
        rows: z.array(negotiationRow),
        /** Waiting, but above the percentage; and waiting with nothing paid before, which are never swept along. */
        above: z.int(),
        never_paid: z.int(),
        orders: z.int(),
        pieces: z.int(),
        /** What these pieces cost more (or less) than by the prices that stand. */
        difference: price,
      }),
    ),
  }),
  priceBuyers: post('selvedge/prices/buyers', {
    summary: 'Who may be in charge of a price.',
    callers: allowed.negotiateForUs,
    takes: z.object({}),
    gives: json(z.object({ buyers: z.array(z.object({ email: z.string(), name: z.string() })) })),
  }),
  attachPriceProof: upload('selvedge/prices/proof', {
    summary: 'A picture or a PDF that proves what was agreed, kept with the negotiation; no vendor ever sees it.',
    callers: allowed.negotiateForUs,
    accept: ['.pdf', '.jpg', '.jpeg', '.png', '.webp'],
    takes: z.object({ negotiation: negotiationNumber }),
    gives: json(proof),
  }),
  priceProof: get('selvedge/prices/proof/{proof_id}', {
    summary: 'The file of a proof.',
    callers: allowed.negotiateForUs,
    takes: z.object({ proof_id: z.uuid() }),
    gives: anyFile(['application/pdf', 'image/jpeg'], 'proof.pdf'),
  }),
  negotiationSettings: post('selvedge/prices/settings', {
    summary: 'In how many days a price wants an answer.',
    callers: allowed.negotiateForUs,
    takes: z.object({}),
    gives: json(settingsReply),
  }),
  saveNegotiationSettings: post('selvedge/prices/settings/save', {
    summary: 'Changes it.',
    callers: allowed.reopenPrices,
    changes: true,
    takes: z.object({ settings, version }),
    gives: json(settingsReply),
  }),
}
