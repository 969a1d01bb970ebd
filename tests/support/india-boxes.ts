import { sql } from 'kysely'
import { v7 } from 'uuid'
import { countPieces } from '../../src/server/areas/counting/count.ts'
import { judgeBox } from '../../src/server/areas/inspection/judge-box.ts'
import { lockQcBox, type QcBoxFacts, qcLineFacts } from '../../src/server/areas/qc-boxes/box-rows.ts'
import { inIndia } from '../../src/server/areas/qc-boxes/sites.ts'
import { takeIn } from '../../src/server/areas/receiving/take-in.ts'
import type { CallContext, Tx } from '../../src/server/http/call.ts'
import { contract } from '../../src/shared/areas.ts'
import type { Client } from './client.ts'
import type { MadeUser } from './people.ts'
import { type ShippedBoxes, shippedBoxes } from './qc.ts'
import { stain } from './qc-inspection.ts'
import { done } from './qc-world.ts'
import type { TestServer } from './server.ts'

/** The QC centre in India with its floor and quarantine: site.id. */
export async function indiaSite(server: Pick<TestServer, 'db'>): Promise<string> {
  await sql`INSERT INTO site (id, code, name, name_zh, kind, country, address, time_zone)
    VALUES (${v7()}, 'INQC', 'Gurugram QC Centre', '古尔冈质检中心', 'india_qc', 'IN', 'Plot 214', 'Asia/Kolkata')
    ON CONFLICT DO NOTHING`.execute(server.db)
  await sql`INSERT INTO place (id, site_id, kind, code) SELECT gen_random_uuid(), s.id, k.kind, k.kind
    FROM site s, unnest(ARRAY['floor', 'quarantine', 'packing']) AS k (kind) WHERE s.code = 'INQC' ON CONFLICT DO NOTHING`.execute(
    server.db,
  )
  const { rows } = await sql<{ id: string }>`SELECT id FROM site WHERE code = 'INQC'`.execute(server.db)
  return rows[0]?.id ?? ''
}

export interface InIndia extends ShippedBoxes {
  site: string
  /** The India QC manager, who sees no prices. */
  user: MadeUser
  client: Client
  /** For calls of nouns. */
  context: CallContext
  /** Does something with a box as India has it, in one transaction. */
  with<T>(sscc: string, does: (tx: Tx, box: QcBoxFacts) => Promise<T>): Promise<T>
  /** Judges all that waits in a box: so many pieces of each SKU fail, the others pass. */
  judge(sscc: string, failing?: Record<string, number>, reason?: { image_ids?: string[] }): Promise<void>
}

/** Boxes of one vendor, received in India and counted as declared: every number of a box is the pieces of one SKU. */
export async function boxesInIndia(server: TestServer, boxes: number[][]): Promise<InIndia> {
  const site = await indiaSite(server)
  const shipped = await shippedBoxes(server, boxes)
  const user = await server.makeUser({ role: 'india_qc_manager', team: 'india' })
  const caller = { userId: user.id, email: user.email, name: 'Rohan Mehta', role: user.role, team: 'india' as const }
  const session = { vendorId: null, siteIds: [], sessionId: v7(), trueRole: null, mustChangePassword: false }
  const context = {
    caller: { ...caller, ...session },
    requestId: 'test',
    source: 'api',
  } as Partial<CallContext> as CallContext
  const inTx = <T>(does: (tx: Tx) => Promise<T>) => server.db.transaction().execute(does)
  await inTx((tx) =>
    takeIn(
      tx,
      context,
      shipped.boxes.map(({ box_id }) => ({ id: box_id, scanId: null, siteId: site })),
    ),
  )
  const withBox = <T>(sscc: string, does: (tx: Tx, box: QcBoxFacts) => Promise<T>) =>
    inTx(async (tx) => does(tx, await lockQcBox(tx, inIndia(context.caller), sscc)))
  for (const { sscc } of shipped.boxes)
    await withBox(sscc, async (tx, box) => {
      const lines = await qcLineFacts(tx, [box])
      const counted = new Map(lines.map((line) => [line.sku_id, line.uncounted]))
      await countPieces(tx, context, box, { counted, isBlind: false })
    })
  const judge: InIndia['judge'] = (sscc, failing = {}, { image_ids = [] } = {}) =>
    withBox(sscc, async (tx, box) => {
      const lines = (await qcLineFacts(tx, [box])).filter((line) => line.to_inspect > 0)
      const failed = (nm_sku: string) => failing[nm_sku] ?? 0
      const faulty = lines.filter(({ nm_sku }) => failed(nm_sku) > 0)
      await judgeBox(tx, context, box, lines, {
        lines: lines.map(({ nm_sku, to_inspect }) => ({
          ...{ nm_sku, passed: to_inspect - failed(nm_sku), failed: failed(nm_sku), on_hold: 0, sampled: to_inspect },
          from: 'to_inspect' as const,
        })),
        defects: faulty.map(({ nm_sku }, at) => ({
          ...stain(nm_sku, failed(nm_sku), { severity: 'minor' }),
          ...{ is_further: false, image_ids: at === 0 ? image_ids : [] },
        })),
        measurements: [],
        image_ids: [],
        verdict: faulty.length > 0 ? 'mixed' : 'passed',
        override_reason: undefined,
      })
    })
  return { ...shipped, site, user, client: await server.as(user), context, with: withBox, judge }
}

/** What a line of a box holds in India, by its SKU. */
export async function lineInIndia(server: TestServer, sscc: string, nmSku: string) {
  return server.db
    .selectFrom('qc_line as l')
    .innerJoin('site as w', (join) => join.onRef('w.id', '=', 'l.site_id').on('w.kind', '=', 'india_qc'))
    .innerJoin('box as b', 'b.id', 'l.box_id')
    .innerJoin('sku as k', 'k.id', 'l.sku_id')
    .where('b.sscc', '=', sscc)
    .where('k.nm_sku', '=', nmSku)
    .selectAll('l')
    .executeTakeFirstOrThrow()
}

/** Pieces on hand at the QC centre by place, SKU and condition. */
export async function stockInIndia(server: TestServer): Promise<Record<string, number>> {
  const { rows } = await sql<{ what: string; pieces: number }>`
    SELECT p.code || ' ' || k.nm_sku || ' ' || s.condition AS what, s.on_hand AS pieces FROM stock s
    JOIN place p ON p.id = s.place_id JOIN site w ON w.id = p.site_id AND w.code = 'INQC' JOIN sku k ON k.id = s.sku_id
    WHERE s.on_hand > 0 ORDER BY 1`.execute(server.db)
  return Object.fromEntries(rows.map(({ what, pieces }) => [what, pieces]))
}

export interface Bought extends InIndia {
  purchase_order: string
  return_note: string
}

/** A box of which India bought what it accepted, sent a rejected piece back, and claims another; one more box can be bought. */
export async function boughtInIndia(server: TestServer): Promise<Bought> {
  const at = await boxesInIndia(server, [[6], [4]])
  await server.db
    .updateTable('vendor_order')
    .set({ unit_price_minor: PRICE })
    .where('id', '=', at.shipment.order.id)
    .execute()
  const [box, other] = at.boxes
  const nm_sku = box?.items[0]?.nm_sku ?? ''
  await at.judge(box?.sscc ?? '', { [nm_sku]: 2 })
  await at.judge(other?.sscc ?? '')
  const kinds = (['return', 'credit'] as const).map((kind) => ({ kind, quantity: 1 }))
  const said = await done(at.client, contract.rejectedSkus.reconcileRejectedSkus, {
    ...{ remark: 'oil', lines: [{ box_id: box?.sscc ?? '', nm_sku, dispositions: kinds }] },
  })
  const order = await done(at.client, contract.purchaseOrders.createPurchaseOrder, { box_ids: [box?.sscc ?? ''] })
  return {
    ...at,
    purchase_order: order.purchase_order.purchase_order,
    return_note: said.return_notes[0] ?? '',
  }
}

/** 76,543.21: no quantity or id of the tests has these digits in a row. */
const PRICE = 7_654_321
