import { sql } from 'kysely'
import { countBox, type SkuMove, uncountLine } from '../../shared/domain/qc-count.ts'
import { standingAfter } from '../../shared/domain/qc-standing.ts'
import { qcStatus } from '../../shared/domain/qc-status.ts'
import { recordEvent } from '../audit.ts'
import type { Tx, Work } from '../http/call.ts'
import { notFound } from '../http/errors.ts'
import { tell } from '../notices/tell.ts'
import { applyQcMoves, type PlainQcMove } from './apply-qc-moves.ts'
import { openCases, type Settled, withdrawCases } from './cases.ts'
import type { QcBoxFacts } from './qc-box-rows.ts'
import { qcLineFacts } from './qc-lines.ts'
import { caseOwners, eventsAt } from './qc-sites.ts'

export interface TypedCount {
  /** By sku.id. */
  counted: ReadonlyMap<string, number>
  isBlind: boolean
  /** app_user.id; left out: who counts. */
  ownerId?: string | undefined
  remark?: string | undefined
}

/** Counts a locked box whose count is due: moves its pieces, opens cases for what differs and tells of what is missing. */
export async function countPieces(tx: Tx, work: Work, box: QcBoxFacts, count: TypedCount): Promise<void> {
  const lines = await qcLineFacts(tx, [box])
  const { moves, differences } = countBox(lines, count.counted)
  const ownerId = count.ownerId ?? work.caller.userId
  await assertMayOwn(tx, box, ownerId)
  const pieces = (kind: 'missing' | 'excess') =>
    differences.filter((each) => each.kind === kind).reduce((sum, each) => sum + each.quantity, 0)
  const missing = pieces('missing')
  await changeBox(tx, work, box, {
    event: 'box.counted',
    moves: moves.map(inBox(box)),
    openMissing: missing,
    details: { missing, excess: pieces('excess'), is_blind: count.isBlind },
  })
  await openCases(tx, work, box, { differences, ownerId, remark: count.remark || null })
  await sql`
    UPDATE qc_box SET counted_at = now(), counted_by = ${work.caller.userId}, was_blind = ${count.isBlind},
      open_missing = ${missing} WHERE box_id = ${box.box_id} AND site_id = ${box.site_id}`.execute(tx)
  if (missing > 0) await tellMissing(tx, work, box, missing)
}

/** Takes the whole count of a locked box back, with its cases: every declared piece waits to be counted again. */
export async function uncountPieces(tx: Tx, work: Work, box: QcBoxFacts): Promise<void> {
  const lines = await qcLineFacts(tx, [box])
  await changeBox(tx, work, box, {
    event: 'box.recounted',
    moves: lines.flatMap(uncountLine).map(inBox(box)),
    openMissing: 0,
  })
  await withdrawCases(tx, box)
  await sql`
    UPDATE qc_box SET counted_at = NULL, counted_by = NULL, was_blind = false, open_missing = 0
    WHERE box_id = ${box.box_id} AND site_id = ${box.site_id}`.execute(tx)
}

/** Moves what a settlement comes to. Pieces that only a word was said about move nowhere, yet the box is another. */
export async function settlePieces(
  tx: Tx,
  work: Work,
  box: QcBoxFacts,
  { moves, missing, sums }: Settled,
): Promise<void> {
  const openMissing = box.open_missing - missing
  await changeBox(tx, work, box, { event: 'box.settled', moves, openMissing, details: sums })
  await sql`
    UPDATE qc_box SET open_missing = ${openMissing}, version = version + 1, updated_at = now(),
      updated_by = ${work.caller.userId} WHERE box_id = ${box.box_id} AND site_id = ${box.site_id}`.execute(tx)
}

interface BoxChange {
  event: string
  moves: readonly PlainQcMove[]
  openMissing: number
  details?: Record<string, number | boolean>
}

async function changeBox(tx: Tx, work: Work, box: QcBoxFacts, change: BoxChange): Promise<void> {
  const auditId = await recordEvent(tx, work, {
    entity: eventsAt(box.site_kind),
    entityId: box.sscc,
    event: change.event,
    from: qcStatus(box),
    to: qcStatus(standingAfter(box, change.moves, { open_missing: change.openMissing })),
    ...(change.details && { details: change.details }),
  })
  await applyQcMoves(
    tx,
    work,
    change.moves.map((move) => ({ ...move, auditId })),
  )
}

const inBox =
  ({ box_id: boxId, site_id: siteId }: QcBoxFacts) =>
  ({ sku_id: skuId, kind, quantity }: SkuMove): PlainQcMove => ({ boxId, siteId, skuId, kind, quantity })

async function assertMayOwn(tx: Tx, { site_kind }: QcBoxFacts, userId: string): Promise<void> {
  const owner = await tx
    .selectFrom('app_user')
    .select('id')
    .where('id', '=', userId)
    .where('is_active', '=', true)
    .where('role', 'in', caseOwners[site_kind])
    .executeTakeFirst()
  if (owner === undefined) throw notFound('This person cannot see to differences of a count.')
}

async function tellMissing(tx: Tx, work: Work, box: QcBoxFacts, pieces: number): Promise<void> {
  // These notices are of China QC; those of India come with its calls.
  if (box.site_kind !== 'china_qc') return
  const { sscc, box_no, shipment_id, supplier_id, supplier_name: vendor, supplier_name_zh: vendor_zh } = box
  const values = { sscc, box_no, shipment_id, vendor, vendor_zh, vendor_code: supplier_id, pieces }
  const told = { group: supplier_id, things: [sscc], values }
  await tell(
    tx,
    work,
    { ...told, kind: 'own_pieces_missing', vendorId: box.vendor_id },
    { ...told, kind: 'pieces_missing' },
  )
}
