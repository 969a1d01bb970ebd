import { z } from 'zod'
import { anyFile, csv, get, jpeg, json, jsonFile, post, upload, xlsx } from '../../kernel/call.ts'
import {
  counts,
  day,
  instant,
  nmSku,
  page,
  part,
  picture,
  pieces,
  piecesIn,
  reason,
  remark,
  rowsTaken,
  searchText,
  takeMode,
  version,
  weightGrams,
} from '../../kernel/shapes.ts'
import { documentKinds } from '../gate-passes/documents.ts'
import { orderActionId } from '../production/calls.ts'
import { orderStates } from '../production/order-states.ts'
import { clearanceFormats } from './clearance.ts'
import { allowed } from './rights.ts'
import { facilityShipmentLife, facilityShipmentStates } from './shipment-life.ts'
import { outputStages, stageLedger, stages } from './stage-ledger.ts'

const facility = z.string().trim().toUpperCase().min(1).max(40)
const stage = z.enum(stages)
const boxCode = z.string().trim().min(1).max(40)
export const facilityShipmentNo = z.string().trim().toUpperCase().min(1).max(20)
/** Forms know no booleans. */
const flag = z.enum(['true', 'false']).default('false')
/** Of whose facility: vendors' people with one of their own leave it out. */
const whose = { facility: facility.optional() }

const stageCounts = z.object(
  Object.fromEntries(stageLedger.columns.map((column) => [column, pieces])) as Record<
    (typeof stageLedger.columns)[number],
    typeof pieces
  >,
)

const outputCounts = z.object(
  Object.fromEntries(outputStages.map((stage) => [stage, z.int()])) as Record<(typeof outputStages)[number], z.ZodInt>,
)

export const facilityLine = z.object({
  nm_sku: z.string(),
  color: z.string(),
  size: z.string(),
  ...stageCounts.shape,
})
export type FacilityLine = z.output<typeof facilityLine>

export const facilityOrderTabs = ['open', 'late', 'done', 'all'] as const

export const facilityOrderRow = z.object({
  order_action_id: z.string(),
  facility: z.string(),
  facility_name: z.string(),
  facility_name_zh: z.string(),
  /** Where it produces; null where the facility's records do not say. */
  site: z.string().nullable(),
  style_id: z.string(),
  name: z.string(),
  name_zh: z.string(),
  category: z.string(),
  picture,
  state: z.enum(orderStates),
  /** Number of its newest job card: codes of earlier ones are void. */
  job_card: z.int().nullable(),
  starts_on: day.nullable(),
  /** When the facility is to be done; the order as a whole may be due later. */
  due_on: day.nullable(),
  order_due_on: day.nullable(),
  /** Pieces that have to be packed still. */
  to_make: pieces,
  /** Days since the facility’s due date while there are; 0: not late. */
  days_late: z.int(),
  /** How many more than ordered may be cut, percent. */
  cutting_tolerance_percent: z.int(),
  /** How many pieces a box may hold. */
  box_pieces: z.int(),
  ...stageCounts.shape,
  /** Colour by colour, sizes from small to large. */
  lines: z.array(facilityLine),
  /** What may still be received for it: rolls that were sent, in their own unit, and pieces that are on their way to India. Null unless asked for. */
  awaited: z
    .object({
      rolls: z.array(z.object({ roll: z.string(), sent: z.number(), came_on: day.nullable() })),
      on_road: z.array(z.object({ nm_sku: z.string(), pieces })),
    })
    .nullable(),
  version,
})
export type FacilityOrderRow = z.output<typeof facilityOrderRow>

export const facilityBoxRow = z.object({
  /** Its SSCC. */
  box_id: z.string(),
  facility: z.string(),
  shipment_id: z.string().nullable(),
  box_no: z.int().nullable(),
  pieces,
  weight_grams: z.int().nullable(),
  made_at: instant,
  made_by: z.string(),
  is_received: z.boolean(),
  version: z.int(),
  lines: z.array(
    z.object({
      order_action_id: z.string(),
      nm_sku: z.string(),
      color: z.string(),
      size: z.string(),
      quantity: pieces,
    }),
  ),
})
export type FacilityBoxRow = z.output<typeof facilityBoxRow>

export const facilityShipmentRow = z.object({
  shipment_id: z.string(),
  facility: z.string(),
  facility_name: z.string(),
  facility_name_zh: z.string(),
  destination: z.string(),
  destination_name: z.string(),
  destination_name_zh: z.string(),
  state: z.enum(facilityShipmentStates),
  boxes: z.int(),
  /** Of them in India's hands. */
  received_boxes: z.int(),
  pieces,
  carrier: z.string(),
  vehicle_no: z.string(),
  lr_no: z.string(),
  eway_bill_no: z.string(),
  distance_km: z.int().nullable(),
  document: z.string().nullable(),
  document_kind: z
    .enum(Object.keys(documentKinds) as [keyof typeof documentKinds, ...(keyof typeof documentKinds)[]])
    .nullable(),
  reason: z.string().nullable(),
  made_at: instant,
  made_by: z.string(),
  dispatched_at: instant.nullable(),
  moves: facilityShipmentLife.shape,
  version,
})
export type FacilityShipmentRow = z.output<typeof facilityShipmentRow>

const rowsOf = <T extends z.ZodType>(row: T) =>
  json(z.object({ rows: z.array(row), next_cursor: z.string().nullable(), counts: counts.optional() }))

/** Pieces by stage, of the facilities whose orders changed. */
const facilityMap = z.record(z.string(), z.record(stage, pieces))
const labelUrl = json(z.object({ label_url: z.string() }))
const transport = z.string().trim().max(60)

const clearanceAsked = z.object({
  vendor_id: facility.optional(),
  vendor_name: z.string().trim().max(120).default(''),
  sheet_format: z.enum(clearanceFormats).default('by_sku'),
  clear_the_rest: flag,
  create_new_production_order: flag,
  move_remaining_sku_for_give_style: flag,
  /** Purchase orders of what is cleared are written anew with the pieces that stay. */
  create_po: flag,
  mode: takeMode,
})

export const facilitiesCalls = {
  getFacilityOrders: post('v1/erp/india-supply/vendor/get-orders', {
    summary:
      'Orders that a facility makes, with the pieces of each colour and size by stage; what is late says by how many days.',
    callers: allowed.workFacility,
    takes: z.object({
      ...whose,
      tab: z.enum(facilityOrderTabs).default('open'),
      /** Only orders with pieces in this stage. */
      stage: stage.optional(),
      search: searchText.optional(),
      order_action_ids: z.array(orderActionId).max(5_000).optional(),
      with_awaited: z.boolean().optional(),
      ...page,
      part,
    }),
    gives: rowsOf(facilityOrderRow),
  }),
  updateProductionStatus: post('v1/erp/india-supply/vendor/update-production-status', {
    summary:
      'Moves pieces of an order into a stage, all lines or none, or takes that back; no more than the stage before holds, and cutting within its tolerance.',
    callers: allowed.workFacility,
    changes: true,
    takes: z.object({
      ...whose,
      order_action_id: orderActionId,
      status: stage,
      /** Left out: the stage before. */
      from: stage.optional(),
      is_undo: z.boolean().default(false),
      lines: z
        .array(z.object({ nm_sku: nmSku, quantity: piecesIn }))
        .min(1)
        .max(500),
      /** Of rejected pieces. */
      reason: reason.optional(),
      remark: remark.default(''),
    }),
    gives: json(z.object({ facility_to_quantity_map: facilityMap })),
  }),
  createBox: post('v1/erp/india-supply/vendor/create-box', {
    summary:
      'Packs pieces into a new box with a code of its own, and gives its label. With box_id (and its version): that box, on no shipment yet, holds these pieces from now on; without lines it is unpacked.',
    callers: allowed.workFacility,
    changes: true,
    takes: z.object({
      ...whose,
      box_id: z.string().max(40).optional(),
      version: z.int().positive().optional(),
      lines: z.array(z.object({ order_action_id: orderActionId, nm_sku: nmSku, quantity: piecesIn })).max(200),
      weight_grams: weightGrams.optional(),
    }),
    /** Neither box nor label of one that was unpacked. */
    gives: json(z.object({ box_id: z.string(), box: facilityBoxRow.nullable(), label_url: z.string().nullable() })),
  }),
  downloadFacilityOrderFile: post('v1/erp/india-supply/vendor/download-order-file', {
    summary:
      'Open orders of a facility as the sheet that brings pieces into a stage; of “pending” the sheet of a vendor clearance.',
    callers: allowed.workFacility,
    takes: z.object({
      ...whose,
      status: stage.default('cutting'),
      order_action_ids: z.array(orderActionId).max(5_000).optional(),
    }),
    gives: xlsx(({ status }: { status: string }) => `production_${status}.xlsx`),
  }),
  bulkUpdate: upload('v1/erp/india-supply/vendor/bulk-update/{status}', {
    summary:
      'Brings pieces into a stage by a sheet, all rows or none. component_tab reads that tab alone; component (a garment’s part) stands on the moves.',
    callers: allowed.workFacility,
    accept: ['.xlsx', '.csv'],
    takes: z.object({
      ...whose,
      status: stage,
      component_tab: z.string().trim().max(60).default(''),
      component: z.string().trim().max(60).default(''),
      mode: takeMode,
    }),
    gives: json(z.object({ ...rowsTaken, facility_to_quantity_map: facilityMap })),
  }),
  downloadShipment: post('v1/erp/india-supply/vendor/download/download_shipment', {
    summary: 'Shipments of a facility with their boxes and pieces, a line each.',
    callers: allowed.workFacility,
    takes: z.object({ ...whose, shipment_ids: z.array(facilityShipmentNo).max(5_000).optional() }),
    gives: xlsx('facility_shipments.xlsx'),
  }),
  getSkuLabels: post('v1/erp/india-supply/get-sku-labels', {
    summary: 'Labels for sale of SKUs that a facility makes; what is missing for one is listed, and none is made.',
    callers: allowed.workFacility,
    changes: true,
    takes: z.object({
      ...whose,
      items: z
        .array(z.object({ nm_sku: nmSku, copies: piecesIn }))
        .min(1)
        .max(500),
    }),
    gives: labelUrl,
  }),
  getSkuLabelsByStyleActionId: post('v1/erp/india-supply/get-sku-labels-by-style-action-id', {
    summary: 'Labels for sale of the pieces of an order at a facility, one for each that is not rejected.',
    callers: allowed.workFacility,
    changes: true,
    takes: z.object({ ...whose, style_action_id: orderActionId }),
    gives: labelUrl,
  }),
  getFacilityShipments: post('v1/erp/india-supply/vendor/get-facility-shipments', {
    summary: 'Shipments of a facility to India QC, newest first, with what of them was received.',
    callers: allowed.workFacility,
    takes: z.object({
      ...whose,
      tab: z.enum([...facilityShipmentStates, 'all']).default('all'),
      search: searchText.optional(),
      shipment_ids: z.array(facilityShipmentNo).max(5_000).optional(),
      ...page,
      part,
    }),
    gives: rowsOf(facilityShipmentRow),
  }),
  getShipmentPackingFile: post('v1/erp/india-supply/vendor/get-shipment-packing-file/{shipment_id}', {
    summary: 'What each box of a shipment holds.',
    callers: allowed.workFacility,
    takes: z.object({ shipment_id: facilityShipmentNo }),
    gives: csv('packing_file.csv'),
  }),
  getShipmentStn: post('v1/erp/india-supply/vendor/get-shipment-stn/{shipment_id}/{file_type}', {
    summary:
      'The paper of a shipment, as it was issued when it was sent: stock transfer note within a GSTIN, tax invoice between two.',
    callers: allowed.workFacility,
    takes: z.object({ shipment_id: facilityShipmentNo, file_type: z.enum(['excel', 'pdf']) }),
    gives: anyFile(
      ['application/vnd.openxmlformats-officedocument.spreadsheetml.sheet', 'application/pdf'],
      'stock_transfer_note.xlsx',
    ),
  }),
  getFacilityBoxes: post('v1/erp/india-supply/vendor/get-facility-boxes', {
    summary: 'Boxes of a facility, newest first: free ones, or those of a shipment.',
    callers: allowed.workFacility,
    takes: z.object({
      ...whose,
      tab: z.enum(['free', 'shipped', 'all']).default('free'),
      shipment_id: facilityShipmentNo.optional(),
      search: searchText.optional(),
      ...page,
      part,
    }),
    gives: rowsOf(facilityBoxRow),
  }),
  changeShipmentStatus: post('v1/erp/india-supply/vendor/change-shipment-status', {
    summary:
      'Makes a shipment of boxes, changes it, sends it with its paper, calls it back or cancels it; without a shipment_id a new one is made.',
    callers: allowed.workFacility,
    changes: true,
    takes: z.object({
      ...whose,
      shipment_id: facilityShipmentNo.optional(),
      /** Of the shipment as it was seen. */
      version: version.optional(),
      status: z.enum(facilityShipmentStates),
      /** All that are on it; left out: as it is. */
      boxes: z.array(boxCode).max(500).optional(),
      destination: z.string().trim().toUpperCase().max(40).optional(),
      carrier: transport.optional(),
      vehicle_no: transport.optional(),
      lr_no: transport.optional(),
      eway_bill_no: transport.optional(),
      distance_km: z.int().min(1).max(4_000).optional(),
      reason: remark.default(''),
    }),
    gives: json(z.object({ shipment: facilityShipmentRow })),
  }),
  receiveOrder: post('v1/erp/india-supply/vendor/receive-order', {
    summary:
      'Receives at a facility what was sent for an order: rolls, each once, and pieces that came back for rework.',
    callers: allowed.workFacility,
    changes: true,
    takes: z.object({
      ...whose,
      order_action_id: orderActionId,
      /** Quantity in the roll’s unit; left out: as it was sent. */
      rolls: z
        .array(
          z.object({
            roll: z.string().trim().toUpperCase().min(1).max(60),
            quantity: z.number().min(0.01).max(100_000).optional(),
          }),
        )
        .max(200)
        .default([]),
      returned: z
        .array(z.object({ nm_sku: nmSku, quantity: piecesIn }))
        .max(500)
        .default([]),
      remark: remark.default(''),
    }),
    gives: json(
      z.object({
        rolls: z.array(z.object({ roll: z.string(), sent: z.number(), quantity: z.number(), missing: z.number() })),
        facility_to_quantity_map: facilityMap,
      }),
    ),
  }),
  moveFromShipmentPendingToCutting: upload('v1/erp/india-supply/vendor/move-from-shipment-pending-to-cutting', {
    summary:
      'Clears what a facility has not cut, by a sheet: keep, cancel or order anew. Tried first (is_trial); the result says row by row what becomes of each SKU.',
    callers: allowed.clearFacility,
    accept: ['.xlsx', '.csv'],
    takes: clearanceAsked.extend({
      is_trial: z.enum(['true', 'false']).default('true'),
      /** What the trial said: its pieces, and a digest of what it would do to each SKU ("15-3f0a9c21d4b7"). */
      expected: z
        .string()
        .regex(/^\d{1,9}-[0-9a-f]{12}$/)
        .optional(),
    }),
    gives: xlsx('vendor_clearance_result.xlsx'),
  }),
  // Whoever clears sees the numbers before agreeing to them; the specification’s call answers with a workbook.
  lookAtClearance: upload('selvedge/facilities/look-at-clearance', {
    summary: 'What a clearance would come to, SKU by SKU. Nothing is cleared by looking.',
    callers: allowed.clearFacility,
    accept: ['.xlsx', '.csv'],
    changes: false,
    takes: clearanceAsked,
    gives: json(
      z.object({
        rows: z.array(
          z.object({
            order_action_id: z.string(),
            nm_sku: z.string(),
            color: z.string(),
            size: z.string(),
            decision: z.enum(['keep', 'cancel', 'new_order']),
            pending: pieces,
            cleared: pieces,
            stays: pieces,
            is_on_hold: z.boolean(),
          }),
        ),
        /** For the clearance itself. */
        expected: z.string(),
        /** What purchase orders that are past their due date are written anew with; null where none is. */
        new_due_on: day.nullable(),
      }),
    ),
  }),
  // Whoever leads a facility sees what it made today; the specification has no call for it.
  facilityOutput: post('selvedge/facilities/output', {
    atStandby: true,
    summary:
      'Pieces that came into each stage on each of the last seven days in India, and the facilities of the caller.',
    callers: allowed.workFacility,
    takes: z.object(whose),
    gives: json(
      z.object({
        days: z.array(z.object({ day, ...outputCounts.shape })),
        facilities: z.array(z.object({ facility: z.string(), name: z.string(), name_zh: z.string() })),
        /** Sites of India QC that shipments go to. */
        destinations: z.array(z.object({ site: z.string(), name: z.string(), name_zh: z.string() })),
      }),
    ),
  }),
  // A label is torn, or the printer was out of paper when its box was closed; the specification has no call for it.
  facilityBoxLabels: post('selvedge/facilities/box-labels', {
    summary: 'Labels of boxes that were packed before; the reply names their address.',
    callers: allowed.workFacility,
    changes: true,
    takes: z.object({ boxes: z.array(boxCode).min(1).max(100) }),
    gives: labelUrl,
  }),
  // What is wrong at a stage is shown better than told; photographs of other work are other people's to see.
  uploadFacilityPhoto: upload('selvedge/facilities/photos', {
    summary: 'A photograph of a trouble at a facility. Kept upright, scaled down, without place and camera.',
    callers: allowed.workFacility,
    accept: ['.jpg', '.jpeg', '.png', '.webp'],
    takes: z.object({ made_by: z.enum(['file', 'camera', 'drawn']).default('file') }),
    gives: json(z.object({ image_id: z.uuid(), width: z.int(), height: z.int(), bytes: z.int() })),
  }),
  facilityPhoto: get('selvedge/facilities/photos/{image_id}', {
    summary:
      'A photograph of a message about what a facility makes; a vendor’s people get those of their own facility.',
    callers: allowed.workFacility,
    takes: z.object({ image_id: z.uuid(), size: z.enum(['full', 'thumbnail']).default('full') }),
    gives: jpeg((input: { image_id: string }) => `${input.image_id}.jpg`),
  }),
  // The government's bulk tools take files; the specification has no call for them.
  shipmentEwayBill: post('selvedge/facilities/eway-bill', {
    summary: 'The e-way bill of a sent shipment as the JSON file of the bulk tool, version 1.0.0621.',
    callers: allowed.workFacility,
    takes: z.object({ shipment_id: facilityShipmentNo }),
    gives: jsonFile('eway_bill.json'),
  }),
  shipmentEInvoice: post('selvedge/facilities/e-invoice', {
    summary: 'The tax invoice of a sent shipment as the JSON file of the bulk tool, schema INV-01 version 1.1.',
    callers: allowed.workFacility,
    takes: z.object({ shipment_id: facilityShipmentNo }),
    gives: jsonFile('e_invoice.json'),
  }),
}
