import { sql } from 'kysely'
import { isJudged, moveProblems, revertMoves, revertProblem } from '../../../shared/areas/qc-boxes/moves.ts'
import { standingAfter } from '../../../shared/areas/qc-boxes/qc-standing.ts'
import { isAsInwarded, isAsReceived } from '../../../shared/areas/qc-boxes/status.ts'
import type { Contract } from '../../../shared/areas.ts'
import type { Taken } from '../../../shared/kernel/call.ts'
import { recordEvents } from '../../audit/audit.ts'
import { col, rowsOf } from '../../database/rows.ts'
import { type CallContext, reply, type Tx } from '../../http/call.ts'
import { type ArrivedBox, scanOf } from '../receiving/take-in.ts'
import { findBoxIds, lockQcBoxes, type QcBoxFacts, type QcLineFacts, qcLineFacts } from './box-rows.ts'
import { boxRowsById } from './box-wires.ts'
import { applyQcMoves, type PlainQcMove } from './ledger.ts'
import {
  type AtQc,
  atSites,
  eventsAt,
  inChina,
  inPlaces,
  ofSites,
  type QcDoor,
  type QcSites,
  statusAt,
} from './sites.ts'
import { boxesRefused, type LeftOut, leftOutBox, sortBoxes } from './whole-box-moves.ts'

type Boxes = Taken<Contract['qcBoxes']['revertBoxToQc']>
type Styles = Taken<Contract['qcBoxes']['revertStylesToQualityInspection']>

/** Judged pieces of boxes wait for inspection again; boxes that cannot are left out with the reason. */
export const revertBoxesAt =
  <S extends QcSites>(door: QcDoor<S>) =>
  (input: Boxes, context: CallContext) =>
    context.command(async (tx) => {
      const at = door(context.caller)
      const { taken, left } = await sortBoxes(tx, at, input.box_ids, true, revertProblem)
      const lines = await qcLineFacts(tx, taken)
      const wholes = taken.map((box) => ({ box, lines: lines.filter((line) => line.box_id === box.box_id) }))
      return revert(tx, context, at, { parts: wholes, left, why: input })
    })

export const revertBoxToQc = revertBoxesAt(inChina)

/** The same for the pieces of some styles only. */
export const revertStylesAt =
  <S extends QcSites>(door: QcDoor<S>) =>
  (input: Styles, context: CallContext) =>
    context.command(async (tx) => {
      const at = door(context.caller)
      const refs = [...new Set(input.styles.map((style) => style.box_id))]
      const { taken, left } = await sortBoxes(tx, at, refs, true, revertProblem)
      const wanted = await stylesByBox(tx, context, input.styles)
      const lines = await qcLineFacts(tx, taken)
      const parts: Part[] = []
      for (const box of taken) {
        const inBox = lines.filter((line) => line.box_id === box.box_id)
        const sorted = sortStyles(box, inBox, wanted.get(box.box_id) ?? new Set())
        left.push(...sorted.left)
        if (sorted.lines.length > 0) parts.push({ box, lines: sorted.lines, styles: sorted.styles })
      }
      return revert(tx, context, at, { parts, left, why: input })
    })

export const revertStylesToQualityInspection = revertStylesAt(inChina)

/** A box and those of its lines that go back. */
interface Part {
  box: QcBoxFacts
  lines: readonly QcLineFacts[]
  /** Where only some do. */
  styles?: readonly string[]
}

interface Why {
  reason: string
  remark?: string | undefined
}

const idsOf = (boxes: readonly QcBoxFacts[]) => boxes.map((box) => box.box_id)

async function stylesByBox(
  tx: Tx,
  context: CallContext,
  styles: readonly { box_id: string; style_id: string }[],
): Promise<Map<string, Set<string>>> {
  const ids = await findBoxIds(
    tx,
    context.caller,
    styles.map((style) => style.box_id),
  )
  const byBox = new Map<string, Set<string>>()
  for (const [at, { style_id }] of styles.entries()) {
    const id = ids[at]
    if (id) byBox.set(id, (byBox.get(id) ?? new Set()).add(style_id))
  }
  return byBox
}

function sortStyles(box: QcBoxFacts, lines: readonly QcLineFacts[], wanted: ReadonlySet<string>) {
  const judged = [...wanted].filter((style) => lines.some((line) => line.style_id === style && isJudged(line)))
  const left = [...wanted.difference(new Set(judged))].map((style_id): LeftOut => {
    const isThere = lines.some((line) => line.style_id === style_id)
    return leftOutBox(box, isThere ? moveProblems.styleNotJudged : moveProblems.notInBox, { style_id })
  })
  return { styles: judged, lines: lines.filter((line) => judged.includes(line.style_id)), left }
}

/**
 * Moves judged pieces back and begins a new round of their styles: what is found from now on counts for itself. Lots of other styles
 * go on with what was found in them.
 */
async function revert<S extends QcSites>(
  tx: Tx,
  context: CallContext,
  at: AtQc<S>,
  { parts, left, why }: { parts: readonly Part[]; left: LeftOut[]; why: Why },
) {
  if (parts.length === 0) throw boxesRefused(left, 'None of these boxes can be reverted.')
  const moving = parts.map((part) => ({ ...part, moves: movesOf(part, why) }))
  const auditIds = await recordEvents(
    tx,
    context,
    moving.map(({ box, styles, moves }) => ({
      entity: eventsAt(box.site_kind),
      entityId: box.sscc,
      event: 'box.reverted',
      from: statusAt(at.sites, box),
      to: statusAt(at.sites, standingAfter(box, moves)),
      details: { reason: why.reason, remark: why.remark ?? null, ...(styles && { styles: styles.join(', ') }) },
    })),
  )
  await applyQcMoves(
    tx,
    context,
    moving.flatMap(({ moves }, at) => moves.map((move) => ({ ...move, auditId: auditIds[at] ?? '' }))),
  )
  await beginRounds(
    tx,
    parts.flatMap((part) => part.lines),
  )
  const moved = parts.map((part) => part.box)
  await sql`
    UPDATE qc_box q SET round = round + 1, shelf = CASE WHEN shelved > 0 THEN shelf END
    WHERE ${inPlaces(moved, 'q')}`.execute(tx)
  const boxes = await boxRowsById(tx, at, idsOf(moved))
  return reply({ boxes, left_out: left }, 'Back to QC.')
}

/** What is found of these lines' styles from now on counts for itself. */
export async function beginRounds(tx: Tx, lines: readonly QcLineFacts[]): Promise<void> {
  await sql`
    UPDATE qc_line l SET round = n.round + 1
    FROM unnest(${lines.map((line) => line.box_id)}::uuid[], ${lines.map((line) => line.site_id)}::uuid[],
      ${lines.map((line) => line.sku_id)}::uuid[], ${lines.map((line) => line.round)}::int[])
      AS n (box_id, site_id, sku_id, round)
    WHERE l.box_id = n.box_id AND l.site_id = n.site_id AND l.sku_id = n.sku_id`.execute(tx)
}

function movesOf({ box, lines }: Part, { reason, remark }: Why): PlainQcMove[] {
  return lines.flatMap((line) =>
    revertMoves(line).map((move) => ({
      ...move,
      boxId: box.box_id,
      siteId: box.site_id,
      skuId: line.sku_id,
      reason,
      remark: remark ?? null,
    })),
  )
}

/** Which of these boxes (box.id) can be put back in front of the door; their rows at QC are locked then. */
export async function undoableBoxes(tx: Tx, at: AtQc, ids: readonly string[]): Promise<Set<string>> {
  const boxes = await lockQcBoxes(tx, at, ids)
  return new Set(boxes.filter((box) => mayUndoInward(box, at)).map(({ box_id }) => box_id))
}

/** In India, where a box may count as it is declared with its receipt, that count goes back with it. */
function mayUndoInward(box: QcBoxFacts, { sites }: Pick<AtQc, 'sites'>): boolean {
  return sites === 'china_qc' ? isAsInwarded(box) : isAsReceived(box)
}

/** Undoes the taking in of boxes at these sites that `undoableBoxes` named: they are on their way again, and the ledger keeps both. */
export async function putBack(
  tx: Tx,
  context: CallContext,
  at: AtQc,
  boxes: readonly (ArrivedBox & { box: { sscc: string } })[],
): Promise<void> {
  if (boxes.length === 0) return
  const ids = boxes.map(({ id }) => id)
  const auditIds = await recordEvents(
    tx,
    context,
    boxes.map(({ box, ...scan }) => ({
      entity: eventsAt(at.sites),
      entityId: box.sscc,
      event: 'box.inward_undone',
      details: scanOf(scan),
    })),
  )
  const events = new Map(ids.map((id, at) => [id, auditIds[at] ?? '']))
  const { rows: lines } = await rowsOf({
    box_id: col.text,
    sku_id: col.text,
    uncounted: col.number,
    to_inspect: col.number,
    site_id: col.text,
  })`
    SELECT l.box_id, l.site_id, l.sku_id, l.uncounted, l.to_inspect FROM qc_line l
    WHERE l.box_id = ANY(${ids}::uuid[]) AND l.uncounted + l.to_inspect > 0 AND ${ofSites(at, 'l')}`.execute(tx)
  await applyQcMoves(
    tx,
    context,
    lines.flatMap(({ box_id, site_id, sku_id, uncounted, to_inspect }) => {
      const move = { boxId: box_id, siteId: site_id, skuId: sku_id, auditId: events.get(box_id) ?? '' }
      const uncount = to_inspect > 0 ? [{ ...move, kind: 'uncount' as const, quantity: to_inspect }] : []
      return [...uncount, { ...move, kind: 'uninward' as const, quantity: uncounted + to_inspect }]
    }),
  )
  await sql`DELETE FROM qc_line l WHERE l.box_id = ANY(${ids}::uuid[]) AND ${ofSites(at, 'l')}`.execute(tx)
  await sql`DELETE FROM qc_box q WHERE q.box_id = ANY(${ids}::uuid[]) AND ${atSites(at)}`.execute(tx)
  await sql`UPDATE box b SET inwarded_at = NULL WHERE b.id = ANY(${ids}::uuid[])
    AND NOT EXISTS (SELECT 1 FROM qc_box q WHERE q.box_id = b.id)`.execute(tx)
}
