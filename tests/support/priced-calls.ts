import { kindNames } from '../../src/shared/areas/data/kinds.ts'
import { listExports } from '../../src/shared/areas.ts'
import type { Call } from '../../src/shared/kernel/call.ts'
import type { Bought } from './india-boxes.ts'
import type { MadeOrder } from './orders.ts'
import type { MadeUser } from './people.ts'
import type { QcWorld } from './qc-world.ts'
import type { PackedShipment } from './shipments.ts'

/** What there is to ask about: goods whose price is known, and an account. */
export interface PricedWorld {
  shipment: PackedShipment
  pending: MadeOrder
  fresh: MadeOrder
  /** Code of the shipment's style. */
  style: string
  user: MadeUser
  /** Boxes at QC, some of them on papers with prices. */
  qc: QcWorld
  /** Pieces that India bought, returned and claims. */
  bought: Bought
  /** A box that India received, by its SSCC. */
  inIndia: string
}

/** Before and after all ids. */
const NO_ID = '00000000-0000-0000-0000-000000000000'
const LAST_ID = 'ffffffff-ffff-ffff-ffff-ffffffffffff'
const seenOrder = { order_action_id: 'PP-000001', version: 1 }
const splitOrder = {
  ...seenOrder,
  shares: [{ facility: 'NOI1', color: 'Red', size: 'M', pieces: 1 }],
  facilities: [{ facility: 'NOI1', starts_on: '2030-01-01', due_on: '2030-01-20' }],
}

type Input = Record<string, unknown>
type Make = (world: PricedWorld) => Input | Input[]

/** Every export with every column, in both formats: a list that is new here must have its columns in `exportColumns`. */
const exported: Record<string, Make> = Object.fromEntries(
  Object.values(listExports).map((call) => [
    call.path,
    () => {
      const ids: readonly string[] = call.takes.shape.columns.element.shape.id.options
      const columns = ids.map((id) => ({ id, header: id }))
      const of = {
        ...('number' in call.takes.shape && { number: 'SC-NONE' }),
        ...('task_id' in call.takes.shape && { task_id: 'AL-000001' }),
      }
      return (['csv', 'xlsx'] as const).map((format) => ({ ...of, format, columns }))
    },
  ]),
)

/**
 * How each call is asked so that it answers with goods where it can, by its path; several times where it has several faces. A
 * call whose inputs may all be left out needs no line. `inputsOf` throws for one that is missing, so that no new call goes
 * unlooked at.
 */
const inputs: Record<string, Make> = {
  // No price is in an account.
  'selvedge/people/vendor-accounts/file': () => ({
    accounts: [{ vendor_id: 'V-1', name: 'Chen Li', email: 'chen@yihe.example', password: 'k7tm-q2wx-9fhr-pd4s' }],
  }),
  'retool/erp/login': ({ user }) => ({ email: user.email, password: 'wrong' }),
  'v1/erp/india-supply/login/request-otp': ({ user }) => ({ email: user.email }),
  'retool/erp/vendor/get-tentative-shipment/{sku}': ({ shipment }) => ({ sku: shipment.order.lines[0]?.nm_sku }),
  'retool/erp/ops/get-orders/confirmed/{page}': () => ({ page: 1 }),
  'retool/erp/ops/get-orders/pending/{page}': () => ({ page: 1 }),
  'barcode-labels': ({ shipment }) => ({ kind: 'box', items: [{ code: shipment.sscc }] }),
  'track-user-actions': () => ({ actions: [{ at: new Date().toISOString(), kind: 'request-sent' }] }),
  'selvedge/password/reset': ({ user }) => ({ email: user.email, otp: '000000', new_password: 'another long one' }),
  'selvedge/session/see-as': () => ({ role: 'ops' }),
  'selvedge/views': () => ({ list: 'my-orders' }),
  'selvedge/trace/find': (world) => traced(world).map(({ code }) => ({ text: code })),
  'selvedge/trace/life': traced,
  'selvedge/trace/stretch': (world) => traced(world).map((thing) => ({ ...thing, first: NO_ID, last: LAST_ID })),
  'locales/add/{lng}/{ns}': () => ({ lng: 'hi', ns: 'translation', 'A text': 'A text' }),
  'selvedge/stock/style': ({ style }) => ({ style_id: style }),
  ...exported,
  'selvedge/corrected-workbook/{upload_id}': ({ shipment }) => ({ upload_id: shipment.refusedUpload }),
  'selvedge/print/test-page': () => ({ width_mm: 100, height_mm: 50, printer: 'Desk 2' }),
  'selvedge/print/reprints': () => ({
    ...{ job_id: 'job-1', kind: 'shipping', title: 'SHP-1, 8 labels', printer: 'Desk 2' },
    ...{ copies: 1, reason: 'damaged' },
  }),
  'selvedge/records/watch': ({ shipment }) => ({ entity: 'box', id: shipment.sscc }),
  'selvedge/stock/counts/one': () => ({ number: 'SC-00001' }),
  'selvedge/stock/counts/lines': () => [{ number: 'SC-00001' }, { number: 'SC-00001', part: 'counts' }],
  'selvedge/stock/counts/sheet': () => ({ number: 'SC-00001' }),
  'selvedge/data/{kind}/rows': () => kindNames.flatMap((kind) => [{ kind }, { kind, part: 'counts' }]),
  'selvedge/data/{kind}/save': () => ({ kind: 'vendors', values: { vendor: 'GZ01' } }),
  'selvedge/data/{kind}/retire': () => ({ kind: 'vendors', ids: ['NONE'] }),
  'selvedge/data/{kind}/import': () => ({ kind: 'vendors', mode: 'check' }),
  'selvedge/data/{kind}/history': () => ({ kind: 'vendors', id: 'GZ01' }),
  'selvedge/data/{kind}/sample': () => [...kindNames, 'all'].map((kind) => ({ kind })),
  'selvedge/data/{kind}/export': () => [...kindNames, 'all'].map((kind) => ({ kind })),
  'v1/erp/qc/india/get-rejected-skus': () => [{ tab: 'all' }, { part: 'counts' }],
  'selvedge/india-qc/boxes-to-purchase': () => [{}, { part: 'counts' }],
  'selvedge/india-qc/purchase-order': ({ bought }) => ({ purchase_order: bought.purchase_order }),
  'selvedge/india-qc/purchase-order-file': ({ bought: { purchase_order } }) =>
    (['xlsx', 'pdf'] as const).map((format) => ({ purchase_order, format })),
  'selvedge/india-qc/return-note-lines': ({ bought: { return_note } }) => ({ return_note }),
  'selvedge/india-qc/return-note': ({ bought: { return_note } }) => ({ return_note }),
  'selvedge/qc/choices': () => (['style', 'site'] as const).map((of) => ({ of })),
  'selvedge/qc/india/choices': () => (['style', 'site'] as const).map((of) => ({ of })),
  'selvedge/qc/plan-box-move': () => [{}, { move: 'make_ready' }],
  'v1/erp/qc/india/get-qc-inspection': ({ inIndia }) => ({ box_id: inIndia }),
  'selvedge/qc/inspection-report': ({ qc }) =>
    (['en', 'zh'] as const).map((language) => ({ box_id: qc.invoiced, language })),
  'selvedge/qc/india/inspection-report': ({ inIndia }) => ({ box_id: inIndia }),
  'v1/erp/qc/india/download-qc-report': ({ inIndia }) => ({ box_ids: [inIndia] }),
  'selvedge/qc/india/disagreement': () => (['vendor', 'style', 'inspector'] as const).map((by) => ({ by })),
  'v1/erp/vendor/inventory/get-inventory-details': () => [{}, { part: 'counts' }, { part: 'rows' }],
  'v1/erp/vendor/inventory/upload-inventory-file/{flow}': () => ({ flow: 'stock' }),
  'v1/erp/vendor/inventory/get-product-inventory': ({ style }) => ({ style_id: style }),
  'v1/erp/vendor/inventory/update-inventory-details': ({ style }) => ({ unchanged_styles: [style] }),
  'v1/erp/vendor/inventory/update-style-status': ({ style }) => ({ style_ids: [style], listing_status: 'Listed' }),
  'v1/erp/vendor/inventory/download-sample-inventory-file': () =>
    (['stock', 'production', 'price', 'listing'] as const).map((flow) => ({ flow })),
  'v1/erp/vendor/upload-bulk-product-launch-file': () => ({ mode: 'check' }),
  'selvedge/garment-specs/sample': () => (['garment', 'grading'] as const).map((of) => ({ of })),
  'selvedge/garment-specs/one': () => ({ code: 'CT-000001' }),
  'selvedge/style-surveys/one': () => ({ survey: 'SV-000001' }),
  'selvedge/style-surveys/make': () => ({ name: 'Autumn', vendor_catalogue_ids: ['CT-000001'] }),
  'v1/erp/india/download-style-survey-file': () => ({ survey: 'SV-000001' }),
  'selvedge/qc/box-labels': ({ shipment }) => ({ ssccs: [shipment.sscc] }),
  'selvedge/shipments/labels-of-boxes': ({ shipment }) => ({ ssccs: [shipment.sscc] }),
  'v1/erp/china/get-pre-stock-listing': () => [{}, { part: 'counts' }],
  'selvedge/talk/thread': ({ shipment }) => ({ kind: 'box', code: shipment.sscc }),
  'selvedge/talk/people': ({ shipment }) => ({ kind: 'box', code: shipment.sscc }),
  'selvedge/talk/seen': ({ shipment }) => ({ kind: 'box', code: shipment.sscc, until: NO_ID }),
  'selvedge/talk/say': ({ shipment }) => ({ kind: 'box', code: shipment.sscc, text: 'Nothing of prices' }),
  'selvedge/buyer-reviews': () => ({}),
  'selvedge/buyer-reviews/verdict': () => ({ catalogue_id: 'CT-000001', verdict: 'pass', score: 3 }),
  'selvedge/buyer-reviews/decide': () => ({ catalogue_id: 'CT-000001', decision: 'pass', version: 1 }),
  'selvedge/assortments/list': () => [{}, { part: 'counts' }],
  'selvedge/assortments/one': () => ({ assortment_id: 'AS-000001' }),
  'selvedge/assortments/save': () => ({ name: 'Summer', styles: [] }),
  'v1/erp/china/create-export-assortments-job': () => ({ assortment_ids: ['AS-000001'] }),
  'selvedge/pipeline': () => (['vendor', 'category', 'destination', 'style'] as const).map((group) => ({ group })),
  'selvedge/pipeline/behind': () => ({ stage: 'approved' }),
  'selvedge/pipeline/arrivals/{key}/selvedge.ics': () => ({ key: 'slv_none' }),
  'selvedge/pipeline/way': ({ shipment }) => ({ kind: 'order', code: shipment.order.order_id }),
  'selvedge/scorecards': () => [{}, { part: 'counts' }],
  'selvedge/scorecards/one': () => ({ supplier_id: 'GZ01' }),
  'selvedge/scorecards/behind': () => ({ supplier_id: 'GZ01', of: 'late' }),
  'selvedge/allocation/save-settings': () => ({
    settings: {
      lead_days: 3,
      cover_days: 21,
      safety_pieces: 0,
      holdback_percent: 10,
      pieces_per_core_size: 1,
      pack_multiple: 1,
      most_per_style: null,
      least_rate_thousandths: 20,
    },
    version: 1,
  }),
  'selvedge/allocation/stores': () => [{ store: 'SDEL' }, { part: 'counts' }],
  'selvedge/allocation/transfers': () => ({}),
  'selvedge/allocation/send-transfers': () => ({
    lines: [{ from: 'SGGN', to: 'SDEL', nm_sku: 'LG1003BLK-M', quantity: 1 }],
  }),
  'selvedge/allocation/replay': () => ({
    category: 'Tops',
    settings: {
      lead_days: 3,
      cover_days: 21,
      safety_pieces: 0,
      holdback_percent: 10,
      pieces_per_core_size: 1,
      pack_multiple: 1,
      most_per_style: null,
    },
  }),
  'offline-inventory/master-allocation/create': () => ({ name: 'x', categories: ['Tops'], sources: ['WDEL'] }),
  'offline-inventory/master-allocation/calculate': () => ({ task_id: 'AL-000001', version: 1 }),
  'selvedge/allocation/one': () => ({ task_id: 'AL-000001' }),
  'selvedge/allocation/grid': () => ({ task_id: 'AL-000001', style_id: 'TP1010', color: 'Black' }),
  'selvedge/allocation/lock': () => ({
    task_id: 'AL-000001',
    version: 1,
    cells: [{ store: 'SDEL', nm_sku: 'TP1010BLK-M', pieces: 1 }],
  }),
  'offline-inventory/master-allocation/{task_id}/styles': () => ({ task_id: 'AL-000001' }),
  'offline-inventory/master-allocation/{task_id}/styles/shortlist': () => ({
    task_id: 'AL-000001',
    version: 1,
    styles: [{ style_id: 'TP1010', color: 'Black' }],
  }),
  'offline-inventory/master-allocation/{task_id}/styles/remove': () => ({
    task_id: 'AL-000001',
    version: 1,
    styles: [{ style_id: 'TP1010', color: 'Black' }],
  }),
  'offline-inventory/master-allocation/{task_id}/outwards': () => ({ task_id: 'AL-000001' }),
  'offline-inventory/master-allocation/{task_id}/outwards/shortlist': () => ({
    task_id: 'AL-000001',
    version: 1,
    all: true,
  }),
  'offline-inventory/master-allocation/{task_id}/outwards/remove': () => ({
    task_id: 'AL-000001',
    version: 1,
    all: true,
  }),
  'offline-inventory/master-allocation/{task_id}/outwards/submit': () => ({ task_id: 'AL-000001', version: 1 }),
  'offline-inventory/master-allocation/{task_id}/outwards/summary': () => ({ task_id: 'AL-000001' }),
  'offline-inventory/master-allocation/{task_id}/submit': () => ({ task_id: 'AL-000001', version: 1 }),
  'offline-inventory/master-allocation/{task_id}/reject': () => ({ task_id: 'AL-000001', version: 1, reason: 'x' }),
  'offline-inventory/master-allocation/{task_id}/gatepasses/create': () => ({ task_id: 'AL-000001', version: 1 }),
  'offline-inventory/replenishment/purchase-order/create': () => ({ name: 'x', source: 'WDEL', stores: ['SDEL'] }),
  'offline-inventory/replenishment/purchase-order/{po_id}/styles': () => ({ po_id: 'RP-000001' }),
  'offline-inventory/replenishment/purchase-order/{po_id}/styles/overall': () => ({ po_id: 'RP-000001' }),
  'offline-inventory/replenishment/purchase-order/{po_id}/summary': () => ({ po_id: 'RP-000001' }),
  'offline-inventory/replenishment/purchase-order/{po_id}/styles/add': () => ({
    po_id: 'RP-000001',
    version: 1,
    lines: [{ store: 'SDEL', nm_sku: 'TP1010BLK-M', quantity: 1 }],
  }),
  'selvedge/allocation/send-replenishment': () => ({ po_id: 'RP-000001', version: 1 }),
  'selvedge/allocation/cancel-replenishment': () => ({ po_id: 'RP-000001', version: 1, reason: 'x' }),
  'selvedge/allocation/snooze': () => ({ style_id: 'TP1010', color: 'Black', stores: ['SDEL'], until: '2099-01-01' }),
  'selvedge/corrective-actions': () => [{}, { part: 'counts' }],
  'selvedge/corrective-actions/one': () => ({ number: 'CA-000001' }),
  'selvedge/corrective-actions/owners': () => ({ supplier_id: 'GZ01' }),
  'selvedge/corrective-actions/open': () => ({ supplier_id: 'GZ01', title: 'x', wrong: 'x', due_on: '2099-01-01' }),
  'selvedge/corrective-actions/change': () => ({
    number: 'CA-000001',
    version: 1,
    due_on: '2099-01-01',
    owner_id: null,
  }),
  'selvedge/corrective-actions/answer': () => ({
    number: 'CA-000001',
    version: 1,
    root_cause: 'x',
    done: 'x',
    image_ids: [],
  }),
  'selvedge/corrective-actions/judge': () => ({ number: 'CA-000001', version: 1, judgement: 'accept' }),
  'v1/erp/india-supply/inventory/get-fabrics': () => [{}, { part: 'counts' }],
  'v1/erp/india-supply/fabric/create': () => ({
    material_id: 'FAB-1',
    site: 'PNOI',
    rolls: [{ lot: 'L', shade: 'A', length_m: 1, width_cm: 150, gsm: null, shrinkage: null }],
  }),
  'v1/erp/india-supply/inventory/fabric/update': () => ({ roll: 'RL-0000001', version: 1 }),
  'v1/erp/india-supply/generate-fabric-labels': () => ({ rolls: ['RL-0000001'] }),
  'v1/erp/india-supply/update-sku-material/product_fabric': () => ({
    mappings: [{ nm_sku: 'NONE', material_id: 'FAB-1', consumption: 1 }],
  }),
  'v1/erp/india-supply/delete-sku-material': () => ({ material_id: 'FAB-1' }),
  ...Object.fromEntries(
    ['product_fabric', 'product_accessories', 'product_sample'].map((kind) => [
      `v1/india-supply/create-sku-material/UI/${kind}`,
      () => ({ name: 'Poplin', unit: 'metre', properties: {}, price: { minor: 12_300, currency: 'INR' } }),
    ]),
  ),
  'selvedge/materials/rolls/one': () => ({ roll: 'RL-0000001' }),
  'selvedge/materials/rolls/inspect': () => ({ roll: 'RL-0000001', version: 1, chosen: 'accept' }),
  'selvedge/materials/reserve': ({ pending }) => ({ order_ids: [pending.order_id], is_trial: true }),
  'selvedge/materials/release': ({ pending }) => ({ order_ids: [pending.order_id], reason: 'x' }),
  'selvedge/facilities/photos/{image_id}': () => ({ image_id: NO_ID }),
  'selvedge/materials/photos/{image_id}': () => ({ image_id: NO_ID }),
  'selvedge/disputes': () => [{}, { part: 'counts' }],
  'selvedge/disputes/one': () => ({ number: 'QD-000001' }),
  'selvedge/disputes/of-box': ({ shipment }) => ({ box_id: shipment.sscc }),
  'selvedge/disputes/owners': () => ({ number: 'QD-000001' }),
  'selvedge/disputes/settings': () => ({}),
  'selvedge/disputes/open': ({ shipment }) => ({ box_id: shipment.sscc, answer: 'accept', words: 'x' }),
  'selvedge/disputes/answer': () => ({ number: 'QD-000001', version: 1, words: 'x' }),
  'selvedge/disputes/withdraw': () => ({ number: 'QD-000001', version: 1 }),
  'selvedge/disputes/ask': () => ({ number: 'QD-000001', version: 1, words: 'x' }),
  'selvedge/disputes/settle': () => ({ number: 'QD-000001', version: 1, outcome: 'turned_down', words: 'x' }),
  'selvedge/disputes/hand-over': () => ({ number: 'QD-000001', version: 1, owner_id: NO_ID }),
  'selvedge/disputes/save-settings': () => ({ settings: { open_days: 14, answer_days: 5 }, version: 2 }),
  'selvedge/samples/one': () => ({ sample_id: 'SM-000001' }),
  'selvedge/samples': () => [{}, { part: 'counts' }],
  'selvedge/sample-development': () => [{}, { part: 'counts' }],
  'selvedge/sample-development/one': () => ({ sample_id: 'SM-000001' }),
  'selvedge/sample-development/costing': () => ({ sample_id: 'SM-000001' }),
  'selvedge/sample-development/tech-packs': () => ({ catalogue_id: 'CT-000001' }),
  'selvedge/sample-development/tech-pack': () => ({ catalogue_id: 'CT-000001', number: 1 }),
  'selvedge/sample-development/send-tech-pack': () => ({ catalogue_id: 'CT-000001', number: 1 }),
  'v1/india-supply/capture-measurement-positions/UI/{sample_id}': () => ({
    ...{ sample_id: 'SM-000001', version: 1, positions: [{ point: 'Chest', is_critical: true }] },
  }),
  'v1/india-supply/capture-measurement-positions/file_upload/{sample_id}': () => ({ sample_id: 'SM-000001' }),
  'v1/india-supply/capture-sample-details/{sample_id}': () => ({ sample_id: 'SM-000001', version: 1 }),
  'v1/india-supply/create-tech-pack/{material_id}': () => ({ material_id: 'SM-000001' }),
  'v1/erp/india/save-sample-measurement-data-ui': () => ({
    ...{ sample_id: 'SM-000001', version: 1, measures: [{ size: 'M', point: 'Chest', measured_mm: 460 }] },
  }),
  'v1/erp/india/save-sample-costing-data-ui': () => ({
    ...{ sample_id: 'SM-000001', last: 0, currency: 'INR' },
    lines: [{ kind: 'cmt', name: 'Sewing', quantity_milli: 1_000, unit_price_minor: 9_000 }],
  }),
  'v1/erp/india-supply/get-orders': () => [{}, { part: 'counts' }],
  'v1/erp/india-supply/get-order-action-draft': () => ({ order_action_id: 'PP-000001' }),
  'v1/erp/india-supply/get-order-action-summary': () => ({ order_action_id: 'PP-000001' }),
  'v1/erp/india-supply/send-to-production': () => ({ orders: [seenOrder] }),
  'v1/erp/india-supply/move-order': () => ({ orders: [seenOrder], destination: 'OUTSOURCED' }),
  'v1/erp/india-supply/update-order': () => ({ ...seenOrder, content: { remark: 'x' } }),
  'v1/erp/india-supply/assign-vendors': () => ({ orders: [splitOrder] }),
  'v1/erp/india-supply/update-vendor': () => ({ orders: [splitOrder] }),
  'v1/erp/india-supply/update-production-on-hold-orders': () => ({ orders: [seenOrder], action: 'APPROVE' }),
  'v1/erp/india-supply/revert-order-action': () => ({ orders: [seenOrder] }),
  'v1/erp/india-supply/vendor/get-orders': () => [{ tab: 'all' }, { part: 'counts' }],
  'v1/erp/india-supply/vendor/update-production-status': () => ({
    order_action_id: 'PP-000001',
    facility: 'NOI1',
    status: 'cutting',
    lines: [{ nm_sku: 'NM-1', quantity: 1 }],
  }),
  'v1/erp/india-supply/vendor/create-box': () => ({
    facility: 'NOI1',
    lines: [{ order_action_id: 'PP-000001', nm_sku: 'NM-1', quantity: 1 }],
  }),
  'v1/erp/india-supply/vendor/download-order-file': () => ({ facility: 'NOI1', status: 'cutting' }),
  'v1/erp/india-supply/vendor/bulk-update/{status}': () => ({ facility: 'NOI1', status: 'cutting' }),
  'v1/erp/india-supply/vendor/get-facility-boxes': () => [{ tab: 'all' }, { part: 'counts' }],
  'v1/erp/india-supply/vendor/get-facility-shipments': () => [{}, { part: 'counts' }],
  'v1/erp/india-supply/vendor/get-shipment-packing-file/{shipment_id}': () => ({ shipment_id: 'FS-000001' }),
  'v1/erp/india-supply/vendor/get-shipment-stn/{shipment_id}/{file_type}': () =>
    (['excel', 'pdf'] as const).map((file_type) => ({ shipment_id: 'FS-000001', file_type })),
  'v1/erp/india-supply/vendor/change-shipment-status': () => ({
    shipment_id: 'FS-000001',
    version: 1,
    status: 'DISPATCHED',
  }),
  'v1/erp/india-supply/vendor/receive-order': () => ({
    facility: 'NOI1',
    order_action_id: 'PP-000001',
    rolls: [{ roll: 'RL-0000001' }],
  }),
  'v1/erp/india-supply/vendor/move-from-shipment-pending-to-cutting': () => ({ vendor_id: 'NOI1' }),
  'v1/erp/india-supply/get-sku-labels': () => ({ facility: 'NOI1', items: [{ nm_sku: 'NM-1', copies: 1 }] }),
  'v1/erp/india-supply/get-sku-labels-by-style-action-id': () => ({
    facility: 'NOI1',
    style_action_id: 'PP-000001',
  }),
  'selvedge/facilities/output': () => ({ facility: 'NOI1' }),
  'selvedge/facilities/eway-bill': () => ({ shipment_id: 'FS-000001' }),
  'selvedge/facilities/e-invoice': () => ({ shipment_id: 'FS-000001' }),
  'v1/erp/india-supply/vendor-purchase-orders/get-orders': () => [{}, { part: 'counts' }],
  'v1/erp/india-supply/vendor-purchase-orders/create': () => ({
    ...seenOrder,
    facility: 'NOI1',
    rate: { minor: 9_000, currency: 'INR' },
    due_on: '2030-01-01',
  }),
  'v1/erp/india-supply/vendor-purchase-orders/update': () => ({
    purchase_order: 'PPO-000001',
    version: 1,
    rate: { minor: 9_000, currency: 'INR' },
    due_on: '2030-01-01',
  }),
  'v1/erp/india-supply/vendor-purchase-orders/delete': () => ({
    purchase_order: 'PPO-000001',
    version: 1,
    reason: 'x',
  }),
  'v1/india-supply/get-vendor-allocations/{id}': () => ({ id: 'PP-000001' }),
  'v1/india-supply/update-orders-via-file/{path}/status/{order_status}': () => ({
    path: 'IN_HOUSE',
    order_status: 'ACTION_REQUIRED',
  }),
  'selvedge/production/complete-cad': () => ({
    ...seenOrder,
    marker: {
      width_mm: 1_400,
      length_mm: 5_000,
      efficiency_tenths: 850,
      consumption: [{ size: 'M', metres: 1.2 }],
    },
  }),
  'selvedge/production/marker-files': () => ({ order_action_id: 'PP-000001' }),
  'selvedge/production/marker-files/{file_id}': () => ({ file_id: NO_ID }),
  'selvedge/production/job-card': () => ({ order_action_id: 'PP-000001', number: 1 }),
  'selvedge/production/purchase-order': () => ({ purchase_order: 'PPO-000001' }),
  'v1/erp/india/create-pre-production-order': () => ({ sample_id: 'SM-000001', version: 1 }),
  'v1/erp/china/get-vendor-catalogues': () => [{}, { part: 'counts' }],
  'v1/erp/get-style-details': () => ({ catalogue_id: 'CT-000001' }),
  'v1/erp/china/update-vendor-catalogue': () => ({ catalogue_ids: ['CT-000001'], set: { hs_code: '621210' } }),
  'v1/erp/update-vendor-attributes-from-ui': () => ({ catalogue_ids: ['CT-000001'], attributes: { padded: true } }),
  'selvedge/pre-stock/style': ({ style }) => [{ style_id: style }, { listing_id: 'PS-000001' }],
  'selvedge/pre-stock/save': ({ style, shipment }) => ({
    style_id: style,
    lines: [{ nm_sku: shipment.order.lines[0]?.nm_sku, pieces: 1 }],
  }),
  'selvedge/pre-stock/withdraw': () => ({ listing_ids: ['PS-000001'], reason: 'mistake' }),
  'v1/erp/vendor/get-price-negotiation-details': () => [{}, { part: 'counts' }],
  'v1/erp/vendor/update-price-negotiation-details': ({ style }) => ({
    items: [{ style_id: style, move: 'ask', price: { minor: 4200, currency: 'CNY' } }],
  }),
  'v1/erp/vendor/update-price-negotiation-poc-details': () => ({
    ...{ negotiations: [{ negotiation: 'PN-000001', version: 1 }], poc_email: 'ops@demo.selvedge', reason: 'away' },
  }),
  'v1/erp/vendor/manual-price-negotiation-entry': ({ style }) => ({
    ...{ style_id: style, price: { minor: 4300, currency: 'CNY' }, proof: 'by telephone', ends: null },
  }),
  'selvedge/prices/negotiation': () => ({ negotiation: 'PN-000001' }),
  'selvedge/prices/guides': () => ({ negotiation: 'PN-000001', target: null, floor: null, version: 1 }),
  'selvedge/prices/proof': () => ({ negotiation: 'PN-000001' }),
  'selvedge/prices/proof/{proof_id}': () => ({ proof_id: '0199f6a0-0000-7000-8000-000000000000' }),
  'selvedge/prices/settings/save': () => ({ settings: { answer_days: 5 }, version: 1 }),
  'selvedge/prices/plan-acceptance': () => ({ percent: 5 }),
  'selvedge/vendor-inventory/ask': ({ style }) => ({ style_ids: [style] }),
  'selvedge/sku-dimensions/history': ({ style }) => ({ style_id: style }),
  'v1/erp/qc/india/update-sku-dimension-details': ({ shipment }) => ({
    items: [{ nm_sku: shipment.order.lines[0]?.nm_sku, length_mm: 300 }],
  }),
  'v1/erp/qc/india/get-sku-dimension-details': () => [{}, { part: 'counts' }],
  'selvedge/india-labels/check': ({ shipment }) => ({
    items: [{ nm_sku: shipment.order.lines[0]?.nm_sku, copies: 1 }],
  }),
  'v1/erp/qc/india/get-india-qc-sku-labels': ({ shipment }) => ({
    items: [{ nm_sku: shipment.order.lines[0]?.nm_sku, copies: 1 }],
  }),
  'v1/erp/qc/china/get-inwarded-boxes': () => [{}, { part: 'counts' }],
  'v1/erp/qc/india/get-awaiting-inward-boxes': () => [{}, { part: 'counts' }, { part: 'arrivals' }],
  'v1/erp/qc/india/get-received-boxes': () => [{}, { part: 'counts' }],
  'selvedge/india/box-discrepancies': () => [{}, { part: 'counts' }],
  'v1/erp/qc/china/get-boxes-for-invoice': () => [{}, { part: 'counts' }],
  'selvedge/qc/customs-packing-list': ({ qc }) =>
    (['xlsx', 'pdf'] as const).map((format) => ({ invoice_number: qc.invoice_number, format })),
  'v1/erp/qc/china/download-invoice': ({ qc }) =>
    (['xlsx', 'pdf'] as const).map((format) => ({ invoice_number: qc.invoice_number, format })),
  // A pass whose pieces are worth something: prices.test.ts makes it.
  'bulk-inventory-movement/gatepass/validate': () => ({ gate_pass: 'GP-000001', code: 'NOBODY-KNOWS' }),
  'bulk-inventory-movement/boxes': () => ({ gate_pass: 'GP-000001' }),
  'bulk-inventory-movement/box/details': () => ({ box: 'NONE' }),
  'bulk-inventory-movement/non-dispatched-items/details': () => ({ gate_pass: 'GP-000001' }),
  'bulk-inventory-movement/summary': () => ({ gate_pass: 'GP-000001' }),
  'bulk-inventory-movement/gatepasses': () => [{}, { part: 'counts' }],
  'selvedge/gate-passes/get': () => ({ gate_pass: 'GP-000001' }),
  'selvedge/gate-passes/items': () => ({ gate_pass: 'GP-000001' }),
  'selvedge/gate-passes/history': () => ({ gate_pass: 'GP-000001' }),
  'selvedge/gate-passes/stock': () => ({ site: 'WT1' }),
  'selvedge/gate-passes/in-transit': () => [{}, { part: 'counts' }, { part: 'destinations' }],
  'selvedge/gate-passes/discrepancies': () => [{}, { part: 'counts' }],
  'selvedge/gate-passes/template': () => ({ gate_pass: 'GP-000001' }),
  'selvedge/gate-passes/check-sheet': () => ({ gate_pass: 'GP-000001' }),
  'selvedge/gate-passes/paper': () => ({ gate_pass: 'GP-000001' }),
  // Made by the exports' own handlers, which are all asked above; a job's file is found by who made it, in the role they had.
  'selvedge/jobs/file': () => ({ job_id: NO_ID }),
  'selvedge/labels/{label_id}': ({ shipment }) => ({ label_id: shipment.labelFile }),
}

function traced({ shipment, style, qc, bought, inIndia }: PricedWorld): { kind: string; code: string }[] {
  const sku = shipment.order.lines[0]?.nm_sku ?? ''
  return [
    { kind: 'order', code: shipment.order.order_id },
    { kind: 'sku', code: sku },
    { kind: 'style', code: style },
    { kind: 'box', code: shipment.sscc },
    { kind: 'shipment', code: shipment.shipment_id },
    { kind: 'box', code: qc.invoiced },
    { kind: 'box', code: inIndia },
    { kind: 'invoice', code: qc.invoice_number },
    { kind: 'return_note', code: qc.return_note },
    { kind: 'purchase_order', code: bought.purchase_order },
  ]
}

/** Words that many calls ask for, by their name in the input. */
const words: Record<string, (world: PricedWorld) => unknown> = {
  shipment_id: ({ shipment }) => shipment.shipment_id,
  order_id: ({ shipment }) => shipment.order.order_id,
  version: () => 1,
  language: () => 'hi',
  user_id: ({ user }) => user.id,
  box_id: ({ qc }) => qc.invoiced,
  invoice_number: ({ qc }) => qc.invoice_number,
  return_note: ({ qc }) => qc.return_note,
  image_id: ({ qc }) => qc.image_id,
  // No price is in a picture.
  picture_id: () => NO_ID,
}

export function inputsOf(call: Call, world: PricedWorld): Input[] {
  const given = inputs[call.path]?.(world)
  return (Array.isArray(given) ? given : [given]).map((one) => inputOf(call, world, one))
}

function inputOf(call: Call, world: PricedWorld, given: Input | undefined): Input {
  const named = Object.entries(words).filter(([name]) => name in call.takes.shape)
  const input = given ?? Object.fromEntries(named.map(([name, of]) => [name, of(world)]))
  const needsFile = call.takesFile !== null && input.file === undefined
  const sent = needsFile ? { ...input, file: world.shipment.file } : input
  const { file: _, ...fields } = sent
  // A command that lacks something is refused, which is an answer too; a call that reads must read.
  if (!call.changes && !call.takes.safeParse(fields).success) throw new Error(`say in inputs how ${call.path} is asked`)
  return sent
}
