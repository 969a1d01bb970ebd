import { type RawBuilder, sql } from 'kysely'
import { passWords } from '../../../shared/areas/gate-passes/words.ts'
import { type StockCondition, stockConditions } from '../../../shared/areas/stock/moves.ts'
import { col, type Row, rowsOf } from '../../database/rows.ts'
import type { Db, Tx } from '../../http/call.ts'
import { moveNotAllowed } from '../../http/errors.ts'
import { isSendable } from '../stock/places.ts'
import type { PassRow } from './pass-rows.ts'

/**
 * Returnable goods that went to a site come back with passes of their own. What of an SKU may be sent back is what came, in whatever
 * condition, less what other passes bring back, plan to, or have brought.
 */

/** Pieces that an item `i` of a return pass `r` claims of what came: what it sent, and before that what it plans or has packed. */
const claimed = sql`CASE WHEN r.state IN ('DRAFT', 'CONFIRMED', 'PACKING') THEN greatest(i.planned, i.packed) ELSE i.sent END`

const dueColumns = {
  sku_id: col.text,
  nm_sku: col.text,
  came: col.number,
  /** Of these, with the pass itself and with others. */
  own: col.number,
  under_way: col.number,
  /** Their numbers. */
  others: col.text,
}

export type DueBack = Row<typeof dueColumns>

/** What is due back of the SKUs of a returnable pass; `own` is what the pass of this id claims of it. */
async function readDue(db: Db, returnable: RawBuilder<unknown>, ownId: string | null): Promise<DueBack[]> {
  const { rows } = await rowsOf(dueColumns)`
    SELECT k.id::text AS sku_id, k.nm_sku, coalesce(a.came, 0)::int AS came, coalesce(c.own, 0)::int AS own,
      coalesce(c.under_way, 0)::int AS under_way, coalesce(c.others, '') AS others
    FROM (SELECT sku_id, sum(received) AS came FROM gate_pass_item WHERE pass_id = ${returnable} GROUP BY 1) a
    FULL JOIN (SELECT i.sku_id, sum(${claimed}) FILTER (WHERE r.id = ${ownId}::uuid) AS own,
        sum(${claimed}) FILTER (WHERE r.id IS DISTINCT FROM ${ownId}::uuid) AS under_way,
        string_agg(DISTINCT r.number, ', ') FILTER (WHERE r.id IS DISTINCT FROM ${ownId}::uuid AND ${claimed} > 0) AS others
      FROM gate_pass r JOIN gate_pass_item i ON i.pass_id = r.id
      WHERE r.returns_id = ${returnable} AND r.state <> 'CANCELLED' GROUP BY 1) c USING (sku_id)
    JOIN sku k ON k.id = sku_id ORDER BY k.nm_sku`.execute(db)
  return rows
}

/** How many more pieces of an SKU a pass may bring back. */
const leftOf = ({ came, under_way, own }: DueBack): number => came - under_way - own

/** Holds the returnable pass that a pass brings back, which is locked before: no other pass claims the same pieces meanwhile. */
export async function holdReturnable(tx: Tx, { returns }: Pick<PassRow, 'returns'>): Promise<void> {
  if (returns !== null) await sql`SELECT 1 FROM gate_pass WHERE number = ${returns} FOR NO KEY UPDATE`.execute(tx)
}

/** What a pass may still bring back, by sku.id; null where it brings nothing back. What it returns must be held. */
export async function dueBackOf(tx: Tx, pass: Pick<PassRow, 'id' | 'returns'>): Promise<DueLeft | null> {
  if (pass.returns === null) return null
  const due = await readDue(tx, sql`(SELECT id FROM gate_pass WHERE number = ${pass.returns})`, pass.id)
  return new DueLeft(pass.returns, due)
}

/** Counts down what may still go back while scans of one call are judged one after the other. */
export class DueLeft {
  readonly returnable: string
  readonly rows: readonly DueBack[]
  readonly #left: Map<string, number>

  constructor(returnable: string, rows: readonly DueBack[]) {
    this.returnable = returnable
    this.rows = rows
    this.#left = new Map(rows.map((row) => [row.sku_id, leftOf(row)]))
  }

  left(skuId: string): number {
    return Math.max(0, this.#left.get(skuId) ?? 0)
  }

  take(skuId: string, quantity: number): void {
    this.#left.set(skuId, (this.#left.get(skuId) ?? 0) - quantity)
  }
}

/** Throws move_not_allowed where a pass brings back more of an SKU, or of one of these, than may go back. */
export async function assertDueBack(
  tx: Tx,
  pass: Pick<PassRow, 'id' | 'returns'>,
  skuIds?: ReadonlySet<string>,
): Promise<void> {
  const due = await dueBackOf(tx, pass)
  const beyond = due?.rows.find((row) => leftOf(row) < 0 && row.own > 0 && (skuIds?.has(row.sku_id) ?? true))
  if (!due || !beyond) return
  const { nm_sku, came, own: quantity, under_way, others } = beyond
  const values = { gate_pass: due.returnable, nm_sku, came, quantity }
  if (under_way === 0) throw moveNotAllowed(passWords.notDueAlone, ['edit'], { values })
  throw moveNotAllowed(passWords.notDue, ['edit'], { values: { ...values, under_way, others } })
}

/** Throws move_not_allowed where a receipt was taken back of pieces that go back, or went: others would be on the road in their place. */
export async function assertStillHere(tx: Tx, pass: Pick<PassRow, 'id' | 'returned_by'>): Promise<void> {
  if (pass.returned_by === '') return
  const gone = (await readDue(tx, sql`${pass.id}::uuid`, null)).find((row) => leftOf(row) < 0)
  if (!gone) return
  const { nm_sku, under_way, others } = gone
  throw moveNotAllowed(passWords.goesBack, [], { values: { nm_sku, under_way, others } })
}

/** Pieces that may be sent back of a returnable pass that came to a site. */
export async function mayGoBack(db: Db, pass: Pick<PassRow, 'id' | 'type' | 'to_site_id'>): Promise<number> {
  if (pass.type !== 'returnable' || pass.to_site_id === null) return 0
  const due = await readDue(db, sql`${pass.id}::uuid`, null)
  return due.reduce((sum, row) => sum + Math.max(0, leftOf(row)), 0)
}

const freeColumns = { sku_id: col.text, nm_sku: col.text, condition: col.text, free: col.number }

/** What may be sent back of a returnable pass and is free where it is: good pieces before others. */
export async function planOfReturn(tx: Tx, pass: Pick<PassRow, 'id' | 'to_site_id'>) {
  const due = await readDue(tx, sql`${pass.id}::uuid`, null)
  const { rows } = await rowsOf(freeColumns)`
    SELECT s.sku_id::text AS sku_id, k.nm_sku, s.condition, sum(s.on_hand - s.reserved)::int AS free
    FROM stock s JOIN place p ON p.id = s.place_id JOIN sku k ON k.id = s.sku_id
    WHERE p.site_id = ${pass.to_site_id} AND ${isSendable} AND s.on_hand > s.reserved
      AND s.sku_id = ANY(${due.map(({ sku_id }) => sku_id)}::uuid[]) GROUP BY 1, 2, 3`.execute(tx)
  return due.flatMap((row) => {
    let left = leftOf(row)
    return stockConditions.flatMap((condition: StockCondition) => {
      const free = rows.find((each) => each.sku_id === row.sku_id && each.condition === condition)?.free ?? 0
      const quantity = Math.max(0, Math.min(left, free))
      left -= quantity
      return quantity > 0 ? [{ nm_sku: row.nm_sku, condition, quantity }] : []
    })
  })
}
