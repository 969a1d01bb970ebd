import { v7 } from 'uuid'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { checkLedgers } from '../../src/server/app/check-ledgers.ts'
import {
  done,
  madePass,
  openedBox,
  type PassWorld,
  passCalls,
  passWorld,
  scanOf,
  sentPass,
} from '../support/gate-passes.ts'
import { boughtInIndia } from '../support/india-boxes.ts'
import { type TestServer, testServer } from '../support/server.ts'
import { makeSite } from '../support/stock.ts'

let server: TestServer
let world: PassWorld

beforeAll(async () => {
  server = await testServer()
})
beforeEach(async () => {
  world = await passWorld(server, { skus: 2, pieces: 10 })
})

const sku = (place: number) => world.skus[place]

describe('the settings of gate passes', () => {
  // Would catch: a site that was set to receive blind and does not, a change that nobody signs, or one that overwrites another's.
  it('say which sites receive blind, and who changed them', async () => {
    const { settings, version } = await done(world.lead, passCalls.getGatePassSettings, {})
    const blind_sites = [world.shop.code]
    const saved = await done(world.lead, passCalls.saveGatePassSettings, {
      settings: { ...settings, blind_sites },
      version,
    })
    expect(saved.settings.blind_sites).toEqual(blind_sites)
    expect(saved.last_changes.find(({ setting }) => setting === 'blind_sites')?.changed_by).toBeTruthy()
    const blindness = async (to_site: string) => {
      const { gate_pass } = await done(world.sender, passCalls.getGatePass, {
        gate_pass: await madePass(world, [], { to_site }),
      })
      return gate_pass.is_blind
    }
    expect([await blindness(world.shop.code), await blindness(world.hub.code)]).toEqual([true, false])
    const late = await world.lead.call(passCalls.saveGatePassSettings, { settings, version })
    expect([late.status, late.body.code]).toEqual([409, 'stale'])
    const nowhere = { ...settings, blind_sites: ['NOSITE'] }
    const unknown = await world.lead.call(passCalls.saveGatePassSettings, { settings: nowhere, version: saved.version })
    expect(unknown.status).toBe(404)
    await done(world.lead, passCalls.saveGatePassSettings, { settings, version: saved.version })
  })

  // Would catch: rates of which only the number changed and that count as nothing new (a list is no text), or half a table that is kept.
  it('keep rates by HSN code as they are said, and refuse what leaves a value without one', async () => {
    const { settings, version } = await done(world.lead, passCalls.getGatePassSettings, {})
    const [last] = settings.tax_rules.slice(-1)
    const rules = { ...last, from: '2027-04-01', hsn_rates: [{ hsn: '4202', percent: 18 }] } as NonNullable<typeof last>
    const next = { ...settings, tax_rules: [...settings.tax_rules, rules] }
    const saved = await done(world.lead, passCalls.saveGatePassSettings, { settings: next, version })
    expect(saved.settings.tax_rules.at(-1)).toEqual(rules)
    const other = {
      ...next,
      tax_rules: [...settings.tax_rules, { ...rules, hsn_rates: [{ hsn: '4202', percent: 12 }] }],
    }
    const again = await done(world.lead, passCalls.saveGatePassSettings, { settings: other, version: saved.version })
    expect(again.settings.tax_rules.at(-1)?.hsn_rates).toEqual([{ hsn: '4202', percent: 12 }])
    const open = { ...other, tax_rules: [{ ...rules, rates: [{ up_to_minor: 5, percent: 5 }] }] }
    const refused = await world.lead.call(passCalls.saveGatePassSettings, { settings: open, version: again.version })
    expect([refused.status, refused.body.message]).toEqual([400, 'The last rate by value has no limit, and only that.'])
    await done(world.lead, passCalls.saveGatePassSettings, { settings, version: again.version })
  })
})

describe('planning by scan', () => {
  // Would catch: a scan that plans twice when it is sent again, a piece that cannot be taken off, or a plan beyond what is free.
  it('puts one piece more on the plan for each scan, once', async () => {
    const gate_pass = await madePass(world)
    const scan = scanOf(sku(0))
    const plan = (scans: (typeof scan)[], action: 'plan' | 'unplan' = 'plan') =>
      done(world.sender, passCalls.planByScan, { gate_pass, action, scans })
    const outcomes = async (...asked: Parameters<typeof plan>) =>
      (await plan(...asked)).results.map(({ outcome }) => outcome)
    expect(await outcomes([scan, scan, scanOf(sku(1)), { code: 'NOBODYS', quantity: 1, scan_id: v7() }])).toEqual([
      ...['planned', 'planned', 'planned', 'unknown'],
    ])
    expect(await outcomes([scan])).toEqual(['planned'])
    const { gate_pass: pass } = await plan([scanOf(sku(0), 2)])
    expect([pass.planned, pass.skus]).toEqual([4, 2])
    expect(await outcomes([scanOf(sku(1)), scanOf(sku(1))], 'unplan')).toEqual(['unplanned', 'not_planned'])
    await done(world.sender, passCalls.confirmGatepass, { gate_pass })
    expect(await outcomes([scanOf(sku(0), 7), scanOf(sku(0))])).toEqual(['planned', 'not_there'])
    expect((await checkLedgers(server.db, 5)).flatMap(({ found }) => found)).toEqual([])
  })
})

describe('the history of a pass', () => {
  // Would catch: a line for each of a thousand scans, a reopening without its reason, or a count that a blind receipt must not tell.
  it('says who did what: scans of one box in one line, and why it was opened again', async () => {
    const gate_pass = await madePass(world, [4])
    const box = await openedBox(world, gate_pass, 'A')
    for (let at = 0; at < 4; at++) await done(world.sender, passCalls.addItem, { box, scans: [scanOf(sku(0))] })
    await done(world.sender, passCalls.updateBox, { boxes: [box], action: 'seal' })
    await done(world.sender, passCalls.submit, { gate_pass })
    await done(world.lead, passCalls.reopen, { gate_pass, reason: 'wrong lorry' })
    const history = (page: object = {}) => done(world.sender, passCalls.gatePassHistory, { gate_pass, ...page })
    const { rows } = await history()
    expect(rows.map(({ event }) => event)).toEqual([
      ...['gate_pass.called_back', 'gate_pass.submitted', 'gate_pass.boxes_changed', 'gate_pass.packed'],
      ...['gate_pass.boxes_opened', 'gate_pass.confirmed', 'gate_pass.made'],
    ])
    expect(rows[0]?.details.reason).toBe('wrong lorry')
    expect([rows[3]?.details.pieces, rows[3]?.since !== null]).toEqual([4, true])
    const first = await history({ page_size: 4 })
    const rest = await history({ page_size: 4, cursor: first.next_cursor })
    expect([...first.rows, ...rest.rows]).toEqual(rows)
  })

  it('does not say to whoever counts blind what was packed', async () => {
    const { gate_pass } = await sentPass(world, [3], { is_blind: true })
    const { rows } = await done(world.receiver, passCalls.gatePassHistory, { gate_pass })
    expect(rows.some(({ details }) => 'pieces' in details || 'planned' in details)).toBe(false)
    const { rows: all } = await done(world.lead, passCalls.gatePassHistory, { gate_pass })
    expect(all.some(({ details }) => details.pieces === 3)).toBe(true)
  })
})

describe('whole boxes of India QC', () => {
  // Would catch: a bought box that cannot go to a shop as it is, arrives with other pieces, or whose pieces stay at QC as well.
  it('go to a shop by their code alone, and arrive by one scan', async () => {
    const bought = await boughtInIndia(server)
    const shop = await makeSite(server.db, 'shop')
    const code = bought.boxes[0]?.sscc ?? ''
    const gate_pass = await madePass(world, [], { from_site: 'INQC', to_site: shop.code })
    const planned = await done(world.sender, passCalls.planByScan, { gate_pass, scans: [{ code, scan_id: v7() }] })
    const pieces = planned.gate_pass.planned ?? 0
    expect([planned.results[0]?.outcome, pieces > 0]).toEqual(['planned', true])
    await done(world.sender, passCalls.confirmGatepass, { gate_pass })
    const added = await done(world.sender, passCalls.addBox, { gate_pass, code, scan_id: v7() })
    expect([added.result?.outcome, added.gate_pass.packed]).toEqual(['packed', pieces])
    await done(world.sender, passCalls.submit, { gate_pass })
    const { results } = await done(world.receiver, passCalls.receiveBox, { boxes: [{ code, scan_id: v7() }] })
    expect(results.map(({ outcome, quantity }) => [outcome, quantity])).toEqual([['received', pieces]])
    const { gate_pass: end } = await done(world.receiver, passCalls.complete, { gate_pass })
    expect([end.status, end.received]).toEqual(['Completed', pieces])
    const { rows } = await done(world.lead, passCalls.stockToSend, { site: shop.code })
    expect(rows.reduce((sum, { free }) => sum + free, 0)).toBe(pieces)
    expect((await checkLedgers(server.db, 5)).flatMap(({ found }) => found)).toEqual([])
  })
})
