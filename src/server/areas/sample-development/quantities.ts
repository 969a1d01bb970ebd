import { sql } from 'kysely'
import { orderWords, type Quantity, takesQuantities } from '../../../shared/areas/sample-development/pre-production.ts'
import { recordEvent } from '../../audit/audit.ts'
import { assertFresh } from '../../audit/freshness.ts'
import { col, rowsOf } from '../../database/rows.ts'
import type { CallContext, Tx } from '../../http/call.ts'
import { conflict } from '../../http/errors.ts'

const sumOf = (lines: readonly Quantity[]) => lines.reduce((sum, { pieces }) => sum + pieces, 0)
const textOf = (lines: readonly Quantity[]) =>
  lines
    .map(({ color, size, pieces }) => `${color}\n${size}\n${pieces}`)
    .sort()
    .join('\n\n')

/** Gives a pre-production order other quantities; false where they are as they were. Its style is held. */
export async function changeQuantities(
  tx: Tx,
  context: CallContext,
  order: {
    number: string
    state: string
    /** As it is, and as whoever changes it saw it. */
    version: number
    seen: number
    was: readonly Quantity[]
    lines: readonly Quantity[]
  },
): Promise<boolean> {
  const { number, state, version, seen, was, lines } = order
  await assertFresh(tx, { entity: 'pre_production_order', entityId: number, version }, seen)
  if (!takesQuantities(state)) throw conflict(orderWords.goesOn, { values: { number } })
  if (textOf(was) === textOf(lines)) return false
  const { rows } = await rowsOf({ id: col.text })`
    UPDATE pre_production_order SET version = version + 1 WHERE number = ${number} RETURNING id::text AS id`.execute(tx)
  const id = rows[0]?.id ?? ''
  await sql`DELETE FROM pre_production_line WHERE order_id = ${id}::uuid`.execute(tx)
  await sql`INSERT INTO pre_production_line (order_id, color, size, pieces)
    SELECT ${id}::uuid, n.* FROM unnest(${lines.map(({ color }) => color)}::text[], ${lines.map(({ size }) => size)}::text[],
      ${lines.map(({ pieces }) => pieces)}::int[]) AS n`.execute(tx)
  await recordEvent(tx, context, {
    entity: 'pre_production_order',
    entityId: number,
    event: 'pre_production.quantities',
    details: { pieces_before: sumOf(was), pieces: sumOf(lines) },
  })
  return true
}
