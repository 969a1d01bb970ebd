import { beforeAll, expect, test } from 'vitest'
import { LABEL_SIZES } from '../../src/shared/areas/labels/rules.ts'
import { contract } from '../../src/shared/areas.ts'
import { scanPictures } from '../support/printed.ts'
import { type TestServer, testServer } from '../support/server.ts'
import { type PackedShipment, packedShipment } from '../support/shipments.ts'
import { pgm } from '../support/zpl/canvas.ts'
import { printZpl } from '../support/zpl/print.ts'

const { labels: labelsCalls, shipments: shipmentsCalls } = contract

let server: TestServer
let made: PackedShipment

beforeAll(async () => {
  server = await testServer()
  made = await packedShipment(server)
})

const reprint = {
  job_id: '0b6f2f0e-3c1d-4f43-9d4e-0d6a4b8e7c11',
  kind: 'shipping',
  title: 'SH-000012, 8 labels',
  printer: 'Desk 2 装箱台',
  copies: 2,
  reason: 'damaged',
} as const

function events(event: string) {
  return server.db.selectFrom('audit_event').selectAll().where('event', '=', event).orderBy('id').execute()
}

// Would catch: a label call that forgets the printer's language, or says it under a name or type that no printer takes.
test('every label call answers ZPL where it is asked for, and a PDF otherwise', async () => {
  const { client, shipment_id, order, sscc } = made
  const items = [{ nm_sku: order.lines[0]?.nm_sku ?? '', copies: 2 }]
  const asked = await client.call(labelsCalls.barcodeLabels, { items: [{ code: sscc, copies: 3 }], kind: 'box' })
  const label_id = asked.body.data.label_url.split('/').at(-1) ?? ''
  const calls = [
    ['shipping_labels', (input: object) => client.call(shipmentsCalls.getShippingLabel, { shipment_id, ...input })],
    ['sku_labels', (input: object) => client.call(shipmentsCalls.getSkusLabel, { shipment_id, ...input })],
    ['sku_labels', (input: object) => client.call(shipmentsCalls.getSkuLabels, { items, ...input })],
    ['barcode_labels', (input: object) => client.call(labelsCalls.getLabelFile, { label_id, ...input })],
    [
      'test_page',
      (input: object) =>
        client.call(labelsCalls.testPage, { width_mm: 100, height_mm: 50, printer: 'Desk 2', ...input }),
    ],
  ] as const
  for (const [name, call] of calls) {
    for (const print_as of ['zpl-203', 'zpl-300'] as const) {
      const zpl = await call({ print_as })
      expect([zpl.status, zpl.headers['content-type']]).toEqual([200, 'application/zpl'])
      expect(zpl.headers['content-disposition']).toContain(`attachment; filename="${name}.zpl"`)
      expect(printZpl(zpl.bytes).labels.length).toBeGreaterThan(0)
    }
    const pdf = await call({})
    expect(pdf.headers['content-type']).toBe('application/pdf')
    expect(pdf.headers['content-disposition']).toContain(`filename="${name}.pdf"`)
    expect(pdf.bytes.subarray(0, 5).toString('latin1')).toBe('%PDF-')
  }
})

// Would catch: a preview in ZPL, which no screen can show; a dialect that the server takes for a PDF.
test('a preview stays a PDF, and an unknown form is refused', async () => {
  const { client, shipment_id } = made
  const preview = await client.call(shipmentsCalls.getShippingLabel, {
    shipment_id,
    preview: true,
    print_as: 'zpl-203',
  })
  expect(preview.headers['content-type']).toBe('application/pdf')
  const unknown = await client.call(shipmentsCalls.getShippingLabel, { shipment_id, print_as: 'zpl-600' as 'zpl-300' })
  expect([unknown.status, unknown.body.code]).toEqual([400, 'invalid_input'])
})

// Would catch: boxes that come out on pages and are missing in ZPL, and a print that leaves no event because it is ZPL.
test('ZPL holds the labels of the PDF, and is a print like it', async () => {
  const { client, shipment_id, sscc } = made
  const before = (await events('labels.shipping')).length
  const zpl = await client.call(shipmentsCalls.getShippingLabel, { shipment_id, print_as: 'zpl-203' })
  const { labels } = printZpl(zpl.bytes)
  const read = (await scanPictures(labels.map((label) => pgm(label)))).flat().map((code) => code.data)
  expect(read).toContain(`00${sscc}`)
  const pdf = (await client.call(shipmentsCalls.getShippingLabel, { shipment_id, preview: true })).bytes.toString(
    'latin1',
  )
  expect(labels).toHaveLength(pdf.match(/\/Type \/Page\b/g)?.length ?? 0)
  expect(await events('labels.shipping')).toHaveLength(before + 1)
})

// Would catch: a test page that is not the paper's size, which is the one thing it is for.
test('the test page has exactly the size asked for, and its codes are read', async () => {
  const { client } = made
  for (const [width_mm, height_mm] of [
    [100, 150],
    [LABEL_SIZES.sku.widthMm, LABEL_SIZES.sku.heightMm],
    [101.6, 152.4],
    [20, 20],
    [5, 5],
  ] as const) {
    const page = { width_mm, height_mm, printer: 'Desk 2 装箱台 ^XZ~JR' }
    const zpl = await client.call(labelsCalls.testPage, { ...page, print_as: 'zpl-203' })
    const [label] = printZpl(zpl.bytes).labels
    expect([label?.width, label?.height]).toEqual([Math.round(width_mm * 8), Math.round(height_mm * 8)])
    const pdf = (await client.call(labelsCalls.testPage, page)).bytes.toString('latin1')
    const [, width, height] = /\/MediaBox \[0 0 (\S+) (\S+)\]/.exec(pdf) ?? []
    expect([Number(width) / 72, Number(height) / 72].map((inches) => Math.round(inches * 2540) / 100)).toEqual([
      width_mm,
      height_mm,
    ])
    if (width_mm < 50 || !label) continue
    const [codes] = await scanPictures([pgm(label)])
    expect(codes?.map((code) => code.type).sort()).toEqual(['CODE-128', 'QR-Code'])
  }
  const small = await client.call(labelsCalls.testPage, { width_mm: 4, height_mm: 50, printer: 'Desk 2' })
  expect(small.status).toBe(400)
})

// Would catch: a second label on a box with nobody knowing who printed it and why; a retry that notes it twice.
test('a reprint is noted once, with who, what, where and why', async () => {
  const key = { 'idempotency-key': 'reprint-1' }
  for (const _ of [1, 2]) {
    const reply = await made.client.call(labelsCalls.recordReprint, { ...reprint, remark: 'torn at the dock' }, key)
    expect(reply.status).toBe(200)
  }
  const noted = await events('labels.reprinted')
  expect(noted).toHaveLength(1)
  const { title, ...details } = reprint
  expect(noted[0]).toMatchObject({
    user_id: made.user.id,
    entity: 'labels',
    entity_id: title,
    details: { ...details, remark: 'torn at the dock' },
  })
})

test('a reprint says why: a reason of the list, and in words where it is another one', async () => {
  const before = (await events('labels.reprinted')).length
  for (const wrong of [
    { ...reprint, reason: 'other' as const },
    { ...reprint, reason: 'other' as const, remark: '   ' },
    { ...reprint, reason: 'bored' as 'other', remark: 'x' },
    { ...reprint, title: 'two\nlines' },
    { ...reprint, copies: 0 },
  ]) {
    const reply = await made.client.call(labelsCalls.recordReprint, wrong)
    expect([reply.status, reply.body.code]).toEqual([400, 'invalid_input'])
  }
  expect(
    (await made.client.call(labelsCalls.recordReprint, { ...reprint, reason: 'other', remark: 'new tape' })).status,
  ).toBe(200)
  expect(await events('labels.reprinted')).toHaveLength(before + 1)
})
