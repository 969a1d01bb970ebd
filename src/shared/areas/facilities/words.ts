import { key } from '../../kernel/words.ts'

/** What is said of facilities: English, the keys of their translations. */
export const facilityWords = {
  whichFacility: key('Please say which facility.'),
  noFacility: key('There is no production facility {{facility}}.'),
  noJob: key('Facility {{facility}} makes nothing of production order {{number}}.'),
  notSent: key('Production order {{number}} is in “{{state_key}}”: its pieces move once it is sent for production.'),
  otherSku: key('{{nm_sku}} is not of production order {{number}} at {{facility}}. Its SKUs: {{known}}.'),
  skuTwice: key('{{nm_sku}} stands twice.'),
  noReason: key('Please choose why pieces are rejected.'),
  moved: key('Stages updated.'),
  noPieces: key('Please say how many pieces.'),
  boxMade: key('Box packed.'),
  boxChanged: key('Box packed otherwise.'),
  boxUnpacked: key('Box unpacked: its pieces are packed and in no box.'),
  emptyBox: key('Please say what goes into the box.'),
  boxFull: key('The box would hold {{pieces}} pcs; {{most}} fit in.'),
  boxFew: key('{{nm_sku}}: only {{available}} pcs are packed and in no box yet; {{quantity}} cannot go in.'),
  noBox: key('There is no box {{code}} at facility {{facility}}.'),
  unknownBox: key('There is no box {{code}}.'),
  boxTaken: key('Box {{code}} is on shipment {{number}}.'),
  boxTwice: key('Box {{code}} stands twice.'),
  noBoxes: key('Please choose boxes.'),
  noShipment: key('There is no shipment {{number}}.'),
  emptyShipment: key('Shipment {{number}} has no boxes yet.'),
  shipmentMade: key('Shipment made.'),
  shipmentChanged: key('Shipment saved.'),
  ewayDigits: key('“{{typed}}” is no number of an e-way bill: it has 12 digits.'),
  transportNoted: key('Saved. The paper says it from now on.'),
  shipmentSent: key('Shipment sent. Its paper is issued.'),
  shipmentSentOver: key(
    'Shipment sent. It is worth more than the threshold of an e-way bill: give its JSON file to the portal and enter the number.',
  ),
  calledBack: key('Shipment called back. Its paper is cancelled.'),
  shipmentCancelled: key('Shipment cancelled; its boxes are free again.'),
  whichDestination: key('Please say which site of India QC it goes to.'),
  noDestination: key('There is no site of India QC {{site}}.'),
  noPaper: key('Shipment {{number}} has no paper yet: it is written when the shipment is sent.'),
  noSite: key(
    'Facility {{facility}} has no place of production, and its labels name the maker there. An admin sets the place under Records, Production facilities.',
  ),
  received: key('Received.'),
  nothingReceived: key('Please scan what came.'),
  rollTwice: key('Roll {{roll}} came already, on {{day}}.'),
  rollNotSent: key('Roll {{roll}} was not sent for production order {{number}}.'),
  rollMore: key('Roll {{roll}}: {{quantity}} came, but only {{sent}} was sent for production order {{number}}.'),
  notReturned: key('{{nm_sku}}: {{quantity}} cannot have come back; {{available}} pcs are shipped.'),
  stillOnRoad: key(
    '{{nm_sku}}: {{quantity}} cannot have come back; {{available}} pcs were received in India, {{on_road}} are in boxes on their way there: call their shipment back instead.',
  ),
  labels: key('Labels are ready.'),
  noLabels: key('There are no pieces to print labels of.'),
  otherLabel: key('{{nm_sku}} is not made at facility {{facility}}.'),
} as const

/** What is said of stage sheets. */
export const stageSheetWords = {
  noRows: key('The sheet has no rows.'),
  taken: key('Stages updated from the sheet.'),
  unchanged: key('The sheet moves nothing.'),
  otherFacility: key('Facility {{facility}} makes nothing of this order.'),
  unknownOrder: key('There is no such production order.'),
  unknownSku: key('The order has no such SKU at this facility.'),
  notSent: key('This order is in “{{state_key}}”: its pieces move once it is sent for production.'),
  noTab: key('The file has no tab {{tab}}.'),
} as const

/** What is said of a vendor clearance. */
export const clearanceWords = {
  noRows: key('The clearance has no rows.'),
  noVendor: key('Please say whose pieces are cleared: vendor_id or vendor_name.'),
  otherVendor: key('There is no production facility {{vendor}}.'),
  unknownOrder: key('Facility {{facility}} makes nothing of this order.'),
  unknownSku: key('The order has no such SKU at this facility.'),
  needsSku: key('Please give the SKU, or say that each row is a production order (sheet_format by_order).'),
  tooMany: key(
    '{{pending}} of {{allotted}} pcs are not cut yet, so {{pending}} at most; {{working}} are in work or done and stay.',
  ),
  noNewOrder: key(
    'New orders are not allowed by the options: “Allow new production orders” (create_new_production_order).',
  ),
  nothingLeft: key('Nothing is left to clear.'),
  onHold: key('This order is on hold: it can be cleared once it goes on.'),
  changed: key('{{now}} pcs would be cleared by now, not {{expected}}. Please try it again first.'),
  changedSkus: key(
    'As many pcs would be cleared by now, but of other SKUs or in another way. Please try it again first.',
  ),
  tryFirst: key(
    'A clearance is tried first: please give what the trial (is_trial) says under “Expected” as “expected”.',
  ),
  reason: key('Vendor clearance'),
} as const
