import { execFileSync } from 'node:child_process'
import { beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { allowed, contract, rights } from '../../src/shared/areas.ts'
import { type Area, addressOf, type Call } from '../../src/shared/kernel/call.ts'
import type { Right } from '../../src/shared/kernel/rights.ts'
import { type Role, roles } from '../../src/shared/kernel/roles.ts'
import { formOf } from '../support/client.ts'
import { boughtInIndia } from '../support/india-boxes.ts'
import { boxesInIndia } from '../support/india-inspection.ts'
import { makeOrder } from '../support/orders.ts'
import { inputsOf, type PricedWorld } from '../support/priced-calls.ts'
import { passing } from '../support/qc-inspection.ts'
import { qcWorld } from '../support/qc-world.ts'
import { type TestServer, testServer } from '../support/server.ts'
import { packedShipment } from '../support/shipments.ts'
import { aMove, at, makeSite, moved } from '../support/stock.ts'
import { textOfWorkbook } from '../support/workbook-text.ts'

const areas: Record<string, Area> = contract
const calls = Object.entries(areas).flatMap(([area, of]) =>
  Object.entries(of).map(([key, call]) => ({ name: `${area}.${key}`, call: call as Call })),
)

/** 76,543.21 and 65,432.19: no quantity, day or id of the tests has these digits in a row. */
const UNIT = 7_654_321
const BEFORE = 6_543_219
const digits = /76[., ]?543[.,]?21|65[., ]?432[.,]?19/

const blind = roles.filter((role) => !(allowed.seePrices as readonly Role[]).includes(role))

describe('the shapes of replies', () => {
  // Would catch: a price put into a reply by its plain shape, which the writer would give to everybody.
  it.each(calls.filter(({ call }) => 'json' in call.gives))('$name marks all money as a price', ({ call }) => {
    if (!('json' in call.gives)) return
    expect(unmarkedMoney(z.toJSONSchema(call.gives.json, { io: 'output', reused: 'inline' }))).toEqual([])
  })

  // Would catch: a call with a price behind a right that people who see none may be given.
  it('tell no price where a right says that its screens show none', () => {
    const open = Object.values<Right>(rights).filter(({ isPriceless }) => isPriceless)
    const behind = calls.filter(({ call }) => open.some((right) => call.callers === right.roles))
    expect(behind.length).toBeGreaterThan(2)
    const priced = behind.filter(
      ({ call }) =>
        'json' in call.gives &&
        JSON.stringify(z.toJSONSchema(call.gives.json, { io: 'output' })).includes('"price":true'),
    )
    expect(priced.map(({ name }) => name)).toEqual([])
  })

  it('would find money that is not marked', () => {
    const unmarked = z.object({ rows: z.array(z.object({ cost: z.object({ minor: z.int(), currency: z.string() }) })) })
    expect(unmarkedMoney(z.toJSONSchema(unmarked))).toEqual(['.rows.cost', '.rows.cost'])
  })
})

describe('every call with every role', () => {
  let server: TestServer
  let world: PricedWorld
  beforeAll(async () => {
    server = await testServer()
    const shipment = await packedShipment(server)
    const pending = await makeOrder(server.db, { decision: 'NEW' })
    const fresh = await makeOrder(server.db, { answered: false })
    await server.db
      .updateTable('vendor_order')
      .set({ unit_price_minor: UNIT, previous_unit_price_minor: BEFORE })
      .execute()
    const india = await boxesInIndia(server)
    const [inspected = ''] = india.skus
    await india.judge({ lines: [passing(inspected, 12)], verdict: 'passed' })
    const qc = await qcWorld(server)
    await server.db.updateTable('vendor_order').set({ unit_price_minor: UNIT }).execute()
    const bought = await boughtInIndia(server)
    await server.db.updateTable('purchase_order').set({ total_minor: UNIT }).execute()
    await server.db.updateTable('invoice_line').set({ unit_price_minor: UNIT }).execute()
    await server.db.updateTable('invoice').set({ total_minor: UNIT }).execute()
    const { code: style } = await server.db
      .selectFrom('style')
      .innerJoin('vendor_order as o', 'o.style_id', 'style.id')
      .where('o.id', '=', shipment.order.id)
      .select('style.code')
      .executeTakeFirstOrThrow()
    const [source, shop] = [await makeSite(server.db), await makeSite(server.db, 'shop')]
    const planned = shipment.order.lines[0]?.nm_sku ?? ''
    const sku = await server.db
      .selectFrom('sku')
      .where('nm_sku', '=', planned)
      .select(['id', 'nm_sku'])
      .executeTakeFirstOrThrow()
    await moved(server.db, aMove({ sku, kind: 'receive', quantity: 1, to: at(source.floor) }))
    const passed = await (await server.as('super_admin')).call(contract.gatePasses.updateGatepass, {
      ...{ type: 'stock_transfer', from_site: source.code, to_site: shop.code },
      items: [{ nm_sku: planned, quantity: 1, unit_value_minor: UNIT }],
    })
    expect(passed.body.data.gate_pass.gate_pass).toBe('GP-000001')
    const inIndia = india.box.sscc
    const user = await server.makeUser({ role: 'internal_team' })
    world = { shipment, pending, fresh, style, qc, bought, inIndia, user }
  })

  const ask = async (call: Call, role: Role) => {
    const answers = []
    for (const input of inputsOf(call, world)) answers.push(await askOnce(call, role, input))
    return answers
  }

  const askOnce = async (call: Call, role: Role, asked: Record<string, unknown>) => {
    const user = await server.makeUser({ role, ...(role === 'vendor' && { vendor: world.shipment.order.vendor }) })
    const { token } = await server.as(user)
    const { file, ...input } = asked
    const { path, rest } = addressOf(call, input)
    const sent = file
      ? formOf(rest, file as never)
      : { headers: { 'content-type': 'application/json' }, payload: JSON.stringify(rest) }
    return server.app.inject({
      method: call.method,
      url: call.method === 'GET' ? `${path}?${new URLSearchParams(rest as Record<string, string>)}` : path,
      headers: { authorization: `Bearer ${token}`, ...(call.method === 'POST' && sent.headers) },
      ...(call.method === 'POST' && sent.payload !== undefined && { payload: sent.payload }),
    })
  }

  for (const role of blind) {
    // Would catch: a list, total, export, label or history that shows a price to a role that must never see one.
    it(`${role} finds no price anywhere`, { timeout: 60_000 }, async () => {
      for (const { name, call } of calls) {
        if ('events' in call.gives) continue // its events carry no goods: notices.test.ts
        const isNamed = call.callers === 'anyone' || call.callers === 'signed-in' || call.callers.includes(role)
        for (const reply of await ask(call, role)) {
          expect([name, reply.statusCode === 403 || isNamed]).toEqual([name, true])
          // 503 is of codes by mail, which this server cannot send.
          expect([name, reply.statusCode < 500 || reply.statusCode === 503]).toEqual([name, true])
          const text = await textOf(reply.headers['content-type'], reply.rawPayload)
          expect([name, digits.exec(text)?.[0]]).toEqual([name, undefined])
        }
      }
    })
  }

  // Would catch: a walk that finds nothing because it looks for the wrong thing.
  it('finds the prices where they may be', async () => {
    const some = [
      'orders.getOrders',
      'orders.getPendingOrders',
      'orders.getOrdersFile',
      'trace.traceLife',
      'frame.exportOrders',
      'invoices.getInvoices',
      'invoices.getBoxesForInvoice',
      'invoices.downloadInvoice',
      'invoices.downloadInvoicePoDetails',
      'frame.exportInvoices',
      'gatePasses.gatePassItems',
      'rejectedSkus.getRejectedSkus',
      'purchaseOrders.purchaseOrders',
      'purchaseOrders.purchaseOrderDetails',
      'purchaseOrders.purchaseOrderFile',
    ]
    const found: string[] = []
    for (const { name, call } of calls) {
      if (!some.includes(name)) continue
      for (const reply of await ask(call, 'super_admin')) {
        if (digits.test(await textOf(reply.headers['content-type'], reply.rawPayload))) found.push(name)
      }
    }
    expect([...new Set(found)].toSorted()).toEqual(some.toSorted())
  })
})

/** Where money stands that is not marked: by its shape, or by a telling name. */
function unmarkedMoney(schema: unknown, at = '', isMarked = false): string[] {
  if (Array.isArray(schema)) return schema.flatMap((one) => unmarkedMoney(one, at, isMarked))
  if (typeof schema !== 'object' || schema === null) return []
  const { properties, price, ...rest } = schema as Record<string, unknown>
  const marked = isMarked || price === true
  const fields = Object.entries((properties ?? {}) as Record<string, unknown>)
  const names = fields.map(([name]) => name)
  const isMoney = names.includes('minor') && names.includes('currency') && !marked
  const tells = fields.filter(([name, field]) => /price|cost|amount/.test(name) && !marked && !isPriced(field))
  return [
    ...(isMoney ? [at] : []),
    ...tells.filter(([name]) => !isKindWord(name)).map(([name]) => `${at}.${name}`),
    ...fields.flatMap(([name, field]) => unmarkedMoney(field, `${at}.${name}`, marked)),
    ...Object.values(rest).flatMap((inner) => unmarkedMoney(inner, at, marked)),
  ]
}

function isPriced(field: unknown): boolean {
  return typeof field === 'object' && field !== null && (field as { price?: unknown }).price === true
}

/** Counts how many orders jumped in price; says no price. */
function isKindWord(name: string): boolean {
  return name === 'price_jump'
}

async function textOf(type: string | string[] | number | undefined, bytes: Buffer): Promise<string> {
  const kind = String(type)
  if (kind.startsWith('application/pdf')) {
    return execFileSync('pdftotext', ['-', '-'], { input: bytes, encoding: 'utf8' })
  }
  if (kind.includes('spreadsheetml')) return textOfWorkbook(bytes)
  return bytes.toString('utf8')
}
