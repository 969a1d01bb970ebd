import { col, rowsOf } from '../database/rows.ts'
import type { Tx } from '../http/call.ts'

/**
 * The next number of a series without gaps. Its row stays locked until the transaction ends, so that a number taken by a
 * command that fails is given to the next one: take it last, after everything that can wait or be refused.
 */
export async function nextInSeries(tx: Tx, series: string): Promise<number> {
  const { rows } = await rowsOf({ taken: col.number })`
    INSERT INTO number_series AS s (series, next) VALUES (${series}, 2)
    ON CONFLICT (series) DO UPDATE SET next = s.next + 1 RETURNING next - 1 AS taken`.execute(tx)
  const taken = rows[0]?.taken
  if (taken === undefined) throw new Error(`series ${series} gave no number`)
  return taken
}
