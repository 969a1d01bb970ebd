import { z } from 'zod'
import { anyFile, document, get, json, pdf, post, upload, xlsx } from '../../kernel/call.ts'
import {
  counts,
  day,
  instant,
  money,
  page,
  part,
  picture,
  pieces,
  piecesIn,
  price,
  remark,
  rowsTaken,
  searchText,
  takeMode,
  timelineEvent,
  version,
} from '../../kernel/shapes.ts'
import { currencies } from '../data/kinds.ts'
import { lackingThings, type Wait, waitWords } from './lacking.ts'
import { markerFileEndings, markerFileWords } from './marker-files.ts'
import { orderLife } from './order-life.ts'
import { orderPaths, orderStates, orderTabs } from './order-states.ts'
import { poStates, productionPoLife } from './po-life.ts'
import { type ProposalReason, proposalWords } from './proposal.ts'
import { allowed } from './rights.ts'
import { type OrderSheetName, orderSheetNames, orderSheets } from './sheets.ts'
import { jobCardLanguages, stages } from './words.ts'

const keys = <T extends string>(table: Readonly<Record<T, unknown>>) => Object.keys(table) as [T, ...T[]]

export const orderActionId = z.string().trim().toUpperCase().min(1).max(40)
export const productionPoNo = z.string().trim().toUpperCase().min(1).max(20)
const facility = z.string().trim().toUpperCase().min(1).max(40)
const color = z.string().trim().max(60)
const size = z.string().trim().min(1).max(20)
const path = z.enum(orderPaths)
const reportAsked = z.object({ path: path.optional(), weeks: z.int().min(1).max(26).default(8) })
const why = z.string().trim().max(500)
/** Forms know no booleans. */
const flag = z.enum(['true', 'false']).default('false')
const values = z.record(z.string(), z.union([z.string(), z.number()]))
/** What somebody saw of an order that they decide on. */
const seen = z.object({ order_action_id: orderActionId, version })
const orders = z.array(seen).min(1).max(500)
const lines = z.array(z.object({ color, size, pieces: piecesIn })).max(500)
const rate = money.extend({ minor: z.int().min(0).max(1e9), currency: z.enum(currencies) })

const share = z.object({ facility, color, size, pieces: piecesIn })
const facilityTime = z.object({
  facility,
  starts_on: day,
  due_on: day,
  /** For a piece; of the company's own facilities none is needed. */
  rate: rate.nullish(),
})
/** A whole split of an order over facilities. */
const assignment = seen.extend({
  shares: z.array(share).min(1).max(2_000),
  facilities: z.array(facilityTime).min(1).max(50),
})

export const markerShape = z.object({
  width_mm: z.int().min(1).max(10_000),
  length_mm: z.int().min(1).max(100_000),
  efficiency_tenths: z.int().min(1).max(1_000),
  consumption: z
    .array(z.object({ size, metres: z.number().gt(0).max(100) }))
    .min(1)
    .max(60),
})

/** What somebody has typed of an order and not saved yet. */
export const draftContent = z
  .object({
    lines,
    due_on: day.nullable(),
    needs_marker: z.boolean(),
    remark,
    /** Splits and times that are thought over, complete or not. */
    shares: z.array(share).max(2_000),
    /** How many pieces facilities shall make, of each size or of all; they need not add up yet. */
    quotas: z.array(z.object({ facility, size: size.nullable(), pieces: z.int().min(0).max(1_000_000) })).max(500),
    facilities: z
      .array(facilityTime.partial().extend({ facility, rate: rate.nullable().meta({ price: true }).optional() }))
      .max(50),
    marker: markerShape.partial(),
    marker_file: z.object({ file_id: z.uuid(), file_name: z.string().max(200) }),
    /** A move of a sheet that was saved as a draft. */
    move: z.enum(orderLife.names),
    reason: why,
  })
  .partial()
export type DraftContent = z.output<typeof draftContent>

export const productionRow = z.object({
  order_action_id: z.string(),
  /** Null while the style is not live. */
  style_id: z.string().nullable(),
  catalogue_id: z.string().nullable(),
  name: z.string(),
  name_zh: z.string(),
  category: z.string(),
  picture,
  path,
  state: z.enum(orderStates),
  waits_for: z.enum(keys<Wait>(waitWords)),
  /** Since when it is in its tab. */
  since: instant,
  lacking: z.array(z.enum(lackingThings)),
  pieces,
  /** Cut already. */
  cut: pieces,
  due_on: day.nullable(),
  /** First day that a facility with pieces to make is to be done on, and days since then: 0 while none is late. */
  facility_due_on: day.nullable(),
  facility_days_late: z.int(),
  reason: z.string().nullable(),
  facilities: z.array(z.string()),
  needs_marker: z.boolean(),
  /** Of its last marker, whether it still stands or not. */
  marker: z.int().nullable(),
  /** Other people's drafts and one's own. */
  drafts: z.int(),
  source: z.enum(['pre_production', 'replenishment', 'records']),
  version,
})
export type ProductionRow = z.output<typeof productionRow>

const draft = z.object({
  content: draftContent,
  saved_by: z.string(),
  saved_at: instant,
  version,
  order_version: version,
})

const facilityOfOrder = z.object({
  facility: z.string(),
  name: z.string(),
  name_zh: z.string(),
  starts_on: day,
  due_on: day,
  rate: price,
  purchase_order: z.string().nullable(),
})

const markerRow = z.object({
  number: z.int(),
  ...markerShape.shape,
  /** The newest one, made for the quantities as they are now. */
  is_current: z.boolean(),
  file_id: z.uuid().nullable(),
  file_name: z.string().nullable(),
  made_by: z.string(),
  made_at: instant,
})
export type MarkerRow = z.output<typeof markerRow>

const materialOfOrder = z.object({
  material_id: z.string(),
  name: z.string(),
  name_zh: z.string(),
  unit: z.string(),
  need: z.number(),
  /** Reserved or cut. */
  held: z.number(),
  rolls: z.array(z.string()),
})

export const productionPoRow = z.object({
  purchase_order: z.string(),
  order_action_id: z.string(),
  style_id: z.string().nullable(),
  name: z.string(),
  name_zh: z.string(),
  facility: z.string(),
  facility_name: z.string(),
  facility_name_zh: z.string(),
  state: z.enum(poStates),
  pieces,
  rate: price,
  value: price,
  due_on: day,
  /** Of its production order. */
  order_due_on: day.nullable(),
  remark: z.string(),
  reason: z.string().nullable(),
  made_by: z.string(),
  made_at: instant,
  moves: productionPoLife.shape,
  version,
})
export type ProductionPoRow = z.output<typeof productionPoRow>

const rowsOf = <T extends z.ZodType>(row: T) =>
  json(z.object({ rows: z.array(row), next_cursor: z.string().nullable(), counts: counts.optional() }))
const moved = json(z.object({ moved: z.int() }))

const assigning = (what: string) => ({
  summary: what,
  callers: allowed.runProduction,
  changes: true,
  takes: z.object({
    orders: z.array(assignment).min(1).max(200),
    /** Somebody saw that a facility has not enough free capacity, and wants it all the same. */
    accepts_overload: z.boolean().default(false),
  }),
  gives: moved,
})

export const productionCalls = {
  getOrders: post('v1/erp/india-supply/get-orders', {
    summary: 'Production orders of a tab, what waits longest first; CAD gets those that need a marker or had one.',
    callers: allowed.seeProduction,
    takes: z.object({
      path: path.optional(),
      tab: z.enum(orderTabs).default('ACTION_REQUIRED'),
      search: searchText.optional(),
      category: z.string().trim().max(60).optional(),
      facility: facility.optional(),
      due_from: day.optional(),
      due_to: day.optional(),
      order_action_ids: z.array(orderActionId).max(5_000).optional(),
      ...page,
      part,
    }),
    gives: rowsOf(productionRow),
  }),
  getOrderActionDraft: post('v1/erp/india-supply/get-order-action-draft', {
    summary: 'What the caller has typed of an order and not saved, and what others have.',
    callers: allowed.seeProduction,
    takes: z.object({ order_action_id: orderActionId }),
    gives: json(z.object({ draft: draft.nullable(), others: z.array(draft), order_version: version })),
  }),
  getOrderActionSummary: post('v1/erp/india-supply/get-order-action-summary', {
    summary:
      'A production order whole: grid, what it lacks and where that is put right, materials with rolls, facilities, markers, job cards, open moves, history.',
    callers: allowed.seeProduction,
    takes: z.object({ order_action_id: orderActionId }),
    gives: json(
      z.object({
        order: productionRow,
        remark: z.string(),
        /** That it grew out of. */
        sample_id: z.string().nullable(),
        /** Colours and sizes that lines may be of: those of its SKUs, else all of its catalogue style. */
        cells: z.array(z.object({ color: z.string(), color_zh: z.string(), size: z.string() })),
        lines: z.array(
          z.object({ color: z.string(), size: z.string(), nm_sku: z.string().nullable(), pieces, cut: pieces }),
        ),
        lacking: z.array(z.object({ thing: z.enum(lackingThings), message: z.string(), at: z.string() })),
        materials: z.array(materialOfOrder),
        shares: z.array(z.object({ facility: z.string(), color: z.string(), size: z.string(), pieces })),
        facilities: z.array(facilityOfOrder),
        /** Newest first. */
        markers: z.array(markerRow),
        /** `is_valid`: the order is sent by it, and no later one replaced it. */
        job_cards: z.array(z.object({ number: z.int(), made_by: z.string(), made_at: instant, is_valid: z.boolean() })),
        moves: orderLife.shape,
        history: z.array(timelineEvent.extend({ id: z.string() })),
      }),
    ),
  }),
  sendToProduction: post('v1/erp/india-supply/send-to-production', {
    summary:
      'Sends orders into production, all of them or none, and gives their job cards; what one lacks is listed at its field.',
    callers: allowed.runProduction,
    changes: true,
    takes: z.object({
      orders: z.array(seen).min(1).max(200),
      language: z.enum(jobCardLanguages).default('en'),
    }),
    gives: pdf('job_card.pdf'),
  }),
  moveOrder: post('v1/erp/india-supply/move-order', {
    summary:
      'Moves orders, all of them or none: between in-house and outsourced, ready for allocation, on hold, rejected; with source REJECTED they are recovered.',
    callers: allowed.runProduction,
    changes: true,
    takes: z.object({
      orders,
      destination: z.enum([
        ...orderPaths,
        ...(['READY_FOR_ALLOCATION', 'ON_HOLD', 'PRODUCTION_ON_HOLD', 'REJECTED'] as const),
      ]),
      source: z.enum([...orderPaths, ...orderStates]).optional(),
      reason: why.default(''),
    }),
    gives: moved,
  }),
  updateOrder: post('v1/erp/india-supply/update-order', {
    summary:
      'Saves what was typed of an order as the caller’s draft (is_draft), or changes the order: quantities, due date, marker or not, remark.',
    callers: allowed.seeProduction,
    changes: true,
    takes: z.object({
      ...seen.shape,
      is_draft: z.boolean().default(false),
      /** Of the draft as it was read; 0: there was none. */
      draft_version: z.int().min(0).optional(),
      /** Left out: as it is. As a draft: all that was typed; an empty one takes the draft away. */
      content: draftContent,
    }),
    gives: json(z.object({ order: productionRow, draft_version: z.int() })),
  }),
  assignVendors: post(
    'v1/erp/india-supply/assign-vendors',
    assigning('Splits orders over facilities, each with its time and rate; the pieces add up to the order.'),
  ),
  downloadOrderFile: post('v1/erp/india-supply/download-order-file', {
    summary:
      'Production orders of a tab as one of the sheets that change them: moves, splits over facilities, markers.',
    callers: allowed.makeMarkers,
    takes: z.object({
      sheet: z.enum(orderSheetNames).default('moves'),
      path: path.optional(),
      tab: z.enum(orderTabs).default('ACTION_REQUIRED'),
      order_action_ids: z.array(orderActionId).max(5_000).optional(),
    }),
    gives: xlsx(({ sheet }: { sheet: OrderSheetName }) => `${orderSheets[sheet].name}.xlsx`),
  }),
  updateProductionOnHoldOrders: post('v1/erp/india-supply/update-production-on-hold-orders', {
    summary: 'Rejects held orders (REJECT), or releases them to where they were held (any other action).',
    callers: allowed.runProduction,
    changes: true,
    takes: z.object({ orders, action: z.string().trim().toUpperCase().min(1).max(40), reason: why.default('') }),
    gives: moved,
  }),
  revertOrderAction: post('v1/erp/india-supply/revert-order-action', {
    summary: 'Takes orders one step back while nothing of them is cut.',
    callers: allowed.runProduction,
    changes: true,
    takes: z.object({ orders, reason: why.default('') }),
    gives: moved,
  }),
  updateVendor: post(
    'v1/erp/india-supply/update-vendor',
    assigning('Changes the facilities of orders that are not sent yet; what they are now is replaced.'),
  ),
  getReport: post('v1/erp/india-supply/get-report', {
    atStandby: true,
    summary: 'Orders by tab and age, load by facility and week, holds by reason, cut against ordered.',
    callers: allowed.runProduction,
    takes: reportAsked,
    gives: json(
      z.object({
        tabs: z.array(
          z.object({ state: z.enum(orderStates), path, orders: z.int(), pieces: z.int(), days: z.array(z.int()) }),
        ),
        /** The days up to which each group of `tabs.days` goes; the last has no end. */
        day_groups: z.array(z.int()),
        loads: z.array(
          z.object({
            facility: z.string(),
            name: z.string(),
            name_zh: z.string(),
            path,
            /** Pieces a week; null where nobody said. */
            capacity: z.int().nullable(),
            weeks: z.array(z.object({ monday: day, pieces: z.int() })),
          }),
        ),
        holds: z.array(z.object({ reason: z.string(), orders: z.int(), pieces: z.int() })),
        cut: z.array(z.object({ path, ordered: z.int(), cut: z.int() })),
      }),
    ),
  }),
  getProductionPos: post('v1/erp/india-supply/vendor-purchase-orders/get-orders', {
    summary: 'Purchase orders to facilities that produce for us, newest first.',
    callers: allowed.productionOrdersOut,
    takes: z.object({
      tab: z.enum([...poStates, 'all']).default('open'),
      search: searchText.optional(),
      facility: facility.optional(),
      purchase_orders: z.array(productionPoNo).max(5_000).optional(),
      ...page,
      part,
    }),
    gives: rowsOf(productionPoRow),
  }),
  createProductionPo: post('v1/erp/india-supply/vendor-purchase-orders/create', {
    summary: 'Orders from a facility what a production order gives it, at a rate a piece. One live one of each.',
    callers: allowed.productionOrdersOut,
    changes: true,
    takes: seen.extend({ facility, rate, due_on: day, remark: remark.default('') }),
    gives: json(z.object({ purchase_order: productionPoRow })),
  }),
  updateProductionPo: post('v1/erp/india-supply/vendor-purchase-orders/update', {
    summary: 'Another rate, due date or remark of a purchase order; its pieces are those of the production order.',
    callers: allowed.productionOrdersOut,
    changes: true,
    takes: z.object({ purchase_order: productionPoNo, version, rate, due_on: day, remark: remark.default('') }),
    gives: json(z.object({ purchase_order: productionPoRow })),
  }),
  deleteProductionPo: post('v1/erp/india-supply/vendor-purchase-orders/delete', {
    summary: 'Cancels a purchase order, with words; it stays to be read.',
    callers: allowed.productionOrdersOut,
    changes: true,
    takes: z.object({ purchase_order: productionPoNo, version, reason: why.min(1) }),
    gives: json(z.object({ purchase_order: productionPoRow })),
  }),
  getVendorAllocations: get('v1/india-supply/get-vendor-allocations/{id}', {
    summary:
      'Facilities that could produce an order: load by week against capacity, rate, quality; its split as it is; and a proposal that says why.',
    callers: allowed.runProduction,
    takes: z.object({ id: orderActionId, starts_on: day.optional(), due_on: day.optional() }),
    gives: json(
      z.object({
        order: productionRow,
        lines: z.array(z.object({ color: z.string(), size: z.string(), pieces })),
        starts_on: day,
        due_on: day,
        facilities: z.array(
          z.object({
            facility: z.string(),
            name: z.string(),
            name_zh: z.string(),
            /** Pieces a day. */
            capacity: z.int().nullable(),
            /** Without this order. */
            weeks: z.array(z.object({ monday: day, pieces: z.int() })),
            room: z.int(),
            /** Of the last piece of this category that it made, else of any. */
            rate: price,
            pass_rate: z.number().nullable(),
            on_time: z.number().nullable(),
            /** That its record does not list, where it lists any. */
            stages_not_listed: z.array(z.enum(stages)),
          }),
        ),
        shares: z.array(z.object({ facility: z.string(), color: z.string(), size: z.string(), pieces })),
        assigned: z.array(facilityOfOrder),
        proposal: z.object({
          lines: z.array(
            z.object({
              facility: z.string(),
              pieces,
              reason: z.enum(keys<ProposalReason>(proposalWords)),
              message: z.string(),
              values,
            }),
          ),
          unplaced: pieces,
        }),
      }),
    ),
  }),
  updateOrdersViaFile: upload('v1/india-supply/update-orders-via-file/{path}/status/{order_status}', {
    summary:
      'Moves, splits or marks production orders of a path and a tab by a sheet, known by its columns: all of them or none. With verticals (categories) its rows are saved as drafts. is_admin goes over other people’s drafts. CAD sends markers only.',
    callers: allowed.makeMarkers,
    accept: ['.xlsx', '.csv'],
    takes: z.object({
      path,
      order_status: z.enum(orderStates),
      /** Categories, one or several. */
      verticals: z.union([z.string().trim().max(60), z.array(z.string().trim().max(60)).max(50)]).default([]),
      save_draft: flag,
      is_admin: flag,
      mode: takeMode,
    }),
    gives: json(z.object(rowsTaken)),
  }),
  downloadSampleUpdateOrdersFile: post('v1/india-supply/download-sample-update-orders-file', {
    summary: 'A sheet that changes production orders, with an example.',
    callers: allowed.makeMarkers,
    takes: z.object({ sheet: z.enum(orderSheetNames).default('moves') }),
    gives: xlsx('sample_update_orders.xlsx'),
  }),
  // The report goes to meetings: the specified call gives it for the screen.
  reportFile: post('selvedge/production/report', {
    summary:
      'The report as a workbook: orders by tab and age, load by facility and week, holds by reason, cut against ordered.',
    callers: allowed.runProduction,
    takes: reportAsked,
    gives: xlsx('supply_report.xlsx'),
  }),
  // CAD finishes a marker; the specification names the operation and has no call for it.
  completeCad: post('selvedge/production/complete-cad', {
    summary: 'Writes the marker of an order: consumption a size, length, width, efficiency, file. Each is a version.',
    callers: allowed.makeMarkers,
    changes: true,
    takes: seen.extend({
      marker: markerShape,
      file_id: z.uuid().nullish(),
      /** Values that look mistyped are meant. */
      is_sure: z.boolean().default(false),
    }),
    gives: json(z.object({ order: productionRow, number: z.int() })),
  }),
  // CAD attaches the marker's file to what it writes.
  uploadMarkerFile: upload('selvedge/production/marker-files', {
    summary: 'A marker’s file, as CAD plots it.',
    callers: allowed.makeMarkers,
    accept: markerFileEndings,
    refusal: markerFileWords.wrongKind,
    takes: z.object({ order_action_id: orderActionId }),
    gives: json(z.object({ file_id: z.uuid(), file_name: z.string() })),
  }),
  // Whoever lays the cloth opens the marker.
  markerFile: get('selvedge/production/marker-files/{file_id}', {
    summary: 'A marker’s file.',
    callers: allowed.seeProduction,
    takes: z.object({ file_id: z.uuid() }),
    gives: anyFile(['application/pdf', 'image/jpeg', 'application/octet-stream'], 'marker.pdf'),
  }),
  // A job card that was lost on the floor is printed again as it was.
  jobCard: post('selvedge/production/job-card', {
    summary: 'A job card as it was made, by its number, in the reader’s language.',
    callers: allowed.runProduction,
    takes: z.object({
      order_action_id: orderActionId,
      number: z.int().min(1).max(10_000),
      language: z.enum(jobCardLanguages).default('en'),
    }),
    gives: pdf('job_card.pdf'),
  }),
  // A facility signs the paper of its purchase order.
  productionPoFile: post('selvedge/production/purchase-order', {
    summary: 'A purchase order to a facility as pages or workbook. A cancelled one says so.',
    callers: allowed.productionOrdersOut,
    takes: z.object({ purchase_order: productionPoNo, format: z.enum(['pdf', 'xlsx']).default('pdf') }),
    gives: document<{ purchase_order: string; format: 'xlsx' | 'pdf' }>(
      ({ purchase_order }) => `purchase_order_${purchase_order}`,
    ),
  }),
}
