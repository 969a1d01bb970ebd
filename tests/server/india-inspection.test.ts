import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import { contract } from '../../src/shared/areas.ts'
import { freshDatabase } from '../support/database.ts'
import { boxesInIndia, type InIndia } from '../support/india-inspection.ts'
import { brokenQcBooks } from '../support/qc-books.ts'
import { passing, savedImage, stain } from '../support/qc-inspection.ts'
import { done } from '../support/qc-world.ts'
import { type TestServer, testServer } from '../support/server.ts'

const { indiaInspection: calls, inspection: chinaCalls, photos, trace, feed, qcBoxes } = contract

let server: TestServer
let pool: Awaited<ReturnType<typeof freshDatabase>>['pool']

beforeAll(async () => {
  const database = await freshDatabase({ poolSize: 12 })
  pool = database.pool
  server = await testServer({ db: database.db })
})

const statusOf = async (world: InIndia) => (await world.open()).box.status

/** Judges the first box: all pieces of both SKUs pass but one of the first, which is stained. */
const oneStained = (world: InIndia, more: object = {}) => {
  const [first = '', second = ''] = world.skus
  return world.judge({
    lines: [{ nm_sku: first, passed: 11, failed: 1, sampled: 12 }, passing(second, 8)],
    defects: [stain(first, 1, { severity: 'minor', ...more })],
    verdict: 'mixed',
  })
}

describe('a box in India', () => {
  it('is opened with what China found of it, and is judged by the same rules in tranches', async () => {
    // Would catch: China's figures taken for India's; a tranche that judges pieces twice; a status in China's words.
    const world = await boxesInIndia(server)
    const [first = '', second = ''] = world.skus
    const before = await world.open()
    expect(before.box).toMatchObject({ status: 'Received', quantities: { declared: 20, to_inspect: 20, passed: 0 } })
    expect(before.china.map(({ nm_sku, passed, failed, disagreed }) => [nm_sku, passed, failed, disagreed])).toEqual([
      [first, 12, 0, 0],
      [second, 8, 0, 0],
    ])
    expect(before.plans.map(({ sample_size, is_frozen }) => [sample_size, is_frozen])).toEqual([[5, false]])
    const part = await world.judge({ lines: [passing(first, 6)], verdict: 'passed' })
    expect([part.status, part.body.data.box.status]).toEqual([200, 'Inspected in part'])
    const rest = await world.judge({
      lines: [{ nm_sku: first, passed: 5, failed: 1, sampled: 6 }, passing(second, 8)],
      defects: [stain(first, 1, { severity: 'minor' })],
      verdict: 'mixed',
    })
    expect([rest.status, rest.body.data.box.status]).toEqual([200, 'Rejected, to reconcile'])
    const after = await world.open()
    expect(after.box.quantities).toMatchObject({ passed: 19, failed: 1, to_inspect: 0 })
    expect(after.china.map(({ disagreed }) => disagreed)).toEqual([1, 0])
    expect(after.plans.map(({ kind, is_frozen }) => [kind, is_frozen])).toEqual([
      ['inspection', true],
      ['reinspection', false],
    ])
    expect(after.history.map(({ event }) => event)).toContain('box.inspected')
    const china = await done(await server.as('ops_team'), qcBoxes.getQcModal, { box_id: world.box.sscc })
    expect(china.box).toMatchObject({ status: 'Shipped to India', quantities: { shipped: 20, failed: 0 } })
    expect(await brokenQcBooks(server)).toEqual([])
  })

  it('takes photographs, measurements and holds as China does', async () => {
    // Would catch: a photograph of India that its manager cannot add or see; a hold without a word of why.
    const world = await boxesInIndia(server)
    const [first = '', second = ''] = world.skus
    const user = await server.makeUser({ role: 'india_qc_manager', team: 'india' })
    const manager = await server.as(user)
    const image = await savedImage(server, user.id)
    const said = {
      lines: [{ nm_sku: first, passed: 10, failed: 1, on_hold: 1, sampled: 12 }, passing(second, 8)],
      defects: [stain(first, 1, { severity: 'minor' as const, image_ids: [image] })],
      measurements: [{ nm_sku: first, piece: 1, point: 'Chest', spec_mm: 500, tolerance_mm: 10, actual_mm: 520 }],
      verdict: 'mixed' as const,
    }
    const wordless = await world.judge({ ...said, remark: '' }, { by: manager })
    expect([wordless.status, wordless.body.message]).toEqual([400, 'Please say in the remark why pieces are on hold.'])
    expect((await world.judge(said, { by: manager })).status).toBe(200)
    const { inspections, box } = await world.open()
    expect(box.quantities.on_hold).toBe(1)
    expect(inspections).toMatchObject([
      { number: 1, verdict: 'mixed', defects: [{ image_ids: [image] }], measurements: [{ actual_mm: 520 }] },
    ])
    expect((await manager.call(photos.qcImage, { image_id: image })).status).toBe(200)
    // Of the vendor it is nobody's business.
    expect((await world.shipment.client.call(photos.qcImage, { image_id: image })).status).toBe(404)
  })

  it('is overruled, planned looser and passed uninspected by a lead of India alone, with a reason', async () => {
    // Would catch: China's lead right asked in India: its manager, or nobody, could overrule.
    const world = await boxesInIndia(server, [[25, 20]])
    const [first = '', second = ''] = world.skus
    const against = { lines: [passing(first, 25, 0), passing(second, 20, 0)], verdict: 'passed' as const }
    const lead = await server.as('ops')
    expect((await world.judge({ ...against, override_reason: 'In a hurry' })).status).toBe(403)
    const looser = { lines: [passing(first, 25, 5)], level: 'S-1' as const, verdict: 'passed' as const }
    expect((await world.judge({ ...looser, looser_reason: 'In a hurry' })).status).toBe(403)
    const { version } = (await world.open()).box
    const skip = { box_id: world.box.sscc, version, reason: 'Known vendor' }
    expect((await world.manager.call(calls.skipQcInspection, skip)).status).toBe(403)
    expect((await world.judge(against, { by: lead })).status).toBe(400)
    expect((await world.judge({ ...against, override_reason: 'In a hurry' }, { by: lead })).status).toBe(200)
    expect(await statusOf(world)).toBe('Verified')

    const other = await boxesInIndia(server)
    const skipped = await done(lead, calls.skipQcInspection, {
      ...{ box_id: other.box.sscc, version: (await other.open()).box.version, reason: 'Known vendor' },
    })
    expect(skipped.box).toMatchObject({ status: 'Verified', quantities: { passed: 20 } })
  })

  it('goes back to QC whole or by its styles, and is inspected anew', async () => {
    // Would catch: a revert that takes China's box, or counts the old tally on.
    const world = await boxesInIndia(server)
    expect((await oneStained(world)).status).toBe(200)
    const back = await done(world.manager, calls.revertBoxToQc, { box_ids: [world.box.sscc], reason: 'Wrong box' })
    expect(back.boxes).toMatchObject([{ status: 'Inspected in part', quantities: { to_inspect: 20, failed: 0 } }])
    expect((await world.open()).plans).toMatchObject([{ is_frozen: false, tally: { sampled: 0 } }])
    expect((await oneStained(world)).status).toBe(200)
    const style_id = (await world.open()).lines[0]?.style_id ?? ''
    const styles = await done(world.manager, calls.revertStylesToQualityInspection, {
      ...{ styles: [{ box_id: world.box.sscc, style_id }], reason: 'Again' },
    })
    expect(styles.boxes).toMatchObject([{ quantities: { to_inspect: 20 } }])
    expect(await brokenQcBooks(server)).toEqual([])
  })

  it('is counted again, and its differences settled', async () => {
    // Would catch: a recount that moves China's pieces, or an outcome that China's people own.
    const world = await boxesInIndia(server)
    const [first = '', second = ''] = world.skus
    const box_id = world.box.sscc
    const step = async (more: object) =>
      done(world.receiver, calls.verifyQuantity, { box_id, version: (await world.open()).box.version, ...more })
    await step({ action: 'recount' })
    const counted = await step({
      lines: [
        { nm_sku: first, counted: 10 },
        { nm_sku: second, counted: 9 },
      ],
    })
    expect(counted.box.quantities).toMatchObject({ missing: 2, excess: 1, to_inspect: 19 })
    const [missing] = counted.cases.filter(({ kind }) => kind === 'missing')
    const settled = await step({
      ...{ action: 'settle', outcomes: [{ case_id: missing?.case_id, outcome: 'claim', quantity: 2 }] },
    })
    expect(settled.cases.filter(({ is_open }) => is_open).map(({ kind }) => kind)).toEqual(['excess'])
    expect(await brokenQcBooks(server)).toEqual([])
  })

  it('is told in the trace box and in the feed to those who work there, and to no vendor', async () => {
    // Would catch: India's verdicts in a vendor's life of its box, or missing in the life that India looks at.
    const world = await boxesInIndia(server)
    await oneStained(world)
    const of = { kind: 'box' as const, code: world.box.sscc }
    const seen = await done(world.manager, trace.traceLife, of)
    expect(seen.facts).toContainEqual({ label: 'Rejected in India', count: 1 })
    expect(seen.events).toContainEqual(
      expect.objectContaining({
        event: 'box.inspected',
        to: 'Rejected, to reconcile',
        of: expect.objectContaining(of),
      }),
    )
    const theirs = await done(world.shipment.client, trace.traceLife, of)
    expect(JSON.stringify(theirs)).not.toContain('India QC')
    expect(theirs.events.filter(({ to }) => to === 'Rejected, to reconcile')).toEqual([])
    expect(theirs.facts.map(({ label }) => label)).not.toContain('Rejected in India')
    const follow = async (client: typeof world.manager, kind: string) =>
      (await client.call(feed.getEvents, { kind })).status
    expect(await follow(world.manager, 'box_in_india')).toBe(200)
    expect(await follow(world.shipment.client, 'box_in_india')).toBe(403)
    expect((await world.shipment.client.call(calls.getQcInspection, { box_id: world.box.sscc })).status).toBe(403)
  })
})

describe('India’s settings', () => {
  it('are its own: a change leaves China’s as they are, and is planned by from then on', async () => {
    // Would catch: one row of settings for both countries; a plan in India by China's level.
    const lead = await server.as('ops')
    const china = await done(lead, chinaCalls.qcSettings, {})
    const { settings, version } = await done(lead, calls.qcSettings, {})
    expect(settings).toEqual(china.settings)
    const manager = await server.as('india_qc_manager')
    const change = { settings: { ...settings, lot_scope: 'box' as const, level: 'III' as const }, version }
    expect((await manager.call(calls.saveQcSettings, change)).status).toBe(403)
    const saved = await done(lead, calls.saveQcSettings, change)
    expect(saved.last_changes.map(({ setting }) => setting).sort()).toEqual(['level', 'lot_scope'])
    expect(await done(lead, chinaCalls.qcSettings, {})).toEqual(china)
    const world = await boxesInIndia(server)
    expect((await world.open()).plans).toMatchObject([{ scope: 'box', level: 'III', sample_size: 20 }])
    await done(lead, calls.saveQcSettings, { settings, version: saved.version })
  })
})

describe('the inspection that is offered', () => {
  it('is tightened once two of the vendor’s last lots in India were refused, and says so', async () => {
    // Would catch: a proposal by China's lots, by another vendor's, or by lots that are still open.
    const first = await boxesInIndia(server, [[15], [15], [15]])
    expect((await first.open()).proposal).toMatchObject({
      procedure: 'normal',
      plan_procedure: 'normal',
      level: 'II',
      takes_lead: false,
      lots: [],
    })
    const [sku = ''] = first.skus
    for (const { sscc } of first.boxes.slice(0, 2)) {
      const refused = await first.judge(
        { lines: [{ nm_sku: sku, failed: 15, sampled: 15 }], defects: [stain(sku, 5)], verdict: 'failed' },
        { ref: sscc },
      )
      expect(refused.status).toBe(200)
    }
    const third = first.boxes[2]?.sscc ?? ''
    const { proposal } = await first.open(third)
    expect(proposal).toMatchObject({
      ...{ procedure: 'tightened', values: { refused: 2, lots: 2, accepted: 0 }, takes_lead: false },
      ...{ plan_procedure: 'tightened', level: 'II', aqls: { critical: '0', major: '2.5', minor: '4.0' } },
      lots: [{ accepted: false }, { accepted: false }],
    })
    // It is followed by anybody, and forced on nobody.
    const { plan_procedure: procedure, level, aqls } = proposal
    const asProposed = { lines: [passing(sku, 15)], ...{ procedure, level, aqls }, verdict: 'passed' as const }
    expect((await first.judge(asProposed, { ref: third })).status).toBe(200)
    const { plans } = await first.open(third)
    expect(plans).toMatchObject([
      { procedure: 'tightened', is_frozen: true, sample_size: 15, limits: { major: { accept: 1 } } },
    ])
    const stranger = await boxesInIndia(server)
    expect((await stranger.open()).proposal.procedure).toBe('normal')
  })
})

describe('where India does not find what China found', () => {
  it('is told by vendor, style and the inspector in China, and per SKU in india_qc_report.csv', async () => {
    // Would catch: India's failures counted twice after a revert, or a rate of pieces that nobody judged.
    const world = await boxesInIndia(server)
    await oneStained(world)
    await done(world.manager, calls.revertBoxToQc, { box_ids: [world.box.sscc], reason: 'Again' })
    await oneStained(world)
    const { supplier_id } = (await world.open()).box
    for (const by of ['vendor', 'style'] as const) {
      const { rows } = await done(world.manager, calls.getDisagreement, { by, supplier_id })
      expect(rows).toMatchObject([{ boxes: 1, judged: 20, failed: 1, skipped: 0, rate_bp: 500 }])
    }
    const file = await world.manager.call(calls.downloadDisagreement, { by: 'vendor', supplier_id })
    expect(file.bytes.toString('utf8')).toContain(`${supplier_id},`)
    const report = await world.manager.call(calls.downloadQcReport, { supplier_id })
    const rows = report.bytes.toString('utf8').trim().split('\r\n').slice(1)
    expect(rows).toHaveLength(2)
    expect(rows.filter((row) => row.endsWith('1,yes'))).toHaveLength(1)
    expect((await world.receiver.call(calls.downloadQcReport, { supplier_id })).status).toBe(403)
  })
})

describe('at once', () => {
  it('of two who judge one box, one is told that the other was first; no piece is judged twice', async () => {
    // Would catch: two verdicts on the same pieces.
    const world = await boxesInIndia(server)
    const [first = '', second = ''] = world.skus
    const { version } = (await world.open()).box
    const other = await server.as('ops')
    const said = { lines: [passing(first, 12), passing(second, 8)], verdict: 'passed' as const }
    const replies = await Promise.all([world.judge(said, { version }), world.judge(said, { version, by: other })])
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 409])
    expect((await world.open()).inspections).toHaveLength(1)
    expect(await brokenQcBooks(server)).toEqual([])
  })

  it('nothing is half judged when the database cuts the connection in the middle; sent again it is judged once', async () => {
    // Would catch: an inspection without its moves, or one that its repetition writes twice.
    const world = await boxesInIndia(server)
    const [first = '', second = ''] = world.skus
    const { version } = (await world.open()).box
    const said = { lines: [passing(first, 12), passing(second, 8)], verdict: 'passed' as const }
    const send = () => world.judge(said, { version, key: 'cut-in-the-middle-1' })
    // Its pieces are held, so that the inspection is written and waits for them.
    await server.db.transaction().execute(async (tx) => {
      await sql`SELECT 1 FROM qc_line WHERE box_id = ${world.box.box_id} FOR UPDATE`.execute(tx)
      const cut = send()
      for (let tries = 0; tries < 200; tries += 1) {
        const { rowCount } = await pool.query(
          `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
            WHERE datname = current_database() AND wait_event_type = 'Lock'`,
        )
        if ((rowCount ?? 0) > 0) break
        await sleep(20)
      }
      expect((await cut).status).toBeGreaterThanOrEqual(500)
    })
    expect(await world.open()).toMatchObject({ inspections: [], box: { version, quantities: { to_inspect: 20 } } })
    expect((await send()).status).toBe(200)
    expect((await send()).status).toBe(200)
    expect((await world.open()).inspections).toHaveLength(1)
    expect(await brokenQcBooks(server)).toEqual([])
  })
})
