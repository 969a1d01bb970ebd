import type { RefusalReason } from '../../kernel/reasons.ts'
import { key } from '../../kernel/words.ts'

/** A vendor's own reasons to refuse pieces, beside the specification's thirteen: which are on is a setting of the company. */
export const vendorReasons = ['price', 'minimum_quantity', 'capacity', 'deadline', 'fabric'] as const

export type VendorReason = (typeof vendorReasons)[number]

/** What a vendor may propose instead of a refusal. */
export const proposalKinds = ['date', 'price', 'quantity'] as const

export type ProposalKind = (typeof proposalKinds)[number]

interface VendorReasonWords {
  /** English, and the key of its translation. */
  en: string
  zh: string
  /** What may be proposed with it, the usual first. */
  proposes: readonly ProposalKind[]
}

export const vendorReasonWords: Readonly<Record<VendorReason, VendorReasonWords>> = {
  price: { en: key('Price too low'), zh: '价格过低', proposes: ['price'] },
  minimum_quantity: { en: key('Below the minimum quantity'), zh: '低于起订量', proposes: ['price', 'quantity'] },
  capacity: { en: key('No capacity'), zh: '产能不足', proposes: ['date', 'quantity'] },
  deadline: { en: key('Deadline too short'), zh: '交期过短', proposes: ['date'] },
  fabric: { en: key('Fabric not to be had'), zh: '面料无货', proposes: ['date', 'quantity'] },
}

/** A reason as a person chooses it: one of the thirteen, or a vendor's own. No code of the one is a word of the other. */
export type ChosenReason = RefusalReason | VendorReason

export function isVendorReason(reason: string): reason is VendorReason {
  return vendorReasons.some((known) => known === reason)
}

/** The chosen reason as a line's answer says it: a vendor's own counts as "Other" for whoever knows the thirteen only. */
export function reasonParts(chosen: ChosenReason): { reason: RefusalReason; vendor_reason: VendorReason | null } {
  return isVendorReason(chosen) ? { reason: 'Other', vendor_reason: chosen } : { reason: chosen, vendor_reason: null }
}

/** What a reason is called: English, and the key of its translation. */
export function reasonText(line: {
  reason?: RefusalReason | null | undefined
  vendor_reason?: VendorReason | null | undefined
}): string | null {
  return line.vendor_reason ? vendorReasonWords[line.vendor_reason].en : (line.reason ?? null)
}

/** What a vendor would do: ship all refused pieces by a later day, for another price, or fewer of them. */
export type Proposal =
  | { kind: 'date'; ship_by: string }
  /** Of one piece, in minor units of the order's currency; it is the price of the whole order. */
  | { kind: 'price'; unit_price_minor: number }
  /** Pieces of each SKU that would be delivered; the rest stays refused. */
  | { kind: 'quantity'; lines: { nm_sku: string; quantity: number }[] }

/** What is refused, as far as a proposal hangs on it. */
export interface Refused {
  ship_by: string
  unit_price_minor: number
  lines: readonly { nm_sku: string; rejected_quantity: number; vendor_reason?: VendorReason | null | undefined }[]
}

export const proposalMessages = {
  noReason: key('A proposal needs one of the vendor’s own reasons, the same for all rejected pieces.'),
  otherKind: key('This proposal does not fit the reason.'),
  notLater: key('Please propose a later day than the order’s.'),
  samePrice: key('Please propose another price than the order’s.'),
  quantity: key('Please propose at least one piece, and fewer than are rejected.'),
} as const

/** What is wrong with a proposal, in English and the key of its translation; null when it can stand. */
export function proposalFault(proposal: Proposal, refused: Refused): string | null {
  const lines = refused.lines.filter((line) => line.rejected_quantity > 0)
  const [reason, ...others] = new Set(lines.map((line) => line.vendor_reason ?? null))
  if (!reason || others.length > 0) return proposalMessages.noReason
  if (!vendorReasonWords[reason].proposes.includes(proposal.kind)) return proposalMessages.otherKind
  if (proposal.kind === 'date') return proposal.ship_by > refused.ship_by ? null : proposalMessages.notLater
  if (proposal.kind === 'price')
    return proposal.unit_price_minor === refused.unit_price_minor ? proposalMessages.samePrice : null
  return isCut(proposal.lines, lines) ? null : proposalMessages.quantity
}

function isCut(wanted: readonly { nm_sku: string; quantity: number }[], lines: Refused['lines']): boolean {
  const most = new Map(lines.map((line) => [line.nm_sku, line.rejected_quantity]))
  const fits = wanted.every(({ nm_sku, quantity }) => quantity >= 0 && quantity <= (most.get(nm_sku) ?? 0))
  const isOnce = new Set(wanted.map(({ nm_sku }) => nm_sku)).size === wanted.length
  const sum = wanted.reduce((total, { quantity }) => total + quantity, 0)
  const all = lines.reduce((total, line) => total + line.rejected_quantity, 0)
  return fits && isOnce && sum > 0 && sum < all
}
