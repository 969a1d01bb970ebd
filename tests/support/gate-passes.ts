import { sql } from 'kysely'
import { v7 } from 'uuid'
import type { Db } from '../../src/server/http/call.ts'
import { contract } from '../../src/shared/areas.ts'
import type { Call, Takes } from '../../src/shared/kernel/call.ts'
import { asItStands, type Unseeing } from './as-it-stands.ts'
import type { TestReply } from './client.ts'
import type { TestServer } from './server.ts'
import { aMove, at, type MadeSite, type MadeSku, makeSite, makeSkus, moved } from './stock.ts'

export const passCalls = contract.gatePasses

/** A source with stock on its floor, a destination of a shop and one of a warehouse, and people of both. */
export interface PassWorld {
  db: Db
  source: MadeSite
  shop: MadeSite
  hub: MadeSite
  skus: MadeSku[]
  sender: Unseeing
  receiver: Unseeing
  lead: Unseeing
}

export async function passWorld(server: TestServer, { skus: count = 3, pieces = 50 } = {}): Promise<PassWorld> {
  const [lead, sender, receiver] = [
    asItStands(server, await server.as('admin')),
    asItStands(server, await server.as('warehouse')),
    asItStands(server, await server.as('retail_admin')),
  ]
  const { db } = server
  const [source, shop, hub] = [await makeSite(db), await makeSite(db, 'shop'), await makeSite(db)]
  const skus = await makeSkus(db, count)
  await moved(db, ...skus.map((sku) => aMove({ sku, kind: 'receive', quantity: pieces, to: at(source.floor) })))
  return { db, source, shop, hub, skus, sender, receiver, lead }
}

/** Makes a call that must succeed and gives its data. */
export async function done<C extends Call>(
  client: Unseeing,
  call: C,
  input: Takes<C> | Omit<Takes<C>, 'version'>,
): Promise<TestReply<C>['body']['data']> {
  const reply = await client.call(call, input as never)
  if (reply.status !== 200) throw new Error(`${call.path}: ${reply.status} ${JSON.stringify(reply.body)}`)
  return reply.body.data
}

type Wish = Partial<Takes<typeof passCalls.updateGatepass>>

/** A draft from the source to the shop, with so many of each SKU planned. */
export async function madePass(world: PassWorld, planned: readonly number[] = [], wish: Wish = {}): Promise<string> {
  const items = planned.map((quantity, place) => ({ nm_sku: world.skus[place]?.nm_sku ?? '', quantity }))
  const { gate_pass } = await done(world.sender, passCalls.updateGatepass, {
    ...{ type: 'stock_transfer', from_site: world.source.code, to_site: world.shop.code, items },
    ...wish,
  })
  return gate_pass.gate_pass
}

/** Its first box, after it was confirmed. */
export async function openedBox(world: PassWorld, gate_pass: string, station = ''): Promise<string> {
  const { gate_pass: pass } = await done(world.sender, passCalls.getGatePass, { gate_pass })
  if (pass.state === 'DRAFT') await done(world.sender, passCalls.confirmGatepass, { gate_pass })
  const { boxes } = await done(world.sender, passCalls.addBox, { gate_pass, station })
  return boxes[0]?.box_code ?? ''
}

export const scanOf = (sku: MadeSku | undefined, quantity = 1) => ({
  ...{ code: sku?.nm_sku ?? '', quantity, scan_id: v7() },
})

/** A pass with these pieces of each SKU in one sealed box, on the road. */
export async function sentPass(world: PassWorld, packed: readonly number[], wish: Wish = {}) {
  const gate_pass = await madePass(world, packed, wish)
  const box = await openedBox(world, gate_pass)
  const scans = packed.flatMap((quantity, place) => (quantity > 0 ? [scanOf(world.skus[place], quantity)] : []))
  const { results } = await done(world.sender, passCalls.addItem, { box, scans })
  const wrong = results.find(({ outcome }) => outcome !== 'packed')
  if (wrong) throw new Error(`not packed: ${JSON.stringify(wrong)}`)
  await done(world.sender, passCalls.updateBox, { boxes: [box], action: 'seal' })
  const submitted = await done(world.sender, passCalls.submit, { gate_pass })
  return { gate_pass, box, submitted }
}

/** Pieces of an SKU by site and kind of place, those of them that are somewhere: "WT1 floor": 40. */
export async function whereAll(db: Db, sku: MadeSku | undefined): Promise<Record<string, number>> {
  const { rows } = await sql<{ place: string; pieces: number }>`
    SELECT x.code || ' ' || p.kind || CASE WHEN s.condition = 'good' THEN '' ELSE ' ' || s.condition END AS place, sum(s.on_hand)::int AS pieces
    FROM stock s JOIN place p ON p.id = s.place_id JOIN site x ON x.id = p.site_id
    WHERE s.sku_id = ${sku?.id ?? null} AND s.on_hand > 0 GROUP BY 1 ORDER BY 1`.execute(db)
  return Object.fromEntries(rows.map(({ place, pieces }) => [place, pieces]))
}
