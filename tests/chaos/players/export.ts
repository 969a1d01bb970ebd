import { boxesForInvoice, productDetails } from '../../../src/shared/areas/invoices/sheets.ts'
import { contract } from '../../../src/shared/areas.ts'
import { csvOf, newCode, type Plays, some, type World } from './play.ts'

const { invoices, qcBoxes, returns } = contract

async function invoiceIn(world: World, tab: 'to_export' | 'to_ship' | 'shipped') {
  const { rows } = await world.by['ops-team'].look(invoices.getInvoices, { tab, page_size: 20 })
  return world.random.pick(rows)
}

async function passedBoxes(world: World) {
  const { rows } = await world.by['china-qc'].look(qcBoxes.getInwardedBoxes, { tab: 'passed', page_size: 40 })
  const able = rows.filter(({ allowed_actions }) => allowed_actions.includes('make_ready'))
  return some(world.random.some(able, 3))
}

/** From boxes that passed to boxes on their way to India, and what failed back to its vendor. */
export const exportPlays: Plays = {
  'invoices.createReadyForInvoice': async (world) => {
    const box_ids = (await passedBoxes(world)).map(({ box_id }) => box_id)
    return world.by['china-qc'].act(invoices.createReadyForInvoice, { box_ids })
  },
  'invoices.uploadBoxesForInvoiceCreation': async (world) => {
    const rows = (await passedBoxes(world)).map(({ sscc }) => ({ box: sscc }))
    return world.by['china-qc'].act(invoices.uploadBoxesForInvoiceCreation, { file: csvOf(boxesForInvoice, rows) })
  },
  'invoices.createInvoice': async (world) => {
    const hand = world.by['ops-team']
    if (world.random.chance(0.1)) {
      const { invoice_number, version } = await invoiceIn(world, 'to_export')
      return hand.act(invoices.createInvoice, { action: 'void', invoice_number, version, reason: 'Wrong box' })
    }
    const { rows } = await hand.look(invoices.getBoxesForInvoice, { page_size: 40 })
    const box_ids = some(world.random.some(rows, 2).map(({ box_id }) => box_id))
    const { parties } = await hand.look(invoices.tradeParties, {})
    const live = parties.filter(({ is_active }) => is_active)
    const consignee = world.random.pick(live.filter(({ kind }) => kind === 'consignee')).code
    const exporter = world.random.pick(live.filter(({ kind }) => kind === 'exporter')).code
    return hand.act(invoices.createInvoice, { box_ids, consignee, exporter })
  },
  'invoices.uploadInvoice': async (world) => {
    const hand = world.by['ops-team']
    const { invoice_number } = await invoiceIn(world, 'to_export')
    const { styles } = await hand.look(invoices.invoiceDetails, { invoice_number })
    const rows = some([...new Set(styles.map(({ style_id }) => style_id))]).map((style_id) => ({
      ...{
        style_id,
        hs_code: '6109100010',
        description: 'T-shirts',
        description_zh: 'T恤',
        composition: '100% cotton',
      },
      ...{ origin: 'CN', net_weight_grams: world.random.int(100, 300) },
    }))
    return hand.act(invoices.uploadInvoice, { po_number: invoice_number, file: csvOf(productDetails, rows) })
  },
  'invoices.createExportOrder': async (world) => {
    const { invoice_number, version } = await invoiceIn(world, 'to_export')
    return world.by['ops-team'].act(invoices.createExportOrder, {
      ...{ invoice_number, version, incoterm: 'FOB', port_of_loading: 'Guangzhou', port_of_discharge: 'Mumbai' },
      ...{ transport: 'air', gross_weight_grams: 90_000 },
    })
  },
  'invoices.loadBoxes': async (world) => {
    const hand = world.by['china-qc']
    const { invoice_number } = await invoiceIn(world, 'to_ship')
    const { boxes } = await hand.look(invoices.invoiceDetails, { invoice_number })
    const scans = some(world.random.some(boxes, 4)).map(({ sscc }) => ({
      code: sscc,
      scan_id: newCode(world, 'load-scan-'),
    }))
    const action = world.random.chance(0.2) ? 'off' : 'load'
    return hand.act(invoices.loadBoxes, { invoice_number, action, vehicle: 'TRUCK 1', boxes: scans })
  },
  'invoices.finishLoading': async (world) => {
    const hand = world.by['china-qc']
    const { invoice_number } = await invoiceIn(world, 'to_ship')
    const { loading } = await hand.look(invoices.loading, { invoice_number })
    return hand.act(invoices.finishLoading, { invoice_number, missing: loading.boxes - loading.loaded })
  },
  'invoices.confirmShipToIndia': async (world) => {
    const hand = world.by['ops-team']
    if (world.random.chance(0.05)) {
      const { invoice_number, boxes, pieces } = await invoiceIn(world, 'shipped')
      return hand.act(invoices.confirmShipToIndia, {
        ...{
          action: 'undo',
          expected: { boxes, pieces },
          invoice_numbers: [invoice_number],
          reason: 'The flight was cancelled',
        },
      })
    }
    const { invoice_number, boxes, pieces } = await invoiceIn(world, 'to_ship')
    return hand.act(invoices.confirmShipToIndia, {
      ...{
        invoice_numbers: [invoice_number],
        expected: { boxes, pieces },
        carrier: 'Air China',
        transport_document: newCode(world, 'AWB'),
      },
    })
  },
  'invoices.saveTradeParty': async (world) => {
    const { parties } = await world.by['ops-team'].look(invoices.tradeParties, {})
    const { code, kind, name, address, country, version } = world.random.pick(parties)
    return world.by['ops-team'].act(invoices.saveTradeParty, {
      ...{ code, kind, name, address, country, version, is_active: true },
      contact: newCode(world, 'Desk '),
    })
  },
  'returns.confirmReturnToVendor': async (world) => {
    const hand = world.by['china-qc']
    if (world.random.chance(0.2)) {
      const { rows } = await hand.look(returns.returnNotes, { state: 'SENT', page_size: 20 })
      const { return_note, version } = world.random.pick(rows)
      return hand.act(returns.confirmReturnToVendor, { action: 'cancel', return_note, version, remark: 'by chance' })
    }
    const { rows } = await hand.look(qcBoxes.getInwardedBoxes, { tab: 'failed', page_size: 40 })
    const box_ids = [world.random.pick(rows).box_id]
    const { suppliers } = await hand.look(returns.returnToVendorSummary, { box_ids })
    const lines = suppliers.flatMap((supplier) => supplier.lines)
    const despite_disputes = lines.flatMap(({ disputes }) => disputes.map(({ number }) => number))
    const said = { reason: 'Stain' as const, remark: 'oil on the front', despite_disputes }
    return hand.act(returns.confirmReturnToVendor, { box_ids, ...said })
  },
}
