import { sql } from 'kysely'
import { z } from 'zod'
import { type Difference, settlementMoves, settlements } from '../../../shared/areas/counting/rules.ts'
import { foundProblem } from '../../../shared/areas/qc-boxes/moves.ts'
import { standingAfter } from '../../../shared/areas/qc-boxes/qc-standing.ts'
import type { DiscrepancyOutcome } from '../../../shared/areas/qc-boxes/status.ts'
import { sheetMessages } from '../../../shared/kernel/sheet.ts'
import { newIds } from '../../database/new-ids.ts'
import { col, type Row, rowsOf } from '../../database/rows.ts'
import type { CallContext, Tx } from '../../http/call.ts'
import { invalidInput, notFound } from '../../http/errors.ts'
import { type QcBoxFacts, type QcLineFacts, qcLineFacts } from '../qc-boxes/box-rows.ts'
import type { PlainQcMove } from '../qc-boxes/ledger.ts'
import { notWithThisBox } from '../qc-boxes/ledger.ts'
import type { QcPlace } from '../qc-boxes/sites.ts'

interface NewDiscrepancies {
  differences: readonly Difference[]
  ownerId: string
  remark: string | null
}

/** Opens a discrepancy for every difference of a count. */
export async function openDiscrepancies(
  tx: Tx,
  { caller }: Pick<CallContext, 'caller'>,
  place: QcPlace,
  { differences, ownerId, remark }: NewDiscrepancies,
): Promise<void> {
  if (differences.length === 0) return
  await sql`
    INSERT INTO qc_case (id, box_id, site_id, sku_id, kind, quantity, owner_id, remark, opened_by)
    SELECT n.id, ${place.box_id}, ${place.site_id}, n.sku_id, n.kind, n.quantity, ${ownerId}, ${remark}, ${caller.userId}
    FROM unnest(${newIds(differences.length)}::uuid[], ${differences.map((each) => each.sku_id)}::uuid[],
      ${differences.map((each) => each.kind)}::text[], ${differences.map((each) => each.quantity)}::int[])
      AS n (id, sku_id, kind, quantity)`.execute(tx)
}

/** The count that opened them is taken back; they stay in the books as withdrawn. */
export async function withdrawDiscrepancies(tx: Tx, { box_id, site_id }: QcPlace): Promise<void> {
  await sql`UPDATE qc_case SET withdrawn_at = now()
    WHERE box_id = ${box_id} AND site_id = ${site_id} AND withdrawn_at IS NULL`.execute(tx)
}

export interface Outcome {
  case_id: string
  outcome: DiscrepancyOutcome
  quantity: number
  remark?: string | undefined
}

const openDiscrepancyColumns = {
  id: col.text,
  sku_id: col.text,
  nm_sku: col.text,
  kind: z.enum(['missing', 'excess']),
  open: col.number,
}

type OpenDiscrepancy = Row<typeof openDiscrepancyColumns>

/** Sent back to the vendor, excess is a delivery that nobody ordered. */
const SENT_BACK = 'Wrong/partial product delivered'

export interface Settled {
  moves: PlainQcMove[]
  /** Pieces of each kind of which it is now said what becomes of them. */
  settled: Record<Difference['kind'], number>
  /** Pieces by outcome. */
  sums: Partial<Record<DiscrepancyOutcome, number>>
}

/**
 * Writes what becomes of missing and excess pieces of a locked box, never of more than are open, and answers the moves that
 * this comes to.
 */
export async function settleDiscrepancies(
  tx: Tx,
  context: Pick<CallContext, 'caller'>,
  box: QcBoxFacts,
  outcomes: readonly Outcome[],
): Promise<Settled> {
  const open = await openDiscrepanciesOf(tx, box)
  const moves: PlainQcMove[] = []
  const sums: Settled['sums'] = {}
  const settled = { missing: 0, excess: 0 }
  const lines = new Map((await qcLineFacts(tx, [box])).map((line) => [line.sku_id, line]))
  for (const outcome of outcomes) {
    const of = open.get(outcome.case_id)
    if (of === undefined) throw notFound('This difference is no longer open. Please look again.')
    const line = lines.get(of.sku_id)
    if (line === undefined) throw new Error(`a discrepancy of ${of.nm_sku}, which is not in its box`)
    const made = checkedSettlement(box, line, of, outcome)
    lines.set(of.sku_id, { ...line, ...standingAfter({ ...box, ...line }, made) })
    of.open -= outcome.quantity
    sums[outcome.outcome] = (sums[outcome.outcome] ?? 0) + outcome.quantity
    settled[of.kind] += outcome.quantity
    moves.push(
      ...made.map(({ kind, quantity }) => ({
        boxId: box.box_id,
        siteId: box.site_id,
        skuId: of.sku_id,
        kind,
        quantity,
        reason: outcome.outcome === 'send_back' ? SENT_BACK : null,
        remark: outcome.remark ?? null,
      })),
    )
  }
  await writeOutcomes(tx, context, outcomes)
  return { moves, settled, sums }
}

async function openDiscrepanciesOf(tx: Tx, { box_id, site_id }: QcPlace): Promise<Map<string, OpenDiscrepancy>> {
  const { rows } = await rowsOf(openDiscrepancyColumns)`
    SELECT c.id, c.sku_id, k.nm_sku, c.kind, c.quantity - c.settled AS open FROM qc_case c JOIN sku k ON k.id = c.sku_id
    WHERE c.box_id = ${box_id} AND c.site_id = ${site_id} AND c.withdrawn_at IS NULL
      AND c.settled < c.quantity`.execute(tx)
  return new Map(rows.map((row) => [row.id, row]))
}

/** Why pieces cannot be settled so: they do not lie where they could. */
const notThere = {
  send_back:
    'Only {{available}} pcs of {{nm_sku}} in box {{box_no}} can go back, not {{quantity}}: the others are on an invoice or shipped. Void the invoice first.',
  miscounted:
    'Only {{available}} pcs of {{nm_sku}} in box {{box_no}} wait for inspection, not {{quantity}}: what is judged was there. Keep it, send it back, or revert it to QC first.',
} as const

const cannotSettle = 'Only {{available}} pcs of {{nm_sku}} in box {{box_no}} can be settled so, not {{quantity}}.'

function checkedSettlement(
  box: QcBoxFacts,
  line: QcLineFacts,
  { kind, nm_sku, open }: OpenDiscrepancy,
  { outcome, quantity }: Outcome,
) {
  const values = { nm_sku, quantity, available: open }
  if (settlements[outcome].of !== kind) throw invalidInput('This outcome does not fit the difference.', { values })
  if (quantity < 1) throw invalidInput(sheetMessages.wrongOrderQuantity, { values })
  const problem = outcome === 'found' ? foundProblem(box) : null
  if (problem !== null) throw notWithThisBox(box, problem, values)
  if (quantity > open) throw notWithThisBox(box, 'Only {{available}} pcs of {{nm_sku}} are still open.', values)
  const made = settlementMoves(line, outcome, quantity)
  if ('moves' in made) return made.moves
  const message = outcome in notThere ? notThere[outcome as keyof typeof notThere] : cannotSettle
  throw notWithThisBox(box, message, { ...values, available: made.available })
}

async function writeOutcomes(
  tx: Tx,
  { caller }: Pick<CallContext, 'caller'>,
  outcomes: readonly Outcome[],
): Promise<void> {
  await sql`
    WITH said AS (
      INSERT INTO qc_case_outcome (id, case_id, outcome, quantity, remark, by)
      SELECT n.*, ${caller.userId}::uuid
      FROM unnest(${newIds(outcomes.length)}::uuid[], ${outcomes.map((each) => each.case_id)}::uuid[],
        ${outcomes.map((each) => each.outcome)}::text[], ${outcomes.map((each) => each.quantity)}::int[],
        ${outcomes.map((each) => each.remark || null)}::text[]) AS n
      RETURNING case_id, quantity)
    UPDATE qc_case c SET settled = c.settled + s.quantity
    FROM (SELECT case_id, sum(quantity)::int AS quantity FROM said GROUP BY 1) s WHERE c.id = s.case_id`.execute(tx)
}
