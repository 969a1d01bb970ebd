import { sql } from 'kysely'
import { v7 } from 'uuid'
import { beforeAll, describe, expect, it } from 'vitest'
import { checkLedgers } from '../../src/server/app/check-ledgers.ts'
import { planTask } from '../../src/server/areas/allocation/calculate.ts'
import { inTransaction } from '../../src/server/database/database-errors.ts'
import { JobStopped } from '../../src/server/jobs/define-job.ts'
import { contract } from '../../src/shared/areas.ts'
import {
  bring,
  bringShops,
  calculated,
  allocationCalls as calls,
  indiaDay,
  madeTask,
  ok,
} from '../support/allocation.ts'
import type { Client } from '../support/client.ts'
import { quick, untilState, workOf } from '../support/jobs.ts'
import { type TestServer, testServer } from '../support/server.ts'
import { aMove, at, moved } from '../support/stock.ts'

const passes = contract.gatePasses

let server: TestServer
let admin: Client
let retail: Client
let warehouse: Client
beforeAll(async () => {
  server = await testServer({ jobs: { times: quick } })
  await server.app.ready()
  admin = await server.as('admin')
  retail = await server.as('retail_admin')
  warehouse = await server.as('warehouse')
  await bringShops(admin)
})

const black = { style_id: 'TP1', color: 'Black' }
const found = (task_id: string) => ok(retail, calls.getAllocation, { task_id })
const versionOf = async (task_id: string) => (await found(task_id)).task.version
const gridOf = (task_id: string, color = 'Black') =>
  ok(retail, calls.allocationGrid, { task_id, style_id: 'TP1', color })
const cellsOf = async (task_id: string, color = 'Black') =>
  Object.fromEntries(
    (await gridOf(task_id, color)).cells.map((cell) => [`${cell.store} ${cell.nm_sku}`, cell] as const),
  )
const lock = async (task_id: string, ...cells: { store: string; nm_sku: string; pieces: number | null }[]) =>
  retail.call(calls.lockAllocationCells, { task_id, version: await versionOf(task_id), cells })
const shortlisted = async (task_id: string) =>
  ok(retail, calls.shortlistOutwards, { task_id, version: await versionOf(task_id), all: true })
const frozen = async (task_id: string, by = retail) =>
  by.call(calls.submitOutwards, { task_id, version: await versionOf(task_id) })
const reject = async (task_id: string) =>
  ok(retail, calls.rejectAllocation, { task_id, version: await versionOf(task_id), reason: 'Only a test' })
const reserved = async () => {
  const { rows } = await sql<{ pieces: number }>`
    SELECT coalesce(sum(quantity), 0)::int AS pieces FROM reservation WHERE document_type = 'allocation'`.execute(
    server.db,
  )
  return rows[0]?.pieces
}
const differences = async () => (await checkLedgers(server.db, 10)).flatMap(({ found: all }) => all)

describe('a plan', () => {
  // Would catch: rates of the wrong days, stock counted twice, a plan whose parts do not fit together.
  it('gives each store by what it sells there, has and gets, and says why', async () => {
    const { task_id } = await madeTask(retail)
    const { task, totals } = await calculated(server, retail, task_id)
    expect([task.state, task.stores, task.styles, task.rates_as_of]).toEqual(['CALCULATED', 2, 2, indiaDay(0)])
    const cells = await cellsOf(task_id)
    // One a day for 2 + 8 days.
    expect(cells['SDEL TP1BLK-M']).toMatchObject({ rate: 1, sold_30: 20, days_30: 20, target: 10, need: 10, given: 10 })
    // One every other day: 0.5 × 4/7 + 0.3 × 8/15 + 0.2 × 10/20 = 0.5457 a day.
    expect(cells['SPUN TP1BLK-M']).toMatchObject({ rate: 0.5457, target: 6, need: 6, given: 6, limit: 'met' })
    // L never sold: the mean of the category's others stands for it, and no days.
    expect(cells['SDEL TP1BLK-L']).toMatchObject({ sold_30: 0, days_30: null })
    for (const cell of Object.values(cells))
      expect(cell.need + cell.extra - cell.cut - cell.unset - cell.short).toBe(
        cell.core + cell.shown + cell.share + cell.fill,
      )
    // Ivory has its S at SPUN alone: SDEL could have no minimum set.
    const ivory = await cellsOf(task_id, 'Ivory')
    expect(ivory['SDEL TP1IVO-M']).toMatchObject({ given: 0, limit: 'no_set' })
    expect(ivory['SPUN TP1IVO-M']?.given).toBeGreaterThan(0)
    const { rows } = await ok(retail, calls.allocationOutwards, { task_id })
    expect(rows.reduce((sum, row) => sum + row.quantity, 0)).toBe(totals.given)
    expect(rows.reduce((sum, row) => sum + row.quantity, 0)).toBe(task.pieces)
    expect(task.retail_value_minor).toBe(task.pieces * 100_000)
    await reject(task_id)
  })

  it('plans round locked cells, and the same again gives the same', async () => {
    const { task_id } = await madeTask(retail)
    await calculated(server, retail, task_id)
    const before = await gridOf(task_id)
    await calculated(server, retail, task_id)
    expect(await gridOf(task_id)).toEqual(before)
    expect((await lock(task_id, { store: 'SPUN', nm_sku: 'TP1BLK-M', pieces: 25 })).status).toBe(200)
    expect((await found(task_id)).task.is_outdated).toBe(true)
    await calculated(server, retail, task_id)
    const cells = await cellsOf(task_id)
    expect(cells['SPUN TP1BLK-M']).toMatchObject({ given: 25, locked: 25, limit: 'locked' })
    expect(cells['SDEL TP1BLK-M']).toMatchObject({ given: 5, short: 5, limit: 'stock' })
    await lock(task_id, { store: 'SPUN', nm_sku: 'TP1BLK-M', pieces: null })
    await calculated(server, retail, task_id)
    expect(await gridOf(task_id)).toEqual(before)
    await reject(task_id)
  })

  // Would catch: totals that do not add up, a locked cell that is left out of them, warnings of other stores than the plan leaves so.
  it('has totals that add up with locked cells, and names stores over their target and core sizes that they lack', async () => {
    const { task_id } = await madeTask(retail)
    await calculated(server, retail, task_id)
    await lock(
      task_id,
      { store: 'SDEL', nm_sku: 'TP1BLK-M', pieces: 1 },
      { store: 'SPUN', nm_sku: 'TP1BLK-M', pieces: 20 },
    )
    const { totals } = await calculated(server, retail, task_id)
    expect(totals.need + totals.extra - totals.cut - totals.unset - totals.short).toBe(totals.given)
    const { rows } = await ok(retail, calls.allocationStyles, { task_id })
    for (const { need, extra, cut, unset, short, given } of rows) expect(need + extra - cut - unset - short).toBe(given)
    expect((await ok(retail, calls.allocationStyles, { task_id, is_over: true })).rows).toMatchObject([
      { ...black, over_stores: 1 },
    ])
    // Of Ivory the S lies at SPUN alone, and no M but what it gets.
    const ivory = await gridOf(task_id, 'Ivory')
    expect(ivory.stores.map(({ site, broken }) => [site, broken])).toContainEqual(['SPUN', []])
    const line = (await ok(retail, calls.allocationOutwards, { task_id, store: 'SPUN', search: 'TP1BLK-M' })).rows[0]
    expect(line).toMatchObject({ limit: 'locked', need: (await cellsOf(task_id))['SPUN TP1BLK-M']?.need })
    await reject(task_id)
  })

  // Would catch: styles of another season that are given away, a season that nobody sells taken without a word.
  it('is of the seasons that are asked for', async () => {
    await bring(admin, 'styles', ['Style,Season', 'TP1,Summer', 'DR1,Winter'])
    const { settings: usual } = await ok(retail, calls.getAllocationConfig, {})
    const { least_rate_thousandths: _, ...settings } = usual
    const wish = { name: 'Seasons', categories: ['Tops', 'Dresses'], sources: ['WDEL'], settings }
    const refused = await retail.call(calls.createAllocation, { ...wish, seasons: ['Summer', 'Spring'] })
    expect([refused.status, JSON.stringify(refused.body)]).toEqual([400, expect.stringContaining('seasons.1')])
    const none = await retail.call(calls.createAllocation, { ...wish, seasons: ['Winter'] })
    expect([none.status, JSON.stringify(none.body)]).toEqual([400, expect.stringContaining('free piece')])
    const { task } = await ok(retail, calls.createAllocation, { ...wish, seasons: ['Summer'] })
    expect([task.seasons, task.styles]).toEqual([['Summer'], 2])
    const { rows } = await ok(retail, calls.allocationTasks, { tab: 'all', season: 'Summer' })
    expect(rows.map(({ task_id }) => task_id)).toEqual([task.task_id])
    await reject(task.task_id)
  })

  // Would catch: lists, sums and values that count lines which stay at the warehouse.
  it('counts what goes out: of the shortlist, once there is one', async () => {
    const { task_id } = await madeTask(retail)
    const { task, totals } = await calculated(server, retail, task_id)
    expect(task.pieces).toBe(totals.given)
    const { rows } = await ok(retail, calls.allocationOutwards, { task_id })
    const [first] = rows
    if (first === undefined) throw new Error('the plan has no line')
    await ok(retail, calls.shortlistOutwards, { task_id, version: task.version, line_ids: [first.line_id] })
    const after = await found(task_id)
    expect([after.task.pieces, after.task.retail_value_minor]).toEqual([first.quantity, first.quantity * 100_000])
    expect(after.pieces_by_choice).toEqual({
      ...{ offered: totals.given - first.quantity, shortlisted: first.quantity, removed: 0 },
    })
    // Styles and the plan's sum say the same, and what stays.
    const styles = (await ok(retail, calls.allocationStyles, { task_id })).rows
    const chosen = styles.find(({ style_id, color }) => style_id === first.style_id && color === first.color)
    expect([chosen?.choice, chosen?.given, chosen?.stores]).toEqual(['shortlisted', first.quantity, 1])
    expect(styles.reduce((sum, { given }) => sum + given, 0)).toBe(first.quantity)
    for (const { need, extra, cut, unset, short, left_out, given } of styles)
      expect(need + extra - cut - unset - short - left_out).toBe(given)
    expect(after.totals).toMatchObject({ given: first.quantity, left_out: totals.given - first.quantity, styles: 1 })
    expect((await ok(retail, calls.allocationStyles, { task_id, tab: 'shortlisted' })).rows).toHaveLength(1)
    const summary = await ok(retail, calls.outwardsSummary, { task_id })
    expect([summary.pieces, summary.by_store.length, summary.pieces_without_mrp]).toEqual([first.quantity, 1, 0])
    expect(after.history.map(({ event }) => event)).toEqual([
      ...['allocation.chosen', 'allocation.calculated', 'allocation.created'],
    ])
    const taken = { task_id, version: after.task.version, line_ids: [first.line_id] }
    await ok(retail, calls.removeOutwards, taken)
    const { limit, choice } = (await ok(retail, calls.allocationOutwards, { task_id })).rows[0] ?? {}
    expect([choice, limit]).toEqual(['removed', null])
    expect((await found(task_id)).totals).toMatchObject({
      given: totals.given - first.quantity,
      left_out: first.quantity,
    })
    await reject(task_id)
  })

  // Would catch: a set that is torn by hand and still counts as whole, a warning that stays when the line comes back or the whole style stays away.
  it('says which core sizes a store lacks once lines are taken out', async () => {
    const { task_id } = await madeTask(retail)
    await calculated(server, retail, task_id)
    const { rows } = await ok(retail, calls.allocationOutwards, { task_id, store: 'SDEL', search: 'TP1BLK' })
    const ids = (size: string) => rows.flatMap(({ line_id, nm_sku }) => (nm_sku.endsWith(size) ? [line_id] : []))
    const take = async (call: typeof calls.removeOutwards | typeof calls.shortlistOutwards, line_ids: string[]) =>
      ok(retail, call, { task_id, version: await versionOf(task_id), line_ids })
    const broken = async () => {
      const { style, stores } = await gridOf(task_id)
      const listed = (await ok(retail, calls.allocationStyles, { task_id, is_broken: true, search: 'Black' })).rows
      expect(listed.map(({ broken_stores }) => broken_stores)).toEqual(style.broken_stores > 0 ? [1] : [])
      return stores.find(({ site }) => site === 'SDEL')?.broken
    }
    expect(await broken()).toEqual([])
    await take(calls.removeOutwards, ids('-M'))
    expect(await broken()).toEqual(['M'])
    const lines = (await ok(retail, calls.allocationOutwards, { task_id, tab: 'removed' })).rows
    expect(lines.map(({ nm_sku, limit }) => [nm_sku, limit])).toEqual(ids('-M').map(() => ['TP1BLK-M', 'torn']))
    await take(
      calls.removeOutwards,
      rows.map(({ line_id }) => line_id),
    )
    expect(await broken()).toEqual([])
    await take(
      calls.shortlistOutwards,
      rows.map(({ line_id }) => line_id),
    )
    expect(await broken()).toEqual([])
    await reject(task_id)
  })

  it('tries other settings beside what is saved, and changes nothing', async () => {
    const { task_id } = await madeTask(retail)
    const { totals, settings, task } = await calculated(server, retail, task_id)
    const tried = await calculated(server, retail, task_id, { ...settings, cover_days: 1 })
    expect(tried.what_if?.totals.given).toBeLessThan(totals.given)
    expect([tried.totals, tried.settings, tried.task.version]).toEqual([totals, settings, task.version])
    await reject(task_id)
  })
})

describe('the way of an allocation', () => {
  // Would catch: any link between sales and shelves that is missing; pieces promised twice or lost on the way.
  it('goes from sales that are brought in to a gate pass that the shop received', async () => {
    const { task_id } = await madeTask(retail, { sources: ['WDEL'] })
    await calculated(server, retail, task_id)
    await ok(retail, calls.removeStyles, {
      task_id,
      version: await versionOf(task_id),
      styles: [{ style_id: 'TP1', color: 'Ivory' }],
    })
    const { task: chosen } = await shortlisted(task_id)
    expect(chosen.state).toBe('SHORTLISTED')
    expect((await frozen(task_id)).status).toBe(200)
    const { task } = await found(task_id)
    expect(await reserved()).toBe(task.pieces)
    expect(await differences()).toEqual([])
    // What is reserved is on its way: another allocation gives it to nobody once more.
    const other = await madeTask(retail, { sources: ['WDEL'] })
    await calculated(server, retail, other.task_id)
    expect((await cellsOf(other.task_id))['SDEL TP1BLK-M']).toMatchObject({ in_transit: 10, need: 0, limit: 'covered' })
    await reject(other.task_id)

    await ok(retail, calls.submitAllocation, { task_id, version: await versionOf(task_id) })
    const made = await ok(retail, calls.createAllocationPasses, { task_id, version: await versionOf(task_id) })
    expect(made.task.state).toBe('GATEPASSES_CREATED')
    expect(made.gate_passes.map(({ source, store }) => [source, store])).toEqual([
      ['WDEL', 'SDEL'],
      ['WDEL', 'SPUN'],
    ])
    expect(made.gate_passes.reduce((sum, { pieces }) => sum + pieces, 0)).toBe(task.pieces)
    expect(await reserved()).toBe(0)
    expect(await differences()).toEqual([])
    // The sizes of a style still say what was given, though nothing of it is to be taken off what is left.
    const { style, sizes } = await gridOf(task_id)
    expect(sizes.reduce((sum, { given }) => sum + given, 0)).toBe(style.given)
    expect(sizes.every(({ left, available }) => left === available)).toBe(true)

    const [first] = made.gate_passes
    const gate_pass = first?.gate_pass ?? ''
    const { rows: lines } = await ok(retail, calls.allocationOutwards, { task_id, store: 'SDEL', tab: 'shortlisted' })
    const { boxes } = await ok(warehouse, passes.addBox, { gate_pass })
    const box = boxes[0]?.box_code ?? ''
    const scans = lines.map(({ nm_sku, quantity }) => ({ code: nm_sku, quantity, scan_id: v7() }))
    await ok(warehouse, passes.addItem, { box, scans })
    await ok(warehouse, passes.updateBox, { boxes: [box], action: 'seal' })
    const pass = (await ok(warehouse, passes.getGatePass, { gate_pass })).gate_pass
    await ok(warehouse, passes.submit, { gate_pass, version: pass.version })
    const { rows: pending } = await ok(retail, calls.pendingStoreInwards, {})
    expect(pending.map((row) => [row.gate_pass, row.state, row.task_id, row.store, row.pieces])).toEqual([
      [gate_pass, 'SUBMITTED', task_id, 'SDEL', first?.pieces],
      [made.gate_passes[1]?.gate_pass, 'CONFIRMED', task_id, 'SPUN', made.gate_passes[1]?.pieces],
    ])
    // By pass and box, and late from the day on that the settings give the way.
    const ofBox = { box_code: box, state: 'IN_TRANSIT', pieces: first?.pieces, received: 0 }
    const lead = (await ok(retail, calls.getAllocationConfig, {})).settings.lead_days
    expect(pending[0]).toMatchObject({
      boxes: [ofBox],
      received: 0,
      days_on_way: 0,
      due_on: indiaDay(-lead),
      days_late: 0,
    })
    expect(pending[1]).toMatchObject({ boxes: [], due_on: null, days_on_way: null, days_late: 0 })
    await sql`UPDATE gate_pass SET submitted_at = submitted_at - make_interval(days => ${lead + 4}) WHERE number = ${gate_pass}`.execute(
      server.db,
    )
    const [late] = (await ok(retail, calls.pendingStoreInwards, { store: 'SDEL' })).rows
    expect(late).toMatchObject({ days_on_way: lead + 4, days_late: 4 })
    await ok(retail, passes.receiveBox, { boxes: [{ code: box }], gate_pass })
    expect((await ok(retail, calls.pendingStoreInwards, { store: 'SDEL' })).rows).toEqual([])
    const { rows } = await sql<{
      pieces: number
    }>`SELECT sum(s.on_hand)::int AS pieces FROM stock s JOIN place p ON p.id = s.place_id
      JOIN site x ON x.id = p.site_id WHERE x.code = 'SDEL'`.execute(server.db)
    expect(rows[0]?.pieces).toBe(first?.pieces)
    expect(await differences()).toEqual([])
  })

  it('refuses what is too late, and says why', async () => {
    const { task_id } = await madeTask(retail, { sources: ['WMUM'], categories: ['Tops'] })
    const tooEarly = await retail.call(calls.shortlistOutwards, { task_id, version: 1, all: true })
    expect([tooEarly.status, tooEarly.body.message]).toEqual([409, 'It is not calculated yet.'])
    await calculated(server, retail, task_id)
    const notYet = await retail.call(calls.submitAllocation, { task_id, version: await versionOf(task_id) })
    expect(notYet.status).toBe(409)
    const noReason = await retail.call(calls.rejectAllocation, { task_id, version: await versionOf(task_id) })
    expect([noReason.status, noReason.body.details.fields?.[0]?.field]).toEqual([400, 'reason'])
    await reject(task_id)
    const over = await retail.call(calls.calculateAllocation, { task_id, version: await versionOf(task_id) })
    expect([over.status, over.body.message]).toEqual([
      409,
      `Allocation ${task_id} is Given up: this cannot be done now.`,
    ])
  })
})

describe('what cannot be, in words', () => {
  let task_id = ''
  beforeAll(async () => {
    task_id = (await madeTask(retail)).task_id
    await calculated(server, retail, task_id)
  })

  it.each([
    [
      'more than may be given',
      { store: 'SPUN', nm_sku: 'TP1IVO-M', pieces: 99 },
      'cells.0.pieces',
      /^Only \d+ pieces of TP1IVO-M may be given; 99 are locked\.$/,
    ],
    [
      'a shop that is not in it',
      { store: 'SCOK', nm_sku: 'TP1IVO-M', pieces: 1 },
      'cells.0.store',
      'Store SCOK is not in this allocation.',
    ],
    [
      'an SKU that is not in it',
      { store: 'SPUN', nm_sku: 'DR1RED-M', pieces: 1 },
      'cells.0.nm_sku',
      'DR1RED-M is not in this allocation.',
    ],
    ['fewer than none', { store: 'SPUN', nm_sku: 'TP1IVO-M', pieces: -1 }, 'cells.0.pieces', /0 pieces or more/],
  ])('a locked cell: %s', async (_, cell, field, message) => {
    const reply = await lock(task_id, cell)
    expect([reply.status, reply.body.details.fields?.[0]?.field]).toEqual([400, field])
    const said = reply.body.details.fields?.[0]?.message ?? ''
    if (typeof message === 'string') expect(said).toBe(message)
    else expect(said).toMatch(message)
  })

  // Would catch: an allocation for a store that can get nothing, which says so nowhere.
  it('a store that does not carry the category, when the allocation is made and when a cell is locked', async () => {
    const carries = (isCarried: boolean) =>
      sql`UPDATE shop_profile f SET is_carried = ${isCarried} FROM site x WHERE x.id = f.shop_id AND x.code = 'SCOK' AND f.category = 'Tops'`.execute(
        server.db,
      )
    const wish = { name: 'x', categories: ['Tops'], sources: ['WDEL'], stores: ['SPUN', 'SCOK'] }
    const refused = await retail.call(calls.createAllocation, wish)
    expect([refused.status, refused.body.details.fields?.[0]]).toEqual([
      400,
      expect.objectContaining({ field: 'stores.1', message: 'Store SCOK does not carry Tops.' }),
    ])
    await carries(true)
    const own = await madeTask(retail, { stores: ['SPUN', 'SCOK'] })
    await carries(false)
    await calculated(server, retail, own.task_id)
    const reply = await lock(own.task_id, { store: 'SCOK', nm_sku: 'TP1IVO-M', pieces: 1 })
    expect([reply.status, reply.body.message]).toEqual([400, 'Store SCOK does not carry Tops.'])
    await reject(own.task_id)
  })

  it('a negative cover, a warehouse that is none, a category that nothing is of', async () => {
    const { settings } = await found(task_id)
    const cover = await retail.call(calls.calculateAllocation, {
      ...{ task_id, version: await versionOf(task_id), settings: { ...settings, cover_days: -1 } },
    })
    expect([cover.status, cover.body.details.fields?.[0]?.field]).toEqual([400, 'settings.cover_days'])
    const wish = { name: 'x', categories: ['Tops'], sources: ['SPUN'] }
    const site = await retail.call(calls.createAllocation, wish)
    expect([site.status, site.body.message]).toEqual([400, 'There is no warehouse SPUN.'])
    const category = await retail.call(calls.createAllocation, { ...wish, sources: ['WDEL'], categories: ['Hats'] })
    expect([category.status, category.body.message]).toEqual([400, 'No style is of the category Hats.'])
  })

  it('a sale of a day that is still to come', async () => {
    const lines = ['Shop,NM SKU,Day,Units sold', `SDEL,TP1BLK-M,${indiaDay(-1)},3`]
    const { faults } = await bring(admin, 'sales', lines, 'check')
    expect(faults.map(({ cell, message }) => [cell, message])).toEqual([['C2', 'This day is still to come.']])
  })

  it('stock that left while the allocation was open, with the numbers', async () => {
    const { rows } = await ok(retail, calls.allocationOutwards, { task_id, source: 'WDEL' })
    const line = rows.find(({ nm_sku }) => nm_sku === 'TP1IVO-M')
    await ok(retail, calls.shortlistOutwards, { task_id, version: await versionOf(task_id), all: true })
    const { gate_pass } = await ok(warehouse, passes.updateGatepass, {
      ...{ type: 'stock_transfer', from_site: 'WDEL', to_site: 'WMUM', items: [{ nm_sku: 'TP1IVO-M', quantity: 9 }] },
    })
    await ok(warehouse, passes.confirmGatepass, { gate_pass: gate_pass.gate_pass, version: gate_pass.version })
    const reply = await frozen(task_id)
    expect([reply.status, reply.body.message]).toEqual([
      409,
      `TP1IVO-M: the allocation gives ${line?.quantity} pieces from WDEL, and only 1 are free now (1 SKUs). Please calculate it again.`,
    ])
    expect(await reserved()).toBe(0)
    // It is to be seen before that: of the style and of its size, by now.
    const { style, sizes } = await gridOf(task_id, 'Ivory')
    const ivory = sizes.find(({ nm_sku }) => nm_sku === 'TP1IVO-M')
    expect([ivory?.available, ivory?.left]).toEqual([1, 1 - (ivory?.given ?? 0)])
    expect(style.available).toBe(sizes.reduce((sum, { available }) => sum + available, 0))
    // What is locked and gone is said when it is calculated again.
    await ok(warehouse, passes.cancelGatePass, {
      ...{ gate_pass: gate_pass.gate_pass, version: gate_pass.version + 1, reason: 'Not needed' },
    })
    await lock(task_id, { store: 'SPUN', nm_sku: 'TP1IVO-M', pieces: 10 })
    const again = await ok(warehouse, passes.updateGatepass, {
      ...{ type: 'stock_transfer', from_site: 'WDEL', to_site: 'WMUM', items: [{ nm_sku: 'TP1IVO-M', quantity: 4 }] },
    })
    await ok(warehouse, passes.confirmGatepass, {
      gate_pass: again.gate_pass.gate_pass,
      version: again.gate_pass.version,
    })
    const version = await versionOf(task_id)
    const { job_id } = await ok(retail, calls.calculateAllocation, { task_id, version })
    await untilState(server.db, job_id, 'failed')
    const job = await server.db
      .selectFrom('job')
      .select(['problem', 'problem_values'])
      .where('id', '=', job_id)
      .executeTakeFirst()
    expect([job?.problem, job?.problem_values]).toEqual([
      '{{nm_sku}}: {{locked}} pieces are locked, and only {{available}} may be given now. Please unlock some first.',
      expect.objectContaining({ nm_sku: 'TP1IVO-M', locked: 10, available: 6 }),
    ])
    await ok(warehouse, passes.cancelGatePass, {
      ...{ gate_pass: again.gate_pass.gate_pass, version: again.gate_pass.version + 1, reason: 'Not needed' },
    })
    await reject(task_id)
  })
})

describe('a plan that is stopped', () => {
  // Would catch: a plan that is half written when its job is cancelled or its server dies.
  it('leaves everything as it was', async () => {
    const { task_id } = await madeTask(retail)
    await calculated(server, retail, task_id)
    await lock(task_id, { store: 'SPUN', nm_sku: 'TP1BLK-M', pieces: 2 })
    const before = [await gridOf(task_id), await found(task_id)]
    let asked = 0
    const context = workOf(server.db, await server.makeUser({ role: 'retail_admin' }))
    const input = { task_id, version: await versionOf(task_id), settings: null, what_if: false }
    const stopIfCancelled = () => {
      asked += 1
      if (asked === 2) throw new JobStopped('cancelled')
    }
    const planned = inTransaction(server.db, (tx) =>
      planTask(tx, { input, context, stopIfCancelled, progress: () => undefined }, null),
    )
    await expect(planned).rejects.toThrow('cancelled')
    expect(asked).toBe(2)
    expect([await gridOf(task_id), await found(task_id)]).toEqual(before)
    await reject(task_id)
  })
})

describe('several people', () => {
  it('of two who work on one allocation, the second hears of the first', async () => {
    const { task_id } = await madeTask(retail)
    await calculated(server, retail, task_id)
    const version = await versionOf(task_id)
    const wish = { task_id, version, styles: [black] }
    const both = await Promise.all([retail.call(calls.shortlistStyles, wish), admin.call(calls.removeStyles, wish)])
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409])
    const second = both.find(({ status }) => status === 409)
    expect(second?.body.message).toMatch(/^Changed by .+ in the meantime\. Please look again\.$/)
    await reject(task_id)
  })

  it('of two allocations of the same pieces, one is promised them', async () => {
    const wish = { sources: ['WMUM'] }
    const two = [await madeTask(retail, wish), await madeTask(retail, wish)]
    for (const { task_id } of two) {
      await calculated(server, retail, task_id)
      await lock(task_id, { store: 'SPUN', nm_sku: 'TP1BLK-M', pieces: 10 })
      await calculated(server, retail, task_id)
      await shortlisted(task_id)
    }
    const replies = await Promise.all(two.map(({ task_id }) => frozen(task_id)))
    expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 409])
    expect(await reserved()).toBe(10)
    // Taken back, they are the other one's.
    const [first] = await Promise.all(two.map(({ task_id }) => found(task_id)))
    const [holds, waits] = first?.task.is_frozen ? two : two.toReversed()
    const task_id = holds?.task_id ?? ''
    await ok(retail, calls.submitOutwards, { task_id, version: await versionOf(task_id), action: 'take_back' })
    expect(await reserved()).toBe(0)
    expect((await frozen(waits?.task_id ?? '')).status).toBe(200)
    expect(await reserved()).toBe(10)
    for (const { task_id } of two) await reject(task_id)
    expect(await reserved()).toBe(0)
    expect(await differences()).toEqual([])
  })

  // Would catch: two plans of the same need, made before either is promised, which both send it.
  it('of two allocations of the same need, the second hears what the first promised', async () => {
    const { settings: usual } = await ok(retail, calls.getAllocationConfig, {})
    const { least_rate_thousandths: _, ...rest } = usual
    const wish = { settings: { ...rest, holdback_percent: 0, lead_days: 2, cover_days: 25 } }
    const two = [await madeTask(retail, wish), await madeTask(retail, wish)]
    for (const { task_id } of two) {
      await calculated(server, retail, task_id)
      await shortlisted(task_id)
    }
    const replies = await Promise.all(two.map(({ task_id }) => frozen(task_id)))
    expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 409])
    const [first, second] = (replies[0]?.status === 200 ? two : two.toReversed()).map(({ task_id }) => task_id)
    if (first === undefined || second === undefined) throw new Error('two allocations were made')
    const late = replies.find(({ status }) => status === 409)
    expect(late?.body.message).toMatch(/^Since it was calculated, stores were promised or got \d+ pieces/)
    expect(late?.body.message).toMatch(/S(DEL|PUN) TP1 (Black|Ivory) \d+/)
    expect(late?.body.message).toContain(`(${first})`)
    // Calculated again it gives what is still needed, and may be submitted.
    const before = (await found(second)).task.pieces
    const { task } = await calculated(server, retail, second)
    expect(task.pieces).toBeLessThan(before)
    if (task.pieces > 0) {
      await shortlisted(second)
      expect((await frozen(second)).status).toBe(200)
    }
    for (const { task_id } of two) await reject(task_id)
    expect(await differences()).toEqual([])
  })

  it('a shop that is closed in between is left out, and its pieces are free again', async () => {
    const { task_id } = await madeTask(retail, { sources: ['WMUM'] })
    await calculated(server, retail, task_id)
    await lock(
      task_id,
      { store: 'SPUN', nm_sku: 'TP1BLK-M', pieces: 4 },
      { store: 'SDEL', nm_sku: 'TP1BLK-M', pieces: 3 },
    )
    await calculated(server, retail, task_id)
    await shortlisted(task_id)
    await frozen(task_id)
    await ok(retail, calls.submitAllocation, { task_id, version: await versionOf(task_id) })
    await sql`UPDATE site SET retired_at = now() WHERE code = 'SPUN'`.execute(server.db)
    const made = await ok(retail, calls.createAllocationPasses, { task_id, version: await versionOf(task_id) })
    await sql`UPDATE site SET retired_at = NULL WHERE code = 'SPUN'`.execute(server.db)
    expect([made.gate_passes.map(({ store }) => store), made.left_out]).toEqual([
      ['SDEL'],
      [{ store: 'SPUN', pieces: 4 }],
    ])
    expect(await reserved()).toBe(0)
    expect(await differences()).toEqual([])
  })

  it('people of one shop see allocations of their shop alone, and make none for others', async () => {
    const site = await server.db.selectFrom('site').select('id').where('code', '=', 'SDEL').executeTakeFirstOrThrow()
    const own = await server.makeUser({ role: 'retail_admin', sites: [site.id] })
    const placed = await server.as(own)
    const theirs = await madeTask(retail)
    expect((await placed.call(calls.getAllocation, { task_id: theirs.task_id })).status).toBe(404)
    const wish = { name: 'x', categories: ['Tops'], sources: ['WDEL'] }
    expect((await placed.call(calls.createAllocation, { ...wish, stores: ['SPUN'] })).status).toBe(400)
    const mine = await ok(placed, calls.createAllocation, wish)
    expect((await ok(placed, calls.allocationTasks, {})).rows.map(({ task_id }) => task_id)).toEqual([
      mine.task.task_id,
    ])
    await reject(theirs.task_id)
  })
})

describe('replenishment', () => {
  beforeAll(async () => {
    const { settings, version } = await ok(retail, calls.getAllocationConfig, {})
    const wish = { ...settings, holdback_percent: 0, lead_days: 2, cover_days: 8 }
    await ok(retail, calls.saveAllocationSettings, { settings: wish, version })
    // More black came to the warehouse since.
    const { rows } = await sql<{ id: string; nm_sku: string; floor: string }>`
      SELECT k.id::text AS id, k.nm_sku, p.id::text AS floor FROM sku k, place p JOIN site x ON x.id = p.site_id AND x.code = 'WDEL'
      WHERE p.kind = 'floor' AND k.nm_sku LIKE 'TP1BLK%'`.execute(server.db)
    await moved(
      server.db,
      ...rows.map(({ floor, ...sku }) => aMove({ sku, kind: 'receive', quantity: 20, to: at(floor) })),
    )
  })

  const order = (mode: 'eaches' | 'sets' = 'eaches') =>
    ok(retail, calls.createReplenishment, { name: 'Weekly', source: 'WDEL', stores: ['SDEL', 'SPUN', 'SCOK'], mode })
  const stylesOf = async (po_id: string) => {
    const { rows } = await ok(retail, calls.replenishmentStyles, { po_id, tab: 'all' })
    return Object.fromEntries(rows.map((row) => [`${row.store} ${row.color}`, row] as const))
  }

  it('says which test a style fails, proposes the rest, and orders nothing that is on its way', async () => {
    const { order: made } = await order()
    const styles = await stylesOf(made.po_id)
    // The story's gate pass to SPUN is not received: its pieces cover the need of M.
    expect(styles['SPUN Black']?.sizes.find(({ size }) => size === 'M')).toMatchObject({ in_transit: 6, need: 0 })
    expect(styles['SPUN Ivory']?.failed).toEqual([])
    expect(styles['SPUN Ivory']?.proposed).toBeGreaterThan(0)
    expect(styles['SPUN Ivory']?.cover_after ?? 0).toBeGreaterThan(styles['SPUN Ivory']?.cover_before ?? 0)
    const line = { store: 'SPUN', nm_sku: 'TP1IVO-M', quantity: 3 }
    const add = (version: number, ...lines: (typeof line)[]) =>
      retail.call(calls.addReplenishmentStyles, { po_id: made.po_id, version, lines })
    const much = await add(made.version, { ...line, quantity: 500 })
    expect([much.status, much.body.message]).toEqual([
      400,
      expect.stringMatching(/^Only \d+ pieces of TP1IVO-M are free at the source; 500 are ordered\.$/),
    ])
    const barred = await add(made.version, { store: 'SCOK', nm_sku: 'TP1BLK-M', quantity: 1 })
    expect(barred.body.message).toBe('TP1BLK-M at SCOK: The store does not carry Tops.')
    expect((await add(made.version, line)).status).toBe(200)
    expect((await add(made.version, line)).status).toBe(409)
    const { order: after, by_store } = await ok(retail, calls.replenishmentSummary, { po_id: made.po_id })
    expect([after.pieces, after.retail_value_minor, by_store]).toEqual([
      3,
      300_000,
      [{ store: 'SPUN', skus: 1, pieces: 3, retail_value_minor: 300_000, pieces_without_mrp: 0 }],
    ])
    const { rows } = await ok(retail, calls.replenishmentOverall, { po_id: made.po_id })
    expect(rows.find(({ color }) => color === 'Ivory')).toMatchObject({ ordered: 3 })
    // Another order counts them as on their way.
    const second = await stylesOf((await order()).order.po_id)
    expect(second['SPUN Ivory']?.sizes.find(({ size }) => size === 'M')?.in_transit).toBe(3)

    const sent = await ok(retail, calls.sendReplenishment, { po_id: made.po_id, version: after.version })
    expect([sent.order.state, sent.gate_passes.length]).toEqual(['SENT', 1])
    const twice = await retail.call(calls.sendReplenishment, { po_id: made.po_id, version: sent.order.version })
    expect([twice.status, twice.body.message]).toEqual([
      409,
      `Replenishment order ${made.po_id} has its gate passes already.`,
    ])
    expect(await differences()).toEqual([])
  })

  // Would catch: a size that a store lacks which counts in one place and not in the other.
  it('goes by the rates that the page of stores says', async () => {
    const styles = Object.values(await stylesOf((await order()).order.po_id))
    const { rows } = await ok(retail, calls.storeStock, {})
    const rates = rows.flatMap(({ store, style_id, color, rate }) => {
      const one = styles.find((style) => style.store === store && style.style_id === style_id && style.color === color)
      return one ? [{ at: `${store} ${style_id} ${color}`, page: rate, order: one.rate }] : []
    })
    expect(rates.length).toBeGreaterThan(0)
    expect(rates.map(({ page }) => page)).toEqual(rates.map((one) => one.order))
  })

  const line = { store: 'SDEL', nm_sku: 'TP1BLK-M', quantity: 1 }
  const add = (made: { po_id: string; version: number }, ...lines: (typeof line)[]) =>
    retail.call(calls.addReplenishmentStyles, { po_id: made.po_id, version: made.version, lines })
  const cancel = (made: { po_id: string; version: number }, reason = 'Made by mistake') =>
    retail.call(calls.cancelReplenishment, { po_id: made.po_id, version: made.version, reason })
  const one = async (po_id: string) => (await ok(retail, calls.replenishmentSummary, { po_id })).order

  // Would catch: an order that is given up and whose pieces count as on their way for ever.
  it('is cancelled with a reason, and its pieces are on their way no longer', async () => {
    const { order: made } = await order()
    expect((await add(made, line)).status).toBe(200)
    const other = (await order()).order
    const coming = async () =>
      (await stylesOf(other.po_id))['SDEL Black']?.sizes.find(({ size }) => size === 'M')?.in_transit ?? 0
    const before = await coming()
    const held = await one(made.po_id)
    expect((await cancel(held, '')).body.details.fields?.[0]).toMatchObject({ field: 'reason' })
    expect((await cancel(held)).body.data.order).toMatchObject({ state: 'CANCELLED', reason: 'Made by mistake' })
    expect(await coming()).toBe(before - 1)
    const again = await add(await one(made.po_id), line)
    expect([again.status, again.body.message]).toEqual([409, `Replenishment order ${made.po_id} is cancelled.`])
    await cancel(other)
  })

  // Would catch: what is ordered, promised or on its way raising the rate of a style, so that more of it is ordered the next time.
  it('goes by a rate that does not hang on what is ordered, on its way or new in the store', async () => {
    const cover = async (cover_days: number) => {
      const { settings, version } = await ok(retail, calls.getAllocationConfig, {})
      await ok(retail, calls.saveAllocationSettings, { settings: { ...settings, cover_days }, version })
    }
    await cover(10)
    const [one_, two] = [(await order()).order, (await order()).order]
    const ratesOf = async (po_id: string) =>
      Object.fromEntries(Object.entries(await stylesOf(po_id)).map(([at, { rate }]) => [at, rate]))
    const mapRates = async () => (await ok(retail, calls.storeStock, {})).rows.map(({ rate }) => rate)
    const [before, onMap] = [await ratesOf(two.po_id), await mapRates()]
    const styles = await stylesOf(one_.po_id)
    const proposed = Object.values(styles).flatMap(({ store, sizes }) =>
      sizes.flatMap(({ nm_sku, proposed: quantity }) => (quantity > 0 ? [{ store, nm_sku, quantity }] : [])),
    )
    expect(proposed.length).toBeGreaterThan(0)
    expect((await add(one_, ...proposed)).status).toBe(200)
    const after = await stylesOf(two.po_id)
    for (const [at, { rate }] of Object.entries(after)) expect([at, rate]).toEqual([at, before[at]])
    expect(await mapRates()).toEqual(onMap)
    // What was proposed is on its way by now: nothing of it is proposed once more.
    const again = Object.values(after).filter(
      ({ store, sizes, proposed: pieces }) =>
        pieces > 0 &&
        proposed.some((line) => line.store === store && sizes.some((size) => size.nm_sku === line.nm_sku)),
    )
    expect(again).toEqual([])
    for (const made of [one_, two]) expect((await cancel(await one(made.po_id))).status).toBe(200)
  })

  // Would catch: two buyers, or a buyer and an allocation, who both send what one store needs once.
  it('is not ordered twice, by two at once nor by who sends last', async () => {
    const [one_, two] = [(await order()).order, (await order()).order]
    const { sizes = [] } = (await stylesOf(one_.po_id))['SDEL Black'] ?? {}
    const all = sizes.flatMap(({ nm_sku, need: quantity }) =>
      quantity > 0 ? [{ store: 'SDEL', nm_sku, quantity }] : [],
    )
    expect(all.length).toBeGreaterThan(0)
    const replies = await Promise.all([add(one_, ...all), add(two, ...all)])
    expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 400])
    const [first, second] = replies[0]?.status === 200 ? [one_, two] : [two, one_]
    const late = replies.find(({ status }) => status === 400)
    expect(late?.body.message).toMatch(
      /^TP1BLK-[SML] at SDEL: \d+ on their way: with \d+ there, the target of \d+ is met\.$/,
    )
    expect(late?.body.details.fields).toHaveLength(all.length)

    // What was ordered before somebody put the style off is not sent by mistake.
    const wish = { style_id: 'TP1', color: 'Black', stores: ['SDEL'] }
    await ok(retail, calls.snoozeStyles, { ...wish, until: indiaDay(-9) })
    const held = await one(first.po_id)
    const send = () => retail.call(calls.sendReplenishment, { po_id: held.po_id, version: held.version })
    const barred = await send()
    expect([barred.status, barred.body.message]).toEqual([
      409,
      expect.stringMatching(/^TP1BLK-[SML] at SDEL: Put off until .+ by .+\. It was ordered before that \(\d lines\)/),
    ])
    await ok(retail, calls.snoozeStyles, { ...wish, until: null })
    await sql`UPDATE site SET retired_at = now() WHERE code = 'SDEL'`.execute(server.db)
    const shut = await send()
    expect([shut.status, shut.body.message]).toEqual([
      409,
      expect.stringMatching(/^Store SDEL is closed since\. .+ \d+ pieces/),
    ])
    await sql`UPDATE site SET retired_at = NULL WHERE code = 'SDEL'`.execute(server.db)
    expect((await cancel(await one(first.po_id))).status).toBe(200)
    expect((await cancel(await one(second.po_id))).status).toBe(200)
  })

  it('is put off until a day', async () => {
    const wish = { style_id: 'TP1', color: 'Ivory', stores: ['SPUN'] }
    const past = await retail.call(calls.snoozeStyles, { ...wish, until: indiaDay(0) })
    expect([past.status, past.body.details.fields?.[0]?.field]).toEqual([400, 'until'])
    await ok(retail, calls.snoozeStyles, { ...wish, until: indiaDay(-9) })
    const { order: made } = await order()
    expect((await stylesOf(made.po_id))['SPUN Ivory']).toMatchObject({ snoozed_until: indiaDay(-9) })
    expect((await stylesOf(made.po_id))['SPUN Ivory']?.failed.map(({ test }) => test)).toContain('snoozed')
    await ok(retail, calls.snoozeStyles, { ...wish, until: null })
    expect((await stylesOf(made.po_id))['SPUN Ivory']?.failed.map(({ test }) => test)).not.toContain('snoozed')
  })

  it('takes whole sets alone, where it goes by sets', async () => {
    const { order: made } = await order('sets')
    const sets = (s: number, m: number, l: number) =>
      retail.call(calls.addReplenishmentStyles, {
        ...{ po_id: made.po_id, version: made.version },
        lines: [
          { store: 'SDEL', nm_sku: 'TP1BLK-S', quantity: s },
          { store: 'SDEL', nm_sku: 'TP1BLK-M', quantity: m },
          { store: 'SDEL', nm_sku: 'TP1BLK-L', quantity: l },
        ],
      })
    const { rows } = await ok(retail, calls.replenishmentStyles, { po_id: made.po_id, store: 'SDEL', tab: 'all' })
    const own = rows.find(({ color }) => color === 'Black')
    expect(own?.failed).toEqual([])
    expect(own?.sizes.map(({ proposed }) => proposed)).toEqual([1, 2, 1])
    const odd = await sets(1, 3, 1)
    expect(odd.body.message).toBe('TP1BLK-M at SDEL: whole size sets only. A set has 2 of it.')
    const uneven = await sets(1, 4, 1)
    expect(uneven.body.message).toMatch(/whole size sets only/)
    expect((await sets(1, 2, 1)).status).toBe(200)
  })

  // Would catch: an order that sends in full what an allocation promised since it was written.
  it('says what was promised since it was ordered, and sends what is still needed', async () => {
    const { settings, version } = await ok(retail, calls.getAllocationConfig, {})
    await ok(retail, calls.saveAllocationSettings, { settings: { ...settings, cover_days: 30 }, version })
    const made = (await order()).order
    const { sizes = [] } = (await stylesOf(made.po_id))['SDEL Black'] ?? {}
    // All of its need: of what is short anyhow a piece more does no harm.
    const lines = sizes.flatMap(({ nm_sku, proposed: quantity, need }) =>
      quantity > 0 && quantity === need ? [{ store: 'SDEL', nm_sku, quantity }] : [],
    )
    expect((await add(made, ...lines)).status).toBe(200)
    // A piece of one size comes from elsewhere: the others are still needed.
    const other = await madeTask(retail, { stores: ['SDEL'] })
    await calculated(server, retail, other.task_id)
    await lock(other.task_id, { store: 'SDEL', nm_sku: lines[0]?.nm_sku ?? '', pieces: 1 })
    await calculated(server, retail, other.task_id)
    await ok(retail, calls.shortlistOutwards, {
      ...{ task_id: other.task_id, version: await versionOf(other.task_id) },
      line_ids: (await ok(retail, calls.allocationOutwards, { task_id: other.task_id })).rows
        .filter(({ nm_sku }) => nm_sku === lines[0]?.nm_sku)
        .map(({ line_id }) => line_id),
    })
    expect((await frozen(other.task_id)).status).toBe(200)
    const send = async () => {
      const { po_id, version } = await one(made.po_id)
      return retail.call(calls.sendReplenishment, { po_id, version })
    }
    const late = await send()
    expect([late.status, late.body.message]).toEqual([
      409,
      expect.stringContaining(`promised or got 1 pieces of what they need: SDEL TP1 Black 1 (${other.task_id}).`),
    ])
    const [first, ...rest] = lines
    if (first === undefined) throw new Error('nothing is proposed')
    expect((await add(await one(made.po_id), { ...first, quantity: first.quantity - 1 }, ...rest)).status).toBe(200)
    expect((await send()).status).toBe(200)
    await reject(other.task_id)
  })
})
