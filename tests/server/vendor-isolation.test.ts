import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { contract } from '../../src/shared/areas.ts'
import { asItStands } from '../support/as-it-stands.ts'
import { offered } from '../support/catalogue.ts'
import type { Client } from '../support/client.ts'
import { type OpenedDispute, openedDispute } from '../support/disputes.ts'
import { type Bought, boughtInIndia } from '../support/india-boxes.ts'
import { brokenBooks } from '../support/orders.ts'
import { plainPhoto } from '../support/pictures.ts'
import { type QcWorld, qcWorld } from '../support/qc-world.ts'
import { type TestServer, testServer } from '../support/server.ts'
import { type PackedShipment, packedShipment } from '../support/shipments.ts'

const {
  receiving: receivingCalls,
  qcBoxes: qcBoxesCalls,
  returns: returnsCalls,
  frame: frameCalls,
  labels: labelsCalls,
  photos: photosCalls,
  trace: traceCalls,
  orders: ordersCalls,
  shipments: shipmentsCalls,
  retool: retoolCalls,
  data: dataCalls,
  pictures: pictureCalls,
  vendorInventory: inventoryCalls,
  preStock: preStockCalls,
  catalogue: catalogueCalls,
} = contract

const noId = '00000000-0000-0000-0000-000000000000'

let server: TestServer
let theirs: PackedShipment
let theirQc: QcWorld
let theirIndia: Bought
let thief: Client
let theirPicture: string
let theirStyle: string
let theirListing: string
let theirOffer: string
let theirSample: string
let theirAction: string
let theirDispute: OpenedDispute
const ofTheirDispute = () => ({ number: theirDispute.number, version: 1 })

beforeAll(async () => {
  server = await testServer()
  theirs = await packedShipment(server)
  theirQc = await qcWorld(server)
  thief = asItStands(server, await server.as('vendor'))
  theirIndia = await boughtInIndia(server)
  const { rows } = await sql<{ code: string }>`SELECT s.code FROM style s JOIN vendor_order o ON o.style_id = s.id
    WHERE o.order_id = ${theirs.order.order_id}`.execute(server.db)
  const sent = { style_id: rows[0]?.code ?? '', file: { name: 'front.jpg', bytes: await plainPhoto() } }
  theirStyle = sent.style_id
  const ops = await server.as('ops')
  await ops.call(inventoryCalls.updateInventoryDetails, { items: [{ nm_sku: sku(), available: 10_000 }] })
  const promise = { style_id: theirStyle, lines: [{ nm_sku: sku(), pieces: 5 }] }
  theirListing = (await ops.call(preStockCalls.savePreStock, promise)).body.data.listing_id
  theirOffer = (await offered(server, (await server.makeVendor()).id))[0] ?? ''
  const asked = { catalogue_ids: [theirOffer], due_on: '2030-01-02' }
  theirSample = (await ops.call(contract.samples.requestSamples, asked)).body.data.sample_ids[0] ?? ''
  const opened = { supplier_id: theirs.order.vendor.code, title: 'Stains', wrong: 'Oil', due_on: '2099-01-02' }
  theirAction = (await ops.call(contract.correctiveActions.openCorrectiveAction, opened)).body.data.action.number
  theirDispute = await openedDispute(server)
  theirPicture = (await (await server.as('ops')).call(pictureCalls.upload, sent)).body.data.picture_id
})

/** Every call that takes an id, tried with another vendor's. Would catch: one query that forgot whose rows it may see. */
const attempts: [string, () => Promise<{ status: number; body: unknown; bytes: Buffer }>][] = [
  ...(['getThread', 'getPeople', 'say'] as const).flatMap((name) =>
    (['order', 'shipment', 'style'] as const).map((kind): (typeof attempts)[number] => [
      `talk ${name} of a ${kind}`,
      () =>
        thief.call(contract.talk[name] as typeof contract.talk.say, {
          ...{ kind, text: 'x' },
          code: { order: theirs.order.order_id, shipment: theirs.shipment_id, style: theirStyle }[kind],
        }),
    ]),
  ),
  [
    'update-orders',
    () =>
      thief.call(ordersCalls.updateOrders, {
        orders: [{ order_id: theirs.order.order_id, version: 2, lines: [{ nm_sku: sku(), ready_quantity: 1 }] }],
      }),
  ],
  [
    'update-orders reopen',
    () =>
      thief.call(ordersCalls.updateOrders, {
        action: 'reopen',
        orders: [{ order_id: theirs.order.order_id, version: 2 }],
      }),
  ],
  [
    'confirm-order',
    () =>
      thief.call(retoolCalls.confirmOrder, {
        order_id: theirs.order.order_id,
        version: 2,
        lines: [{ nm_sku: sku(), ready_quantity: 1 }],
      }),
  ],
  [
    'update-orders with a proposal',
    () =>
      thief.call(ordersCalls.updateOrders, {
        orders: [
          {
            order_id: theirs.order.order_id,
            version: 2,
            lines: [{ nm_sku: sku(), ready_quantity: 0, rejected_quantity: 1, reason: 'Other', remark: 'x' }],
            proposal: { kind: 'price', unit_price_minor: 1 },
          },
        ],
      }),
  ],
  [
    'save-schedule-quantity',
    () =>
      thief.call(ordersCalls.saveScheduleQuantity, {
        items: [{ order_id: theirs.order.order_id, nm_sku: sku(), ready_quantity: 1 }],
      }),
  ],
  [
    'update-inventory-details',
    () => thief.call(inventoryCalls.updateInventoryDetails, { items: [{ nm_sku: sku(), available: 1 }] }),
  ],
  [
    'update-inventory-details unchanged',
    () => thief.call(inventoryCalls.updateInventoryDetails, { unchanged_styles: [theirStyle] }),
  ],
  [
    'update-style-status',
    () => thief.call(inventoryCalls.updateStyleStatus, { style_ids: [theirStyle], listing_status: 'Listed' }),
  ],
  ['get-product-inventory', () => thief.call(inventoryCalls.getProductInventory, { style_id: theirStyle })],
  ['pre-stock/style', () => thief.call(preStockCalls.preStockStyle, { style_id: theirStyle })],
  ['pre-stock/style by its listing', () => thief.call(preStockCalls.preStockStyle, { listing_id: theirListing })],
  ['garment-specs/one', () => thief.call(contract.garmentSpecs.garmentSpec, { code: theirOffer })],
  ['garment-specs/sample', () => thief.call(contract.garmentSpecs.specSample, { of: 'garment', code: theirOffer })],
  ['launches of a vendor', () => thief.call(contract.launch.getLaunches, { supplier_id: theirs.order.vendor.code })],
  ['get-style-details', () => thief.call(catalogueCalls.getStyleDetails, { catalogue_id: theirOffer })],
  [
    'update-vendor-catalogue',
    () =>
      thief.call(catalogueCalls.updateVendorCatalogue, {
        ...{ catalogue_ids: [theirOffer], to: 'Vendor Delisted' as const, remark: 'mine' },
      }),
  ],
  [
    'samples/send',
    () => thief.call(contract.samples.sendSample, { sample_id: theirSample, carrier: 'SF', tracking: '' }),
  ],
  [
    'sample-development/tech-packs',
    () => thief.call(contract.sampleDevelopment.getTechPacks, { catalogue_id: theirOffer }),
  ],
  [
    'sample-development/tech-pack',
    () => thief.call(contract.sampleDevelopment.techPackFile, { catalogue_id: theirOffer, number: 1 }),
  ],
  [
    'download-sample-measurement-file',
    () => thief.call(contract.sampleDevelopment.downloadSampleMeasurementFile, { sample_ids: [theirSample] }),
  ],
  ['scorecards/one', () => thief.call(contract.scorecards.getScorecard, { supplier_id: theirs.order.vendor.code })],
  [
    'scorecards/behind',
    () => thief.call(contract.scorecards.scorecardBehind, { supplier_id: theirs.order.vendor.code, of: 'late' }),
  ],
  [
    'corrective-actions of a vendor',
    () => thief.call(contract.correctiveActions.getCorrectiveActions, { supplier_id: theirs.order.vendor.code }),
  ],
  ['corrective-actions/one', () => thief.call(contract.correctiveActions.getCorrectiveAction, { number: theirAction })],
  [
    'corrective-actions/answer',
    () =>
      thief.call(contract.correctiveActions.answerCorrectiveAction, {
        ...{ number: theirAction, version: 1, root_cause: 'mine', done: 'mine', image_ids: [] },
      }),
  ],
  ['corrective-actions/photos', () => thief.call(contract.correctiveActions.correctivePhoto, { image_id: noId })],
  ['disputes of a vendor', () => thief.call(contract.disputes.getDisputes, { supplier_id: theirs.order.vendor.code })],
  ['disputes/one', () => thief.call(contract.disputes.getDispute, { number: theirDispute.number })],
  ['disputes/of-box', () => thief.call(contract.disputes.getBoxDisputes, { box_id: theirDispute.sscc })],
  [
    'disputes/open',
    () => thief.call(contract.disputes.openDispute, { box_id: theirDispute.sscc, answer: 'accept', words: 'mine' }),
  ],
  ['disputes/answer', () => thief.call(contract.disputes.answerDispute, { ...ofTheirDispute(), words: 'mine' })],
  ['disputes/withdraw', () => thief.call(contract.disputes.withdrawDispute, ofTheirDispute())],
  ['disputes/photos', () => thief.call(contract.disputes.disputePhoto, { image_id: theirDispute.image })],
  ['catalogue/pictures/remove', () => thief.call(catalogueCalls.removePicture, { picture_id: noId })],
  ['labels-of-boxes', () => thief.call(shipmentsCalls.shippingLabelsOfBoxes, { ssccs: [theirs.sscc] })],
  [
    'update-shipment create',
    () =>
      thief.call(shipmentsCalls.updateShipment, {
        lines: [{ order_id: theirs.order.order_id, nm_sku: sku(), quantity: 1 }],
      }),
  ],
  [
    'update-shipment change',
    () =>
      thief.call(shipmentsCalls.updateShipment, {
        action: 'change',
        shipment_id: theirs.shipment_id,
        lines: [{ order_id: theirs.order.order_id, nm_sku: sku(), quantity: 1 }],
      }),
  ],
  [
    'update-shipment cancel',
    () => thief.call(shipmentsCalls.updateShipment, { action: 'cancel', shipment_id: theirs.shipment_id }),
  ],
  [
    'save-shipment-data',
    () =>
      thief.call(retoolCalls.saveShipmentData, {
        lines: [{ order_id: theirs.order.order_id, nm_sku: sku(), quantity: 1 }],
      }),
  ],
  [
    'save-shipment-data change',
    () =>
      thief.call(retoolCalls.saveShipmentData, {
        shipment_id: theirs.shipment_id,
        lines: [{ order_id: theirs.order.order_id, nm_sku: sku(), quantity: 1 }],
      }),
  ],
  ['confirm-shipment', () => thief.call(retoolCalls.confirmShipment, { shipment_id: theirs.shipment_id, version: 1 })],
  ['get-packing-items', () => thief.call(shipmentsCalls.getPackingItems, { shipment_id: theirs.shipment_id })],
  ['get-shipment-details', () => thief.call(shipmentsCalls.getShipmentDetails, { shipment_id: theirs.shipment_id })],
  [
    'update-shipment-details',
    () =>
      thief.call(shipmentsCalls.updateShipmentDetails, {
        shipment_id: theirs.shipment_id,
        version: 2,
        boxes: [{ box_no: '1', tracking_id: 'STOLEN123' }],
      }),
  ],
  [
    'update-packing-items',
    () =>
      thief.call(shipmentsCalls.updatePackingItems, {
        shipment_id: theirs.shipment_id,
        version: 2,
        boxes: [{ box_no: '1', items: [{ order_id: theirs.order.order_id, nm_sku: sku(), quantity: 1 }] }],
      }),
  ],
  [
    'upload-packing-list',
    () => thief.call(shipmentsCalls.uploadPackingList, { shipment_id: theirs.shipment_id, file: theirs.file }),
  ],
  [
    'upload-packing-file',
    () =>
      thief.call(shipmentsCalls.uploadPackingFileShipmentManagement, {
        shipment_id: theirs.shipment_id,
        file: theirs.file,
      }),
  ],
  [
    'sample packing file',
    () => thief.call(shipmentsCalls.getSamplePackingFileShipmentManagement, { shipment_id: theirs.shipment_id }),
  ],
  ['recover-shipment', () => thief.call(shipmentsCalls.recoverShipment, { shipment_id: theirs.shipment_id })],
  ['recover-oos-order', () => thief.call(ordersCalls.recoverOosOrder, { order_id: theirs.order.order_id })],
  ['get-shipping-label', () => thief.call(shipmentsCalls.getShippingLabel, { shipment_id: theirs.shipment_id })],
  ['get-skus-label by shipment', () => thief.call(shipmentsCalls.getSkusLabel, { shipment_id: theirs.shipment_id })],
  ['get-sku-labels by order', () => thief.call(shipmentsCalls.getSkuLabels, { order_id: theirs.order.order_id })],
  ['get-sku-labels by SKU', () => thief.call(shipmentsCalls.getSkuLabels, { items: [{ nm_sku: sku(), copies: 1 }] })],
  ['get-view-sku-labels', () => thief.call(shipmentsCalls.getViewSkuLabels, { shipment_id: theirs.shipment_id })],
  ['get-shipping-file', () => thief.call(shipmentsCalls.getShippingFile, { shipment_id: theirs.shipment_id })],
  ['download-packing-file', () => thief.call(shipmentsCalls.downloadPackingFile, { shipment_id: theirs.shipment_id })],
  [
    'download-packing-file by invoice',
    () => thief.call(shipmentsCalls.downloadPackingFile, { invoice_number: theirs.invoice }),
  ],
  ['barcode-labels of a SKU', () => thief.call(labelsCalls.barcodeLabels, { items: [{ code: sku() }] })],
  [
    'barcode-labels of a box',
    () => thief.call(labelsCalls.barcodeLabels, { kind: 'box', items: [{ code: theirs.sscc }] }),
  ],
  ['get-orders by supplier', () => thief.call(ordersCalls.getOrders, { supplier_id: theirs.order.vendor.code })],
  [
    'get-orders-file by supplier',
    () => thief.call(ordersCalls.getOrdersFile, { supplier_id: theirs.order.vendor.code }),
  ],
  [
    'get-skus-label by shipment, with SKUs of its own',
    () =>
      thief.call(shipmentsCalls.getSkusLabel, {
        shipment_id: theirs.shipment_id,
        items: [{ nm_sku: sku(), copies: 1 }],
      }),
  ],
  ['corrected workbook', () => thief.call(frameCalls.getCorrectedWorkbook, { upload_id: theirs.refusedUpload })],
  ['label file', () => thief.call(labelsCalls.getLabelFile, { label_id: theirs.labelFile })],
  ['get-qc-modal', () => thief.call(qcBoxesCalls.getQcModal, { box_id: theirQc.returned })],
  ['inspection report', () => thief.call(contract.inspection.inspectionReport, { box_id: theirQc.returned })],
  ['qc image', () => thief.call(photosCalls.qcImage, { image_id: theirQc.image_id })],
  ['picture of a style', () => thief.call(pictureCalls.picture, { picture_id: theirPicture })],
  ['return note', () => thief.call(returnsCalls.returnNoteFile, { return_note: theirQc.return_note })],
  [
    'return note of India',
    () => thief.call(contract.rejectedSkus.indiaReturnNoteFile, { return_note: theirIndia.return_note }),
  ],
  [
    'lines of a return note of India',
    () => thief.call(contract.rejectedSkus.indiaReturnNoteLines, { return_note: theirIndia.return_note }),
  ],
  ['lines of a return note', () => thief.call(returnsCalls.returnNoteLines, { return_note: theirQc.return_note })],
  ['life of a return note', () => thief.call(traceCalls.traceLife, { kind: 'return_note', code: theirQc.return_note })],
  ['life of an invoice', () => thief.call(traceCalls.traceLife, { kind: 'invoice', code: theirQc.invoice_number })],
  ['life of a box at QC', () => thief.call(traceCalls.traceLife, { kind: 'box', code: theirQc.returned })],
  [
    'boxes of a line of a life',
    () =>
      thief.call(traceCalls.traceStretch, { kind: 'return_note', code: theirQc.return_note, first: noId, last: noId }),
  ],
  ['packing list by box', () => thief.call(receivingCalls.downloadPlFileBoxWise, { box_ids: [theirQc.returned] })],
  [
    'packing list by box, of an invoice',
    () => thief.call(receivingCalls.downloadPlFileBoxWise, { invoice_number: theirQc.invoice_number }),
  ],
]

const sku = () => theirs.order.lines[0]?.nm_sku ?? ''

test.each(attempts)('%s with another vendor’s id is refused and tells nothing', async (_, attempt) => {
  const reply = await attempt()
  expect([400, 404, 409]).toContain(reply.status)
  // What the thief typed may come back; what only the owner knows may not.
  const secrets = [theirs.order.vendor.name, theirs.tracking, theirQc.shipment.order.vendor.name, theirQc.shipment_id]
  for (const secret of secrets) expect(reply.bytes.toString()).not.toContain(secret)
})

/** Lists and files that take no id. Would catch: a list that shows rows of everyone. */
const lists: [string, () => Promise<{ status: number; bytes: Buffer }>][] = [
  ['pipeline', () => thief.call(contract.pipeline.getPipeline, { supplier_id: theirs.order.vendor.code })],
  ['pipeline/ages', () => thief.call(contract.pipeline.getPipelineAges, { supplier_id: theirs.order.vendor.code })],
  [
    'pipeline/behind',
    () => thief.call(contract.pipeline.getPipelineRows, { supplier_id: theirs.order.vendor.code, stage: 'approved' }),
  ],
  ['get-orders', () => thief.call(ordersCalls.getOrders, { order_ids: [theirs.order.order_id], include_lines: true })],
  ['get-orders counts', () => thief.call(ordersCalls.getOrders, { part: 'counts' })],
  ['retool get-orders', () => thief.call(retoolCalls.getOrders, {})],
  ['retool get-new-orders', () => thief.call(retoolCalls.getNewOrders, {})],
  ['retool get-shipments', () => thief.call(retoolCalls.getShipments, {})],
  ['get-tentative-shipment', () => thief.call(retoolCalls.getTentativeShipment, { sku: sku() })],
  ['get-shipping-items', () => thief.call(ordersCalls.getShippingItems, { order_ids: [theirs.order.order_id] })],
  ['get-shipments', () => thief.call(shipmentsCalls.getShipments, { search: theirs.tracking.slice(0, 4) })],
  ['get-rejected-oos-orders', () => thief.call(ordersCalls.getRejectedOosOrders, {})],
  ['get-orders-file', () => thief.call(ordersCalls.getOrdersFile, {})],
  ['get-shipping-file', () => thief.call(shipmentsCalls.getShippingFile, {})],
  ['download-shipment-platform-items', () => thief.call(ordersCalls.downloadShipmentPlatformItems, {})],
  ['get-inwarded-boxes', () => thief.call(qcBoxesCalls.getInwardedBoxes, { box_ids: [theirQc.returned] })],
  ['get-inwarded-boxes counts', () => thief.call(qcBoxesCalls.getInwardedBoxes, { part: 'counts' })],
  ['styles of boxes at QC', () => thief.call(qcBoxesCalls.qcChoices, { of: 'style' })],
  ['styles of boxes on their way', () => thief.call(qcBoxesCalls.qcChoices, { of: 'style', tab: 'awaiting' })],
  ['sites of boxes at QC', () => thief.call(qcBoxesCalls.qcChoices, { of: 'site' })],
  ['return notes', () => thief.call(returnsCalls.returnNotes, {})],
  [
    'export of boxes at QC',
    () =>
      thief.call(frameCalls.exportQcBoxes, {
        columns: ['box', 'sscc', 'shipment', 'supplier', 'invoice'].map((id) => ({ id: id as 'box', header: id })),
      }),
  ],
  [
    'export of return notes',
    () =>
      thief.call(frameCalls.exportReturnNotes, {
        return_notes: [theirQc.return_note],
        columns: ['return_note', 'supplier', 'remark'].map((id) => ({ id: id as 'remark', header: id })),
      }),
  ],
  ['trace of a note', () => thief.call(traceCalls.findTraced, { text: theirQc.return_note })],
  ['trace of a purchase order', () => thief.call(traceCalls.findTraced, { text: theirIndia.purchase_order })],
  ['return notes of India', () => thief.call(contract.rejectedSkus.indiaReturnNotes, {})],
  [
    'export of return notes of India',
    () =>
      thief.call(frameCalls.exportIndiaReturnNotes, {
        columns: ['return_note', 'supplier', 'remark'].map((id) => ({ id: id as 'remark', header: id })),
      }),
  ],
  ['debit notes of India', () => thief.call(contract.rejectedSkus.debitNotes, {})],
  ['trace of an invoice', () => thief.call(traceCalls.findTraced, { text: theirQc.invoice_number })],
  ['get-vendors', () => thief.call(dataCalls.getVendors, {})],
  ['post get-vendors', () => thief.call(dataCalls.postVendors, {})],
]

test.each(lists)('%s shows none of another vendor’s rows', async (_, list) => {
  const reply = await list()
  expect(reply.status).toBe(200)
  const text = reply.bytes.toString()
  for (const secret of [
    theirs.order.order_id,
    theirs.shipment_id,
    sku(),
    theirs.sscc,
    theirs.tracking,
    theirs.order.vendor.name,
    theirQc.shipment.order.vendor.name,
    theirQc.returned,
  ])
    expect(text).not.toContain(secret)
})

test('another vendor cannot take a tracking id that is in use, nor learn whose it is', async () => {
  const own = await packedShipment(server)
  const owner = await server.as(own.user)
  const reply = await owner.call(shipmentsCalls.updateShipmentDetails, {
    shipment_id: own.shipment_id,
    version: own.version,
    boxes: [{ box_no: '1', tracking_id: theirs.tracking.toLowerCase() }],
  })
  expect(reply.status).toBe(400)
  expect(reply.body.message).toBe('Invalid box tracking details.')
  expect(reply.bytes.toString()).not.toContain(theirs.shipment_id)
})

test('nothing of the attempts changed a piece', async () => {
  const owner = await server.as(theirs.user)
  const details = await owner.call(shipmentsCalls.getShipmentDetails, { shipment_id: theirs.shipment_id })
  expect(details.body.data.shipment).toMatchObject({ status: 'Awaiting packing', version: theirs.version })
  expect(details.body.data.boxes[0]?.tracking_id).toBe(theirs.tracking)
  expect(await brokenBooks(server.db)).toEqual([])
})
