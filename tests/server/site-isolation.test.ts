import { sql } from 'kysely'
import { v7 } from 'uuid'
import { beforeAll, describe, expect, it } from 'vitest'
import { openSessions } from '../../src/server/http/sessions.ts'
import { contract } from '../../src/shared/areas.ts'
import { type Area, type Call, givesEvents } from '../../src/shared/kernel/call.ts'
import type { Role } from '../../src/shared/kernel/roles.ts'
import { type Input, inputOf, requestOf, words } from '../support/call-samples.ts'
import { type Client, clientOf } from '../support/client.ts'
import { type PassWorld, passCalls, passWorld, sentPass } from '../support/gate-passes.ts'
import { type Bought, boughtInIndia } from '../support/india-boxes.ts'
import { siteId } from '../support/orders.ts'
import { plainPhoto } from '../support/pictures.ts'
import { shippedBoxes } from '../support/qc.ts'
import { type QcWorld, qcWorld } from '../support/qc-world.ts'
import { type TestServer, testServer } from '../support/server.ts'
import { makeSite } from '../support/stock.ts'

const areas: Record<string, Area> = contract
const calls = Object.entries(areas).flatMap(([area, of]) =>
  Object.entries(of).map(([key, call]) => [`${area}.${key}`, call as Call] as const),
)

let server: TestServer
/** What is at the first sites, and people of the first and of the second. */
let china: QcWorld
let india: Bought
let passes: PassWorld
let gatePass: string
let shopPass: string
let coming: string
const own: Partial<Record<Role, Client>> = {}
const others: Partial<Record<Role, Client>> = {}

beforeAll(async () => {
  server = await testServer()
  const { db } = server
  china = await qcWorld(server)
  india = await boughtInIndia(server)
  passes = await passWorld(server)
  gatePass = (await sentPass(passes, [4, 2], { to_site: passes.hub.code })).gate_pass
  shopPass = (await sentPass(passes, [1])).gate_pass
  coming = (await shippedBoxes(server, [[3]])).boxes[0]?.sscc ?? ''
  const secondChina = v7()
  await sql`INSERT INTO site (id, code, name, name_zh, kind, country, address, time_zone)
    VALUES (${secondChina}, 'CN-2', 'Ningbo QC', '宁波质检中心', 'china_qc', 'CN', '2 Test Road', 'Asia/Shanghai')`.execute(
    db,
  )
  const [indiaQc, warehouse, shop] = [await makeSite(db, 'india_qc'), await makeSite(db), await makeSite(db, 'shop')]
  const first = [await siteId(db), india.site, passes.source.id, passes.hub.id, passes.shop.id]
  const second = [secondChina, indiaQc.id, warehouse.id, shop.id]
  for (const role of [
    'china_warehouse_team',
    'india_qc_manager',
    'india_qc_inward_wh',
    'warehouse',
    'retail_admin',
  ] as const) {
    own[role] = await server.as(await server.makeUser({ role, sites: first }))
    others[role] = await server.as(await server.makeUser({ role, sites: second }))
  }
  Object.assign(words, {
    ...{
      box_id: china.ready,
      box_ids: china.ready,
      invoice_number: china.invoice_number,
      return_note: china.return_note,
    },
    ...{
      purchase_order: india.purchase_order,
      gate_pass: gatePass,
      from_site: passes.source.code,
      site: passes.source.code,
    },
  })
}, 120_000)

/** What only people of the first sites are told. */
const secrets = () => [
  ...china.boxes.map(({ sscc }) => sscc),
  ...india.boxes.map(({ sscc }) => sscc),
  ...[china.invoice_number, china.return_note, india.purchase_order, india.return_note, gatePass, shopPass, coming],
]

/** What stands in the books of the first sites. */
async function books() {
  const { rows } = await sql<Record<string, string>>`SELECT
    (SELECT count(*) FROM qc_move)::text AS qc, (SELECT count(*) FROM stock_move)::text AS stock,
    (SELECT string_agg(version::text, ' ' ORDER BY id) FROM gate_pass) AS passes,
    (SELECT string_agg(box_id || ' ' || version, ' ' ORDER BY box_id, site_id) FROM qc_box) AS boxes,
    (SELECT string_agg(state, ' ' ORDER BY id) FROM invoice) AS invoices,
    (SELECT string_agg(state, ' ' ORDER BY id) FROM return_note) AS notes,
    (SELECT string_agg(state, ' ' ORDER BY id) FROM purchase_order) AS purchases,
    (SELECT count(*) FROM box_discrepancy)::text AS discrepancies`.execute(server.db)
  return rows[0]
}

const roles = ['china_warehouse_team', 'india_qc_manager', 'india_qc_inward_wh', 'warehouse', 'retail_admin'] as const

const openTo = (role: Role) =>
  calls.filter(([, call]) => {
    const { callers } = call
    return !givesEvents(call) && call.takesFile === null && Array.isArray(callers) && callers.includes(role)
  })

async function ask(client: Client | undefined, call: Call, input: Input) {
  const { headers, ...request } = requestOf(call, input)
  const authorization = `Bearer ${client?.token}`
  const { statusCode: status, payload } = await server.app.inject({
    ...request,
    headers: { ...headers, authorization },
  })
  return { status, payload }
}

/** A list asked for without a filter; where more is needed, a sample of it. */
const forAll = (name: string, call: Call): Input =>
  call.takes.safeParse({}).success ? {} : { ...inputOf(name, call), search: '' }

/** What a reply tells of the first site that the caller did not say themselves; a shop's people see what lies in a warehouse. */
function told(role: Role, name: string, payload: string, sent: Input): string[] {
  const typed = JSON.stringify(sent)
  const isOpen = role === 'retail_admin' && name.startsWith('stock.')
  return secrets().filter(
    (secret) => payload.includes(secret) && !typed.includes(secret) && !(isOpen && secret.startsWith('GP-')),
  )
}

describe.each(roles)('%s of another site', (role) => {
  // Would catch: a list, a count or a file that shows what lies at a site where the caller does not work, one that is new among them.
  it.each(openTo(role))('%s asked for all tells nothing of the first site', async (name, call) => {
    const sent = forAll(name, call)
    const { status, payload } = await ask(others[role], call, sent)
    expect(status).toBeLessThan(500)
    expect(told(role, name, payload, sent)).toEqual([])
  })

  // Would catch: a command or a paper that finds a box, an invoice, a note or a gate pass by its id, wherever it is.
  it('can do nothing with what is at the first site by its ids', async () => {
    const before = await books()
    const wrong: unknown[] = []
    for (const [name, call] of openTo(role)) {
      const sent = inputOf(name, call)
      const { status, payload } = await ask(others[role], call, sent)
      const tells = told(role, name, payload, sent)
      if (status >= 500 || tells.length > 0) wrong.push([name, status, tells])
    }
    expect(wrong).toEqual([])
    expect(await books()).toEqual(before)
  })
})

// Would catch: walks that find nothing since they ask for nothing.
it('people of the first site are told', async () => {
  const seen: Record<string, number> = {}
  for (const role of roles)
    for (const [name, call] of openTo(role)) {
      const sent = forAll(name, call)
      if (!call.changes && told(role, name, (await ask(own[role], call, sent)).payload, sent).length > 0)
        seen[role] = (seen[role] ?? 0) + 1
    }
  expect(
    Object.entries(seen)
      .filter(([, lists]) => lists >= 2)
      .map(([role]) => role),
  ).toEqual([...roles])
})

// Would catch: somebody who was moved to another site going on at the old one in a session that is still open, or after signing in anew.
it('another site by updateUser holds at once', async () => {
  const user = await server.makeUser({ role: 'china_warehouse_team', sites: [await siteId(server.db)] })
  const client = await server.as(user)
  const list = { box_ids: [china.returned] }
  const before = await client.call(contract.qcBoxes.getInwardedBoxes, list)
  expect(before.bytes.toString()).toContain(china.returned)
  const admin = await server.as('super_admin')
  const { account } = (await admin.call(contract.people.getUserDetails, { user_id: user.id })).body.data
  const moved = { user_id: user.id, version: account?.version ?? 0, sites: ['CN-2'] }
  expect((await admin.call(contract.people.updateUser, moved)).status).toBe(200)
  const open = await client.call(contract.qcBoxes.getInwardedBoxes, list)
  expect(open.status).toBe(401)
  const { token } = await server.db.transaction().execute((tx) => openSessions(server.db).open(tx, user.id))
  const after = await clientOf(server.app, token).call(contract.qcBoxes.getInwardedBoxes, list)
  expect([after.status, after.bytes.toString().includes(china.returned)]).toEqual([200, false])
})

// Would catch: a shipment found by its id in the search over everything, a photograph by a kept link, of a site where one does not work.
it('neither a shipment nor a photograph of another site is to be had by its id', async () => {
  const { rows } = await sql<{ shipment_id: string; inspection_id: string }>`
    SELECT h.shipment_id, n.id AS inspection_id FROM qc_inspection n JOIN box b ON b.id = n.box_id
    JOIN shipment h ON h.id = b.shipment_id WHERE n.site_id = ${await siteId(server.db)} LIMIT 1`.execute(server.db)
  const { shipment_id, inspection_id } = rows[0] ?? { shipment_id: '', inspection_id: '' }
  const mine = own.china_warehouse_team as Client
  const file = { name: 'photo.jpg', bytes: await plainPhoto() }
  const sent = await mine.call(contract.photos.uploadReviewImage, { file })
  const { image_id } = sent.body.data
  await server.db.insertInto('qc_photo').values({ inspection_id, image_id, position: 9 }).execute()
  const seenBy = async (client: Client | undefined) => {
    const traced = await ask(client, contract.trace.findTraced, { text: shipment_id })
    const photo = await ask(client, contract.photos.qcImage, { image_id })
    return [traced.payload.includes(`"code":"${shipment_id}"`), photo.status]
  }
  expect(await seenBy(mine)).toEqual([true, 200])
  expect(await seenBy(others.china_warehouse_team)).toEqual([false, 404])
  expect((await ask(others.india_qc_manager, contract.photos.qcImage, { image_id })).status).toBe(200)
})

/** Commands and papers by id, each one that people of the first site may make now. */
const attempts: [string, Role, () => [Call, Input]][] = [
  [
    'a count',
    'china_warehouse_team',
    () => [contract.counting.verifyQuantity, { box_id: china.uncounted, version: 1, lines: [] }],
  ],
  ['a box at QC', 'china_warehouse_team', () => [contract.qcBoxes.getQcModal, { box_id: china.ready }]],
  [
    'the report of its inspections',
    'china_warehouse_team',
    () => [contract.inspection.inspectionReport, { box_id: china.ready }],
  ],
  [
    'a name under its inspection',
    'china_warehouse_team',
    () => [contract.inspection.signInspection, { box_id: china.ready, number: 1, part: 'lead', strokes: [] }],
  ],
  [
    'an invoice',
    'china_warehouse_team',
    () => [contract.invoices.invoiceDetails, { invoice_number: china.invoice_number }],
  ],
  [
    'lines of a note',
    'china_warehouse_team',
    () => [contract.returns.returnNoteLines, { return_note: china.return_note }],
  ],
  [
    'the paper of a note',
    'china_warehouse_team',
    () => [contract.returns.returnNoteFile, { return_note: china.return_note }],
  ],
  [
    'a note taken back',
    'china_warehouse_team',
    () => [
      contract.returns.confirmReturnToVendor,
      { action: 'cancel', return_note: china.return_note, remark: 'x', version: 1 },
    ],
  ],
  [
    'the life of a note',
    'china_warehouse_team',
    () => [contract.trace.traceLife, { kind: 'return_note', code: china.return_note }],
  ],
  ['the life of a box', 'china_warehouse_team', () => [contract.trace.traceLife, { kind: 'box', code: china.ready }]],
  [
    'the life of an invoice',
    'china_warehouse_team',
    () => [contract.trace.traceLife, { kind: 'invoice', code: china.invoice_number }],
  ],
  [
    'a purchase order',
    'india_qc_manager',
    () => [contract.purchaseOrders.purchaseOrderDetails, { purchase_order: india.purchase_order }],
  ],
  ['a gate pass', 'warehouse', () => [passCalls.getGatePass, { gate_pass: gatePass }]],
  ['a gate pass completed', 'warehouse', () => [passCalls.complete, { gate_pass: gatePass, version: 1 }]],
  ['items of a gate pass', 'warehouse', () => [passCalls.gatePassItems, { gate_pass: gatePass }]],
  ['stock to send', 'warehouse', () => [passCalls.stockToSend, { site: passes.source.code }]],
  [
    'a pass from there',
    'warehouse',
    () => [
      passCalls.updateGatepass,
      { type: 'stock_transfer', from_site: passes.source.code, to_site: passes.hub.code },
    ],
  ],
]

it.each(attempts)('%s of the first site is refused', async (_name, role, attempt) => {
  const [call, input] = attempt()
  const { status, payload } = await ask(others[role], call, input)
  expect([403, 404], payload).toContain(status)
})

// Would catch: boxes taken in, or looked for, at a door where the scanner does not stand.
it('a box that is meant for the first site is not taken in at another', async () => {
  const scan = { boxes: [{ code: coming, scan_id: v7() }] }
  const thief = others.china_warehouse_team as Client
  const reply = await thief.call(contract.receiving.inwardBoxes, scan as never)
  expect(JSON.stringify(reply.body)).toContain('other_site')
  const named = await thief.call(contract.receiving.inwardBoxes, { ...scan, site: 'CN-GZ-T' } as never)
  expect(named.status).toBe(403)
  const mine = await own.china_warehouse_team?.call(contract.receiving.inwardBoxes, scan as never)
  expect(JSON.stringify(mine?.body)).not.toContain('other_site')
})

// Would catch: a pass that its destination changes or calls back, and one that its source receives.
it('the moves of a gate pass belong to its two sites', async () => {
  const { gate_pass } = await sentPass(passes, [1], { to_site: passes.hub.code })
  const [source, hub] = [
    await server.as(await server.makeUser({ role: 'warehouse', sites: [passes.source.id] })),
    await server.as(await server.makeUser({ role: 'warehouse', sites: [passes.hub.id] })),
  ]
  const movesOf = async (client: Client) => {
    const { body } = await client.call(passCalls.getGatePass, { gate_pass })
    return body.data.gate_pass.allowed_moves
  }
  expect([await movesOf(source), (await movesOf(hub)).includes('receive')]).toEqual([[], true])
  const { status } = await source.call(passCalls.complete, { gate_pass, version: 1 })
  expect(status).toBe(403)
})
