import { type RawBuilder, sql } from 'kysely'
import { z } from 'zod'
import {
  type Stage,
  type StageLine,
  type StageMove,
  stageLedger,
  stages,
} from '../../../shared/areas/facilities/stage-ledger.ts'
import { facilityWords } from '../../../shared/areas/facilities/words.ts'
import { orderStates, orderStateWords } from '../../../shared/areas/production/order-states.ts'
import { recordEvents } from '../../audit/audit.ts'
import { newIds } from '../../database/new-ids.ts'
import { col, rowsOf } from '../../database/rows.ts'
import type { CallContext, Caller, Db, Tx } from '../../http/call.ts'
import { moveNotAllowed, notFound } from '../../http/errors.ts'
import type { Difference } from '../../ledger/differences.ts'
import { type AnyMove, ledgerIn } from '../../ledger/ledger-in.ts'
import { ownFacilities } from './whose.ts'

export interface PieceMove extends AnyMove<StageMove> {
  /** facility_line.id */
  lineId: string
  boxId?: string | null
  auditId: string
}

const notEnough = facilityWords.boxFew

/** Pieces of each colour and size by stage; the sums are those of an order at a facility. */
export const stageLines = ledgerIn(
  stageLedger,
  {
    line: {
      table: 'facility_line',
      key: { lineId: 'id' },
      named: (
        id,
      ) => sql`(SELECT o.number || ' ' || f.code || ' ' || k.nm_sku FROM facility_line l JOIN facility_job j ON j.id = l.job_id
        JOIN production_order o ON o.id = j.order_id JOIN production_facility f ON f.id = j.facility_id JOIN sku k ON k.id = l.sku_id
        WHERE l.id = ${id})`,
    },
    sums: {
      table: 'facility_job',
      key: { job_id: 'id' },
      isVersioned: true,
      named: (
        id,
      ) => sql`(SELECT o.number || ' ' || f.code FROM facility_job j JOIN production_order o ON o.id = j.order_id
        JOIN production_facility f ON f.id = j.facility_id WHERE j.id = ${id})`,
    },
    moves: { table: 'facility_move', ids: { lineId: 'line_id', boxId: 'box_id', auditId: 'audit_id' } },
    lock: 'here',
  },
  async (tx, move: PieceMove, { available, allowed }) => {
    const { rows } = await rowsOf({ nm_sku: col.text })`
      SELECT k.nm_sku FROM facility_line l JOIN sku k ON k.id = l.sku_id WHERE l.id = ${move.lineId}`.execute(tx)
    const values = { nm_sku: rows[0]?.nm_sku ?? '', quantity: move.quantity, available }
    return moveNotAllowed(notEnough, allowed, { values })
  },
)

const heldColumns = {
  id: col.text,
  job_id: col.text,
  order_id: col.text,
  number: col.text,
  state: z.enum(orderStates),
  facility_id: col.text,
  facility: col.text,
  nm_sku: col.text,
  color: col.text,
  size: col.text,
  style: col.text,
  quantities: z.array(z.number()),
}

/** A line as it stands, held until the transaction ends. */
export interface HeldLine {
  id: string
  jobId: string
  orderId: string
  number: string
  state: (typeof orderStates)[number]
  facilityId: string
  facility: string
  nm_sku: string
  color: string
  size: string
  /** style.id */
  style: string
  pieces: StageLine
}

interface JobsAsked {
  numbers: readonly string[] | null
  facility: string
}

async function jobsOf(db: Db | Tx, caller: Caller, { numbers, facility }: JobsAsked) {
  const { rows } = await rowsOf({ id: col.text, order_id: col.text })`
    SELECT j.id, j.order_id FROM facility_job j JOIN production_order o ON o.id = j.order_id
    JOIN production_facility f ON f.id = j.facility_id
    WHERE ${numbers === null ? sql`true` : sql`o.number = ANY(${[...numbers]}::text[])`} AND f.code = ${facility} AND ${ownFacilities(caller)}`.execute(
    db,
  )
  return rows
}

/**
 * Lines of orders (by number) at facilities of the caller, or at one of them, held: orders first, so that nobody stops or clears one
 * meanwhile, then jobs and lines by their keys. What is not the caller's is missing.
 */
export async function holdLines(tx: Tx, caller: Caller, asked: JobsAsked): Promise<HeldLine[]> {
  const jobs = await jobsOf(tx, caller, asked)
  if (jobs.length === 0) return []
  const orders = jobs.map(({ order_id }) => order_id)
  const ids = jobs.map(({ id }) => id)
  await sql`SELECT 1 FROM production_order o WHERE o.id = ANY(${orders}::uuid[]) ORDER BY o.id FOR NO KEY UPDATE`.execute(
    tx,
  )
  await sql`SELECT 1 FROM facility_job j WHERE j.id = ANY(${ids}::uuid[]) ORDER BY j.id FOR NO KEY UPDATE`.execute(tx)
  return linesOfJobs(tx, ids, sql`FOR NO KEY UPDATE OF l`)
}

/** The same lines as they stand now, held by nobody. */
export async function readLines(db: Db, caller: Caller, asked: JobsAsked): Promise<HeldLine[]> {
  return linesOfJobs(
    db,
    (await jobsOf(db, caller, asked)).map(({ id }) => id),
    sql``,
  )
}

async function linesOfJobs(db: Db | Tx, ids: readonly string[], lock: RawBuilder<unknown>): Promise<HeldLine[]> {
  const { rows } = await rowsOf(heldColumns)`
    SELECT l.id, l.job_id, j.order_id, o.number, o.state, j.facility_id, f.code AS facility, k.nm_sku, l.color, l.size, k.style_id AS style,
      ARRAY[${sql.join(stageLedger.columns.map((column) => sql.ref(`l.${column}`)))}] AS quantities
    FROM facility_line l JOIN facility_job j ON j.id = l.job_id JOIN production_order o ON o.id = j.order_id
    JOIN production_facility f ON f.id = j.facility_id JOIN sku k ON k.id = l.sku_id
    WHERE l.job_id = ANY(${[...ids]}::uuid[]) ORDER BY l.id ${lock}`.execute(db)
  return rows.map(({ quantities, job_id, order_id, facility_id, ...row }) => ({
    ...row,
    jobId: job_id,
    orderId: order_id,
    facilityId: facility_id,
    pieces: Object.fromEntries(stageLedger.columns.map((column, at) => [column, quantities[at] ?? 0])) as StageLine,
  }))
}

/** The lines of one order at a facility, of which pieces may move now. Throws not_found, move_not_allowed for an order that is not in production. */
export async function holdOrderLines(
  tx: Tx,
  caller: Caller,
  { number, facility }: { number: string; facility: string },
): Promise<HeldLine[]> {
  const lines = await holdLines(tx, caller, { numbers: [number], facility })
  const [first] = lines
  if (first === undefined) throw notFound(facilityWords.noJob, { facility, number }, 'order_action_id')
  assertInProduction(first)
  return lines
}

export function assertInProduction({ number, state }: Pick<HeldLine, 'number' | 'state'>): void {
  if (state === 'SENT_FOR_PRODUCTION') return
  throw moveNotAllowed(facilityWords.notSent, [], { values: { number, state_key: orderStateWords[state] } })
}

/** Throws not_found for an SKU that is not of the order, naming those that are. */
export function lineOf(lines: readonly HeldLine[], nm_sku: string, field: string): HeldLine {
  const found = lines.find((line) => line.nm_sku === nm_sku)
  if (found !== undefined) return found
  const [{ number, facility } = { number: '', facility: '' }] = lines
  const known = lines.map((line) => line.nm_sku).toSorted()
  const shown = known.length > 12 ? [...known.slice(0, 12), '…'] : known
  throw notFound(facilityWords.otherSku, { nm_sku, number, facility, known: shown.join(', ') }, field)
}

/** Moves pieces and keeps what orders say of pieces cut. */
export async function movePieces(tx: Tx, { caller }: CallContext, moves: readonly PieceMove[]): Promise<void> {
  if (moves.length === 0) return
  await stageLines.apply(tx, moves, { by: caller.userId })
  await writeCut(
    tx,
    moves.map(({ lineId }) => lineId),
  )
}

const cutOfLines = sql`l.allotted - l.pending + l.overcut`

/** What the orders of lines say of pieces cut; the orders are held. */
async function writeCut(tx: Tx, lines: readonly string[]): Promise<void> {
  const orders = sql`SELECT j.order_id FROM facility_line l JOIN facility_job j ON j.id = l.job_id WHERE l.id = ANY(${lines}::uuid[])`
  const { rows } = await rowsOf({ order_id: col.text })`
    UPDATE production_order_line p SET cut = n.cut
    FROM (SELECT j.order_id, l.color, l.size, sum(${cutOfLines})::int AS cut FROM facility_line l JOIN facility_job j ON j.id = l.job_id
      WHERE j.order_id IN (${orders}) GROUP BY 1, 2, 3) n
    WHERE p.order_id = n.order_id AND p.color = n.color AND p.size = n.size AND p.cut <> n.cut RETURNING p.order_id`.execute(
    tx,
  )
  const changed = [...new Set(rows.map(({ order_id }) => order_id))]
  if (changed.length > 0)
    await sql`UPDATE production_order o SET cut = (SELECT coalesce(sum(l.cut), 0) FROM production_order_line l WHERE l.order_id = o.id)
      WHERE o.id = ANY(${changed}::uuid[])`.execute(tx)
}

/** What orders say of pieces cut beside what facilities cut. */
export async function cutDifferences(db: Db, most: number): Promise<{ found: Difference[]; total: number }> {
  const columns = { name: col.text, stored: col.number, should: col.number, total: col.number }
  const { rows } = await rowsOf(columns)`
    SELECT o.number || ' ' || p.color || ' ' || p.size AS name, p.cut AS stored, coalesce(n.cut, 0)::int AS should, count(*) OVER ()::int AS total
    FROM production_order_line p JOIN production_order o ON o.id = p.order_id
    LEFT JOIN (SELECT j.order_id, l.color, l.size, sum(${cutOfLines}) AS cut FROM facility_line l JOIN facility_job j ON j.id = l.job_id
      GROUP BY 1, 2, 3) n ON n.order_id = p.order_id AND n.color = p.color AND n.size = p.size
    WHERE p.cut <> coalesce(n.cut, 0) ORDER BY 1 LIMIT ${most}`.execute(db)
  return {
    found: rows.map(({ total: _, ...row }) => ({ table: 'production_order_line', quantity: 'cut', ...row })),
    total: rows[0]?.total ?? 0,
  }
}

/** What facilities have of orders in production beside what they were given of them. */
export async function shareDifferences(db: Db, most: number): Promise<{ found: Difference[]; total: number }> {
  const columns = { name: col.text, stored: col.number, should: col.number, total: col.number }
  const { rows } = await rowsOf(columns)`
    SELECT o.number || ' ' || f.code || ' ' || coalesce(n.color, a.color) || ' ' || coalesce(n.size, a.size) AS name,
      coalesce(n.pieces, 0)::int AS stored, coalesce(a.pieces, 0) AS should, count(*) OVER ()::int AS total
    FROM (SELECT j.order_id, j.facility_id, l.color, l.size, sum(l.allotted) AS pieces FROM facility_line l JOIN facility_job j ON j.id = l.job_id
      GROUP BY 1, 2, 3, 4) n
    FULL JOIN production_allocation_line a USING (order_id, facility_id, color, size)
    JOIN production_order o ON o.id = order_id JOIN production_facility f ON f.id = facility_id
    WHERE o.state IN ('SENT_FOR_PRODUCTION', 'PRODUCTION_ON_HOLD') AND coalesce(n.pieces, 0) <> coalesce(a.pieces, 0)
    ORDER BY 1 LIMIT ${most}`.execute(db)
  return {
    found: rows.map(({ total: _, ...row }) => ({ table: 'facility_line', quantity: 'allotted', ...row })),
    total: rows[0]?.total ?? 0,
  }
}

const stageSums = z.record(z.string(), z.number())

/** Pieces by stage of facilities, over all their open orders: the specification's facility_to_quantity_map. */
export async function quantityMap(
  db: Db | Tx,
  facilityIds: readonly string[],
): Promise<Record<string, Record<Stage, number>>> {
  const { rows } = await rowsOf({ facility: col.text, sums: stageSums })`
    SELECT f.code AS facility, jsonb_build_object(${sql.join(
      stages.map((stage) => sql`${sql.lit(stage)}, coalesce(sum(${sql.ref(`j.${stage}`)}), 0)::int`),
    )}) AS sums
    FROM production_facility f LEFT JOIN facility_job j ON j.facility_id = f.id WHERE f.id = ANY(${[...new Set(facilityIds)]}::uuid[])
    GROUP BY f.code ORDER BY f.code`.execute(db)
  return Object.fromEntries(rows.map(({ facility, sums }) => [facility, sums as Record<Stage, number>]))
}

const jobColumns = { id: col.text, number: col.text, facility: col.text }
const shareColumns = {
  job_id: col.text,
  line_id: col.textOrNull,
  sku_id: col.textOrNull,
  color: col.text,
  size: col.text,
  pieces: col.number,
}

/** Gives facilities the pieces of orders (production_order.id) that are sent for production, as they are split; the orders are held. */
export async function openStages(tx: Tx, context: CallContext, orders: readonly string[]): Promise<void> {
  const by = context.caller.userId
  const { rows: wanted } = await rowsOf({ order_id: col.text, facility_id: col.text })`
    SELECT a.order_id, a.facility_id FROM production_vendor_allocation a WHERE a.order_id = ANY(${[...orders]}::uuid[])`.execute(
    tx,
  )
  if (wanted.length === 0) return
  await sql`INSERT INTO facility_job (id, order_id, facility_id, updated_by)
    SELECT n.*, ${by}::uuid FROM unnest(${newIds(wanted.length)}::uuid[], ${wanted.map((one) => one.order_id)}::uuid[],
      ${wanted.map((one) => one.facility_id)}::uuid[]) AS n ON CONFLICT (order_id, facility_id) DO NOTHING`.execute(tx)
  const { rows: shares } = await rowsOf(shareColumns)`
    SELECT j.id AS job_id, x.id AS line_id, l.sku_id, a.color, a.size, a.pieces FROM facility_job j
    JOIN production_allocation_line a ON a.order_id = j.order_id AND a.facility_id = j.facility_id
    JOIN production_order_line l ON l.order_id = a.order_id AND l.color = a.color AND l.size = a.size
    LEFT JOIN facility_line x ON x.job_id = j.id AND x.sku_id = l.sku_id
    WHERE j.order_id = ANY(${[...orders]}::uuid[]) ORDER BY j.id, a.color, a.size`.execute(tx)
  const lines = shares.filter(({ sku_id }) => sku_id !== null)
  const fresh = lines.filter(({ line_id }) => line_id === null)
  const ids = newIds(fresh.length)
  await sql`INSERT INTO facility_line (id, job_id, sku_id, color, size)
    SELECT n.* FROM unnest(${ids}::uuid[], ${fresh.map(({ job_id }) => job_id)}::uuid[], ${fresh.map(({ sku_id }) => sku_id)}::uuid[],
      ${fresh.map(({ color }) => color)}::text[], ${fresh.map(({ size }) => size)}::text[]) AS n`.execute(tx)
  const lineIds = new Map(fresh.map((share, at) => [share, ids[at] ?? '']))
  await moveAll(
    tx,
    context,
    'allot',
    lines.map((share) => ({
      jobId: share.job_id,
      lineId: share.line_id ?? lineIds.get(share) ?? '',
      quantity: share.pieces,
    })),
  )
}

/** Takes back from facilities what is pending of orders (production_order.id) that go a step back; the orders are held. */
export async function closeStages(tx: Tx, context: CallContext, orders: readonly string[]): Promise<void> {
  const { rows } = await rowsOf({ job_id: col.text, line_id: col.text, pending: col.number })`
    SELECT l.job_id, l.id AS line_id, l.pending FROM facility_line l JOIN facility_job j ON j.id = l.job_id
    WHERE j.order_id = ANY(${[...orders]}::uuid[]) AND l.pending > 0 ORDER BY l.id`.execute(tx)
  await moveAll(
    tx,
    context,
    'withdraw',
    rows.map(({ job_id, line_id, pending }) => ({ jobId: job_id, lineId: line_id, quantity: pending })),
  )
}

/** Counts pieces of orders (production_order.id) that facilities were just given as cut, by SKU: they were cut before the orders came here. */
export async function cutBefore(
  tx: Tx,
  context: CallContext,
  cut: readonly { order: string; sku: string; pieces: number }[],
): Promise<void> {
  const { rows } = await rowsOf({ job_id: col.text, line_id: col.text, pieces: col.number })`
    SELECT l.job_id, l.id AS line_id, n.pieces FROM unnest(${cut.map(({ order }) => order)}::uuid[], ${cut.map(({ sku }) => sku)}::uuid[],
      ${cut.map(({ pieces }) => pieces)}::int[]) AS n (order_id, sku_id, pieces)
    JOIN facility_job j ON j.order_id = n.order_id JOIN facility_line l ON l.job_id = j.id AND l.sku_id = n.sku_id ORDER BY l.id`.execute(
    tx,
  )
  await moveAll(
    tx,
    context,
    'cut',
    rows.map(({ job_id, line_id, pieces }) => ({ jobId: job_id, lineId: line_id, quantity: pieces })),
  )
}

const bulkEvents = { allot: 'facility.allotted', withdraw: 'facility.withdrawn', cut: 'facility.cut_before' } as const

async function moveAll(
  tx: Tx,
  context: CallContext,
  kind: keyof typeof bulkEvents,
  moves: readonly { jobId: string; lineId: string; quantity: number }[],
): Promise<void> {
  if (moves.length === 0) return
  const jobIds = [...new Set(moves.map(({ jobId }) => jobId))]
  const { rows: jobs } = await rowsOf(jobColumns)`
    SELECT j.id, o.number, f.code AS facility FROM facility_job j JOIN production_order o ON o.id = j.order_id
    JOIN production_facility f ON f.id = j.facility_id WHERE j.id = ANY(${jobIds}::uuid[]) ORDER BY j.id`.execute(tx)
  const events = await recordEvents(
    tx,
    context,
    jobs.map(({ id, number, facility }) => ({
      entity: 'facility_job',
      entityId: jobName({ number, facility }),
      event: bulkEvents[kind],
      details: {
        pieces: moves.filter(({ jobId }) => jobId === id).reduce((sum, { quantity }) => sum + quantity, 0),
      },
    })),
  )
  const auditIds = new Map(jobs.map(({ id }, at) => [id, events[at] ?? '']))
  await movePieces(
    tx,
    context,
    moves.map(({ jobId, lineId, quantity }) => ({ kind, lineId, quantity, auditId: auditIds.get(jobId) ?? '' })),
  )
}

/** "PR-000001/NOI1" */
export const jobName = ({ number, facility }: { number: string; facility: string }) => `${number}/${facility}`
