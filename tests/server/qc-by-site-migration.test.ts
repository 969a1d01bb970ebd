import { sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import { migrate, migrationsFolder } from '../../src/server/database/migrate.ts'
import { qcTabs } from '../../src/shared/areas/qc-boxes/status.ts'
import { contract } from '../../src/shared/areas.ts'
import type { Client } from '../support/client.ts'
import type { TestDatabase } from '../support/database.ts'
import { olderDatabase } from '../support/older-database.ts'
import { qcDisagreements } from '../support/qc.ts'
import { brokenQcBooks } from '../support/qc-books.ts'
import { done } from '../support/qc-world.ts'
import { type TestServer, testServer } from '../support/server.ts'

const {
  receiving: receivingCalls,
  qcBoxes: qcBoxesCalls,
  counting: countingCalls,
  inspection: inspectionCalls,
  qcReports: qcReportsCalls,
  invoices: invoicesCalls,
  returns: returnsCalls,
  trace: traceCalls,
} = contract

/** What an installation can be asked before and after, without a word of sites. */
const asked = {
  boxes: `SELECT stage, count(*)::int, sum(declared)::int, sum(excess)::int, sum(uncounted)::int, sum(to_inspect)::int,
    sum(on_hold)::int, sum(passed)::int, sum(shelved)::int, sum(ready)::int, sum(invoiced)::int, sum(shipped)::int,
    sum(failed)::int, sum(returned)::int, sum(missing)::int, sum(round)::int, sum(inspections)::int, sum(version)::int
    FROM qc_box GROUP BY 1 ORDER BY 1`,
  lines: `SELECT box_id, sku_id, position, round, declared, excess, uncounted, to_inspect, on_hold, passed, shelved, ready,
    invoiced, shipped, failed, returned, missing FROM qc_line ORDER BY 1, 2`,
  moves: `SELECT kind, count(*)::int, sum(quantity)::int, min(id::text), max(id::text) FROM qc_move GROUP BY 1 ORDER BY 1`,
  cases: `SELECT id, box_id, sku_id, kind, quantity, settled, withdrawn_at FROM qc_case ORDER BY 1`,
  inspections: `SELECT id, box_id, number, round, kind, computed, verdict FROM qc_inspection ORDER BY 1`,
  // By which table each was planned is written beside its numbers since.
  lots: `SELECT l.id, l.lot_group, l.lot_key, (l.plan - 'procedure')::text, count(il.*)::int, sum(il.sampled)::int, sum(il.major)::int
    FROM qc_lot l LEFT JOIN qc_inspection_lot il ON il.lot_id = l.id GROUP BY 1 ORDER BY 1`,
  held: 'SELECT * FROM qc_held_look ORDER BY lot_id, box_id, sku_id',
  invoices: `SELECT i.number, i.state, i.total_minor, count(l.*)::int, sum(l.quantity)::int,
    (SELECT count(*)::int FROM invoice_box b WHERE b.invoice_id = i.id AND b.is_live) AS boxes
    FROM invoice i JOIN invoice_line l ON l.invoice_id = i.id GROUP BY i.id ORDER BY 1`,
  notes: `SELECT n.number, n.state, count(*)::int, sum(l.quantity)::int FROM return_note n
    JOIN return_note_line l ON l.note_id = n.id GROUP BY n.id ORDER BY 1`,
} as const

let database: TestDatabase
let before: Record<string, unknown>
let server: TestServer
let lead: Client

async function answers(): Promise<Record<string, unknown>> {
  const all = Object.entries(asked).map(async ([name, query]) => [
    name,
    (await sql.raw(query).execute(database.db)).rows,
  ])
  return Object.fromEntries(await Promise.all(all))
}

const rowsOf = async <T>(query: string) => (await sql.raw<T>(query).execute(database.db)).rows

beforeAll(async () => {
  database = await olderDatabase('0011', 'before-0012')
  before = await answers()
  await migrate(database.pool, migrationsFolder())
  server = await testServer({ db: database.db })
  lead = await server.as('ops-team@demo.selvedge')
}, 120_000)

describe('an installation of the version before', () => {
  it('keeps every row, sum, status, lot, invoice and return note', async () => {
    // Would catch: a table made anew without some of its rows, a status or number that changed on the way.
    expect(await answers()).toEqual(before)
    for (const [name, rows] of Object.entries(before)) expect(rows, name).not.toEqual([])
    const procedures = await rowsOf(`SELECT DISTINCT plan ->> 'procedure' AS procedure FROM qc_lot`)
    expect(procedures).toEqual([{ procedure: 'normal' }])
  })

  it('has a ledger that still tells what stands in the boxes, site by site', async () => {
    // Would catch: lines and moves of one box put at different sites, papers at another site than their pieces.
    expect(await qcDisagreements(server)).toEqual([])
    // The demo wrote down what an invoice took and gave back at one instant in any order.
    const broken = (await brokenQcBooks(server)).filter((each) => !each.includes('only 0 were there'))
    expect(broken).toEqual([])
  })

  it('has every row at the site of its box, and those of boxes that were put back where they were sent', async () => {
    // Would catch: all rows given to the first site, boxes that are at QC no more left out.
    for (const table of [
      'qc_line',
      'qc_case',
      'qc_inspection',
      'qc_move',
      'invoice_box',
      'invoice_line',
      'return_note_line',
    ])
      expect(
        await rowsOf(`SELECT t.box_id FROM ${table} t JOIN box b ON b.id = t.box_id JOIN shipment h ON h.id = b.shipment_id
          LEFT JOIN qc_box q ON q.box_id = t.box_id WHERE t.site_id <> coalesce(q.site_id, h.destination_id)`),
        table,
      ).toEqual([])
    expect(
      await rowsOf(`SELECT l.id FROM qc_lot l JOIN qc_inspection_lot il ON il.lot_id = l.id
        JOIN qc_inspection i ON i.id = il.inspection_id WHERE i.site_id <> l.site_id`),
    ).toEqual([])
    const sites = await rowsOf<{ code: string }>(
      `SELECT DISTINCT d.code FROM qc_move m JOIN site d ON d.id = m.site_id ORDER BY 1`,
    )
    expect(sites.map(({ code }) => code)).toEqual(['CNQC', 'CNQC2'])
    const [gone] = await rowsOf<{ moves: number }>(
      `SELECT count(*)::int AS moves FROM qc_move m WHERE NOT EXISTS (SELECT 1 FROM qc_box q WHERE q.box_id = m.box_id)`,
    )
    expect(gone?.moves).toBeGreaterThan(0)
    // No column keeps the default that filled it: a row that forgets its site is refused.
    expect(
      await rowsOf(`SELECT c.relname FROM pg_attrdef d JOIN pg_attribute a ON a.attrelid = d.adrelid AND a.attnum = d.adnum
        JOIN pg_class c ON c.oid = a.attrelid WHERE a.attname IN ('site_id', 'site_kind')`),
    ).toEqual([])
  })

  it('answers the lists, files and reports of China QC', async () => {
    // Would catch: a query that still asks by the old key, a tab that counts other boxes than it lists.
    const { counts } = await done(lead, qcBoxesCalls.getInwardedBoxes, { part: 'counts' })
    for (const tab of qcTabs) {
      const { rows } = await done(lead, qcBoxesCalls.getInwardedBoxes, { tab, page_size: 200 })
      expect(rows.length, tab).toBe(counts?.[tab])
    }
    const { rows: boxes } = await done(lead, qcBoxesCalls.getInwardedBoxes, { tab: 'all', page_size: 200 })
    for (const box of boxes) {
      const modal = await done(lead, qcBoxesCalls.getQcModal, { box_id: box.sscc })
      const { declared } = box.quantities
      expect(modal.lines.reduce((sum, { quantities }) => sum + quantities.declared, 0)).toBe(declared)
    }
    const invoices = await done(lead, invoicesCalls.getInvoices, { tab: 'all' })
    expect(invoices.rows.map(({ invoice_number }) => invoice_number).sort()).toEqual(
      (before.invoices as { number: string }[]).map(({ number }) => number).sort(),
    )
    const notes = await done(lead, returnsCalls.returnNotes, { page_size: 50 })
    expect(notes.rows.length).toBe((before.notes as unknown[]).length)
    const report = await done(lead, qcReportsCalls.getChinaQcReports, { from: '2026-11-01', to: '2026-12-31' })
    expect(report.totals.boxes_inwarded).toBe(boxes.length)
    const [box] = boxes
    expect(
      (await done(lead, traceCalls.traceLife, { kind: 'box', code: box?.sscc ?? '' })).events.length,
    ).toBeGreaterThan(0)
    expect((await done(lead, receivingCalls.getAwaitingInwardBoxes, {})).rows.length).toBeGreaterThan(0)
  })

  it('goes on where it was: a frozen lot keeps its tally, and a box comes in, is counted, judged and made ready', async () => {
    // Would catch: lots that are not found any more by their keys, commands that write without a site.
    const [lot] = await rowsOf<{ sscc: string; lot_key: string; sampled: number }>(`
      SELECT b.sscc, l.lot_key, (SELECT sum(sampled)::int FROM qc_inspection_lot WHERE lot_id = l.id) AS sampled
      FROM qc_lot l JOIN qc_inspection_lot il ON il.lot_id = l.id JOIN qc_inspection i ON i.id = il.inspection_id
      JOIN qc_box q ON q.box_id = i.box_id JOIN box b ON b.id = q.box_id
      WHERE q.uncounted = 0 AND q.to_inspect + q.on_hold > 0 AND l.lot_group LIKE '%|r' || q.round || '|%' LIMIT 1`)
    const { plans } = await done(lead, qcBoxesCalls.getQcModal, { box_id: lot?.sscc ?? '' })
    const plan = plans.find(({ lot_key }) => lot_key === lot?.lot_key)
    expect([plan?.is_frozen, plan?.tally.sampled]).toEqual([true, lot?.sampled])

    const { rows } = await done(lead, receivingCalls.getAwaitingInwardBoxes, { site: 'CNQC' })
    const box_id = rows[0]?.sscc ?? ''
    const came = await done(lead, receivingCalls.inwardBoxes, { site: 'CNQC', boxes: [{ code: box_id }] })
    expect(came.inwarded).toBe(1)
    const { box, lines } = await done(lead, qcBoxesCalls.getQcModal, { box_id })
    const counted = lines.map(({ nm_sku, quantities }) => ({ nm_sku, counted: quantities.declared }))
    const after = await done(lead, countingCalls.verifyQuantity, { box_id, version: box.version, lines: counted })
    const judged = counted.map(({ nm_sku, counted: passed }) => ({ nm_sku, passed, sampled: passed }))
    await done(lead, inspectionCalls.verifyQcInspection, {
      box_id,
      version: after.box.version,
      lines: judged,
      verdict: 'passed',
    })
    const ready = await done(lead, invoicesCalls.createReadyForInvoice, { box_ids: [box_id] })
    expect(ready.boxes[0]?.status).toBe('QC passed')
    expect(await qcDisagreements(server)).toEqual([])
  })
})
