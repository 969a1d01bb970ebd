import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { inspectionProposal } from '../../src/server/areas/india-inspection/proposal.ts'
import { indiaStageInSql } from '../../src/server/areas/india-qc/india-status.ts'
import { lotOutcomes } from '../../src/server/areas/inspection/lot-outcomes.ts'
import { lockQcBox, qcLineFacts } from '../../src/server/areas/qc-boxes/box-rows.ts'
import { inIndia } from '../../src/server/areas/qc-boxes/sites.ts'
import { demoAccounts, demoPassword, oddAccounts } from '../../src/server/demo/book.ts'
import { demoContext } from '../../src/server/demo/by-commands.ts'
import { seedDemo } from '../../src/server/demo/seed-demo.ts'
import { fileKey } from '../../src/server/files/files.ts'
import { isGstin } from '../../src/shared/areas/data/check-digits.ts'
import { pinOf } from '../../src/shared/areas/facilities/government-files.ts'
import { gatePasses as gatePassList } from '../../src/shared/areas/gate-passes/lists.ts'
import { indiaQcStatuses } from '../../src/shared/areas/india-qc/status.ts'
import { indiaBoxes } from '../../src/shared/areas/india-receiving/lists.ts'
import { worstComputed } from '../../src/shared/areas/inspection/verdict.ts'
import { fabricLots, materials as materialList, rolls } from '../../src/shared/areas/materials/lists.ts'
import { myOrders, platformLines } from '../../src/shared/areas/orders/lists.ts'
import { orderStatuses, type Stage, statusAt } from '../../src/shared/areas/orders/status.ts'
import { productionOrders } from '../../src/shared/areas/production/lists.ts'
import { orderStates } from '../../src/shared/areas/production/order-states.ts'
import { qcBoxes as boxesAtQc } from '../../src/shared/areas/qc-boxes/lists.ts'
import { shipmentStates } from '../../src/shared/areas/shipments/status.ts'
import { stockList, stockStylesList } from '../../src/shared/areas/stock/lists.ts'
import { vendorInventory as inventoryList } from '../../src/shared/areas/vendor-inventory/lists.ts'
import { contract } from '../../src/shared/areas.ts'
import { dayIn, vendorZone } from '../../src/shared/kernel/days.ts'
import { type List, sharedWith } from '../../src/shared/kernel/list.ts'
import { roles } from '../../src/shared/kernel/roles.ts'
import { ssccFault } from '../../src/shared/kernel/sscc.ts'
import { freshDatabase, type TestDatabase } from '../support/database.ts'
import { testFiles } from '../support/files.ts'
import { brokenStories } from '../support/ledgers.ts'
import { brokenBooks } from '../support/orders.ts'
import { brokenQcBooks } from '../support/qc-books.ts'
import { testServer } from '../support/server.ts'

const now = new Date()

type AnyList = List<unknown>
type AnyBody = { data: { rows: unknown[]; next_cursor?: string | null; counts?: Record<string, number> | undefined } }
type AnyCall = typeof contract.stock.getStock

/** The values that a call takes as its tab. */
function tabsOf({ takes }: AnyCall): string[] {
  const { tab } = z.toJSONSchema(takes, { io: 'input', unrepresentable: 'any' }).properties ?? {}
  return (tab as { enum?: string[] }).enum ?? []
}
const files = testFiles()
let database: TestDatabase

beforeAll(async () => {
  database = await freshDatabase()
  expect(await seedDemo(database.db, { now, files })).toBe(true)
}, 60_000)

async function rowsOf<T>(query: string): Promise<T[]> {
  return (await sql.raw<T>(query).execute(database.db)).rows
}

async function count(from: string): Promise<number> {
  const [row] = await rowsOf<{ count: number }>(`SELECT count(*)::int AS count FROM ${from}`)
  return row?.count ?? 0
}

describe('what the demo data promises', () => {
  // Catches photographs of the demo that nobody can open, or that lie in the database.
  test('defects have photographs, whose files are there', async () => {
    const images = await database.db.selectFrom('qc_image').selectAll().execute()
    expect(images.length).toBeGreaterThan(10)
    for (const { file_id, bytes, picture } of images) {
      expect(picture).toBeNull()
      expect(await files.stat(fileKey('photos', file_id ?? ''))).toMatchObject({ size: bytes })
      expect(await files.stat(fileKey('thumbnails', file_id ?? ''))).not.toBeNull()
    }
  })

  // Catches a tab of production that shows nothing to whoever tries the app.
  // Catches a demo whose facilities stand still.
  test('three facilities have work, with pieces in every stage but shipped, one of them late', async () => {
    const [sums] = await rowsOf<Record<string, number>>(
      `SELECT count(DISTINCT j.facility_id)::int AS facilities, sum(j.pending)::int AS pending, sum(j.cutting)::int AS cutting,
        sum(j.stitching)::int AS stitching, sum(j.finishing)::int AS finishing, sum(j.checking)::int AS checking, sum(j.packed)::int AS packed,
        sum(j.shipment_pending)::int AS shipment_pending, sum(j.rework)::int AS rework, sum(j.reject)::int AS reject,
        count(*) FILTER (WHERE a.due_on < now()::date)::int AS late
      FROM facility_job j JOIN production_vendor_allocation a ON a.order_id = j.order_id AND a.facility_id = j.facility_id
      WHERE j.allotted > 0`,
    )
    expect(sums?.facilities).toBeGreaterThanOrEqual(3)
    expect(Object.entries(sums ?? {}).filter(([, number]) => number === 0)).toEqual([])
    // Catches a demo in which no facility can print a label for sale.
    expect(
      await count(`production_facility f WHERE EXISTS (SELECT FROM label_facts l WHERE l.site_id = f.site_id)
        AND EXISTS (SELECT FROM facility_job j WHERE j.facility_id = f.id AND j.allotted > 0)`),
    ).toBeGreaterThanOrEqual(2)
  })

  // Would catch: a corrective action of the demo that was overdue before anybody had asked for it, or whose history begins after that.
  test('no corrective action is due before it was opened', async () => {
    expect(await count('corrective_action WHERE due_on < opened_at::date')).toBe(0)
    expect(await count("corrective_action WHERE due_on < now()::date AND state = 'opened'")).toBeGreaterThan(0)
    expect(
      await count(`corrective_action a WHERE NOT EXISTS (SELECT FROM audit_event e WHERE e.entity = 'corrective_action'
        AND e.entity_id = a.number AND e.event = 'corrective.opened' AND e.at = a.opened_at)`),
    ).toBe(0)
  })

  // Would catch: a GSTIN with a wrong check digit, or of another state than its site: goods would travel with the wrong paper.
  test('production and India QC have GSTINs of their states', async () => {
    const found = await rowsOf<{ gstin: string; address: string }>(
      `SELECT gstin, address FROM site WHERE gstin IS NOT NULL UNION ALL SELECT gstin, address FROM production_facility WHERE gstin <> ''`,
    )
    const states: Readonly<Record<string, string>> = { 20: '09', 12: '06', 64: '33', 30: '08', 56: '29' }
    expect(found).toHaveLength(6)
    for (const { gstin, address } of found)
      expect([gstin, isGstin(gstin), states[pinOf(address)?.slice(0, 2) ?? '']]).toEqual([
        gstin,
        true,
        gstin.slice(0, 2),
      ])
  })

  test('production orders stand in every tab of both ways of producing', async () => {
    const rows = await rowsOf<{ path: string; states: string[]; history: number }>(`
      SELECT path, array_agg(DISTINCT state ORDER BY state) AS states, count(*) FILTER (WHERE EXISTS
        (SELECT 1 FROM production_marker m WHERE m.order_id = o.id))::int AS history FROM production_order o GROUP BY path`)
    expect(rows).toHaveLength(2)
    for (const { states, history } of rows) {
      expect(states).toEqual([...orderStates].toSorted())
      expect(history).toBeGreaterThan(1)
    }
    expect(await count('production_job_card')).toBeGreaterThanOrEqual(4)
    expect(await count("production_po WHERE state = 'open'")).toBeGreaterThanOrEqual(5)
    expect(await count('roll_reservation')).toBeGreaterThan(3)
    expect(await count("roll_move WHERE kind = 'cut'")).toBeGreaterThan(0)
  })

  // Catches a demo that got too thin to show paging, grids and both languages.
  test('vendors, styles, SKUs, orders, places', async () => {
    expect(await count('vendor')).toBeGreaterThanOrEqual(4)
    expect(await count("vendor WHERE name_zh ~ '[一-龥]'")).toBe(await count('vendor'))
    // Those that are made when a style of the catalogue goes live come on top.
    expect(await count('style WHERE id NOT IN (SELECT style_id FROM catalogue_style WHERE style_id IS NOT NULL)')).toBe(
      44,
    )
    expect(await count("style WHERE name_zh !~ '[一-龥]'")).toBe(0)
    expect(await count('sku')).toBeGreaterThanOrEqual(640)
    expect(await count('vendor_order')).toBeGreaterThanOrEqual(320)
    expect(await count("site WHERE kind = 'shop' AND country = 'IN'")).toBeGreaterThanOrEqual(6)
    for (const code of ['CNQC', 'WDEL', 'WBLR']) expect(await count(`site WHERE code = '${code}'`)).toBe(1)
  })

  // Catches a story that no longer leads to the status it is there for.
  test('orders of every status, decision and exception', async () => {
    const orders = await rowsOf<{ stage: Stage; ship_by: string; decision: string }>(
      'SELECT stage, ship_by, decision FROM vendor_order',
    )
    const today = dayIn(vendorZone, now)
    const shown = new Set(
      orders.filter((o) => o.decision === 'APPROVED').map((o) => statusAt(o.stage, o.ship_by, today)),
    )
    expect([...shown].sort()).toEqual([...orderStatuses].sort())
    expect(new Set(orders.map((order) => order.decision))).toEqual(new Set(['NEW', 'APPROVED', 'NOT_APPROVED']))
    const jump =
      '(previous_unit_price_minor > 0 AND abs(unit_price_minor - previous_unit_price_minor) * 10 >= previous_unit_price_minor)'
    const waiting = "vendor_order WHERE decision = 'NEW'"
    expect(await count(`${waiting} AND ${jump}`)).toBeGreaterThan(5)
    expect(await count(`${waiting} AND is_new_vendor`)).toBeGreaterThan(2)
    expect(await count(`${waiting} AND ship_by < '${today}'`)).toBeGreaterThan(5)
    expect(await count(`${waiting} AND ${jump} AND ship_by < '${today}'`)).toBeGreaterThan(0)
    expect(
      await count(`${waiting} AND ${jump} IS NOT TRUE AND NOT is_new_vendor AND ship_by >= '${today}'`),
    ).toBeGreaterThan(30)
  })

  // Catches a vendor who is shown, as the price before, that of an order which nobody approved.
  test('orders are compared with approved prices alone', async () => {
    // An agreement gave some of them another price since.
    const approved = `(SELECT coalesce(a.unit_price_before, p.unit_price_minor) FROM vendor_order p
      LEFT JOIN order_amendment a ON a.order_id = p.id WHERE p.style_id = o.style_id AND p.decision = 'APPROVED')`
    const compared = "vendor_order o WHERE decision = 'APPROVED' AND previous_unit_price_minor"
    expect(await count(`${compared} > 0`)).toBeGreaterThan(50)
    expect(await count(`${compared} <> ALL ${approved}`)).toBe(0)
  })

  test('shipments of every state, with and without boxes, and some inwarded', async () => {
    for (const state of shipmentStates)
      expect(await count(`shipment WHERE state = '${state}'`), state).toBeGreaterThan(0)
    const boxed = 'EXISTS (SELECT 1 FROM box WHERE shipment_id = shipment.id)'
    expect(await count(`shipment WHERE state = 'AWAITING_PACKING' AND ${boxed}`)).toBeGreaterThan(0)
    expect(await count(`shipment WHERE state = 'AWAITING_PACKING' AND NOT ${boxed}`)).toBeGreaterThan(0)
    expect(await count('box WHERE inwarded_at IS NOT NULL')).toBeGreaterThan(0)
  })

  // Catches a demo vendor who has nothing to do in one of the steps of the story.
  test('vendor@demo has a rich day', async () => {
    const own = "vendor_order WHERE decision = 'APPROVED' AND vendor_id = (SELECT id FROM vendor WHERE code = 'GZ01')"
    const ship = "shipment WHERE vendor_id = (SELECT id FROM vendor WHERE code = 'GZ01')"
    expect(await count(`${own} AND vendor_decision = 'NEW'`)).toBeGreaterThanOrEqual(12)
    expect(await count(`${own} AND vendor_decision = 'ANSWERED' AND stage > 2`)).toBeGreaterThanOrEqual(30)
    expect(await count(`${own} AND platform > 0`)).toBeGreaterThanOrEqual(5)
    expect(await count(`${ship} AND state = 'AWAITING_PACKING'`)).toBeGreaterThanOrEqual(3)
    expect(await count(`${ship} AND state = 'PACKED_AND_SHIPPED'`)).toBeGreaterThanOrEqual(3)
    expect(await count(`${own} AND stage = 0`)).toBeGreaterThan(0)
    expect(await count(`${own} AND stage = 1`)).toBeGreaterThan(0)
  })

  // Catches lists that no grid would look right with.
  test('every order is a grid of 2 to 4 colours by 4 to 6 sizes', async () => {
    const odd = await rowsOf(`
      SELECT l.order_id FROM order_line l JOIN sku k ON k.id = l.sku_id GROUP BY l.order_id
      HAVING count(DISTINCT k.color) NOT BETWEEN 2 AND 4 OR count(DISTINCT k.size) NOT BETWEEN 4 AND 6
        OR count(*) <> count(DISTINCT k.color) * count(DISTINCT k.size)`)
    expect(odd).toEqual([])
  })
})

describe('the books', () => {
  // Catches seeds that write quantities which no moves lead to.
  test('each line is the sum of its moves, each order the sum of its lines, each box what it holds', async () => {
    // Ids sort by time, so the ledger read in their order never goes below nothing.
    expect(await brokenStories(database.db)).toEqual([])
    expect(await brokenBooks(database.db)).toEqual([])
  })

  // Catches inspections whose records show no plan, and a verdict that what was found does not come to.
  test('every inspection judged lots by a plan, and came to what they came to; boxes balance', async () => {
    const inspections = await rowsOf<{ id: string; computed: string }>(
      "SELECT id, computed FROM qc_inspection WHERE kind <> 'skip'",
    )
    const lots = await lotOutcomes(
      database.db,
      inspections.map(({ id }) => id),
    )
    const told = inspections.map(({ id }) => worstComputed((lots.get(id) ?? []).map((lot) => lot.computed)))
    expect(told).toEqual(inspections.map(({ computed }) => computed))
    expect(new Set(told)).toEqual(new Set(['accept', 'reject', 'open']))
    expect(await brokenQcBooks({ db: database.db } as never)).toEqual([])
  })

  test('every move belongs to an event, no event lies ahead, and refusals have reasons', async () => {
    expect(await count('line_move m LEFT JOIN audit_event e ON e.id = m.audit_id WHERE e.id IS NULL')).toBe(0)
    expect(await count(`audit_event WHERE at > '${now.toISOString()}'`)).toBe(0)
    expect(await count("line_move WHERE kind = 'refuse' AND (reason IS NULL OR remark IS NULL)")).toBe(0)
    expect(await count('order_line WHERE rejected > 0 AND reason IS NULL')).toBe(0)
  })

  // Catches live boxes and shipments that get the number of a seeded one.
  test('box codes are sound and the sequences go on behind them', async () => {
    const boxes = await rowsOf<{ sscc: string }>(
      'SELECT sscc FROM box UNION SELECT code FROM gate_pass_box UNION SELECT code FROM facility_box ORDER BY sscc',
    )
    expect(boxes.length).toBeGreaterThan(50)
    expect(boxes.map((box) => ssccFault(box.sscc)).filter((fault) => fault !== null)).toEqual([])
    const [next] = await rowsOf<{ box: number; shipment: number }>(
      "SELECT nextval('box_serial') AS box, nextval('shipment_number') AS shipment",
    )
    expect(next).toEqual({ box: boxes.length + 1, shipment: (await count('shipment')) + 1 })
  })
})

describe('seeding', () => {
  /** What the commands themselves told has ids of the moment when they ran. */
  const inChina = "site_id IN (SELECT id FROM site WHERE kind = 'china_qc')"
  const seeded: Record<string, string> = {
    sku: 'style_id NOT IN (SELECT c.style_id FROM catalogue_style c WHERE c.style_id IS NOT NULL)',
    audit_event: "request_id <> 'demo'",
    ...Object.fromEntries(
      ['qc_box', 'qc_line', 'qc_move', 'qc_inspection', 'qc_lot', 'return_note'].map((table) => [table, inChina]),
    ),
    qc_inspection_lot: `inspection_id IN (SELECT id FROM qc_inspection WHERE ${inChina})`,
  }
  const onlySeeded = (table: string) => (seeded[table] ? `WHERE ${seeded[table]}` : '')
  async function digest({ db }: TestDatabase): Promise<string[]> {
    const tables = [
      'vendor_order',
      'order_line',
      'line_move',
      'audit_event',
      'shipment',
      'box',
      'box_line',
      'qc_box',
      'qc_line',
      'qc_move',
      'qc_inspection',
      'qc_lot',
      'qc_inspection_lot',
      'invoice',
      'return_note',
      'sku',
      'vendor',
    ]
    return Promise.all(
      tables.map(async (table) => {
        const { rows } = await sql
          .raw<{ sum: string }>(
            `SELECT md5(string_agg(t::text, E'\\n' ORDER BY t::text)) AS sum FROM ${table} t ${onlySeeded(table)}`,
          )
          .execute(db)
        return `${table} ${rows[0]?.sum}`
      }),
    )
  }

  // Catches chance that is not seeded, and two servers on one database that both fill it.
  test('gives the same rows for the same day, once, whoever comes first', async () => {
    const other = await freshDatabase()
    const outcomes = await Promise.all([seedDemo(other.db, { now }), seedDemo(other.db, { now })])
    expect(outcomes.sort()).toEqual([false, true])
    expect(await digest(other)).toEqual(await digest(database))
    expect(await seedDemo(database.db, { now: new Date(now.getTime() + 86_400_000) })).toBe(false)
    expect(await digest(other)).toEqual(await digest(database))
  }, 60_000)

  // Catches a demo in which nobody can see what the switching rules offer besides normal inspection.
  test('India has a box to inspect of which the switching rules offer reduced inspection, and one of tightened', async () => {
    const offered = await database.db.transaction().execute(async (tx) => {
      const { rows } = await sql<{ sscc: string }>`SELECT b.sscc FROM qc_box q JOIN box b ON b.id = q.box_id
        WHERE q.site_kind = 'india_qc' AND q.inspections = 0 ORDER BY b.sscc`.execute(tx)
      const procedures = new Set<string>()
      for (const { sscc } of rows) {
        const box = await lockQcBox(tx, inIndia(demoContext(tx, 'india-qc').caller), sscc)
        procedures.add((await inspectionProposal(tx, box, await qcLineFacts(tx, [box]))).procedure)
      }
      return procedures
    })
    expect([...offered].sort()).toEqual(['normal', 'reduced', 'tightened'])
  })

  // Catches a demo in which India's screens are empty.
  test('India has boxes that are received, inspected in part, and rejected in part', async () => {
    const { rows } = await sql<{ stage: number }>`
      SELECT ${indiaStageInSql} AS stage FROM qc_box q WHERE site_kind = 'india_qc'`.execute(database.db)
    const statuses = rows.map(({ stage }) => indiaQcStatuses[stage])
    expect(statuses).toEqual(expect.arrayContaining(['Received', 'Inspected in part', 'Rejected, to reconcile']))
  })

  // Catches tabs that show the same row and do not say so, so that their counts add up to more than all; a tab whose count is not that of
  // its rows under the same filter.
  test('tabs count what their list shows, and name the tabs that share rows with them', async () => {
    const server = await testServer({ db: database.db })
    const client = await server.as('super_admin')
    const { orders, qcBoxes, indiaReceiving, vendorInventory, stock, materials, production, gatePasses } = contract
    const asked = [
      [myOrders, orders.getOrders, { status: ['Partially shipped'] }],
      [platformLines, orders.getShippingItems, { late: true }],
      [boxesAtQc, qcBoxes.getInwardedBoxes, { status: ['QC passed'] }],
      [indiaBoxes, indiaReceiving.getReceivedBoxes, { status: ['Verified'] }],
      [inventoryList, vendorInventory.getInventoryDetails, { search: '1' }],
      [stockList, stock.getStock, { search: '1' }],
      [stockStylesList, stock.getStockStyles, { search: '1' }],
      [fabricLots, materials.getFabrics, { search: '1' }],
      [rolls, materials.getRolls, { search: '1' }],
      [materialList, materials.getFabricMaterials, { search: '1' }],
      [productionOrders, production.getOrders, { search: '1' }],
      [gatePassList, gatePasses.gatepasses, { search: '1' }],
    ] as const
    for (const [list, call, filter] of asked as unknown as [AnyList, AnyCall, object][])
      for (const by of [{}, filter]) {
        const { counts = {} } = (await client.call(call, { ...by, part: 'counts' })).body.data
        const tabs = tabsOf(call)
        const shown = new Map<string, Set<string>>()
        for (const tab of tabs) {
          const ids = new Set<string>()
          let cursor: string | null = null
          do {
            const { data }: AnyBody = (await client.call(call, { ...by, tab: tab as 'all', page_size: 500, cursor }))
              .body
            for (const row of data.rows) ids.add(list.rowId(row))
            cursor = data.next_cursor ?? null
          } while (cursor !== null)
          shown.set(tab, ids)
        }
        expect([list.name, by, Object.fromEntries([...shown].map(([tab, ids]) => [tab, ids.size]))]).toEqual([
          list.name,
          by,
          Object.fromEntries(tabs.map((tab) => [tab, counts[tab]])),
        ])
        const sharing = tabs.flatMap((one) =>
          tabs
            .filter((other) => one !== other && !shown.get(one)?.isDisjointFrom(shown.get(other) ?? new Set()))
            .map((other) => [one, other]),
        )
        const unsaid = sharing.filter(
          ([one = '', other = '']) => one !== 'all' && other !== 'all' && !sharedWith(list, one).includes(other),
        )
        expect([list.name, unsaid]).toEqual([list.name, []])
      }
    for (const [list, call] of asked as unknown as [AnyList, AnyCall][])
      expect([list.name, (list.shared ?? []).flat().filter((tab) => !tabsOf(call).includes(tab))]).toEqual([
        list.name,
        [],
      ])
  }, 60_000)

  // Catches accounts of the README that cannot sign in or that land nowhere.
  test('every role has an account that signs in and lands somewhere', async () => {
    const server = await testServer({ db: database.db })
    expect(new Set(demoAccounts.map((account) => account.role))).toEqual(new Set(roles))
    for (const { email, role, team } of demoAccounts) {
      const reply = await server.anyone.call(contract.people.login, { email, password: demoPassword })
      expect(reply.status, email).toBe(200)
      expect(reply.body.data.user).toMatchObject({ email, role, team })
      expect(reply.body.data.user.landing_path, email).not.toBe('/login')
    }
  }, 30_000)

  // Catches a demo in which the users list shows one state only, or in which an odd account gets in after all.
  test('shows an account of every state', async () => {
    const server = await testServer({ db: database.db })
    for (const { email, state } of oddAccounts) {
      const row = await server.db
        .selectFrom('app_user')
        .selectAll()
        .where('email', '=', email)
        .executeTakeFirstOrThrow()
      expect(row.is_active, email).toBe(state !== 'inactive')
      const held = await server.db.selectFrom('sign_in_failure').selectAll().where('user_id', '=', row.id).execute()
      expect(held.length > 0, email).toBe(state === 'locked')
      const reply = await server.anyone.call(contract.people.login, { email, password: demoPassword })
      expect(reply.status, email).toBe(state === 'must-change-password' ? 200 : 401)
      if (reply.status === 200) expect(reply.body.data.user.must_change_password, email).toBe(true)
    }
    expect(new Set(oddAccounts.map(({ state }) => state)).size).toBe(3)
  })
})
