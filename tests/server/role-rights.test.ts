import { beforeAll, describe, expect, it } from 'vitest'
import { contract } from '../../src/shared/areas.ts'
import type { Role } from '../../src/shared/kernel/roles.ts'
import { type Client, clientOf } from '../support/client.ts'
import { quick, untilState } from '../support/jobs.ts'
import { PASSWORD } from '../support/people.ts'
import { type TestServer, testServer } from '../support/server.ts'

const { getRoleRights, setRoleRight, updateUser, getUserDetails, getSidemenu } = contract.people

const counting = { role: 'china_warehouse_team' } as const

let server: TestServer
let superAdmin: Client
let admin: Client
beforeAll(async () => {
  server = await testServer({ jobs: { times: quick } })
  await server.app.ready()
  superAdmin = await server.as('super_admin')
  admin = await server.as('admin')
})

const set = (right: string, role: Role, may: boolean, as = superAdmin) => as.call(setRoleRight, { right, role, may })
const settings = (as: Client) => as.call(contract.inspection.qcSettings, {})
const pathsOf = async (as: Client) =>
  (await as.call(getSidemenu, {})).body.data.groups.flatMap(({ items }) => items.map(({ path }) => path))

describe('rights of roles that a super admin changes', () => {
  // Would catch: a matrix that is changed on paper only, or a call that goes by the roles of the day it was written.
  it('lets people of a role do more at once, says who changed it, and takes it back', async () => {
    const counter = await server.as('china_warehouse_team')
    const open = (as: Client) => as.call(contract.scorecards.getScorecards, {})
    expect((await open(counter)).status).toBe(403)
    const refused = await set('negotiatePrices', 'china_warehouse_team', true)
    expect([refused.status, refused.body.message]).toEqual([
      409,
      'This trade works with prices, and this role sees none.',
    ])
    // The trade's screens without prices: by role, and the card of one vendor with them.
    for (const right of ['scorecards', 'vendorCard'])
      expect((await set(right, 'china_warehouse_team', true)).status).toBe(200)
    expect((await open(counter)).status).toBe(200)
    expect(await pathsOf(counter)).toContain('/supplier/scorecards')
    for (const right of ['scorecards', 'vendorCard']) await set(right, 'china_warehouse_team', false)
    expect((await open(counter)).status).toBe(403)
    const look = (as: Client) => as.call(contract.stockCounts.getStockCounts, {})
    const inward = await server.as('india_qc_inward_wh')
    const passes = (as: Client) => as.call(contract.gatePasses.gatepasses, {})
    expect([(await look(inward)).status, (await passes(inward)).status]).toEqual([200, 403])
    const given = await set('gatePasses', 'india_qc_inward_wh', true)
    expect([given.status, given.body.data.row]).toMatchObject([200, { right: 'gatePasses', may: true }])
    expect((await passes(inward)).status).toBe(200)
    expect(await pathsOf(inward)).toContain('/warehouse/in-transit')
    // Long work goes by the rights of the call that asks for it.
    const asked = await inward.call(contract.frame.startExport, {
      ...{ call: 'exportGatePasses', always: true },
      input: { format: 'csv', columns: [{ id: 'gate_pass', header: 'Gate pass' }] },
    })
    await untilState(server.db, asked.body.data.job?.id ?? '', 'done')
    const { rows, history } = (await admin.call(getRoleRights, {})).body.data
    expect(rows).toMatchObject([{ right: 'gatePasses', role: 'india_qc_inward_wh', may: true }])
    expect(history.filter(({ right }) => right === 'gatePasses')).toMatchObject([
      { event: 'role_right.given', details: { role: 'india_qc_inward_wh' } },
    ])
    expect((await set('gatePasses', 'india_qc_inward_wh', false)).body.data.row).toBeNull()
    expect((await passes(inward)).status).toBe(403)
    expect((await admin.call(getRoleRights, {})).body.data.rows).toEqual([])
  })

  // Would catch: a right taken in the matrix that a session of before, the menu or an API key still has.
  it('takes a right from a role for sessions and API keys, and leaves other roles alone', async () => {
    const [bound, other] = [await server.as('india_qc_manager'), await server.as('warehouse')]
    const key = await superAdmin.call(contract.keys.createKey, {
      ...{ name: 'Scales', role: 'india_qc_manager', expires_in_days: 1 },
    })
    const machine = clientOf(server.app, key.body.data.secret)
    const count = (as: Client) => as.call(contract.stockCounts.getStockCounts, {})
    const statuses = async () => Promise.all([bound, machine, other].map(async (as) => (await count(as)).status))
    expect(await statuses()).toEqual([200, 200, 200])
    expect((await set('countStock', 'india_qc_manager', false)).status).toBe(200)
    expect(await statuses()).toEqual([403, 403, 200])
    const { user } = (await bound.call(getUserDetails, {})).body.data
    expect([user.granted, user.withheld]).toEqual([[], ['countStock']])
    await set('countStock', 'india_qc_manager', true)
    expect(await statuses()).toEqual([200, 200, 200])
  })

  // Would catch: a hole in the bounds: prices for QC, rights for vendors, administration, or a role without its landing screen.
  it.each([
    ['seePrices', 'china_warehouse_team', true, 'Who sees prices is fixed.'],
    ['seePrices', 'bm_team', false, 'Who sees prices is fixed.'],
    ['chinaInvoices', 'china_warehouse_team', true, 'This trade works with prices, and this role sees none.'],
    ['chinaQc', 'vendor', true, 'What vendors may do is fixed: their own, and nothing else.'],
    ['vendorDesk', 'vendor', false, 'What vendors may do is fixed: their own, and nothing else.'],
    ['manageUsers', 'ops', true, 'What administrators may do is fixed.'],
    ['changeRights', 'admin', true, 'What administrators may do is fixed.'],
    ['opsDesk', 'super_admin', false, 'What administrators may do is fixed.'],
    ['chinaQc', 'china_warehouse_team', false, 'People of this role start here: it cannot be taken from them.'],
    ['writeOffStock', 'cad', true, 'This is of a trade that this role has no part in.'],
  ] as const)('refuses %s of %s to be %s', async (right, role, may, words) => {
    const { status, body } = await set(right, role, may)
    expect([status, body.message]).toEqual([409, words])
  })

  it('refuses what is no right, and everybody but super admins', async () => {
    const unknown = await set('constructor', 'ops', true)
    expect([unknown.status, unknown.body.message]).toEqual([400, 'There is no such right.'])
    for (const as of [admin, await server.as('ops')])
      expect((await set('talk', 'warehouse', true, as)).status).toBe(403)
  })

  // Would catch: two super admins at once, of whom one is told of a change that the other made.
  it('writes one event for each change, however many ask for it at once', async () => {
    await Promise.all(Array.from({ length: 6 }, () => set('talk', 'warehouse', true)))
    const told = async () =>
      (await admin.call(getRoleRights, {})).body.data.history.filter(({ right }) => right === 'talk')
    expect(await told()).toHaveLength(1)
    await Promise.all([set('talk', 'warehouse', false), set('talk', 'warehouse', false)])
    expect(await told()).toHaveLength(2)
  })
})

describe('a right of one person', () => {
  // Would catch: a lead of QC who can only be made by another role, or a right that makes all of the team leads.
  it('makes a lead among those who count, ends their sessions, and is told in their history', async () => {
    const [lead, colleague] = [await server.makeUser(counting), await server.makeUser(counting)]
    const signIn = async ({ email }: { email: string }) => {
      const { body } = await server.anyone.call(contract.people.login, { email, password: PASSWORD })
      return clientOf(server.app, body.data.token ?? '')
    }
    const account = async () => {
      const { body } = await admin.call(getUserDetails, { user_id: lead.id })
      return { row: body.data.account, history: body.data.history ?? [] }
    }
    const { row } = await account()
    const before = await signIn(lead)
    const change = (names: string[], version = row?.version ?? 0) =>
      admin.call(updateUser, { user_id: lead.id, version, further_rights: names })
    for (const wrong of [['seePrices'], ['chinaQc'], ['nothing'], ['manageUsers']]) {
      const refused = await change(wrong)
      expect([refused.status, refused.body.message]).toEqual([400, 'Please choose rights that this role can be given.'])
    }
    const saved = await change(['chinaQcSettings', 'chinaQcLead'])
    expect(saved.body.data.user.further_rights).toEqual(['chinaQcLead', 'chinaQcSettings'])
    expect((await before.call(getUserDetails, {})).status).toBe(401)
    const now = await signIn(lead)
    const [his, hers] = [await settings(now), await settings(await signIn(colleague))]
    expect([his.status, hers.status]).toEqual([200, 200])
    const write = (client: Client) =>
      client.call(contract.inspection.saveQcSettings, {
        settings: his.body.data.settings,
        version: his.body.data.version,
      })
    expect((await write(now)).status).toBe(200)
    expect((await write(await signIn(colleague))).status).toBe(403)
    expect((await account()).history.findLast(({ event }) => event.startsWith('user.rights'))).toMatchObject({
      ...{ event: 'user.rights_changed', from: null, to: 'chinaQcLead chinaQcSettings' },
    })
    // Another role has other bounds: what it could not be given falls away.
    const moved = await admin.call(updateUser, {
      ...{ user_id: lead.id, version: (await account()).row?.version ?? 0, role: 'warehouse' },
    })
    expect(moved.body.data.user.further_rights).toEqual([])
  })
})
