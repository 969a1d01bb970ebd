import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { z } from 'zod'
import { qcQuantities } from '../../../shared/areas/inspection/shapes.ts'
import { documentProblems } from '../../../shared/areas/invoices/rules.ts'
import type { leftOut } from '../../../shared/areas/invoices/shapes.ts'
import {
  type BoxMove,
  boxMoveProblem,
  boxOfKind,
  moveProblems,
  piecesMoved,
} from '../../../shared/areas/qc-boxes/moves.ts'
import { type QcMoveKind, type QcQuantities, qcColumns, qcPieces } from '../../../shared/areas/qc-boxes/quantities.ts'
import type { Contract } from '../../../shared/areas.ts'
import { hasRight } from '../../../shared/areas.ts'
import type { Gives } from '../../../shared/kernel/call.ts'
import { type AuditEvent, recordEvents } from '../../audit/audit.ts'
import { col, type Row, rowsOf } from '../../database/rows.ts'
import { type CallContext, type Db, type Handlers, reply, type Tx } from '../../http/call.ts'
import { moveNotAllowed, type Refusal } from '../../http/errors.ts'
import { assertVendorName } from '../data/vendors.ts'
import { readQcSettings } from '../inspection/settings.ts'
import { unorderedBoxes } from '../invoices/drafts.ts'
import { findBoxIds, kindInSql, lockQcBoxes, type QcBoxFacts, qcBoxesById } from './box-rows.ts'
import { type BoxesInOrder, qcBoxesInOrder } from './boxes.ts'
import { applyQcMoves, type PlainQcMove, type QcMove } from './ledger.ts'
import { type AtQc, eventsAt, inPlaces, leadAt, placeKey, type QcPlace, type QcSites } from './sites.ts'

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
  context: CallContext,
  boxes: readonly (QcPlace & { site_kind: QcSites; sscc: string })[],
  whole: WholeMove,
): Promise<void> {
  const { kinds, event, from = null, to = null, details = {}, ...rest } = whole
  const events = boxes.map(({ sscc, site_kind }) => ({
    entity: eventsAt(site_kind),
    entityId: sscc,
    ...{ event, from, to, details },
  }))
  const auditIds = await recordEvents(tx, context, events)
  const audits = new Map(boxes.map((box, at) => [placeKey(box), auditIds[at] ?? '']))
  const lines = await linesOf(tx, boxes, kinds)
  const moves = lines.flatMap((line) => movesOf(line, kinds, audits.get(placeKey(line)) ?? ''))
  await applyQcMoves(
    tx,
    context,
    moves.map((move) => ({ ...move, ...rest })),
  )
}

async function linesOf(tx: Tx, places: readonly QcPlace[], kinds: readonly QcMoveKind[]): Promise<Line[]> {
  const sources = kinds.map((kind) => sql`${sql.ref(`l.${qcPieces.moves[kind].from}`)} > 0`)
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
    const quantity = qcPieces.movable(now, kind)
    const outcome = qcPieces.move(now, kind, quantity)
    if (!('line' in outcome)) return []
    now = outcome.line
    return [{ boxId, siteId, skuId, kind, quantity, auditId }]
  })
}

type Call = Contract['qcBoxes']['planBoxMove']
type Plan = Gives<Call>
type Staying = Plan['staying'][number]

/** Boxes named under a reason; how many there are says its number. */
const NAMED = 6

/**
 * What a bulk move would do with all boxes of a list, by the rules of the single move: boxes are judged by their kinds, of which
 * a list of any length has few. It changes nothing; whoever moves them then is judged anew, box by box.
 */
export const planBoxMove: Handlers<Contract['qcBoxes']>['planBoxMove'] = async (input, context) => {
  await assertVendorName(context, input.supplier_id)
  const list = await qcBoxesInOrder(input, context)
  const kinds = await countKinds(list, context)
  const { move } = input
  const judged = kinds.map((each) => ({ ...each, problem: move ? boxMoveProblem(boxOfKind(each.kind), move) : null }))
  const going = judged.filter(({ problem }) => problem === null)
  const found = await placesOfKinds(list, going, input.most, context)
  const unordered = move === 'make_ready' ? await unorderedBoxes(context.db, found) : new Set<string>()
  const moving = found.filter((place) => !unordered.has(place.box_id))
  const box_ids = moving.map(({ box_id }) => box_id)
  const staying = await stayingByReason(list, judged, context)
  if (unordered.size > 0) staying.push(await stayingBoxes([...unordered], documentProblems.unordered, context))
  const beyond = Math.max(0, sumOf(going) - input.most)
  const { blind_count } = await readQcSettings(context.db, 'china_qc')
  const isHidden = blind_count && !hasRight(context.caller, leadAt.china_qc) && (!move || takesUncounted.has(move))
  const pieces = isHidden ? 0 : await piecesOf(moving, move, context)
  return reply({ box_ids, pieces, beyond, staying, ...(isHidden && { counts_hidden: true }) })
}

/** Moves of pieces that nobody has counted. */
const takesUncounted: ReadonlySet<BoxMove> = new Set<BoxMove>(['count', 'undo_inward'])

const kindColumns = {
  kind: col.number,
  boxes: col.number,
}

type Kind = Row<typeof kindColumns>

const sumOf = (kinds: readonly Kind[]) => kinds.reduce((sum, { boxes }) => sum + boxes, 0)

async function countKinds({ from, rules }: BoxesInOrder, { db }: CallContext): Promise<Kind[]> {
  const { rows } = await rowsOf(kindColumns)`
    SELECT ${kindInSql} AS kind, count(*)::int AS boxes FROM ${from} WHERE ${rules} GROUP BY 1 ORDER BY 2 DESC`.execute(
    db,
  )
  return rows
}

function ofKinds(kinds: readonly Kind[]): RawBuilder<SqlBool> {
  return sql<SqlBool>`${kindInSql} = ANY(${kinds.map(({ kind }) => kind)}::int[])`
}

async function placesOfKinds(
  list: BoxesInOrder,
  kinds: readonly Kind[],
  most: number,
  { db }: CallContext,
): Promise<QcPlace[]> {
  if (kinds.length === 0) return []
  const { rows } = await rowsOf({ box_id: col.text, site_id: col.text })`
    SELECT q.box_id, q.site_id FROM ${list.from} WHERE ${list.rules} AND ${ofKinds(kinds)}
    ORDER BY ${list.order} LIMIT ${sql.lit(most)}`.execute(db)
  return rows
}

/** What the move takes of these boxes; without one, whatever they hold. */
async function piecesOf(places: readonly QcPlace[], move: BoxMove | undefined, { db }: CallContext): Promise<number> {
  const sums = qcColumns.map((column) => sql`coalesce(sum(${sql.ref(`q.${column}`)}), 0)::int AS ${sql.ref(column)}`)
  const { rows } = await rowsOf(qcQuantities.shape)`
    SELECT ${sql.join(sums)} FROM qc_box q WHERE ${inPlaces(places, 'q')}`.execute(db)
  const [sum] = rows
  if (sum === undefined) return 0
  return move ? piecesMoved(sum, move) : sum.declared + sum.excess
}

const stayingBoxColumns = { shipment_id: col.text, box_no: col.text }

/** Boxes that stay, most first, under their reasons. */
async function stayingByReason(
  list: BoxesInOrder,
  judged: readonly (Kind & { problem: string | null })[],
  { db }: CallContext,
): Promise<Staying[]> {
  const reasons = Map.groupBy(judged, ({ problem }) => problem)
  reasons.delete(null)
  const staying: Staying[] = []
  for (const [message, kinds] of reasons) {
    const { rows: named } = await rowsOf(stayingBoxColumns)`
      SELECT h.shipment_id, b.box_no FROM ${list.named} WHERE ${list.rules} AND ${ofKinds(kinds)}
      ORDER BY ${list.order} LIMIT ${sql.lit(NAMED)}`.execute(db)
    staying.push({ message: message ?? '', boxes: sumOf(kinds), named })
  }
  return staying.sort((a, b) => b.boxes - a.boxes)
}

async function stayingBoxes(ids: readonly string[], message: string, { db }: CallContext): Promise<Staying> {
  const { rows: named } = await rowsOf(stayingBoxColumns)`
    SELECT h.shipment_id, b.box_no FROM box b JOIN shipment h ON h.id = b.shipment_id
    WHERE b.id = ANY(${ids.slice(0, NAMED)}::uuid[]) ORDER BY h.shipment_id, b.position`.execute(db)
  return { message, boxes: ids.length, named }
}

export type LeftOut = z.output<typeof leftOut>

/** "SH-000012 / 3, SH-000012 / 7, +4" */
function namesOf(left: readonly LeftOut[]): string {
  const names = left
    .slice(0, NAMED)
    .map(({ shipment_id, box_no, sscc }) => `${shipment_id ? `${shipment_id} / ` : ''}${box_no ?? sscc ?? ''}`)
  return [...names, ...(left.length > NAMED ? [`+${left.length - NAMED}`] : [])].join(', ')
}

/** A box and why it is not taken along. */
export function leftOutBox(box: QcBoxFacts, message: string, values: LeftOut['values'] = {}): LeftOut {
  const { box_id, sscc, box_no, shipment_id } = box
  return { box_id, sscc, box_no, shipment_id, message, values: { box: box_no, ...values } }
}

/** A box that nobody knows, or that was not taken in. */
function unknown(ref: string): LeftOut {
  return {
    box_id: null,
    sscc: null,
    box_no: ref,
    shipment_id: null,
    message: documentProblems.notAtQc,
    values: { box: ref },
  }
}

export interface SortedBoxes {
  taken: QcBoxFacts[]
  left: LeftOut[]
}

/** Chosen boxes as they stand at these sites, each once: those that a paper can take, and the others with the reason. `lock` for a command. */
export async function sortBoxes(
  db: Db,
  at: AtQc,
  refs: readonly string[],
  lock: boolean,
  problemOf: (box: QcBoxFacts) => string | null,
): Promise<SortedBoxes> {
  const ids = await findBoxIds(db, at.caller, refs)
  const known = [...new Set(ids.filter((id) => id !== null))]
  const boxes = await (lock ? lockQcBoxes : qcBoxesById)(db, at, known)
  const found = new Set(boxes.map((box) => box.box_id))
  const sorted: SortedBoxes = { taken: [], left: [] }
  for (const [place, ref] of refs.entries()) {
    const id = ids[place] ?? null
    if (id === null || !found.has(id)) sorted.left.push(unknown(ref))
  }
  for (const box of boxes) {
    const problem = problemOf(box)
    if (problem === null) sorted.taken.push(box)
    else sorted.left.push(leftOutBox(box, problem))
  }
  return sorted
}

/** Refuses a command on boxes: the message names them, the first of many, and each of the fields one with its reason. */
export function boxesRefused(left: readonly LeftOut[], message: string): Refusal {
  const reasons = new Set(left.map((one) => one.message))
  const [only] = reasons.size === 1 ? reasons : []
  const problem_key = only ?? message
  const said = left.length === 1 ? moveProblems.ofBox : moveProblems.ofBoxes
  return moveNotAllowed(problem_key.includes('{{') ? problem_key : said, [], {
    values: { ...left[0]?.values, boxes: left.length, named: namesOf(left), problem_key },
    fields: left
      .slice(0, 200)
      .map(({ sscc, box_no, message, values }) => ({ field: sscc ?? box_no ?? '', message, values })),
  })
}
