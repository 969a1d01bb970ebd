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
import { eventsAt, inPlaces, placeKey, type QcPlace, type QcSites } from './qc-sites.ts'

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
  site_id: col.text,
}

type Line = Row<typeof lineColumns>

/** Moves all pieces of locked boxes that these moves can take, with an event on every box. */
export async function moveWholeBoxes(
  tx: Tx,
  work: Work,
  boxes: readonly (QcPlace & { site_kind: QcSites; sscc: string })[],
  whole: WholeMove,
): Promise<void> {
  const { kinds, event, from = null, to = null, details = {}, ...rest } = whole
  const events = boxes.map(({ sscc, site_kind }) => ({
    entity: eventsAt(site_kind),
    entityId: sscc,
    ...{ event, from, to, details },
  }))
  const auditIds = await recordEvents(tx, work, events)
  const audits = new Map(boxes.map((box, at) => [placeKey(box), auditIds[at] ?? '']))
  const lines = await linesOf(tx, boxes, kinds)
  const moves = lines.flatMap((line) => movesOf(line, kinds, audits.get(placeKey(line)) ?? ''))
  await applyQcMoves(
    tx,
    work,
    moves.map((move) => ({ ...move, ...rest })),
  )
}

async function linesOf(tx: Tx, places: readonly QcPlace[], kinds: readonly QcMoveKind[]): Promise<Line[]> {
  const sources = kinds.map((kind) => sql`${sql.ref(`l.${qcMoves[kind].from}`)} > 0`)
  const { rows } = await rowsOf(lineColumns)`
    SELECT l.box_id, l.site_id, l.sku_id, ${sql.join(qcColumns.map((column) => sql.ref(`l.${column}`)))} FROM qc_line l
    WHERE ${inPlaces(places, 'l')} AND (${sql.join(sources, sql` OR `)}) ORDER BY l.box_id, l.position`.execute(tx)
  return rows
}

function movesOf(
  { box_id: boxId, site_id: siteId, sku_id: skuId, ...line }: Line,
  kinds: readonly QcMoveKind[],
  auditId: string,
): QcMove[] {
  let now: QcQuantities = line
  return kinds.flatMap((kind) => {
    const quantity = movable(now, kind)
    const outcome = moveQcPieces(now, kind, quantity)
    if (!('line' in outcome)) return []
    now = outcome.line
    return [{ boxId, siteId, skuId, kind, quantity, auditId }]
  })
}
