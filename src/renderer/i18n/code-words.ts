import type { Role } from '../../shared/kernel/roles.ts'
import { key } from './formats.ts'

/** Codes that travel on the wire and have no English of their own: roles, sources of a change, events, decisions. */
const roleWords: Record<Role, string> = {
  admin: key('Administrator'),
  super_admin: key('Super administrator'),
  vendor: key('Vendor'),
  internal_team: key('Internal team'),
  ops: key('Operations'),
  ops_team: key('Operations team'),
  bm_team: key('Buying team'),
  bm_admin: key('Buying administrator'),
  cataloging_team: key('Cataloguing team'),
  china_warehouse_team: key('China warehouse team'),
  india_qc_manager: key('India QC manager'),
  india_qc_inward_wh: key('India QC inward warehouse'),
  warehouse: key('Warehouse'),
  cad: key('CAD'),
  retail_admin: key('Retail administrator'),
}

const sourceWords: Record<string, string> = {
  screen: key('on screen'),
  file: key('by file'),
  bulk: key('in bulk'),
  api: key('by API'),
}

const eventWords: Record<string, string> = {
  'order.created': key('Order placed'),
  'order.approved': key('Approved'),
  'order.not_approved': key('Not approved'),
  'order.approval_withdrawn': key('Approval taken back'),
  'order.answered': key('Answered by the vendor'),
  'order.reopened': key('Answer taken back'),
  'order.scheduled': key('Quantities scheduled'),
  'order.recovered': key('Pieces recovered'),
  'shipment.drafted': key('Draft saved'),
  'shipment.created': key('Shipment created'),
  'shipment.confirmed': key('Shipment confirmed'),
  'shipment.changed': key('Lines changed'),
  'shipment.packed': key('Packing list saved'),
  'shipment.described': key('Shipping details changed'),
  'shipment.shipped': key('Packed and shipped'),
  'shipment.cancelled': key('Shipment cancelled'),
  'shipment.recovered': key('Shipment recovered'),
  'box.described': key('Tracking ID changed'),
  'box.returned': key('Returned to the vendor'),
  'box.return_cancelled': key('Return to the vendor cancelled'),
  'box.ready': key('Ready for invoice'),
  'box.unready': key('No longer ready for invoice'),
  'box.invoiced': key('Put on an invoice'),
  'box.invoice_voided': key('Invoice voided'),
  'box.shipped_to_india': key('Shipped to India'),
  'box.shipping_undone': key('Shipping undone'),
  'invoice.created': key('Invoice created'),
  'invoice.voided': key('Invoice voided'),
  'invoice.export_ordered': key('Export order created'),
  'invoice.export_cancelled': key('Export order cancelled'),
  'invoice.customs_filled': key('Product details filled in'),
  'invoice.shipped': key('Shipped to India'),
  'invoice.shipping_undone': key('Shipping undone'),
  'return_note.sent': key('Return note made'),
  'return_note.cancelled': key('Return note cancelled'),
  'box.inwarded': key('Box taken in'),
  'box.inward_undone': key('Taking in undone'),
  'box.counted': key('Pieces counted'),
  'box.recounted': key('Pieces counted again'),
  'box.settled': key('Difference settled'),
  'box.inspected': key('Inspected'),
  'box.qc_skipped': key('QC skipped'),
  'box.shelved': key('Put on a shelf'),
  'box.unshelved': key('Taken off the shelf'),
  'box.reverted': key('Reverted to QC'),
  'party.added': key('Party added'),
  'party.changed': key('Party changed'),
  'labels.shipping': key('Shipping labels made'),
  'labels.sku': key('SKU labels made'),
  'labels.barcode': key('Barcode labels made'),
  'labels.reprinted': key('Labels printed once more'),
  'file.downloaded': key('File downloaded'),
  'user.created': key('Account created'),
  'user.name_changed': key('Name changed'),
  'user.email_changed': key('E-mail changed'),
  'user.role_changed': key('Role changed'),
  'user.team_changed': key('Team changed'),
  'user.vendor_changed': key('Vendor changed'),
  'user.switched_on': key('Switched on'),
  'user.switched_off': key('Switched off'),
  'user.locked': key('Locked after wrong passwords or codes'),
  'user.unlocked': key('Unlocked'),
  'user.signed_in': key('Signed in'),
  'user.signed_out': key('Signed out'),
  'user.sign_in_failed': key('Sign-in refused'),
  'user.sessions_ended': key('Signed out everywhere else'),
  'user.code_refused': key('Wrong code'),
  'user.code_sent': key('Code sent'),
  'user.password_changed': key('Password changed'),
  'user.password_reset': key('Temporary password set'),
  'user.password_reset_by_code': key('New password by code'),
  'user.see_as_started': key('Looked as another role'),
  'user.see_as_ended': key('Back to the own role'),
}

const decisionWords: Record<string, string> = {
  NEW: key('New'),
  APPROVED: key('Approved'),
  NOT_APPROVED: key('Not approved'),
  ANSWERED: key('Answered'),
  CONFIRMED: key('Confirmed'),
  REJECTED: key('Rejected'),
  OUT_OF_STOCK: key('Out of stock'),
  TENTATIVE: key('Tentative'),
  AWAITING_PACKING: key('Awaiting packing'),
  PACKED_AND_SHIPPED: key('Packed and shipped'),
  CANCELLED: key('Cancelled'),
}

const words: Record<string, string> = { ...roleWords, ...eventWords, ...decisionWords }

/** The English text of a role, event or decision, which is also its translation's key; what is unknown stays as it is. */
export function wordOf(code: string): string {
  return Object.hasOwn(words, code) ? (words[code] ?? code) : code
}

/** Where a change came from. */
export function sourceWord(source: string): string {
  return sourceWords[source] ?? source
}
