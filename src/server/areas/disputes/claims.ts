import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { z } from 'zod'
import { disputedDecision } from '../../../shared/areas/disputes/calls.ts'
import { liveStates } from '../../../shared/areas/disputes/rules.ts'
import { col, rowsOf } from '../../database/rows.ts'
import type { Db, Tx } from '../../http/call.ts'

/** Decisions `d` on the SKU of a line `u` of a dispute `p` that its vendor knew of when it disputed them. */
const isDisputed = sql<SqlBool>`(d.box_id = p.box_id AND d.site_id = p.site_id AND d.sku_id = u.sku_id
  AND d.kind IN ('return', 'replace', 'credit') AND d.at <= p.opened_at AND (d.state <> 'UNDONE' OR d.closed_at > p.opened_at))`

const isClaim = sql<SqlBool>`d.kind IN ('replace', 'credit')`
const waits = sql<SqlBool>`(${isClaim} AND d.state = 'OPEN')`

/** Whether so many pieces of a line `u` are among those still claimed: they are more than went back, were credited, or are taken back. */
const isAmongClaimed = (pieces: 'u.upheld' | 'u.pieces') => sql<SqlBool>`(
    SELECT coalesce(sum(d.quantity) FILTER (WHERE ${waits}), 0) > 0
      AND ${sql.ref(pieces)} > coalesce(sum(d.quantity) FILTER (WHERE NOT ${waits}), 0) FROM disposition d WHERE ${isDisputed})`
const isLineClaimed = isAmongClaimed('u.upheld')

/** Whether upheld pieces of a dispute `p` are still claimed from its vendor. */
export const isClaimed = sql<boolean>`EXISTS (SELECT FROM qc_dispute_line u WHERE u.dispute_id = p.id AND ${isLineClaimed})`

const fromUpheld = sql`FROM qc_dispute_line u JOIN disposition d ON ${isDisputed} WHERE u.dispute_id = p.id AND u.upheld > 0`

/** Whether anything of an upheld SKU of a dispute `p` is claimed, be it of the upheld pieces or of others. */
export const hasClaim = sql<boolean>`EXISTS (SELECT ${fromUpheld} AND ${waits})`

/** When the claim of a dispute `p` was taken back after it was decided; null while upheld pieces are claimed. */
export const claimTakenBackAt = sql<Date | null>`CASE WHEN NOT ${isClaimed} THEN (SELECT max(d.closed_at) ${fromUpheld}
  AND ${isClaim} AND d.state = 'UNDONE' AND d.closed_at > p.settled_at) END`

/** Debit notes by which an upheld SKU of a dispute `p` is still claimed, as words. */
export const claimingNotes = sql<string | null>`(SELECT string_agg(DISTINCT m.number, ', ') FROM qc_dispute_line u
  JOIN disposition d ON ${isDisputed} JOIN debit_note m ON m.id = d.debit_note_id
  WHERE u.dispute_id = p.id AND u.upheld > 0 AND d.state = 'OPEN')`

/** Whether pieces of an upheld SKU of a dispute `p` were credited or replaced already. */
export const isSettledClaim = sql<boolean>`EXISTS (SELECT ${fromUpheld} AND ${isClaim} AND d.state = 'DONE')`

type Of = 'x' | 'd'

const ofDecision = (
  of: Of,
) => sql<SqlBool>`(p.box_id = ${sql.ref(`${of}.box_id`)} AND p.site_id = ${sql.ref(`${of}.site_id`)}
  AND u.sku_id = ${sql.ref(`${of}.sku_id`)} AND ${sql.ref(`${of}.at`)} <= p.opened_at)`

/** Numbers of disputes that were opened about the pieces of a decision, named by its alias. */
export function disputesOf(of: Of): RawBuilder<string[]> {
  return sql<string[]>`ARRAY(SELECT DISTINCT p.number FROM qc_dispute p
  JOIN qc_dispute_line u ON u.dispute_id = p.id
  WHERE ${ofDecision(of)} AND ${sql.ref(`${of}.kind`)} IN ('return', 'replace', 'credit')
    AND (${sql.ref(`${of}.state`)} <> 'UNDONE' OR ${sql.ref(`${of}.closed_at`)} > p.opened_at) ORDER BY 1)`
}

/** The upheld dispute by which a claim that waits is to be taken back. */
export function upheldBy(of: Of): RawBuilder<string | null> {
  return sql<string | null>`(SELECT min(p.number) FROM qc_dispute p
  JOIN qc_dispute_line u ON u.dispute_id = p.id
  WHERE ${ofDecision(of)} AND ${sql.ref(`${of}.state`)} = 'OPEN' AND ${sql.ref(`${of}.kind`)} IN ('replace', 'credit')
    AND p.state IN ('upheld', 'partly_upheld') AND ${isLineClaimed})`
}

/** The dispute about a credit that waits, as long as it is not decided. */
export function disputedBy(of: Of): RawBuilder<string | null> {
  return sql<string | null>`(SELECT min(p.number) FROM qc_dispute p
  JOIN qc_dispute_line u ON u.dispute_id = p.id
  WHERE ${ofDecision(of)} AND ${sql.ref(`${of}.state`)} = 'OPEN' AND ${sql.ref(`${of}.kind`)} = 'credit'
    AND p.state = ANY(${liveStates}::text[]) AND ${isAmongClaimed('u.pieces')})`
}

/** Which disputes stand in the way of a claim's next step. */
export interface ClaimDisputes {
  upheld_by: string | null
  disputed_by: string | null
}

/**
 * Disputes about the claims among these decisions, by disposition.id. The decisions must be locked; their disputes are locked too, so
 * that none is decided meanwhile.
 */
export async function disputedClaims(tx: Tx, ids: readonly string[]): Promise<Map<string, ClaimDisputes>> {
  await sql`SELECT 1 FROM qc_dispute p WHERE (p.box_id, p.site_id) IN (SELECT box_id, site_id FROM disposition
    WHERE id = ANY(${ids}::uuid[])) ORDER BY p.id FOR NO KEY UPDATE`.execute(tx)
  const { rows } = await rowsOf({ id: col.text, upheld_by: col.textOrNull, disputed_by: col.textOrNull })`
    SELECT x.id, ${upheldBy('x')} AS upheld_by, ${disputedBy('x')} AS disputed_by FROM disposition x
    WHERE x.id = ANY(${ids}::uuid[])`.execute(tx)
  return new Map(rows.map(({ id, ...disputes }) => [id, disputes]))
}

/** What India decided of the pieces of a dispute before they were disputed, oldest first. */
export async function decisionsOf(db: Db, disputeId: string): Promise<z.output<typeof disputedDecision>[]> {
  const { rows } = await rowsOf(disputedDecision)`
    SELECT d.box_id || ' ' || d.sku_id AS rejected_id, k.nm_sku, d.kind, d.quantity, d.state, n.number AS return_note,
      m.number AS debit_note, d.value_minor, m.currency AS value_currency
    FROM qc_dispute p JOIN qc_dispute_line u ON u.dispute_id = p.id JOIN disposition d ON ${isDisputed}
    JOIN sku k ON k.id = d.sku_id LEFT JOIN return_note n ON n.id = d.return_note_id
    LEFT JOIN debit_note m ON m.id = d.debit_note_id
    WHERE p.id = ${disputeId}::uuid ORDER BY d.id`.execute(db)
  return rows
}
