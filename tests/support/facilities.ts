import { sql } from 'kysely'
import type { Db } from '../../src/server/http/call.ts'
import { contract } from '../../src/shared/areas.ts'
import { addDays, dayIn, indiaZone } from '../../src/shared/kernel/days.ts'
import type { Client } from './client.ts'
import { makeOrder } from './orders.ts'
import type { TestServer } from './server.ts'

const { production, materials } = contract

export const GSTIN_UP = '09AAPFU0939F1ZT'
export const GSTIN_DL = '07AAPFU0939F1ZX'

export interface MadeFacility {
  facility: string
  /** site.id */
  site: string
  /** Who works there: a vendor bound to its production site. */
  worker: Client
}

/** A production facility with its site and somebody who works there. */
export async function madeFacility(
  server: TestServer,
  facility: string,
  { gstin = GSTIN_UP, isOwn = true, pin = '201301' }: { gstin?: string; isOwn?: boolean; pin?: string } = {},
): Promise<MadeFacility> {
  const address = `A-12 Sector 63, Noida ${pin}`
  const { rows } = await sql<{ id: string }>`
    INSERT INTO site (id, code, kind, name, name_zh, country, address, time_zone, gstin)
    VALUES (gen_random_uuid(), ${`S${facility}`}, 'production', ${`Site ${facility}`}, ${`工厂 ${facility}`}, 'IN', ${address}, 'Asia/Kolkata', ${gstin})
    RETURNING id`.execute(server.db)
  const site = rows[0]?.id ?? ''
  await sql`INSERT INTO production_facility (id, code, name, name_zh, site_id, is_own, gstin, address, capacity)
    VALUES (gen_random_uuid(), ${facility}, ${`Unit ${facility}`}, ${`工厂 ${facility}`}, ${site}::uuid, ${isOwn}, ${gstin}, ${address}, 5000)`.execute(
    server.db,
  )
  const user = await server.makeUser({ role: 'vendor', sites: [site] })
  return { facility, site, worker: await server.as(user) }
}

export interface SentOrder {
  number: string
  lines: { color: string; size: string; nm_sku: string; pieces: number }[]
  rolls: string[]
}

/** An order that was sent for production, its lines given to facilities in turn. */
export async function sentOrder(
  server: TestServer,
  quantities: readonly number[],
  facilities: readonly string[],
  { rate }: { rate?: number } = {},
): Promise<SentOrder> {
  const ops = await server.as('ops')
  const today = dayIn(indiaZone, new Date())
  const { lines: ordered } = await makeOrder(server.db, { pieces: [...quantities], decision: 'NEW' })
  const skus = ordered.map(({ nm_sku }) => nm_sku)
  await sql`INSERT INTO style_measure (style_id, size, point, point_zh, position, spec_mm, tolerance_mm)
    SELECT DISTINCT style_id, size, 'Chest', '胸围', 1, 480, 10 FROM sku WHERE nm_sku = ANY(${skus}::text[]) ON CONFLICT DO NOTHING`.execute(
    server.db,
  )
  await sql`INSERT INTO style_customs (style_id, hs_code, origin) SELECT DISTINCT style_id, '620442', 'IN' FROM sku WHERE nm_sku = ANY(${skus}::text[])
    ON CONFLICT (style_id) DO UPDATE SET hs_code = '620442'`.execute(server.db)
  await sql`UPDATE style SET price_minor = 90000, price_currency = 'INR' WHERE id IN (SELECT style_id FROM sku WHERE nm_sku = ANY(${skus}::text[]))`.execute(
    server.db,
  )
  const { rows } = await sql<{ id: string; number: string }>`
    INSERT INTO production_order (id, style_id, source, pieces, due_on, needs_marker, path, made_by)
    SELECT gen_random_uuid(), style_id, 'records', ${quantities.reduce((sum, one) => sum + one, 0)}, ${addDays(today, 30)}::date, false,
      CASE WHEN (SELECT bool_and(is_own) FROM production_facility WHERE code = ANY(${[...facilities]}::text[])) THEN 'IN_HOUSE' ELSE 'OUTSOURCED' END,
      (SELECT id FROM app_user LIMIT 1) FROM sku WHERE nm_sku = ${skus[0]} RETURNING id, number`.execute(server.db)
  const { id = '', number = '' } = rows[0] ?? {}
  const { rows: cells } = await sql<{ color: string; size: string; nm_sku: string }>`
    SELECT color, size, nm_sku FROM sku WHERE nm_sku = ANY(${skus}::text[]) ORDER BY nm_sku`.execute(server.db)
  const lines = cells.map((cell) => ({
    ...cell,
    pieces: ordered.find(({ nm_sku }) => nm_sku === cell.nm_sku)?.ordered ?? 0,
  }))
  for (const { color, size, pieces } of lines)
    await sql`INSERT INTO production_order_line (order_id, color, size, pieces) VALUES (${id}::uuid, ${color}, ${size}, ${pieces})`.execute(
      server.db,
    )
  const rolls = await cloth(ops, skus, quantities.reduce((sum, one) => sum + one, 0) * 2, server, facilities[0] ?? '')
  const seen = async () => {
    const { order } = (await ops.call(production.getOrderActionSummary, { order_action_id: number })).body.data
    return { order_action_id: number, version: order.version }
  }
  must(await ops.call(production.moveOrder, { orders: [await seen()], destination: 'READY_FOR_ALLOCATION' }))
  must(
    await ops.call(production.assignVendors, {
      orders: [
        {
          ...(await seen()),
          shares: lines.map(({ color, size, pieces }, at) => ({
            facility: facilities[at % facilities.length] ?? '',
            color,
            size,
            pieces,
          })),
          facilities: facilities.map((facility) => ({
            facility,
            starts_on: addDays(today, 1),
            due_on: addDays(today, 28),
            ...(rate !== undefined && { rate: { minor: rate, currency: 'INR' as const } }),
          })),
        },
      ],
      accepts_overload: true,
    }),
  )
  must(await ops.call(materials.reserveRolls, { order_ids: [number] }))
  if (rate !== undefined)
    for (const facility of facilities)
      must(
        await ops.call(production.createProductionPo, {
          ...(await seen()),
          facility,
          rate: { minor: rate, currency: 'INR' },
          due_on: addDays(today, 28),
        }),
      )
  must(await ops.call(production.sendToProduction, { orders: [await seen()] }))
  return { number, lines, rolls }
}

async function cloth(ops: Client, skus: readonly string[], length_m: number, server: TestServer, facility: string) {
  const { rows } = await sql<{ code: string }>`SELECT code FROM site WHERE code = ${`S${facility}`}`.execute(server.db)
  const made = must(
    await ops.call(materials.createFabricMaterial, {
      name: 'Poplin',
      unit: 'metre',
      properties: { composition: '100 % cotton', width_cm: 150 },
    }),
  )
  const { material_id } = made.body.data.material
  const received = must(
    await ops.call(materials.createFabric, {
      material_id,
      site: rows[0]?.code ?? '',
      rolls: [{ lot: 'L1', shade: 'A', length_m, width_cm: 150, gsm: 120, shrinkage: 3 }],
    }),
  )
  for (const { roll, version } of received.body.data.rolls)
    must(await ops.call(materials.inspectRoll, { roll, version, chosen: 'accept' }))
  must(
    await ops.call(materials.updateSkuMaterial, {
      mappings: skus.map((nm_sku) => ({ nm_sku, material_id, consumption: 1.2, wastage: 0 })),
    }),
  )
  return received.body.data.rolls.map(({ roll }) => roll)
}

/** Throws with the server's words where a step of the setting fails. */
export function must<R extends { status: number; body: unknown }>(answer: R): R {
  if (answer.status !== 200) throw new Error(`${answer.status} ${JSON.stringify(answer.body)}`)
  return answer
}

/** Sends orders of one style (`makeManyOrders`) by SQL to a facility, all their pieces pending there. */
export async function sentAtOnce(db: Db, numbers: readonly string[], facility: string): Promise<void> {
  const orders = sql`SELECT id FROM production_order WHERE number = ANY(${[...numbers]}::text[])`
  await sql`UPDATE production_order SET state = 'SENT_FOR_PRODUCTION' WHERE id IN (${orders})`.execute(db)
  await sql`INSERT INTO production_vendor_allocation (order_id, facility_id, starts_on, due_on, pieces)
    SELECT o.id, f.id, '2026-12-01', '2026-12-20', o.pieces FROM production_order o JOIN production_facility f ON f.code = ${facility}
    WHERE o.id IN (${orders})`.execute(db)
  await sql`INSERT INTO production_allocation_line (order_id, facility_id, color, size, pieces)
    SELECT a.order_id, a.facility_id, l.color, l.size, l.pieces FROM production_vendor_allocation a
    JOIN production_order_line l ON l.order_id = a.order_id WHERE a.order_id IN (${orders})`.execute(db)
  await sql`INSERT INTO facility_job (id, order_id, facility_id, allotted, pending, updated_by)
    SELECT gen_random_uuid(), a.order_id, a.facility_id, a.pieces, a.pieces, (SELECT id FROM app_user LIMIT 1)
    FROM production_vendor_allocation a WHERE a.order_id IN (${orders})`.execute(db)
  await sql`INSERT INTO facility_line (id, job_id, sku_id, color, size, allotted, pending)
    SELECT gen_random_uuid(), j.id, l.sku_id, l.color, l.size, l.pieces, l.pieces FROM facility_job j
    JOIN production_order_line l ON l.order_id = j.order_id WHERE j.order_id IN (${orders})`.execute(db)
  await sql`INSERT INTO facility_move (id, line_id, kind, quantity, audit_id)
    SELECT gen_random_uuid(), l.id, 'allot', l.allotted, gen_random_uuid() FROM facility_line l JOIN facility_job j ON j.id = l.job_id
    WHERE j.order_id IN (${orders})`.execute(db)
  await sql`ANALYZE facility_job, facility_line, facility_move`.execute(db)
}
