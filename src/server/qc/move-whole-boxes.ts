import { sql } from 'kysely'
import { qcQuantities } from '../../shared/contract/qc-shapes.ts'
import {
  movable,
  moveQcPieces,
  type QcMoveKind,
  type QcQuantities,
  qcColumns,
  qcMoves,
} from '../../shared/domain/qc-quantities.ts'
import { type AuditEvent, recordEvents } from '../audit.ts'
import { col, type Row, rowsOf } from '../database/rows.ts'
import type { Tx, Work } from '../http/call.ts'
import { applyQcMoves, type PlainQcMove, type QcMove } from './apply-qc-moves.ts'

/** What happens to every box of a command alike. */
export interface WholeMove extends Pick<PlainQcMove, 'reason' | 'remark' | 'invoiceId'> {
  /** One after the other, each with all pieces that it can take. */
  kinds: readonly QcMoveKind[]
  event: string
  from?: string | null
  to?: string | null
  details?: AuditEvent['details']
}

const lineColumns = {
  ...qcQuantities.shape,
  box_id: col.text,
  sku_id: col.text,
}

type Line = Row<typeof lineColumns>

/** Moves all pieces of locked boxes that these moves can take, with an event on every box. */
export async function moveWholeBoxes(
  tx: Tx,
  work: Work,
  boxes: readonly { box_id: string; sscc: string }[],
  whole: WholeMove,
): Promise<void> {
  const { kinds, event, from = null, to = null, details = {}, ...rest } = whole
  const events = boxes.map(({ sscc }) => ({ entity: 'box' as const, entityId: sscc, event, from, to, details }))
  const auditIds = await recordEvents(tx, work, events)
  const audits = new Map(boxes.map(({ box_id }, at) => [box_id, auditIds[at] ?? '']))
  const lines = await linesOf(tx, [...audits.keys()], kinds)
  const moves = lines.flatMap((line) => movesOf(line, kinds, audits.get(line.box_id) ?? ''))
  await applyQcMoves(
    tx,
    work,
    moves.map((move) => ({ ...move, ...rest })),
  )
}

async function linesOf(tx: Tx, boxIds: readonly string[], kinds: readonly QcMoveKind[]): Promise<Line[]> {
  const sources = kinds.map((kind) => sql`${sql.ref(`l.${qcMoves[kind].from}`)} > 0`)
  const { rows } = await rowsOf(lineColumns)`
    SELECT l.box_id, l.sku_id, ${sql.join(qcColumns.map((column) => sql.ref(`l.${column}`)))} FROM qc_line l
    WHERE l.box_id = ANY(${boxIds}::uuid[]) AND (${sql.join(sources, sql` OR `)}) ORDER BY l.box_id, l.position`.execute(
    tx,
  )
  return rows
}

function movesOf({ box_id, sku_id, ...line }: Line, kinds: readonly QcMoveKind[], auditId: string): QcMove[] {
  let now: QcQuantities = line
  return kinds.flatMap((kind) => {
    const quantity = movable(now, kind)
    const outcome = moveQcPieces(now, kind, quantity)
    if (!('line' in outcome)) return []
    now = outcome.line
    return [{ boxId: box_id, skuId: sku_id, kind, quantity, auditId }]
  })
}
