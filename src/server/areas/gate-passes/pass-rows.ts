import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { z } from 'zod'
import {
  closedForPass,
  movesOf,
  type PassFacts,
  type PassMoveName,
  type PassState,
  passMoveNames,
  passMoves,
  pendingOf,
} from '../../../shared/areas/gate-passes/moves.ts'
import { gatePassRights } from '../../../shared/areas/gate-passes/rights.ts'
import { isOverdue, type PassAtDay, passStatus } from '../../../shared/areas/gate-passes/rules.ts'
import { type GatePassRow, gatePassRow } from '../../../shared/areas/gate-passes/shapes.ts'
import { passWords } from '../../../shared/areas/gate-passes/words.ts'
import { dayIn, daysBetween } from '../../../shared/kernel/days.ts'
import type { ClosedMove, OfferedMove } from '../../../shared/kernel/lifecycle.ts'
import { type Holder, isAmong } from '../../../shared/kernel/rights.ts'
import { col, rowsOf } from '../../database/rows.ts'
import type { Caller, Db } from '../../http/call.ts'
import { notFound } from '../../http/errors.ts'
import { isPlaced, type Placed } from '../../http/own-sites.ts'

/** A gate pass with the sums of its items and boxes, and the ids behind it. */
const passFactsRow = gatePassRow
  .omit({
    status: true,
    is_overdue: true,
    days_overdue: true,
    pending: true,
    to_return: true,
    age_days: true,
    allowed_moves: true,
  })
  .extend({
    id: col.text,
    from_site_id: col.text,
    from_zone: col.text,
    from_kind: col.text,
    to_site_id: col.textOrNull,
    vendor_id: col.textOrNull,
    receive_site_id: col.textOrNull,
    receive_kind: col.textOrNull,
    /** Passes that bring its goods back, or have; empty where there are none. */
    returned_by: col.text,
    came_skus: col.number,
    planned: col.number,
    packed: col.number,
    sent: col.number,
    excess: col.number,
    closed_short: col.number,
    without_reason: col.number,
    empty_boxes: col.number,
    came_back: col.number,
    is_settled: col.flag,
  })

export type PassRow = z.output<typeof passFactsRow>

/** Gate passes `p` with their sites `fs`, `ts` and what their items come to, `s`: for lists, which filter by these. */
export const passesFrom = sql`gate_pass p JOIN site fs ON fs.id = p.from_site_id LEFT JOIN site ts ON ts.id = p.to_site_id
  LEFT JOIN vendor v ON v.id = p.vendor_id LEFT JOIN site rs ON rs.id = p.receive_site_id`

/** Pieces of a returnable pass that came back with passes of their own, or were given up there. */
const cameBack = sql`(SELECT coalesce(sum(ri.received + ri.closed_short), 0)::int FROM gate_pass r JOIN gate_pass_item ri ON ri.pass_id = r.id
  WHERE r.returns_id = p.id AND r.state <> 'CANCELLED')`

/** Out and to come back: what a site has that came there, or what a party has. */
export const toReturn = sql<number>`(CASE WHEN p.type <> 'returnable' OR p.state NOT IN ('SUBMITTED', 'PARTLY_RECEIVED', 'RECEIVED', 'COMPLETED')
    THEN 0
  WHEN p.to_site_id IS NULL THEN (SELECT coalesce(sum(i.sent - i.received - i.closed_short), 0)::int FROM gate_pass_item i WHERE i.pass_id = p.id)
  ELSE (SELECT coalesce(sum(i.sent - i.closed_short), 0)::int FROM gate_pass_item i WHERE i.pass_id = p.id) - ${cameBack} END)`

const selected = sql`
  SELECT p.id, p.number AS gate_pass, p.type, p.state, p.from_site_id, fs.code AS from_site, fs.name AS from_site_name,
    fs.name_zh AS from_site_name_zh, fs.time_zone AS from_zone, fs.kind AS from_kind, p.to_site_id, ts.code AS to_site,
    coalesce(ts.name, v.name, p.party, '') AS to_name, coalesce(ts.name_zh, v.name_zh, p.party, '') AS to_name_zh, p.vendor_id,
    v.code AS supplier_id, p.party, p.receive_site_id, rs.code AS receives_at, rs.kind AS receive_kind, p.purpose, p.remark,
    p.expected_return_on, p.is_blind, rp.number AS returns,
    coalesce((SELECT string_agg(r.number, ', ' ORDER BY r.number) FROM gate_pass r WHERE r.returns_id = p.id AND r.state <> 'CANCELLED'), '') AS returned_by,
    s.*, b.*, ${cameBack} AS came_back, c.*,
    p.created_at, cu.name AS created_by, p.submitted_at, su.name AS submitted_by, p.completed_at, p.carrier, p.vehicle_no, p.lr_no,
    p.eway_bill_no, d.kind AS document_kind, d.number AS document_number, d.issued_on AS document_issued_on,
    d.state AS document_state, p.version
  FROM ${passesFrom} LEFT JOIN gate_pass rp ON rp.id = p.returns_id JOIN app_user cu ON cu.id = p.created_by
  LEFT JOIN app_user su ON su.id = p.submitted_by LEFT JOIN gate_pass_document d ON d.pass_id = p.id AND d.state = 'LIVE'
  CROSS JOIN LATERAL (
    SELECT count(*)::int AS skus, (count(*) FILTER (WHERE i.received + i.excess > 0))::int AS came_skus, coalesce(sum(i.planned), 0)::int AS planned, coalesce(sum(i.packed), 0)::int AS packed,
      coalesce(sum(i.sent), 0)::int AS sent, coalesce(sum(i.received), 0)::int AS received, coalesce(sum(i.damaged), 0)::int AS damaged,
      coalesce(sum(i.excess), 0)::int AS excess, coalesce(sum(i.closed_short), 0)::int AS closed_short,
      (count(*) FILTER (WHERE i.packed < i.planned AND i.reason IS NULL))::int AS without_reason
    FROM gate_pass_item i WHERE i.pass_id = p.id) s
  CROSS JOIN LATERAL (
    SELECT count(*)::int AS boxes, (count(*) FILTER (WHERE x.state = 'OPEN'))::int AS open_boxes,
      (count(*) FILTER (WHERE NOT EXISTS (SELECT FROM gate_pass_content t WHERE t.box_id = x.id)))::int AS empty_boxes
    FROM gate_pass_box x WHERE x.pass_id = p.id AND x.removed_at IS NULL) b
  CROSS JOIN LATERAL (
    SELECT (count(*) FILTER (WHERE k.settled < k.quantity))::int AS open_discrepancies, coalesce(bool_or(k.settled > 0), false) AS is_settled
    FROM gate_pass_case k WHERE k.pass_id = p.id) c`

/** A shop's people see what goes to shops and what comes from them; people of a site what leaves it and what comes to it. */
export function passesOf(caller: Placed): RawBuilder<SqlBool> {
  if (isPlaced(caller))
    return sql<SqlBool>`(fs.id = ANY(${caller.siteIds}::uuid[]) OR ts.id = ANY(${caller.siteIds}::uuid[]))`
  return caller.role === 'retail_admin' ? sql<SqlBool>`'shop' IN (fs.kind, ts.kind)` : sql<SqlBool>`true`
}

/** The moves that belong to the site where goods arrive; all others belong to the one that they leave. */
const movesOfReceiver: readonly PassMoveName[] = ['receive', 'unreceive', 'complete', 'reopen']

/** Whether the caller works at the site whose move it is. */
export function isOwnMove(pass: PassRow, move: PassMoveName, caller: Holder & Placed): boolean {
  const isOfReceiver = movesOfReceiver.includes(move)
  const site = isOfReceiver ? (pass.receive_site_id ?? pass.from_site_id) : pass.from_site_id
  if (isPlaced(caller) && !caller.siteIds.includes(site)) return false
  return isOfReceiver || isAmong(caller, gatePassRights.gatePassSend.roles) || isShopReturn(pass)
}

/** It brings returnable goods of a shop back: the shop's own people may send it. */
const isShopReturn = ({ from_kind, returns }: PassRow): boolean => from_kind === 'shop' && returns !== null

/** The moves that this caller may make now. */
export function movesFor(pass: PassRow, caller: Holder & Placed): PassMoveName[] {
  return movesOf(factsOf(pass), caller).filter((move) => isOwnMove(pass, move, caller))
}

/** Why a move is closed to everybody now; null where it is open. */
export function closedFor(pass: PassRow, move: PassMoveName): ClosedMove | null {
  const { gate_pass, returned_by } = pass
  return closedForPass(move, factsOf(pass), { gate_pass, returned_by, status: statusOf(pass) })
}

/** The moves that the caller may make at all, with why some are closed now. */
export function offersFor(pass: PassRow, caller: Holder & Placed): OfferedMove<PassMoveName>[] {
  return passMoveNames
    .filter((move) => isAmong(caller, passMoves[move].roles) && isOwnMove(pass, move, caller))
    .map((move) => ({ move, closed: closedFor(pass, move) }))
}

/** Passes by a condition on `p` and its sites. */
export async function readPasses(db: Db, condition: RawBuilder<SqlBool>): Promise<PassRow[]> {
  const { rows } = await rowsOf(passFactsRow)`${selected} WHERE ${condition}`.execute(db)
  return rows
}

/** One pass by its number. Throws not_found, also for what a shop has no part in. */
export async function findPass(db: Db, caller: Caller, number: string): Promise<PassRow> {
  const [pass] = await readPasses(db, sql<SqlBool>`p.number = ${number} AND ${passesOf(caller)}`)
  if (pass === undefined) throw notFound(passWords.unknown, { gate_pass: number })
  return pass
}

/** What its rules look at. */
export function factsOf(pass: PassRow): PassFacts {
  const { state, planned, packed, sent, received, closed_short, excess, boxes, open_boxes, empty_boxes } = pass
  return {
    ...{ state, planned, packed, sent, received, closed_short, excess, boxes, open_boxes, empty_boxes },
    ...{ without_reason: pass.without_reason, is_settled: pass.is_settled, is_returned: pass.returned_by !== '' },
    has_receipt: pass.receive_site_id !== null,
  }
}

/** Pieces that are out and to come back. */
export function toReturnOf(pass: PassRow): number {
  const isOut: readonly PassState[] = ['SUBMITTED', 'PARTLY_RECEIVED', 'RECEIVED', 'COMPLETED']
  if (pass.type !== 'returnable' || !isOut.includes(pass.state)) return 0
  return pass.to_site_id === null ? pendingOf(pass) : Math.max(0, pass.sent - pass.closed_short - pass.came_back)
}

const atDay = (pass: PassRow): PassAtDay => ({
  ...factsOf(pass),
  type: pass.type,
  damaged: pass.damaged,
  to_return: toReturnOf(pass),
  expected_return_on: pass.expected_return_on,
})

export const todayAt = (pass: Pick<PassRow, 'from_zone'>): string => dayIn(pass.from_zone, new Date())

/** What is shown of a pass today. */
export const statusOf = (pass: PassRow) => passStatus(atDay(pass), todayAt(pass))

const blindStates: readonly PassState[] = ['SUBMITTED', 'PARTLY_RECEIVED', 'RECEIVED']

/** Whoever counts blind must not be told what was sent. */
export function isBlindTo(caller: Pick<Caller, 'role'>, pass: { is_blind: boolean; state: PassState }): boolean {
  return pass.is_blind && blindStates.includes(pass.state) && !isAmong(caller, gatePassRights.gatePassLead.roles)
}

/** Pieces that came, as they are shown: to whoever counts blind, one that nobody sent is a piece like any other. */
export function cameOf({ received, excess }: { received: number; excess: number }, isBlind: boolean): number {
  return isBlind ? received + excess : received
}

/** Whether the caller may read papers of the pass: they say what was sent, which those at the source know. */
export function hidesPapers(caller: Caller, pass: PassRow): boolean {
  const isSource = isPlaced(caller) && isOwnMove(pass, 'edit', caller) && !isOwnMove(pass, 'receive', caller)
  return isBlindTo(caller, pass) && !isSource
}

/** A pass as lists and commands answer it. */
export function passWire(pass: PassRow, caller: Caller): GatePassRow {
  const today = todayAt(pass)
  const facts = atDay(pass)
  const isHidden = isBlindTo(caller, pass)
  const hide = (pieces: number) => (isHidden ? null : pieces)
  const isLate = isOverdue(facts, today)
  const { gate_pass, type, state, from_site, from_site_name, from_site_name_zh, to_site, to_name, to_name_zh } = pass
  const { supplier_id, party, receives_at, purpose, remark, expected_return_on, is_blind, returns, boxes } = pass
  const { carrier, vehicle_no, lr_no, eway_bill_no, version, open_boxes, damaged, open_discrepancies } = pass
  const { created_at, created_by, submitted_at, submitted_by, completed_at, document } = pass
  return {
    ...{ gate_pass, type, state, from_site, from_site_name, from_site_name_zh, to_site, to_name, to_name_zh },
    ...{ supplier_id, party, receives_at, purpose, remark, expected_return_on, is_blind, returns, boxes },
    ...{ carrier, vehicle_no, lr_no, eway_bill_no, version, open_boxes, damaged, open_discrepancies },
    ...{ created_at, created_by, submitted_at, submitted_by, completed_at, document },
    skus: isHidden ? pass.came_skus : pass.skus,
    received: cameOf(pass, isHidden),
    status: passStatus(facts, today),
    is_overdue: isLate,
    days_overdue: isLate && expected_return_on !== null ? daysBetween(expected_return_on, today) : 0,
    planned: hide(pass.planned),
    packed: hide(pass.packed),
    sent: hide(pass.sent),
    excess: hide(pass.excess),
    closed_short: hide(pass.closed_short),
    pending: hide(pendingOf(pass)),
    to_return: isHidden ? 0 : facts.to_return,
    age_days: Math.max(0, daysBetween(dayIn(pass.from_zone, new Date(submitted_at ?? created_at)), today)),
    allowed_moves: movesFor(pass, caller),
  }
}
