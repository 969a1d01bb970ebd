import { type Kysely, sql } from 'kysely'
import { v7 } from 'uuid'
import { applyQcMoves } from '../../src/server/areas/qc-boxes/ledger.ts'
import { takeIn } from '../../src/server/areas/receiving/take-in.ts'
import { recordEvent } from '../../src/server/audit/audit.ts'
import { newIds } from '../../src/server/database/new-ids.ts'
import type { Tables } from '../../src/server/database/types.gen.ts'
import { makeSscc } from '../../src/shared/kernel/sscc.ts'

export const SKUS_A_BOX = 10

export interface Sent {
  shipment_id: string
  /** site.id */
  site: string
  count: number
  /** Serial of the first box. */
  from: number
}

export interface SentBoxes {
  /** box.id */
  ids: string[]
  ssccs: string[]
}

/** Packs a shipment's lines into boxes and sends them to a site: each line in two boxes, ten lines in each. */
export async function sendBoxes(db: Kysely<Tables>, { shipment_id, site, count, from }: Sent): Promise<SentBoxes> {
  const ids = Array.from({ length: count }, () => v7())
  const ssccs = ids.map((_, at) => makeSscc(0, '6901234', from + at + 1))
  await sql`INSERT INTO box (id, shipment_id, box_no, sscc, position)
    SELECT n.id, h.id, n.at::text, n.sscc, n.at FROM shipment h,
      unnest(${ids}::uuid[], ${ssccs}::text[]) WITH ORDINALITY AS n (id, sscc, at) WHERE h.shipment_id = ${shipment_id}`.execute(
    db,
  )
  await sql`
    WITH lines AS (SELECT l.order_line_id, row_number() OVER (ORDER BY l.order_line_id) - 1 AS at FROM shipment_line l
      JOIN shipment h ON h.id = l.shipment_id WHERE h.shipment_id = ${shipment_id})
    INSERT INTO box_line (box_id, order_line_id, quantity, position)
    SELECT (${ids}::uuid[])[1 + (l.at / ${SKUS_A_BOX} + half * ${count / 2})::int], l.order_line_id, 6, 1 + (l.at % ${SKUS_A_BOX})::int
    FROM lines l, unnest(ARRAY[0, 1]) AS half`.execute(db)
  await sql`UPDATE shipment SET state = 'PACKED_AND_SHIPPED', shipped_at = now(), destination_id = ${site}
    WHERE shipment_id = ${shipment_id}`.execute(db)
  return { ids, ssccs }
}

interface Accepted {
  /** box.id */
  ids: readonly string[]
  /** site.id */
  site: string
  userId: string
}

/** Receives boxes in India, and has one inspection accept all that lies in each. */
export async function acceptBoxes(db: Kysely<Tables>, { ids, site, userId }: Accepted): Promise<void> {
  const auditor = { caller: { userId }, requestId: 'test', source: 'api' } as const
  await db.transaction().execute(async (tx) => {
    await takeIn(
      tx,
      auditor,
      ids.map((id) => ({ id, scanId: null, siteId: site, isCounted: true })),
    )
    const inspections = newIds(ids.length)
    await sql`INSERT INTO qc_inspection (id, box_id, site_id, number, round, kind, computed, verdict, by)
      SELECT n.id, n.box_id, ${site}, 1, 1, 'inspection', 'accept', 'passed', ${userId}
      FROM unnest(${inspections}::uuid[], ${ids}::uuid[]) AS n (id, box_id)`.execute(tx)
    const auditId = await recordEvent(tx, auditor, { entity: 'record', entityId: 'test', event: 'box.inspected' })
    const byBox = new Map(ids.map((id, at) => [id, inspections[at] ?? null]))
    const { rows } = await sql<{ box_id: string; sku_id: string; pieces: number }>`
      SELECT box_id, sku_id, to_inspect AS pieces FROM qc_line WHERE box_id = ANY(${ids}::uuid[])`.execute(tx)
    await applyQcMoves(
      tx,
      auditor,
      rows.map(({ box_id, sku_id, pieces }) => ({
        ...{ kind: 'pass', boxId: box_id, siteId: site, skuId: sku_id, quantity: pieces, auditId },
        inspectionId: byBox.get(box_id) ?? null,
      })),
    )
  })
}
