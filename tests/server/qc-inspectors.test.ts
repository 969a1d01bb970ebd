import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { contract } from '../../src/shared/areas.ts'
import { otherSite } from '../support/door.ts'
import { boxesInIndia } from '../support/india-inspection.ts'
import { boxesAtQc } from '../support/qc.ts'
import { type TestServer, testServer } from '../support/server.ts'

const { qcBoxes, indiaInspection, indiaReceiving, home, people } = contract

let server: TestServer
beforeAll(async () => {
  server = await testServer()
})
afterAll(() => server?.stop())

const bind = (id: string, site_ids: string[]) =>
  server.db.updateTable('app_user').set({ site_ids }).where('id', '=', id).execute()

// Would catch: a box that is nobody's or somebody else's in the list, in its history, or at home.
it('are named by a lead for boxes or a shipment, and taken off again', async () => {
  const world = await boxesAtQc(server, [[4], [5]])
  const lead = await server.as('ops_team')
  const [one, two] = world.boxes
  const give = (asked: object, inspector_id: string | null) =>
    lead.call(qcBoxes.assignBoxes, { ...asked, inspector_id } as never)
  const box_ids = [one?.box_id ?? '']
  expect((await world.client.call(qcBoxes.assignBoxes, { box_ids, inspector_id: null })).status).toBe(403)
  const { version } = (await world.client.call(qcBoxes.getQcModal, { box_id: one?.sscc ?? '' })).body.data.box
  expect((await give({ box_ids }, world.user.id)).status).toBe(200)
  const listed = async (inspector: string, by = world.client) => {
    const { shipment_id } = world
    const { body } = await by.call(qcBoxes.getInwardedBoxes, { shipment_id, inspector } as never)
    return body.data.rows.map(({ sscc }: { sscc: string }) => sscc)
  }
  expect(await listed('mine')).toEqual([one?.sscc])
  expect(await listed('none')).toEqual([two?.sscc])
  expect(await listed(world.user.id, lead)).toEqual([one?.sscc])
  expect(await listed('mine', lead)).toEqual([])
  // What somebody was typing of it stays good.
  const modal = (await world.client.call(qcBoxes.getQcModal, { box_id: one?.sscc ?? '' })).body.data
  expect(modal.box).toMatchObject({ inspector_id: world.user.id, version })
  expect(modal.history.at(-1)).toMatchObject({ event: 'box.assigned' })
  const lines = (await world.client.call(home.getHome, {})).body.data.lines
  expect(lines.find(({ id }) => id === 'mineToCount')?.count).toBe(1)

  expect((await give({ shipment_id: world.shipment_id }, world.user.id)).body.data.boxes).toHaveLength(2)
  expect(await listed('none')).toEqual([])
  expect((await give({ shipment_id: world.shipment_id }, null)).status).toBe(200)
  expect(await listed('mine')).toEqual([])
  expect((await give({}, world.user.id)).status).toBe(400)
  // Its vendor is told nothing of it.
  await give({ box_ids }, world.user.id)
  const vendors = (await world.shipment.client.call(qcBoxes.getQcModal, { box_id: one?.sscc ?? '' })).body.data
  expect([vendors.box.inspector, vendors.box.inspector_id]).toEqual([null, null])
  expect(vendors.history.filter(({ event }) => event.startsWith('box.assigned'))).toEqual([])
  expect(await listed('none', world.shipment.client)).toHaveLength(2)
})

// Would catch: a box given to a vendor, to the people of the other country, to who left, or to who works at another site.
it('work where the box is, and have the right to inspect it', async () => {
  const world = await boxesAtQc(server, [[4]])
  const lead = await server.as('ops_team')
  const box_ids = world.boxes.map(({ box_id }) => box_id)
  const give = async (inspector_id: string) => (await lead.call(qcBoxes.assignBoxes, { box_ids, inspector_id })).status
  const elsewhere = await server.makeUser({ role: 'china_warehouse_team' })
  await bind(elsewhere.id, [elsewhere.id])
  const gone = await server.makeUser({ role: 'china_warehouse_team' })
  await server.db.updateTable('app_user').set({ is_active: false }).where('id', '=', gone.id).execute()
  const india = await server.makeUser({ role: 'india_qc_manager' })
  const refused = [elsewhere.id, gone.id, india.id, world.shipment.order.vendor.id]
  expect(await Promise.all(refused.map(give))).toEqual([409, 404, 404, 404])
  const { inspectors } = (await lead.call(qcBoxes.qcInspectors, {})).body.data
  const named = inspectors.map(({ id }) => id)
  expect(named).toEqual(expect.arrayContaining([world.user.id, elsewhere.id]))
  expect(named.filter((id) => id === gone.id || id === india.id)).toEqual([])
  // Who works at one site is told of the people there.
  const site_id = (
    await server.db
      .selectFrom('qc_box')
      .where('box_id', '=', box_ids[0] ?? '')
      .select('site_id')
      .execute()
  )[0]?.site_id
  await bind(world.user.id, [site_id ?? ''])
  const near = (await world.client.call(qcBoxes.qcInspectors, {})).body.data.inspectors.map(({ id }) => id)
  expect([near.includes(world.user.id), near.includes(elsewhere.id)]).toEqual([true, false])
})

// Would catch: a box that waits for somebody who left or was moved to another site, in no list of work to give out.
it('who left, or works elsewhere now, leaves boxes to nobody', async () => {
  const world = await boxesAtQc(server, [[4], [5]])
  const lead = await server.as('ops_team')
  const { shipment_id } = world
  const [gone, here] = [
    await server.makeUser({ role: 'china_warehouse_team' }),
    await server.makeUser({ role: 'china_warehouse_team' }),
  ]
  for (const [at, { id }] of [gone, here].entries()) {
    const given = { box_ids: [world.boxes[at]?.box_id ?? ''], inspector_id: id }
    expect((await lead.call(qcBoxes.assignBoxes, given)).status).toBe(200)
  }
  const nobodys = async () => {
    const { body } = await lead.call(qcBoxes.getInwardedBoxes, { shipment_id, inspector: 'none' } as never)
    return body.data.rows.map(({ sscc }: { sscc: string }) => sscc)
  }
  expect(await nobodys()).toEqual([])
  await server.db.updateTable('app_user').set({ is_active: false }).where('id', '=', gone.id).execute()
  expect(await nobodys()).toEqual([world.boxes[0]?.sscc])
  // Works elsewhere from now on: the box goes back to whoever gives work out.
  await server.db
    .updateTable('app_user')
    .set({ site_ids: [here.id] })
    .where('id', '=', here.id)
    .execute()
  expect((await nobodys()).toSorted()).toEqual(world.boxes.map(({ sscc }) => sscc).toSorted())
})

// Would catch: India's boxes that nobody there can be named for, or that China's list tells of.
it('are named in India as in China', async () => {
  const world = await boxesInIndia(server, [[4]])
  const manager = await server.makeUser({ role: 'india_qc_manager' })
  const [lead, who] = [await server.as('ops'), await server.as(manager)]
  const box_ids = [world.box.box_id]
  const given = await lead.call(indiaInspection.assignBoxes, { box_ids, inspector_id: manager.id })
  expect(given.status, JSON.stringify(given.body)).toBe(200)
  expect(given.body.data.boxes[0]).toMatchObject({ inspector_id: manager.id, status: 'Received' })
  const mine = await who.call(indiaReceiving.getReceivedBoxes, { inspector: 'mine' })
  expect(mine.body.data.rows.map(({ sscc }) => sscc)).toEqual([world.box.sscc])
  const lines = (await who.call(home.getHome, {})).body.data.lines
  expect(lines.find(({ id }) => id === 'indiaMine')?.count).toBe(1)
  const { rows } = (await lead.call(qcBoxes.getInwardedBoxes, { box_ids })).body.data
  expect(rows.map(({ inspector_id }) => inspector_id)).toEqual([null])
})

describe('whoever leaves a site', () => {
  const held = async (id: string) =>
    (await (await server.as('super_admin')).call(people.getUserDetails, { user_id: id })).body.data
  const change = async (id: string, more: object) => {
    const { account } = await held(id)
    const admin = await server.as('super_admin')
    return admin.call(people.updateUser, { user_id: id, version: account?.version ?? 0, ...more } as never)
  }

  /** Two boxes of one person at a site, the second counted; a colleague there, and somebody at another site. */
  async function twoBoxes() {
    const world = await boxesAtQc(server, [[4], [5]])
    const box_ids = world.boxes.map(({ box_id }) => box_id)
    const { site_id } = await server.db
      .selectFrom('qc_box')
      .where('box_id', '=', box_ids[0] ?? '')
      .select('site_id')
      .executeTakeFirstOrThrow()
    const { code } = await server.db
      .selectFrom('site')
      .where('id', '=', site_id)
      .select('code')
      .executeTakeFirstOrThrow()
    const other = await otherSite(server)
    const [leaver, colleague, stranger] = [
      await server.makeUser({ role: 'china_warehouse_team' }),
      await server.makeUser({ role: 'china_warehouse_team' }),
      await server.makeUser({ role: 'china_warehouse_team' }),
    ]
    await bind(leaver.id, [site_id])
    await bind(colleague.id, [site_id])
    await bind(stranger.id, [other.id])
    const lead = await server.as('ops_team')
    expect((await lead.call(qcBoxes.assignBoxes, { box_ids, inspector_id: leaver.id })).status).toBe(200)
    const open = async (at: number) =>
      (await lead.call(qcBoxes.getQcModal, { box_id: world.boxes[at]?.sscc ?? '' })).body.data
    return { world, code, other, leaver, colleague, stranger, open }
  }

  // Would catch: boxes that stay with who is gone, figures that are lost with the hand-over, a move that is kept while its boxes are refused.
  it('gives the open boxes to a colleague there, with what was counted of them', async () => {
    const { code, other, leaver, colleague, stranger, open } = await twoBoxes()
    const before = [await open(0), await open(1)]
    const { held: found } = await held(leaver.id)
    expect(found).toMatchObject([{ site: code, boxes: 2, counts_begun: 0, inspections_begun: 0 }])
    const names = found?.[0]?.colleagues.map(({ id }) => id) ?? []
    const heir = found?.[0]?.colleagues.find(({ id }) => id === colleague.id)
    expect([colleague.id, stranger.id, leaver.id].map((id) => names.includes(id))).toEqual([true, false, false])
    const moving = (to: string) => change(leaver.id, { sites: [other.code], handing: [{ site: code, to }] })
    const refused = await moving(stranger.id)
    expect([refused.status, (await held(leaver.id)).account?.sites]).toEqual([400, [code]])
    expect((await moving(colleague.id)).status).toBe(200)
    for (const [at, was] of before.entries()) {
      const now = await open(at)
      expect(now.box).toMatchObject({ inspector_id: colleague.id, quantities: was.box.quantities })
      expect(now.lines).toEqual(was.lines)
      expect(now.history.at(-1)).toMatchObject({ event: 'box.assigned', to: heir?.name })
    }
    expect((await held(leaver.id)).held).toEqual([])
  })

  // Would catch: somebody who stays and loses their boxes, or who is switched off and keeps them.
  it('keeps them while they work there, and leaves them to nobody where nobody is named', async () => {
    const { code, other, leaver, open } = await twoBoxes()
    expect((await change(leaver.id, { sites: [code, other.code] })).status).toBe(200)
    expect((await open(0)).box.inspector_id).toBe(leaver.id)
    expect((await change(leaver.id, { is_active: false })).status).toBe(200)
    expect((await open(0)).box.inspector_id).toBeNull()
    expect((await open(0)).history.at(-1)).toMatchObject({ event: 'box.unassigned' })
  })
})
