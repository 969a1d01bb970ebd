import { sql } from 'kysely'
import { type QcBoxRow, qcQuantities } from '../../../shared/areas/inspection/shapes.ts'
import {
  moveQcPieces,
  nothing,
  type QcMoveKind,
  type QcQuantities,
  qcColumns,
  qcMoves,
} from '../../../shared/areas/qc-boxes/quantities.ts'
import { allowedQcActions, type QcAction, qcStatus } from '../../../shared/areas/qc-boxes/status.ts'
import { assertFresh } from '../../audit/freshness.ts'
import { newIds } from '../../database/new-ids.ts'
import { col, rowsOf } from '../../database/rows.ts'
import type { Tx, Work } from '../../http/call.ts'
import { moveNotAllowed } from '../../http/errors.ts'
import { type QcCaseWire, qcCases } from '../counting/qc-cases.ts'
import { type QcBoxFacts, type QcLineWire, qcBoxesById, qcBoxWire, qcLines, unknownBox } from './box-rows.ts'
import { inPlaces, placeKey, type QcPlace } from './sites.ts'

export interface QcMove {
  boxId: string
  /** site.id: where the box is. */
  siteId: string
  skuId: string
  kind: QcMoveKind
  /** Whole pieces, at least 1. */
  quantity: number
  reason?: string | null
  remark?: string | null
  inspectionId?: string | null
  invoiceId?: string | null
  returnNoteId?: string | null
  /** The audit event that the move belongs to. */
  auditId: string
}

/** A move before its event is written. */
export type PlainQcMove = Omit<QcMove, 'auditId'>

interface Line extends QcPlace {
  sku_id: string
  was: QcQuantities
  now: QcQuantities
}

/**
 * The one function that moves pieces of boxes: checks every move by the domain's table, then writes the lines, the sums of
 * their boxes and the ledger, and counts the boxes' versions up. The boxes must be locked (`lockQcBoxes`). A SKU that
 * `exceed` brings into a box gets its line; boxes that `areNew` hold nothing yet. Throws move_not_allowed, naming box and SKU, before anything is written.
 */
export async function applyQcMoves(
  tx: Tx,
  work: Pick<Work, 'caller'>,
  moves: readonly QcMove[],
  { areNew = false }: { areNew?: boolean } = {},
): Promise<void> {
  if (moves.length === 0) return
  const lines = areNew ? new Map<string, Line>() : await loadLines(tx, placesOf(moves))
  for (const move of moves) {
    const line = lines.get(keyOf(move)) ?? newLine(lines, move)
    const outcome = moveQcPieces(line.now, move.kind, move.quantity)
    if (!('line' in outcome)) throw await refusal(tx, move, outcome.available)
    line.now = outcome.line
  }
  const changed = [...lines.values()].filter(({ was, now }) => qcColumns.some((column) => was[column] !== now[column]))
  await write(tx, work, changed, moves)
}

type OfLine = Pick<QcMove, 'boxId' | 'siteId' | 'skuId'>

const keyOf = ({ boxId, siteId, skuId }: OfLine) => `${boxId} ${siteId} ${skuId}`

function placesOf(moves: readonly QcMove[]): QcPlace[] {
  const places = moves.map(({ boxId: box_id, siteId: site_id }) => ({ box_id, site_id }))
  return [...new Map(places.map((place) => [placeKey(place), place])).values()]
}

function newLine(lines: Map<string, Line>, move: QcMove): Line {
  const { from } = qcMoves[move.kind]
  if (from !== 'door' && from !== 'nowhere') throw new Error(`box ${move.boxId} holds nothing of SKU ${move.skuId}`)
  const { boxId: box_id, siteId: site_id, skuId: sku_id } = move
  const line = { box_id, site_id, sku_id, was: nothing, now: { ...nothing } }
  lines.set(keyOf(move), line)
  return line
}

const columnsOf = (table: string) => sql.join(qcColumns.map((column) => sql.ref(`${table}.${column}`)))

async function loadLines(tx: Tx, places: readonly QcPlace[]): Promise<Map<string, Line>> {
  const { rows } = await rowsOf({ ...qcQuantities.shape, box_id: col.text, sku_id: col.text, site_id: col.text })`
    SELECT l.box_id, l.site_id, l.sku_id, ${columnsOf('l')} FROM qc_line l WHERE ${inPlaces(places, 'l')}`.execute(tx)
  return new Map(
    rows.map(({ box_id, site_id, sku_id, ...was }) => [
      keyOf({ boxId: box_id, siteId: site_id, skuId: sku_id }),
      { box_id, site_id, sku_id, was, now: { ...was } },
    ]),
  )
}

/** Names are read only here: nearly every move is allowed. */
async function refusal(tx: Tx, move: QcMove, available: number): Promise<Error> {
  const { rows } = await rowsOf({ box_no: col.text, shipment_id: col.text, nm_sku: col.text })`
    SELECT b.box_no, h.shipment_id, k.nm_sku FROM box b JOIN shipment h ON h.id = b.shipment_id, sku k
    WHERE b.id = ${move.boxId} AND k.id = ${move.skuId}`.execute(tx)
  return moveNotAllowed('Box {{box_no}} of {{shipment_id}} has only {{available}} pcs of {{nm_sku}} for this.', [], {
    values: { ...rows[0], quantity: move.quantity, available },
  })
}

/**
 * Lines, the sums of their boxes and the ledger in one statement: a scan at the door waits for every trip to the database. Lines
 * that are new stand behind those of their box, in the order given.
 */
async function write(
  tx: Tx,
  { caller }: Pick<Work, 'caller'>,
  lines: readonly Line[],
  moves: readonly QcMove[],
): Promise<void> {
  const columns = sql.join(qcColumns.map((column) => sql.ref(column)))
  const sums = sumsOf(lines)
  await sql`
    WITH lines AS (
      INSERT INTO qc_line (box_id, site_id, sku_id, position, ${columns})
      SELECT n.box_id, n.site_id, n.sku_id,
        coalesce(p.last, 0) + row_number() OVER (PARTITION BY n.box_id, n.site_id ORDER BY n.place),
        ${columnsOf('n')}
      FROM unnest(${lines.map((l) => l.box_id)}::uuid[], ${lines.map((l) => l.site_id)}::uuid[],
          ${lines.map((l) => l.sku_id)}::uuid[],
          ${sql.join(qcColumns.map((c) => sql`${lines.map((l) => l.now[c])}::int[]`))})
        WITH ORDINALITY AS n (box_id, site_id, sku_id, ${columns}, place)
      LEFT JOIN (SELECT box_id, site_id, max(position) AS last FROM qc_line
        WHERE box_id = ANY(${sums.map((s) => s.box_id)}::uuid[]) GROUP BY 1, 2) p
        ON p.box_id = n.box_id AND p.site_id = n.site_id
      ON CONFLICT (box_id, site_id, sku_id) DO UPDATE SET ${sql.join(
        qcColumns.map((column) => sql`${sql.ref(column)} = excluded.${sql.ref(column)}`),
      )}),
    sums AS (
      UPDATE qc_box b SET ${sql.join(
        qcColumns.map((column) => sql`${sql.ref(column)} = ${sql.ref(`b.${column}`)} + ${sql.ref(`d.${column}`)}`),
      )}, version = b.version + 1, updated_at = now(), updated_by = ${caller.userId}
      FROM unnest(${sums.map((s) => s.box_id)}::uuid[], ${sums.map((s) => s.site_id)}::uuid[],
          ${sql.join(qcColumns.map((c) => sql`${sums.map(({ sum }) => sum[c])}::int[]`))}) AS d (box_id, site_id, ${columns})
      WHERE b.box_id = d.box_id AND b.site_id = d.site_id)
    INSERT INTO qc_move (id, box_id, site_id, sku_id, kind, quantity, reason, remark, inspection_id, invoice_id, return_note_id,
      audit_id)
    SELECT * FROM unnest(${newIds(moves.length)}::uuid[], ${moves.map((m) => m.boxId)}::uuid[],
      ${moves.map((m) => m.siteId)}::uuid[], ${moves.map((m) => m.skuId)}::uuid[], ${moves.map((m) => m.kind)}::text[], ${moves.map((m) => m.quantity)}::int[],
      ${moves.map((m) => m.reason ?? null)}::text[], ${moves.map((m) => m.remark ?? null)}::text[],
      ${moves.map((m) => m.inspectionId ?? null)}::uuid[], ${moves.map((m) => m.invoiceId ?? null)}::uuid[],
      ${moves.map((m) => m.returnNoteId ?? null)}::uuid[], ${moves.map((m) => m.auditId)}::uuid[])`.execute(tx)
}

/** What changed of each box at its site. */
function sumsOf(lines: readonly Line[]): (QcPlace & { sum: QcQuantities })[] {
  return [...Map.groupBy(lines, placeKey).values()].flatMap((own) => {
    const sum = { ...nothing }
    for (const { was, now } of own) for (const column of qcColumns) sum[column] += now[column] - was[column]
    const [first] = own
    return first ? [{ box_id: first.box_id, site_id: first.site_id, sum }] : []
  })
}

/** Refuses what the guards do not allow with a box now, naming its status and what they do allow. */
export function guardQcAction(box: QcBoxFacts, action: QcAction): void {
  const allowed = allowedQcActions(box)
  if (!allowed.includes(action)) throw notWithThisBox(box, 'Box {{box_no}} is {{status}}.')
}

/** A refusal in words of its own; what is allowed with the box now stands beside it. */
export function notWithThisBox(box: QcBoxFacts, message: string, values: Record<string, string | number> = {}) {
  const { box_no, sscc, shipment_id } = box
  return moveNotAllowed(message, allowedQcActions(box), {
    values: { box_no, sscc, shipment_id, status_key: qcStatus(box), ...values },
  })
}

/** Refuses a write by someone who has not seen the box as it is now. */
export async function assertFreshBox(tx: Tx, box: QcBoxFacts, seen: number | undefined): Promise<void> {
  await assertFresh(tx, { entity: 'box', entityId: box.sscc, version: box.version }, seen)
}

/** What a command on one box answers: the box as it stands now. */
export interface AfterCommand {
  box: QcBoxRow
  lines: QcLineWire[]
  cases: QcCaseWire[]
}

/** Reads a box again at the end of the command that changed it, in its transaction. */
export async function afterCommand(tx: Tx, { caller }: Pick<Work, 'caller'>, was: QcBoxFacts): Promise<AfterCommand> {
  const [box] = await qcBoxesById(tx, { caller, sites: was.site_kind }, [was.box_id])
  if (box === undefined) throw unknownBox(was.sscc)
  return { box: qcBoxWire(box, caller), lines: await qcLines(tx, box), cases: await qcCases(tx, box) }
}
