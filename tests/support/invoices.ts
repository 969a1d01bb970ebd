import { sql } from 'kysely'
import { applyQcMoves } from '../../src/server/areas/qc-boxes/ledger.ts'
import { recordEvent } from '../../src/server/audit/audit.ts'
import type { QcMoveKind } from '../../src/shared/areas/qc-boxes/quantities.ts'
import { contract } from '../../src/shared/areas.ts'
import { asItStands } from './as-it-stands.ts'
import type { Client } from './client.ts'
import { type AtQc, boxesAtQc } from './qc.ts'
import type { TestServer } from './server.ts'

/** Moves that the inspection would make, for tests that begin where it ends: all pieces of these kinds, or so many of each SKU. */
export async function moveAll(
  server: TestServer,
  by: string,
  boxIds: readonly string[],
  kinds: readonly (QcMoveKind | { kind: QcMoveKind; quantity: number })[],
): Promise<void> {
  const work = { caller: { userId: by }, requestId: 'test', source: 'api' as const }
  for (const step of kinds) {
    const { kind, quantity } = typeof step === 'string' ? { kind: step, quantity: null } : step
    await server.db.transaction().execute(async (tx) => {
      const auditId = await recordEvent(tx, work, { entity: 'box', entityId: 'test', event: `box.${kind}` })
      const { rows } = await sql<{
        box_id: string
        site_id: string
        sku_id: string
        uncounted: number
        to_inspect: number
      }>`
        SELECT box_id, site_id, sku_id, uncounted, to_inspect FROM qc_line WHERE box_id = ANY(${boxIds}::uuid[])`.execute(
        tx,
      )
      const moves = rows.flatMap((row) => {
        const pieces = quantity ?? (kind === 'count' || kind === 'miss' ? row.uncounted : row.to_inspect)
        const { box_id: boxId, site_id: siteId, sku_id: skuId } = row
        return pieces > 0 ? [{ boxId, siteId, skuId, kind, quantity: pieces, auditId }] : []
      })
      await applyQcMoves(tx, work as unknown as Parameters<typeof applyQcMoves>[1], moves)
      if (kind === 'pass' || kind === 'fail')
        await sql`UPDATE qc_box SET inspections = inspections + 1 WHERE box_id = ANY(${boxIds}::uuid[])`.execute(tx)
    })
  }
}

export interface InvoiceWorld extends AtQc {
  /** A person of ops_team, who makes invoices. */
  lead: Client
  box_ids: string[]
}

/** Boxes at QC whose every piece passed, and one exporter and one consignee to name on papers. */
export async function passedBoxes(server: TestServer, boxes: number[][] = [[12, 8]]): Promise<InvoiceWorld> {
  const at = await boxesAtQc(server, boxes)
  const box_ids = at.boxes.map((box) => box.box_id)
  await moveAll(server, at.user.id, box_ids, ['count', 'pass'])
  await someParties(server)
  const lead = asItStands(server, await server.as(await server.makeUser({ role: 'ops_team', team: 'china' })))
  return { ...at, lead, box_ids }
}

/** The same, ready for an invoice. */
export async function readyBoxes(server: TestServer, boxes: number[][] = [[12, 8]]): Promise<InvoiceWorld> {
  const world = await passedBoxes(server, boxes)
  const ready = await world.client.call(contract.invoices.createReadyForInvoice, { box_ids: world.box_ids })
  if (ready.status !== 200) throw new Error(JSON.stringify(ready.body))
  return world
}

/** The same on an invoice. */
export async function invoicedBoxes(server: TestServer, boxes: number[][] = [[12, 8]]) {
  const world = await readyBoxes(server, boxes)
  const made = await world.lead.call(contract.invoices.createInvoice, { box_ids: world.box_ids })
  if (made.status !== 200) throw new Error(JSON.stringify(made.body))
  return { ...world, invoice: made.body.data.invoice }
}

export async function someParties(server: TestServer): Promise<void> {
  await server.db
    .insertInto('trade_party')
    .values([
      {
        code: 'EXP1',
        kind: 'exporter',
        name: 'Guangzhou Selvedge Trading Co., Ltd. 广州织边贸易有限公司',
        address: '18 Huacheng Avenue, Tianhe District, Guangzhou',
        country: 'CN',
        tax_id: '91440101MA5XXXXX0X',
        contact: null,
      },
      {
        code: 'CON1',
        kind: 'consignee',
        name: 'Selvedge Fashion India Pvt. Ltd.',
        address: 'Plot 7, Sector 63, Noida, Uttar Pradesh 201301',
        country: 'IN',
        tax_id: '09AAACS0000A1Z5',
        contact: 'imports@selvedge.example',
      },
    ])
    .onConflict((on) => on.doNothing())
    .execute()
}

/** What customs want to know of every style that there is. */
export async function fillCustoms(server: TestServer): Promise<void> {
  await sql`
    INSERT INTO style_customs (style_id, hs_code, description, description_zh, composition, origin, net_weight_grams)
    SELECT id, '610910', 'Knitted T-shirts of cotton', '棉制针织T恤衫', '100% cotton', 'CN', 180 FROM style
    ON CONFLICT (style_id) DO NOTHING`.execute(server.db)
}
