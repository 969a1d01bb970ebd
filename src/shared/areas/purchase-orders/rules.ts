import { key } from '../../kernel/words.ts'

export const purchaseOrderStates = { POSTED: key('Posted'), REVERSED: key('Reversed') } as const
export type PurchaseOrderState = keyof typeof purchaseOrderStates

/** Most boxes that one purchase order takes. */
export const mostBought = 2_000

/** What may be done with one now. */
export const purchaseOrderActions = { reverse: key('Reverse') } as const
export type PurchaseOrderAction = keyof typeof purchaseOrderActions

export function allowedPurchaseActions({ state }: { state: PurchaseOrderState }): PurchaseOrderAction[] {
  return state === 'POSTED' ? ['reverse'] : []
}

/** "PO-2627-000001": numbers of a series count from 1 in April of every year at the site that issues them. */
export const purchaseNumber = (series: string, serial: number): string => `${series}-${String(serial).padStart(6, '0')}`

/** Refusals, in English, and the keys of their translations. */
export const purchaseMessages = {
  noBoxes: 'Please choose the boxes for the purchase order.',
  nothing: 'Nothing accepted in box {{box}} waits for a purchase order.',
  bought: 'Inspection {{number}} of box {{box_no}} is on purchase order {{purchase_order}} already.',
  unknownInspection: 'Inspection {{number}} of box {{box_no}} accepted no pieces that are still there.',
  unordered:
    'Nobody ordered {{nm_sku}}, of which {{pieces}} pcs are in box {{box}}: send them back to buy the rest of it, or leave the box out.',
  worthless:
    'What {{nm_sku}} is worth is not known, of which {{pieces}} pcs are in box {{box}}: the paper of its facility says no value.',
  someRefused: 'Some boxes cannot be bought as they are. Nothing was made.',
  vendors: 'Please select only one vendor.',
  sites: 'Please select boxes of one site.',
  currencies: 'The orders of these boxes are in several currencies: {{currencies}}.',
  unknown: 'Purchase order {{purchase_order}} is not there.',
  isReversed: 'Purchase order {{purchase_order}} was reversed already.',
  noReason: 'Please give a reason.',
  noNumber: 'Please choose a purchase order.',
} as const
