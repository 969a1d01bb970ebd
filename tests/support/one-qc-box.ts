import { sql } from 'kysely'
import { v7 } from 'uuid'
import { applyQcMoves } from '../../src/server/areas/qc-boxes/ledger.ts'
import type { QcMoveKind } from '../../src/shared/areas/qc-boxes/quantities.ts'
import { contract } from '../../src/shared/areas.ts'
import { type ArrivingBox, type AtQc, boxesAtQc } from './qc.ts'
import type { TestServer } from './server.ts'

const { verifyQuantity } = contract.counting

export interface OneBox extends AtQc {
  box: ArrivingBox
  /** Its SKUs, in the order of their pieces. */
  skus: string[]
}

/** A box alone in its shipment, taken in. */
export async function oneBox(server: TestServer, pieces: number[] = [12, 8]): Promise<OneBox> {
  return alone(await boxesAtQc(server, [pieces]))
}

/** The only box of a shipment. */
export function alone<A extends AtQc>(at: A): A & OneBox {
  const [box] = at.boxes
  if (box === undefined) throw new Error('a box was made')
  return { ...at, box, skus: at.shipment.order.lines.map((line) => line.nm_sku) }
}

export async function boxNow(server: TestServer, boxId: string) {
  return server.db.selectFrom('qc_box').selectAll().where('box_id', '=', boxId).executeTakeFirstOrThrow()
}

/** What a line of the box holds now, by its SKU. */
export async function lineNow(server: TestServer, boxId: string, nmSku: string) {
  return server.db
    .selectFrom('qc_line as l')
    .innerJoin('sku as k', 'k.id', 'l.sku_id')
    .where('l.box_id', '=', boxId)
    .where('k.nm_sku', '=', nmSku)
    .selectAll('l')
    .executeTakeFirstOrThrow()
}

/** Counts a box: of its SKUs in their order, and of others by name. */
export async function count(
  server: TestServer,
  { client, box, skus }: OneBox,
  counted: readonly (number | readonly [nmSku: string, pieces: number])[],
  more: { owner_id?: string; remark?: string; is_blind?: boolean } = {},
) {
  const lines = counted.map((each, at) =>
    typeof each === 'number' ? { nm_sku: skus[at] ?? '', counted: each } : { nm_sku: each[0], counted: each[1] },
  )
  const { version } = await boxNow(server, box.box_id)
  return client.call(verifyQuantity, { box_id: box.sscc, version, action: 'count', lines, ...more })
}

/** Moves pieces as a verdict or a paper would, without either. */
export async function movePieces(
  server: TestServer,
  { user, box, skus }: OneBox,
  moves: readonly (readonly [sku: number, kind: QcMoveKind, quantity: number])[],
): Promise<void> {
  const { rows } = await sql<{ id: string; nm_sku: string }>`
    SELECT id, nm_sku FROM sku WHERE nm_sku = ANY(${skus}::text[])`.execute(server.db)
  const ids = new Map(rows.map((row) => [row.nm_sku, row.id]))
  const auditId = v7()
  const { site_id: siteId } = await boxNow(server, box.box_id)
  const plain = moves.map(([sku, kind, quantity]) => ({
    boxId: box.box_id,
    siteId,
    skuId: ids.get(skus[sku] ?? '') ?? '',
    kind,
    quantity,
    auditId,
  }))
  await server.db.transaction().execute(async (tx) => {
    await applyQcMoves(tx, { caller: { userId: user.id } } as Parameters<typeof applyQcMoves>[1], plain)
    await tx
      .updateTable('qc_box')
      .set((eb) => ({ inspections: eb('inspections', '+', 1) }))
      .where('box_id', '=', box.box_id)
      .execute()
  })
}

/** The events of a box, as its life tells them. */
export async function eventsOf(server: TestServer, { box }: OneBox) {
  return server.db
    .selectFrom('audit_event')
    .where('entity', '=', 'box')
    .where('entity_id', '=', box.sscc)
    .orderBy('id')
    .select(['event', 'from_state', 'to_state', 'user_id', 'details', 'source'])
    .execute()
}

export interface Settling {
  sku: string
  kind: 'missing' | 'excess'
  outcome: 'found' | 'claim' | 'write_off' | 'accepted' | 'send_back' | 'miscounted'
  quantity: number
  remark?: string
}

/** Says what becomes of pieces that were missing or too many, by SKU. */
export async function settleDiscrepancies(server: TestServer, at: OneBox, outcomes: readonly Settling[]) {
  const cases = await server.db
    .selectFrom('qc_case as c')
    .innerJoin('sku as k', 'k.id', 'c.sku_id')
    .where('c.box_id', '=', at.box.box_id)
    .where('c.withdrawn_at', 'is', null)
    .select(['c.id', 'c.kind', 'k.nm_sku'])
    .execute()
  const { version } = await boxNow(server, at.box.box_id)
  return at.client.call(verifyQuantity, {
    box_id: at.box.box_id,
    version,
    action: 'settle',
    outcomes: outcomes.map(({ sku, kind, ...rest }) => ({
      case_id: cases.find((each) => each.nm_sku === sku && each.kind === kind)?.id ?? at.box.box_id,
      ...rest,
    })),
  })
}
