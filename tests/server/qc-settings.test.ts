import { sql } from 'kysely'
import { beforeAll, beforeEach, expect, it } from 'vitest'
import { readRows } from '../../src/server/sheets/read-rows.ts'
import { quantityValidation } from '../../src/shared/areas/counting/sheets.ts'
import { type QcSettings, qcSettingDefaults } from '../../src/shared/areas/inspection/settings.ts'
import { contract } from '../../src/shared/areas.ts'
import type { Gives } from '../../src/shared/kernel/call.ts'
import type { Client } from '../support/client.ts'
import { boxesAtQc } from '../support/qc.ts'
import { countedBoxes, judgeBox, openBox, passing, stain } from '../support/qc-inspection.ts'
import { type TestServer, testServer } from '../support/server.ts'

const { qcSettings, saveQcSettings } = contract.inspection

let server: TestServer
let lead: Client
let inspector: Client
let begun: Gives<typeof qcSettings>
beforeAll(async () => {
  server = await testServer()
  lead = await named('Huang Jie', 'ops_team')
  inspector = await server.as('china_warehouse_team')
  begun = await read()
})

async function named(name: string, role: 'ops_team' | 'admin'): Promise<Client> {
  const user = await server.makeUser({ role })
  await server.db.updateTable('app_user').set({ name }).where('id', '=', user.id).execute()
  return server.as(user)
}

const read = async () => (await inspector.call(qcSettings, {})).body.data

/** Saves the defaults with what is given, over what stands. */
async function set(part: Partial<QcSettings>): Promise<void> {
  const { version } = await read()
  const reply = await lead.call(saveQcSettings, { settings: { ...qcSettingDefaults, ...part }, version })
  expect(reply.status, JSON.stringify(reply.body)).toBe(200)
}

/** Every change ever told. */
const told = async () =>
  (
    await server.db
      .selectFrom('audit_event')
      .where('entity', '=', 'setting')
      .orderBy('id')
      .select(['entity_id', 'event', 'from_state', 'to_state'])
      .execute()
  ).map(({ entity_id, event, from_state, to_state }) => `${entity_id} ${event} ${from_state} → ${to_state}`)

beforeEach(() => set({}))

it('a new database begins with the defaults that stand beside each setting', () => {
  // Would catch: a screen whose defaults are not those that the house begins with.
  expect(begun).toEqual({
    ...{ settings: qcSettingDefaults, version: expect.any(Number), last_changes: [] },
    style_categories: expect.any(Array),
  })
})

it('those who inspect read them and may not change them; a vendor does neither', async () => {
  // Would catch: an inspector who makes the sample smaller for everybody; a vendor who reads how it is sampled.
  const { version } = await read()
  const settings = { ...qcSettingDefaults, level: 'S-1' as const }
  const vendor = await server.as('vendor')
  expect((await inspector.call(saveQcSettings, { settings, version })).status).toBe(403)
  expect((await vendor.call(saveQcSettings, { settings, version })).status).toBe(403)
  expect((await vendor.call(qcSettings, {})).status).toBe(403)
  for (const role of ['ops_team', 'admin', 'super_admin'] as const) {
    const client = await server.as(role)
    const now = (await client.call(qcSettings, {})).body.data
    expect([
      role,
      (await client.call(saveQcSettings, { settings: now.settings, version: now.version })).status,
    ]).toEqual([role, 200])
  }
  expect((await read()).settings).toEqual(qcSettingDefaults)
})

it('each that changes is told with its old and new value, by whom and when; saved as it was, nothing is', async () => {
  // Would catch: a loosened AQL that nobody can be asked about; a change of one told as a change of all.
  const before = await told()
  await set({ level: 'III', aql_minor: '6.5', blind_count: true })
  expect((await told()).slice(before.length)).toEqual([
    'qc.level setting.changed II → III',
    'qc.aql_minor setting.changed 4.0 → 6.5',
    'qc.blind_count setting.changed false → true',
  ])
  const seen = await read()
  expect(seen.settings).toEqual({ ...qcSettingDefaults, level: 'III', aql_minor: '6.5', blind_count: true })
  const level = seen.last_changes.find(({ setting }) => setting === 'level')
  expect(level).toMatchObject({ from: 'II', to: 'III', changed_by: 'Huang Jie' })
  expect(Math.abs(Date.now() - Date.parse(level?.at ?? ''))).toBeLessThan(60_000)
  expect(seen.last_changes.some(({ setting }) => setting === 'aql_major')).toBe(false)
  await set(seen.settings)
  expect(await told()).toHaveLength(before.length + 3)
  expect((await read()).version).toBe(seen.version)
})

it('of two people who save at once the second is told who was first, and changes nothing', async () => {
  // Would catch: the later save writing over the earlier, or half of each.
  const other = await named('Meera Rao', 'admin')
  const { version } = await read()
  const before = await told()
  const wish = {
    lead: { ...qcSettingDefaults, level: 'I' as const },
    other: { ...qcSettingDefaults, aql_major: '1.5' as const },
  }
  const [first, second] = await Promise.all([
    lead.call(saveQcSettings, { settings: wish.lead, version }),
    other.call(saveQcSettings, { settings: wish.other, version }),
  ])
  expect([first.status, second.status].sort()).toEqual([200, 409])
  const [won, lost, name] = first.status === 200 ? [wish.lead, second, 'Huang Jie'] : [wish.other, first, 'Meera Rao']
  expect(lost.body).toMatchObject({ code: 'stale', details: { changed_by: name } })
  expect((await read()).settings).toEqual(won)
  expect(await told()).toHaveLength(before.length + 1)
})

it('a worse kind of defect never has the looser AQL, and only levels and AQLs of the standard are taken', async () => {
  // Would catch: a house that takes more holes than loose threads; an AQL that the tables do not know, found at the next box.
  const { version } = await read()
  const before = await told()
  const save = async (part: object) => {
    const settings = { ...qcSettingDefaults, ...part }
    const { status, body } = await lead.call(saveQcSettings, { settings, version })
    return [status, body.message, body.details?.fields?.map(({ field }) => field)]
  }
  const major = 'Major defects may not have a looser AQL than minor ones.'
  expect(await save({ aql_major: '6.5' })).toEqual([400, major, ['aql_major']])
  const critical = 'Critical defects may not have a looser AQL than major ones.'
  expect(await save({ aql_critical: '4.0' })).toEqual([400, critical, ['aql_critical']])
  for (const part of [{ aql_minor: '3.0' }, { level: 'IV' }, { lot_scope: 'order' }, { blind_count: 'yes' }])
    expect([part, (await save(part))[0]]).toEqual([part, 400])
  expect(await told()).toEqual(before)
  expect(await read()).toMatchObject({ settings: qcSettingDefaults, version })
  // As loose is not looser.
  expect((await save({ aql_major: '4.0' }))[0]).toBe(200)
})

it('lots that are planned from then on follow; a lot with an inspection keeps its plan', async () => {
  // Would catch: a change that reaches no lot, or one that makes the sample of a lot larger after it was judged.
  const { box, skus, judge, open } = await countedBoxes(server, [[200, 280]])
  const [a = '', b = ''] = skus
  await server.db.updateTable('sku').set({ color: 'Red', color_zh: '红色' }).where('nm_sku', '=', b).execute()
  expect((await judge({ lines: [passing(a, 100, 5)], verdict: 'passed' })).status).toBe(200)
  await set({ level: 'III', aql_minor: '6.5' })
  const plans = new Map((await open()).plans.map((plan) => [plan.color, plan]))
  const before = { level: 'II', aqls: { critical: '0', major: '2.5', minor: '4.0' }, lot_size: 200, sample_size: 32 }
  expect(plans.get('Black')).toMatchObject({ is_frozen: true, ...before, tally: { sampled: 5 } })
  expect(plans.get('Red')).toMatchObject({ is_frozen: false, level: 'III', lot_size: 280, sample_size: 50 })
  expect(plans.get('Red')?.limits.minor).toEqual({ code: 'H', sample_size: 50, accept: 7, reject: 8 })
  expect((await judge({ lines: [passing(a, 100, 27), passing(b, 280, 50)], verdict: 'passed' })).status).toBe(200)
  const saved = (await openBox(lead, box.sscc)).inspections
  expect(saved.map(({ computed }) => computed).sort()).toEqual(['accept', 'open'])
})

it('a box in the frozen lot of its shipment stays there when lots are cut anew', async () => {
  // Would catch: a second sample of pieces that a lot has already, and a lot whose sample is never complete.
  await set({ lot_scope: 'shipment' })
  const { boxes, skus, client, judge } = await countedBoxes(server, [[20], [20]])
  const second = boxes[1]?.sscc ?? ''
  const [sku = ''] = skus
  expect((await judge({ lines: [passing(sku, 20, 5)], verdict: 'passed' })).status).toBe(200)
  await set({ lot_scope: 'box' })
  const { box, plans } = await openBox(client, second)
  expect(plans).toMatchObject([{ scope: 'shipment', is_frozen: true, lot_size: 40, tally: { sampled: 5 } }])
  expect(
    (await judgeBox(client, second, box.version, { lines: [passing(sku, 20, 15)], verdict: 'passed' })).status,
  ).toBe(200)
  const after = await countedBoxes(server, [[20], [20]])
  expect((await after.open()).plans).toMatchObject([{ scope: 'box', is_frozen: false, lot_size: 20 }])
})

it('a lot that was begun when each severity had a sample of its own is judged by these to its end', async () => {
  // Would catch: an inspection half done that is judged by other numbers than it began with.
  const { skus, judge, open } = await countedBoxes(server, [[60]])
  const [sku = ''] = skus
  expect((await judge({ lines: [passing(sku, 30, 10)], verdict: 'passed' })).status).toBe(200)
  const limit = (code: string, sample_size: number, accept: number) => ({
    ...{ code, sample_size, accept, reject: accept + 1 },
  })
  const limits = { critical: limit('E', 13, 0), major: limit('F', 20, 1), minor: limit('E', 13, 1) }
  await sql`UPDATE qc_lot SET plan = jsonb_set(plan, '{limits}', ${JSON.stringify(limits)}::jsonb)
    WHERE id IN (SELECT lot_id FROM qc_inspection_lot il JOIN qc_inspection_line l USING (inspection_id)
      JOIN sku k ON k.id = l.sku_id WHERE k.nm_sku = ${sku})`.execute(server.db)
  const threads = [stain(sku, 2, { severity: 'minor', reason: 'Poor workmanship' })]
  const said = { lines: [{ nm_sku: sku, on_hold: 30, sampled: 10 }], defects: threads, verdict: 'hold' as const }
  expect((await judge(said)).status).toBe(200)
  expect((await open()).plans).toMatchObject([{ limits, computed: 'reject', tally: { sampled: 20, minor: 2 } }])
})

it('where counts are blind, neither the screen nor the sheet to fill in shows what was declared', async () => {
  // Would catch: a blind house whose template has the answers in it.
  const { boxes, client } = await boxesAtQc(server, [[12, 8]])
  const box_id = boxes[0]?.sscc ?? ''
  const declared = async () => {
    const { bytes } = await client.call(contract.counting.downloadPendingQuantityValidation, { box_id })
    const columns = quantityValidation.columns.map((column) => ({ ...column, mayBeEmpty: true }))
    const { rows } = await readRows({ name: 'pending.xlsx', bytes }, { ...quantityValidation, columns })
    return rows.map(({ values }) => values.declared)
  }
  expect([(await openBox(client, box_id)).blind_count, await declared()]).toEqual([false, ['12', '8']])
  await set({ blind_count: true })
  expect([(await openBox(client, box_id)).blind_count, await declared()]).toEqual([true, [null, null]])
})

/** The categories of the styles of SKUs, by their order. */
async function categorise(skus: readonly string[], categories: readonly string[]): Promise<void> {
  for (const [at, nm_sku] of skus.entries()) {
    const { style_id } = await server.db
      .selectFrom('sku')
      .where('nm_sku', '=', nm_sku)
      .select('style_id')
      .executeTakeFirstOrThrow()
    await server.db
      .updateTable('style')
      .set({ category: categories[at] ?? '' })
      .where('id', '=', style_id)
      .execute()
  }
}

const row = (by: 'category' | 'vendor', of: string, part: Partial<QcSettings['stricter'][number]>) => ({
  ...{ by, of, level: null, aql_critical: null, aql_major: null, aql_minor: null },
  ...part,
})

it('of the settings, a category and a vendor the strictest holds, and the plan says whose it is', async () => {
  // Would catch: a vendor on probation, or lingerie, inspected as everything else; a looser row that loosens; an inspection that does not say why it is stricter.
  const world = await countedBoxes(server, [[200]])
  await categorise(world.skus, ['Lingerie'])
  const { supplier_id } = (await world.open()).box
  const stricter = [
    row('category', 'lingerie', { aql_minor: '1.5', level: 'I' }),
    row('category', 'Coats', { aql_major: '0.65' }),
    row('vendor', supplier_id, { level: 'III', aql_minor: '2.5', aql_critical: '6.5', aql_major: '6.5' }),
  ]
  const { version } = await read()
  const wrong = await lead.call(saveQcSettings, { settings: { ...qcSettingDefaults, stricter }, version })
  expect([wrong.status, wrong.body.message]).toEqual([
    400,
    `In the row of “${supplier_id}” worse defects have a looser AQL than lesser ones.`,
  ])
  const rows = stricter.with(2, row('vendor', supplier_id, { level: 'III', aql_minor: '2.5' }))
  await set({ stricter: rows })
  const [plan] = (await world.open()).plans
  expect(plan).toMatchObject({ level: 'III', aqls: { critical: '0', major: '1.5', minor: '1.5' }, by_settings: null })
  expect(plan?.whose).toEqual([
    { what: 'level', by: 'vendor', of: supplier_id },
    { what: 'major', by: 'category', of: 'lingerie' },
    { what: 'minor', by: 'category', of: 'lingerie' },
  ])
  // Judged by it; the record keeps whose it was, also after the rows are gone, and the vendor is not told.
  const [sku = ''] = world.skus
  expect((await world.judge({ lines: [passing(sku, 200, 50)], verdict: 'passed' })).status).toBe(200)
  await set({})
  expect((await world.open()).inspections[0]?.lots[0]).toMatchObject({ level: 'III', whose: plan?.whose })
  const told = await openBox(world.shipment.client, world.box.sscc)
  expect([told.inspections[0]?.lots[0]?.whose, told.settings.changed_by]).toEqual([[], null])
})

it('two styles of a box are each planned by their own category, a whole box by the strictest of both', async () => {
  // Would catch: everything in a box inspected by its worst category; or a mixed lot by whichever style comes first.
  const world = await countedBoxes(server, [[100, 100]])
  const [a = '', b = ''] = world.skus
  const { style_id } = await server.db
    .selectFrom('sku')
    .where('nm_sku', '=', a)
    .select('style_id')
    .executeTakeFirstOrThrow()
  const other = await server.db.selectFrom('style').where('id', '<>', style_id).select('id').executeTakeFirst()
  if (!other) throw new Error('no other style')
  await server.db.updateTable('sku').set({ style_id: other.id, color: 'Red' }).where('nm_sku', '=', b).execute()
  await categorise([a, b], ['Tops', 'Baby'])
  await set({ stricter: [row('category', 'Baby', { aql_major: '1.0' })] })
  const majors = async (scope?: 'box') =>
    (await lead.call(contract.qcBoxes.getQcModal, { box_id: world.box.sscc, ...(scope && { scope }) })).body.data.plans
      .map(({ aqls }) => aqls.major)
      .sort()
  expect(await majors()).toEqual(['1.0', '2.5'])
  expect(await majors('box')).toEqual(['1.0'])
})

it('rows that say nothing, twice the same or of no vendor are refused with whose they are', async () => {
  const save = async (...stricter: ReturnType<typeof row>[]) => {
    const { version } = await read()
    const { status, body } = await lead.call(saveQcSettings, { settings: { ...qcSettingDefaults, stricter }, version })
    return [status, body.message, body.details?.fields?.[0]?.field]
  }
  expect(await save(row('category', 'Tops', {}))).toEqual([
    ...[400, 'The row of “Tops” sets neither a level nor an AQL.', 'stricter'],
  ])
  const twice = [row('category', 'Tops', { level: 'III' }), row('category', ' tops', { level: 'II' })] as const
  expect(await save(...twice)).toEqual([400, 'A category or vendor has two rows: “tops”.', 'stricter'])
  expect(await save(row('vendor', 'V-NOBODY', { level: 'III' }))).toEqual([
    ...[400, 'There is no vendor V-NOBODY.', 'stricter'],
  ])
})

it('a plan that was seen under other settings is refused, naming who changed them; a lot that was begun goes on', async () => {
  // Would catch: 32 looked at as the screen said, and the lot judged by the plan of 50 that a lead saved meanwhile; a word of neither who nor when.
  const { skus, judge, open, box } = await countedBoxes(server, [[200, 280]])
  const [a = '', b = ''] = skus
  await server.db.updateTable('sku').set({ color: 'Red', color_zh: '红色' }).where('nm_sku', '=', b).execute()
  const { settings } = await open()
  await set({ level: 'III' })
  const late = await judge({ lines: [passing(a, 100, 5)], verdict: 'passed', settings_version: settings.version })
  expect([late.status, late.body.message]).toEqual([
    409,
    'Huang Jie has changed the QC settings meanwhile. Please look at the plan again.',
  ])
  expect(late.body.details).toMatchObject({ changed_by: 'Huang Jie', changed_at: expect.any(String) })
  const now = await open()
  expect(now.settings).toMatchObject({ changed_by: 'Huang Jie', version: settings.version + 1 })
  expect(now.inspections).toEqual([])
  const seen = { settings_version: now.settings.version }
  expect((await judge({ lines: [passing(a, 100, 5)], verdict: 'passed', ...seen })).status).toBe(200)
  // What is open in a page hears of it within seconds.
  const watch = async () =>
    (await inspector.call(contract.frame.watchRecord, { entity: 'box', id: box.sscc })).body.data.rules
  const before = await watch()
  expect(before).toBe(now.settings.version + now.checklist.version)
  await set({ level: 'II' })
  expect(await watch()).toBe((before ?? 0) + 1)
})
