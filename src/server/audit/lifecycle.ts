import { type RawBuilder, sql } from 'kysely'
import { z } from 'zod'
import { type Lifecycle, type Living, openMoves } from '../../shared/kernel/lifecycle.ts'
import { type Columns, type Row, rowsOf } from '../database/rows.ts'
import type { CallContext, Caller, Tx } from '../http/call.ts'
import { forbidden, moveNotAllowed, notFound } from '../http/errors.ts'
import { type AuditEvent, recordEvent } from './audit.ts'
import { assertFresh } from './freshness.ts'

type HeldColumns = Columns & Record<'id' | 'number' | 'state' | 'version', Columns[string]>

/** A kind of record in its table, beside the lifecycle that says what may be done to it. */
interface Kept<S extends string, M extends string, C extends HeldColumns> {
  life: Lifecycle<S, M, Row<C> & Living<S>>
  table: string
  entity: AuditEvent['entity']
  /** Says that there is no record {{number}}. */
  notFound: string
  /** Of a held record. */
  columns: C
  /** Selects the columns of the one of this number, if the caller may see it, and locks it. */
  select: (number: string, caller: Caller) => RawBuilder<unknown>
  /** How events name a state, where other records have states of that name. */
  codeOf?: (state: S) => string
}

interface Moved<S extends string> {
  event: string
  /** Where the lifecycle's table does not say it. */
  to?: S
  /** Columns that change with it: ``sql`done = ${done}` ``. */
  set?: RawBuilder<unknown>
  details?: AuditEvent['details']
}

/** Holds and moves records of one kind by their lifecycle: lock, right, reason, version, then update and event. */
export function recordsOf<S extends string, M extends string, C extends HeldColumns>({
  codeOf = (state) => state,
  ...kept
}: Kept<S, M, C>) {
  type Held = Row<C> & Living<S> & { id: string; version: number }
  const { life } = kept
  // One place in the code for records of several kinds: each has its schema.
  const columns = z.object(kept.columns)

  return {
    /**
     * Holds a record until the transaction ends, for a move. Throws not_found for one that the caller may not see, forbidden for a move
     * that is others', move_not_allowed with the reason when it is closed (before its version: who comes second hears what became of
     * it), stale for an older version.
     */
    async hold(
      tx: Tx,
      { caller }: Pick<CallContext, 'caller'>,
      { number, version }: { number: string; version: number },
      move: M,
    ): Promise<Held> {
      const { rows } = await rowsOf(columns)`${kept.select(number, caller)}`.execute(tx)
      const held = rows[0] as Held | undefined
      if (held === undefined) throw notFound(kept.notFound, { number })
      if (!life.mayMove(caller, move)) throw forbidden()
      const closed = life.closedFor(move, held)
      if (closed)
        throw moveNotAllowed(closed.message, openMoves(life.movesFor(caller, held)), { values: closed.values })
      await assertFresh(tx, { entity: kept.entity, entityId: number, version: held.version }, version)
      return held
    },

    /** Makes the move that the record was held for. */
    async move(tx: Tx, context: CallContext, held: Held, move: M, { event, set, details, ...moved }: Moved<S>) {
      const to = moved.to ?? life.ruleOf(move).to ?? held.state
      await sql`UPDATE ${sql.ref(kept.table)} SET state = ${to}, version = version + 1 ${set ? sql`, ${set}` : sql``}
        WHERE id = ${held.id}::uuid`.execute(tx)
      await recordEvent(tx, context, {
        ...{ entity: kept.entity, entityId: held.number, event },
        ...(to !== held.state || life.ruleOf(move).to === to ? { from: codeOf(held.state), to: codeOf(to) } : {}),
        ...(details && { details }),
      })
    },
  }
}
