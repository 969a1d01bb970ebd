import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { contract } from '../../src/shared/areas.ts'
import type { Call } from '../../src/shared/kernel/call.ts'
import { asItStands } from './as-it-stands.ts'
import type { Client } from './client.ts'
import { type AtQc, boxesAtQc } from './qc.ts'
import type { TestServer } from './server.ts'

const {
  qcBoxes: qcBoxesCalls,
  counting: countingCalls,
  inspection: inspectionCalls,
  invoices: invoicesCalls,
  returns: returnsCalls,
  photos: photosCalls,
} = contract

/** Boxes of one vendor in every state that somebody could ask about, with their papers. */
export interface QcWorld extends AtQc {
  /** Some of it failed, with a photograph, and went back. */
  returned: string
  /** It passed and is on a live invoice. */
  invoiced: string
  /** It passed and waits for an invoice. */
  ready: string
  /** Nobody counted it. */
  uncounted: string
  image_id: string
  return_note: string
  invoice_number: string
}

const picture = () => readFileSync(join(import.meta.dirname, 'pictures/defect.jpg'))

export async function qcWorld(server: TestServer): Promise<QcWorld> {
  const world = await boxesAtQc(server, [
    [6, 4],
    [5, 5],
    [7, 3],
    [2, 2],
  ])
  const lead = asItStands(server, await server.as('ops_team'))
  const [returned = '', invoiced = '', ready = '', uncounted = ''] = world.boxes.map(({ sscc }) => sscc)
  const { client } = world
  const image = await done(client, photosCalls.uploadReviewImage, { file: { name: 'defect.jpg', bytes: picture() } })
  await judge(world, client, returned, image.image_id)
  await judge(world, client, invoiced)
  await judge(world, client, ready)
  const { return_note } = await done(client, returnsCalls.confirmReturnToVendor, {
    box_ids: [returned],
    reason: 'Stain',
    remark: 'oil on the front',
  })
  await done(client, invoicesCalls.createReadyForInvoice, { box_ids: [invoiced, ready] })
  const parties = [
    { code: 'EXP', kind: 'exporter' as const, name: 'Selvedge China', address: 'Guangzhou', country: 'CN' },
    { code: 'DEL', kind: 'consignee' as const, name: 'Selvedge India', address: 'Delhi', country: 'IN' },
  ]
  const known = (await done(lead, invoicesCalls.tradeParties, {})).parties
  for (const party of parties)
    if (!known.some(({ code }) => code === party.code)) await done(lead, invoicesCalls.saveTradeParty, party)
  const { invoice } = await done(lead, invoicesCalls.createInvoice, {
    box_ids: [invoiced],
    consignee: 'DEL',
    exporter: 'EXP',
  })
  return {
    ...world,
    ...{ returned, invoiced, ready, uncounted },
    image_id: image.image_id,
    return_note: return_note.return_note,
    invoice_number: invoice.invoice_number,
  }
}

/** Everything is counted; one piece of the first SKU fails where there is a picture of it. */
async function judge({ boxes }: AtQc, client: Client, sscc: string, imageId?: string): Promise<void> {
  const items = boxes.find((box) => box.sscc === sscc)?.items ?? []
  const { box } = await done(client, countingCalls.verifyQuantity, {
    box_id: sscc,
    version: await versionOf(client, sscc),
    lines: items.map(({ nm_sku, quantity }) => ({ nm_sku, counted: quantity })),
  })
  const failed = imageId === undefined ? 0 : 1
  const [first] = items
  await done(client, inspectionCalls.verifyQcInspection, {
    box_id: sscc,
    version: box.version,
    lines: items.map(({ nm_sku, quantity }, at) => ({
      nm_sku,
      passed: quantity - (at === 0 ? failed : 0),
      failed: at === 0 ? failed : 0,
      sampled: quantity,
    })),
    defects:
      imageId === undefined || !first
        ? []
        : [{ nm_sku: first.nm_sku, reason: 'Stain', severity: 'minor', units: 1, remark: 'oil', image_ids: [imageId] }],
    verdict: failed > 0 ? 'mixed' : 'passed',
  })
}

export async function versionOf(client: Client, sscc: string): Promise<number> {
  return (await done(client, qcBoxesCalls.getQcModal, { box_id: sscc })).box.version
}

/** The data of a call that must succeed. */
export async function done<C extends Call>(client: Client, call: C, input: Parameters<typeof client.call<C>>[1]) {
  const reply = await client.call(call, input)
  if (reply.status !== 200) throw new Error(`${call.path}: ${JSON.stringify(reply.body)}`)
  return reply.body.data
}
