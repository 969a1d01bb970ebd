import { type SqlBool, sql } from 'kysely'
import type { PassMoveName } from '../../../shared/areas/gate-passes/moves.ts'
import { passWords } from '../../../shared/areas/gate-passes/words.ts'
import type { Holder } from '../../../shared/kernel/rights.ts'
import { assertFresh } from '../../audit/freshness.ts'
import { col, rowsOf } from '../../database/rows.ts'
import type { CallContext, Caller, Tx } from '../../http/call.ts'
import { forbidden, moveNotAllowed, notFound } from '../../http/errors.ts'
import type { Placed } from '../../http/own-sites.ts'
import { holdReturnable } from './due-back.ts'
import {
  closedFor,
  findPass,
  isOwnMove,
  movesFor,
  type PassRow,
  passesFrom,
  passesOf,
  readPasses,
} from './pass-rows.ts'

/**
 * Locks the row of a pass, before anything else of it: `whole` for what changes its state or its plan, `shared` for scans, of which
 * several stations do some at once. Read after the lock. What it brings back is held with it. Throws not_found.
 */
export async function lockPass(
  tx: Tx,
  caller: Caller,
  number: string,
  how: 'whole' | 'shared' = 'whole',
): Promise<PassRow> {
  await sql`SELECT p.id FROM ${passesFrom} WHERE p.number = ${number} AND ${passesOf(caller)}
    FOR ${how === 'whole' ? sql`NO KEY UPDATE` : sql`SHARE`} OF p`.execute(tx)
  const pass = await findPass(tx, caller, number)
  await holdReturnable(tx, pass)
  return pass
}

/** The same for passes by their ids, in order. */
export async function lockPasses(tx: Tx, caller: Caller, ids: readonly string[]): Promise<PassRow[]> {
  await sql`SELECT p.id FROM gate_pass p WHERE p.id = ANY(${[...ids]}::uuid[]) ORDER BY p.id FOR NO KEY UPDATE`.execute(
    tx,
  )
  return readPasses(tx, sql<SqlBool>`p.id = ANY(${[...ids]}::uuid[]) AND ${passesOf(caller)}`)
}

/** The pass that a box is on, by the box's code; of several, the one that lives, else the newest. Throws not_found. */
export async function passOfBox(tx: Tx, code: string): Promise<string> {
  const { rows } = await rowsOf({ number: col.text })`
    SELECT p.number FROM gate_pass_box b JOIN gate_pass p ON p.id = b.pass_id
    WHERE b.code = ${code} AND b.removed_at IS NULL ORDER BY b.is_live DESC, b.id DESC LIMIT 1`.execute(tx)
  if (rows[0] === undefined) throw notFound(passWords.unknownBox, { code })
  return rows[0].number
}

/** Throws forbidden for a move of a site where the caller does not work, and move_not_allowed with the moves that they may make now. */
export function assertMove(pass: PassRow, move: PassMoveName, caller: Holder & Placed): void {
  if (!isOwnMove(pass, move, caller)) throw forbidden(passWords.otherSite, { gate_pass: pass.gate_pass })
  const closed = closedFor(pass, move)
  if (closed !== null) throw moveNotAllowed(closed.message, movesFor(pass, caller), { values: closed.values })
}

/** Throws `stale` where somebody changed it since the caller saw it. */
export function assertPassFresh(tx: Tx, pass: PassRow, seen: number | undefined): Promise<void> {
  return assertFresh(tx, { entity: 'gate_pass', entityId: pass.gate_pass, version: pass.version }, seen)
}

/** Sets columns of a pass and counts its version up. */
export async function touchPass(
  tx: Tx,
  { caller }: Pick<CallContext, 'caller'>,
  id: string,
  set: Readonly<Record<string, unknown>> = {},
): Promise<void> {
  const own = Object.entries(set).map(([column, value]) => sql`${sql.ref(column)} = ${value}`)
  const all = [...own, sql`updated_at = now()`, sql`updated_by = ${caller.userId}`, sql`version = version + 1`]
  await sql`UPDATE gate_pass SET ${sql.join(all)} WHERE id = ${id}`.execute(tx)
}
