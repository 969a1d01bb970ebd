import { sql } from 'kysely'
import { v7 } from 'uuid'
import { beforeAll, describe, expect, it } from 'vitest'
import { countPieces } from '../../src/server/areas/counting/count.ts'
import { qcDiscrepancies } from '../../src/server/areas/counting/discrepancy-rows.ts'
import { judgeBox } from '../../src/server/areas/inspection/judge-box.ts'
import { lockQcBox, type QcBoxFacts, qcBoxesById, qcLineFacts } from '../../src/server/areas/qc-boxes/box-rows.ts'
import { applyQcMoves } from '../../src/server/areas/qc-boxes/ledger.ts'
import { putBack, undoableBoxes } from '../../src/server/areas/qc-boxes/revert.ts'
import type { AtQc } from '../../src/server/areas/qc-boxes/sites.ts'
import { takeIn } from '../../src/server/areas/receiving/take-in.ts'
import type { CallContext, Tx } from '../../src/server/http/call.ts'
import { contract } from '../../src/shared/areas.ts'
import { asItStands } from '../support/as-it-stands.ts'
import { fannedOut } from '../support/fan-out.ts'
import { fillCustoms, someParties } from '../support/invoices.ts'
import { qcDisagreements } from '../support/qc.ts'
import { brokenQcBooks } from '../support/qc-books.ts'
import { type Counted, countedBoxes, passing, savedImage, stain } from '../support/qc-inspection.ts'
import { done } from '../support/qc-world.ts'
import { type TestServer, testServer } from '../support/server.ts'
import { shipToIndia, sumsShown } from '../support/ship-to-india.ts'

const {
  receiving: receivingCalls,
  qcBoxes: qcBoxesCalls,
  inspection: inspectionCalls,
  qcReports: qcReportsCalls,
  invoices: invoicesCalls,
  returns: returnsCalls,
  frame: frameCalls,
  trace: traceCalls,
  shipments: shipmentsCalls,
} = contract

let server: TestServer
let world: Counted
/** The QC centre in India. */
const site = v7()
let work: CallContext
let india: AtQc
let invoice_number: string

beforeAll(async () => {
  server = await testServer()
  await sql`INSERT INTO site (id, code, name, name_zh, kind, country, address, time_zone)
    VALUES (${site}, 'INQC', 'Gurugram QC Centre', '古尔冈质检中心', 'india_qc', 'IN', 'Plot 214', 'Asia/Kolkata')`.execute(
    server.db,
  )
  const user = await server.makeUser({ role: 'india_qc_manager', team: 'india' })
  const caller = { userId: user.id, email: user.email, name: 'Rohan Mehta', role: user.role, team: 'india' as const }
  const session = { vendorId: null, siteIds: [], sessionId: v7(), trueRole: null, mustChangePassword: false }
  work = { caller: { ...caller, ...session }, requestId: 'test', source: 'api' } as Partial<CallContext> as CallContext
  india = { caller: work.caller, sites: 'india_qc' }
  await someParties(server)
  world = await countedBoxes(server, [[12, 8], [5], [4]])
})

const inIndia = <T>(does: (tx: Tx) => Promise<T>) => server.db.transaction().execute(does)

const receive = (sscc: string) =>
  inIndia(async (tx) => {
    const { rows } = await sql<{ id: string }>`SELECT id FROM box WHERE sscc = ${sscc}`.execute(tx)
    await takeIn(tx, work, [{ id: rows[0]?.id ?? '', scanId: null, siteId: site }])
  })

/** A box as India has it, for one of its commands. */
const withBox = (sscc: string, does: (tx: Tx, box: QcBoxFacts) => Promise<unknown>) =>
  inIndia(async (tx) => does(tx, await lockQcBox(tx, india, sscc)))

/** Judges, ships and returns what came to China: of the first box one piece of 12 fails, and goes back. */
async function shipFromChina(): Promise<void> {
  const lead = asItStands(server, await server.as('ops_team'))
  const [first = '', second = ''] = world.skus
  const image = await savedImage(server, world.user.id)
  const judged = await world.judge({
    lines: [{ nm_sku: first, passed: 11, failed: 1, sampled: 12 }, passing(second, 8)],
    defects: [stain(first, 1, { severity: 'minor', image_ids: [image] })],
    verdict: 'mixed',
  })
  expect(judged.status).toBe(200)
  const box_ids = [world.box.sscc]
  await done(world.client, returnsCalls.confirmReturnToVendor, { box_ids, reason: 'Stain', remark: 'oil' })
  await done(world.client, invoicesCalls.createReadyForInvoice, { box_ids })
  await fillCustoms(server)
  const { invoice } = await done(lead, invoicesCalls.createInvoice, { box_ids })
  invoice_number = invoice.invoice_number
  const terms = {
    incoterm: 'FOB',
    port_of_loading: 'Guangzhou',
    port_of_discharge: 'Mumbai',
    transport: 'air',
  } as const
  await done(lead, invoicesCalls.createExportOrder, { invoice_number, ...terms, gross_weight_grams: 9_000 })
  await done(lead, invoicesCalls.confirmShipToIndia, {
    expected: await sumsShown(lead, [invoice_number]),
    action: 'ship',
    invoice_numbers: [invoice_number],
  })
}

/** Of every person. */
async function noticesTold(): Promise<unknown> {
  await fannedOut(server)
  return server.db.selectFrom('notice').select(['user_id', 'kind', 'things', 'count']).orderBy('id').execute()
}

/** Everything that China, its vendor and the trace can be asked about these boxes. */
async function chinaSays(): Promise<Record<string, unknown>> {
  const lead = asItStands(server, await server.as('ops_team'))
  const own = world.shipment.client
  const sscc = world.box.sscc
  const box_ids = world.boxes.map((box) => box.sscc)
  const days = { from: '2026-01-01', to: '2026-12-31' }
  const columns = (['box', 'sscc', 'status', 'passed', 'shipped'] as const).map((id) => ({ id, header: id }))
  const text = async (asked: Promise<{ status: number; bytes: Buffer }>) => {
    const { status, bytes } = await asked
    if (status !== 200) throw new Error(bytes.toString('utf8'))
    return bytes.toString('utf8')
  }
  const [note] = (await done(lead, returnsCalls.returnNotes, {})).rows
  return {
    counts: await done(lead, qcBoxesCalls.getInwardedBoxes, { part: 'counts' }),
    all: await done(lead, qcBoxesCalls.getInwardedBoxes, { tab: 'all' }),
    uncounted: await done(lead, qcBoxesCalls.getInwardedBoxes, { tab: 'inwarded' }),
    missing: await done(lead, qcBoxesCalls.getInwardedBoxes, { tab: 'all', open_case: true }),
    vendors: await done(own, qcBoxesCalls.getInwardedBoxes, { tab: 'all' }),
    modal: await done(lead, qcBoxesCalls.getQcModal, { box_id: sscc }),
    seen: await done(own, qcBoxesCalls.getQcModal, { box_id: sscc }),
    awaiting: await done(lead, receivingCalls.getAwaitingInwardBoxes, {}),
    onWay: await done(lead, receivingCalls.getAwaitingInwardBoxes, { part: 'arrivals' }),
    again: await done(lead, receivingCalls.inwardBoxes, { boxes: [{ code: sscc }] }),
    invoices: await done(lead, invoicesCalls.getInvoices, { tab: 'all' }),
    invoiceCounts: await done(lead, invoicesCalls.getInvoices, { part: 'counts' }),
    details: await done(lead, invoicesCalls.invoiceDetails, { invoice_number }),
    notes: await done(lead, returnsCalls.returnNotes, {}),
    noteCounts: await done(lead, returnsCalls.returnNotes, { part: 'counts' }),
    noteLines: await done(lead, returnsCalls.returnNoteLines, { return_note: note?.return_note ?? '' }),
    toReturn: await done(lead, returnsCalls.returnToVendorSummary, {}),
    ready: await done(lead, invoicesCalls.getBoxesForInvoice, {}),
    toShip: await done(lead, invoicesCalls.shipToIndiaSummary, {}),
    reports: await done(lead, qcReportsCalls.getChinaQcReports, days),
    plan: await done(lead, qcBoxesCalls.planBoxMove, { tab: 'all' }),
    styles: await done(lead, qcBoxesCalls.qcChoices, { of: 'style' }),
    sites: await done(lead, qcBoxesCalls.qcChoices, { of: 'site' }),
    life: await done(lead, traceCalls.traceLife, { kind: 'box', code: sscc }),
    shipment: await done(lead, traceCalls.traceLife, { kind: 'shipment', code: world.shipment_id }),
    ownShipments: await done(own, shipmentsCalls.getShipments, {}),
    list: await text(lead.call(receivingCalls.downloadPlFileBoxWise, { box_ids })),
    report: await text(lead.call(inspectionCalls.downloadQcReport, { box_ids })),
    file: await text(lead.call(frameCalls.exportQcBoxes, { tab: 'all', format: 'csv', columns })),
    arriving: await text(lead.call(receivingCalls.downloadAwaitingInwardBoxesFile, {})),
    notices: await noticesTold(),
  }
}

/** What India finds in the first box: a piece short, a SKU too much, one bad piece. */
async function judgeInIndia(sscc: string): Promise<void> {
  const [first = '', second = ''] = world.skus
  await withBox(sscc, async (tx, box) => {
    const lines = await qcLineFacts(tx, [box])
    const ids = new Map(lines.map((line) => [line.nm_sku, line.sku_id]))
    const counted = new Map([
      [ids.get(first) ?? '', 10],
      [ids.get(second) ?? '', 9],
    ])
    await countPieces(tx, work, box, { counted, isBlind: false })
  })
  await withBox(sscc, async (tx, box) =>
    judgeBox(tx, work, box, await qcLineFacts(tx, [box]), {
      lines: [
        { nm_sku: first, passed: 9, failed: 1, on_hold: 0, sampled: 10, from: 'to_inspect' },
        { nm_sku: second, passed: 9, failed: 0, on_hold: 0, sampled: 9, from: 'to_inspect' },
      ],
      defects: [{ ...stain(first), is_further: false, image_ids: [] }],
      measurements: [],
      image_ids: [],
      verdict: 'mixed',
    }),
  )
}

/** Papers of India about the box, written as they lie in the database. */
async function papersInIndia(sscc: string): Promise<void> {
  const [note, invoice] = [v7(), v7()]
  await withBox(sscc, async (tx, box) => {
    const [line] = (await qcLineFacts(tx, [box])).filter(({ failed }) => failed > 0)
    await sql`INSERT INTO return_note (id, number, vendor_id, site_id, reason, remark, created_by)
      VALUES (${note}, 'IN-RN-1', ${box.vendor_id}, ${site}, 'Stain', 'oil', ${work.caller.userId})`.execute(tx)
    await sql`INSERT INTO return_note_line (note_id, box_id, site_id, sku_id, quantity)
      VALUES (${note}, ${box.box_id}, ${site}, ${line?.sku_id ?? ''}, 1)`.execute(tx)
    const place = { boxId: box.box_id, siteId: site, skuId: line?.sku_id ?? '' }
    await applyQcMoves(tx, work, [{ ...place, kind: 'send_back', quantity: 1, returnNoteId: note, auditId: v7() }])
    await sql`INSERT INTO invoice (id, number, series, serial, issued_on, site_id, currency, consignee_code, exporter,
        consignee, boxes, pieces, total_minor, created_by, state, void_reason)
      SELECT ${invoice}::uuid, 'IN-1', 'IN', 1, issued_on, ${site}::uuid, currency, consignee_code, exporter, consignee, 1, 1, 0,
        created_by, 'VOID', 'a trial' FROM invoice LIMIT 1`.execute(tx)
    await sql`INSERT INTO invoice_box (invoice_id, box_id, site_id, position, is_live)
      VALUES (${invoice}, ${box.box_id}, ${site}, 1, false)`.execute(tx)
  })
}

describe('one box at two sites', () => {
  it('does not come to India while China has it', async () => {
    // Would catch: pieces that are at two places at once.
    await expect(receive(world.box.sscc)).rejects.toMatchObject({ code: 'move_not_allowed' })
    expect((await sql`SELECT 1 FROM qc_box WHERE site_id = ${site}`.execute(server.db)).rows).toEqual([])
  })

  it('comes in with what China shipped, and nothing that China, its vendor or the trace tell changes by it', async () => {
    // Would catch: India's counts, verdicts, lots, papers, notices or events in a list, file, report or life of China, and a box
    // that is "taken in" once more.
    await shipFromChina()
    const before = await chinaSays()
    await receive(world.box.sscc)
    const [came] = await qcBoxesById(server.db, india, [world.box.box_id])
    expect(came).toMatchObject({ site: 'INQC', declared: 19, uncounted: 19, inspections: 0, invoice_number: null })
    await judgeInIndia(world.box.sscc)
    await papersInIndia(world.box.sscc)
    const after = await chinaSays()
    for (const [what, said] of Object.entries(before)) expect(after[what], what).toEqual(said)
    expect(after).toEqual(before)
  })

  it('has both results side by side: quantities, differences, verdicts, lots and ledger', async () => {
    // Would catch: a second inspection number, a round or a tally that goes on where the other country's ended.
    const [there] = await qcBoxesById(server.db, india, [world.box.box_id])
    const [here] = await qcBoxesById(server.db, { ...india, sites: 'china_qc' }, [world.box.box_id])
    expect(here).toMatchObject({ declared: 20, shipped: 19, returned: 1, missing: 0, inspections: 1 })
    expect(there).toMatchObject({ declared: 19, missing: 1, excess: 1, passed: 18, returned: 1, inspections: 1 })
    if (!here || !there) throw new Error('the box is at both')
    expect((await qcDiscrepancies(server.db, there)).map(({ kind, quantity }) => [kind, quantity])).toEqual([
      ['missing', 1],
      ['excess', 1],
    ])
    expect(await qcDiscrepancies(server.db, here)).toEqual([])
    const { rows: lots } = await sql<{ code: string; sampled: number }>`
      SELECT d.code, sum(il.sampled)::int AS sampled FROM qc_lot l JOIN site d ON d.id = l.site_id
      JOIN qc_inspection_lot il ON il.lot_id = l.id
      WHERE l.lot_key IN (SELECT lot_key FROM qc_lot WHERE site_id = ${site}) GROUP BY 1 ORDER BY 1`.execute(server.db)
    expect(lots.map(({ sampled }) => sampled).sort()).toEqual([19, 20])
    const { rows: numbers } = await sql`
      SELECT number FROM qc_inspection WHERE box_id = ${world.box.box_id}`.execute(server.db)
    expect(numbers).toEqual([{ number: 1 }, { number: 1 }])
    expect(await qcDisagreements(server)).toEqual([])
    // The papers of India above are written by hand, with one line less than its ledger would have.
    expect((await brokenQcBooks(server)).filter((each) => !each.includes('IN'))).toEqual([])
  })

  it('is traced by what became of it where the reader sees it', async () => {
    // Would catch: India's people told that a box they judged is "Shipped to India"; China's told India's verdict.
    const status = async (role: 'india_qc_inward_wh' | 'ops_team') =>
      (await done(await server.as(role), traceCalls.traceLife, { kind: 'box', code: world.box.sscc })).status
    expect(await status('india_qc_inward_wh')).toBe('Verified')
    expect(await status('ops_team')).toBe('Shipped to India')
  })

  it('is not taken back by China from its way once India has it', async () => {
    // Would catch: pieces that are in India and in China again.
    const lead = asItStands(server, await server.as('ops_team'))
    const reply = await shipToIndia(lead, {
      ...{ action: 'undo' as const, invoice_numbers: [invoice_number], reason: 'The truck came back' },
    })
    expect([reply.status, reply.body.message]).toEqual([409, 'Box 1 came in at Gurugram QC Centre already.'])
  })

  it('is no match in China for a SKU that only India found in it', async () => {
    // Would catch: a search that goes by the lines of any site.
    const [, , third] = world.boxes
    if (!third) throw new Error('three boxes')
    await sql`INSERT INTO style (id, code, vendor_id, name, name_zh, category)
      SELECT ${v7()}::uuid, 'ST-INDIA', vendor_id, 'Found in India', '印度发现', 'Dress' FROM qc_box LIMIT 1`.execute(
      server.db,
    )
    await sql`INSERT INTO sku (id, nm_sku, style_id, color, color_zh, size, size_rank)
      SELECT ${v7()}::uuid, 'FOUND-IN-INDIA', id, 'Red', '红', 'M', 1 FROM style WHERE code = 'ST-INDIA'`.execute(
      server.db,
    )
    await sql`INSERT INTO qc_line (box_id, site_id, sku_id, position, declared, uncounted)
      SELECT ${world.box.box_id}::uuid, ${site}::uuid, id, 90, 0, 0 FROM sku WHERE nm_sku = 'FOUND-IN-INDIA'`.execute(
      server.db,
    )
    const lead = asItStands(server, await server.as('ops_team'))
    for (const filter of [{ search: 'FOUND-IN-INDIA' }, { style_id: 'ST-INDIA' }])
      expect((await done(lead, qcBoxesCalls.getInwardedBoxes, { tab: 'all', ...filter })).rows).toEqual([])
    expect((await done(lead, qcBoxesCalls.qcChoices, { of: 'style', search: 'ST-INDIA' })).choices).toEqual([])
    await sql`DELETE FROM qc_line WHERE position = 90`.execute(server.db)
  })

  it('goes back in front of India’s door without leaving China’s books', async () => {
    // Would catch: an undo that takes the box away from every site, or sends it on its way from the vendor again.
    const lead = asItStands(server, await server.as('ops_team'))
    const [, second] = world.boxes
    if (!second) throw new Error('two boxes')
    const modal = await done(lead, qcBoxesCalls.getQcModal, { box_id: second.sscc })
    const lines = second.items.map(({ nm_sku, quantity }) => passing(nm_sku, quantity))
    await done(lead, inspectionCalls.verifyQcInspection, {
      ...{ box_id: second.sscc, version: modal.box.version, lines, verdict: 'passed' as const },
    })
    await done(lead, invoicesCalls.createReadyForInvoice, { box_ids: [second.sscc] })
    const { invoice } = await done(lead, invoicesCalls.createInvoice, { box_ids: [second.sscc] })
    const terms = {
      incoterm: 'FOB',
      port_of_loading: 'Guangzhou',
      port_of_discharge: 'Mumbai',
      transport: 'air',
    } as const
    const of = { invoice_number: invoice.invoice_number }
    await done(lead, invoicesCalls.createExportOrder, { ...of, ...terms, gross_weight_grams: 9_000 })
    await done(lead, invoicesCalls.confirmShipToIndia, {
      expected: await sumsShown(lead, [of.invoice_number]),
      action: 'ship',
      invoice_numbers: [of.invoice_number],
    })
    await receive(second.sscc)
    await inIndia(async (tx) => {
      expect([...(await undoableBoxes(tx, india, [second.box_id]))]).toEqual([second.box_id])
      await putBack(tx, work, india, [{ id: second.box_id, scanId: null, box: second }])
    })
    expect(await qcBoxesById(server.db, india, [second.box_id])).toEqual([])
    const { box } = await done(lead, qcBoxesCalls.getQcModal, { box_id: second.sscc })
    expect([box.status, box.quantities.shipped]).toEqual(['Shipped to India', 5])
    const { rows } = await sql<{ is_in: boolean }>`
      SELECT inwarded_at IS NOT NULL AS is_in FROM box WHERE id = ${second.box_id}`.execute(server.db)
    expect(rows).toEqual([{ is_in: true }])
    await done(lead, invoicesCalls.confirmShipToIndia, {
      expected: await sumsShown(lead, [of.invoice_number]),
      ...{ action: 'undo' as const, invoice_numbers: [of.invoice_number], reason: 'The truck came back' },
    })
    expect(await qcDisagreements(server)).toEqual([])
  })
})
