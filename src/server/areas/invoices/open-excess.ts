import { documentProblems, invoiceMessages } from '../../../shared/areas/invoices/rules.ts'
import { col, rowsOf } from '../../database/rows.ts'
import type { Db } from '../../http/call.ts'
import type { LeftOut } from '../qc-boxes/whole-box-moves.ts'

/** Says of boxes that are left out for their open excess which SKUs it is of, and how many pieces. */
export async function namedExcess(db: Db, left: readonly LeftOut[]): Promise<LeftOut[]> {
  const ids = left.flatMap(({ message, box_id }) => (message === documentProblems.openExcess && box_id ? [box_id] : []))
  if (ids.length === 0) return [...left]
  const { rows } = await rowsOf({ box_id: col.text, nm_sku: col.text, pieces: col.number })`
    SELECT c.box_id, k.nm_sku, sum(c.quantity - c.settled)::int AS pieces FROM qc_case c JOIN sku k ON k.id = c.sku_id
    JOIN site d ON d.id = c.site_id
    WHERE c.box_id = ANY(${ids}::uuid[]) AND d.kind = 'china_qc' AND c.kind = 'excess' AND c.withdrawn_at IS NULL
      AND c.settled < c.quantity GROUP BY 1, 2 ORDER BY 2`.execute(db)
  const byBox = Map.groupBy(rows, ({ box_id }) => box_id)
  return left.map((one) => {
    const excess = (byBox.get(one.box_id ?? '') ?? []).map(({ nm_sku, pieces }) => `${nm_sku} × ${pieces}`).join(', ')
    if (one.message !== documentProblems.openExcess || excess === '') return one
    return { ...one, message: invoiceMessages.openExcess, values: { ...one.values, excess } }
  })
}
