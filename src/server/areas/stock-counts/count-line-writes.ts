import { type RawBuilder, sql } from 'kysely'
import type { StockCondition } from '../../../shared/areas/stock/moves.ts'
import { momentFault } from '../../../shared/areas/stock-counts/moment.ts'
import { newIds } from '../../database/new-ids.ts'
import { col, rowsOf } from '../../database/rows.ts'
import type { Tx } from '../../http/call.ts'
import { refusedField } from '../../http/errors.ts'
import type { CountFacts } from './count-rows.ts'

export interface Counted {
  placeId: string
  skuId: string
  condition: StockCondition
  counted: number
}

export const lineKey = ({ placeId, skuId, condition }: Omit<Counted, 'counted'>): string =>
  `${placeId} ${skuId} ${condition}`

/** The moment at which something was counted; null for now. Throws for one that has not come, or of which nobody can say any more what lay where. */
export function momentOf(countedAt: string | undefined): Date | null {
  if (countedAt === undefined) return null
  const at = new Date(countedAt)
  const fault = momentFault(at)
  if (fault !== null) throw refusedField('counted_at', fault.message, fault.values)
  return at
}

/** What the books had of balance `n` at a moment: what they have now, without what moved since. `s` is the balance. */
export function booksAt(at: Date | null): RawBuilder<number> {
  if (at === null) return sql<number>`coalesce(s.on_hand, 0)`
  return sql<number>`greatest(coalesce(s.on_hand, 0) - coalesce((
    SELECT sum(CASE WHEN m.to_place = n.place AND m.to_condition = n.condition THEN m.quantity ELSE 0 END)
      - sum(CASE WHEN m.from_place = n.place AND m.from_condition = n.condition THEN m.quantity ELSE 0 END)
    FROM stock_move m WHERE m.sku_id = n.sku AND m.at > ${at} AND n.place IN (m.from_place, m.to_place)), 0), 0)::int`
}

/** Keeps what another person had counted; of their own they have only the last. Of a line `l` that `excluded` replaces. */
const before = (column: string, of: string): RawBuilder<unknown> => {
  const [kept, was] = [sql.ref(`l.before_${column}`), sql.ref(`l.${of}`)]
  return sql`CASE WHEN l.counted_by = excluded.counted_by THEN ${kept} ELSE ${was} END`
}

export const keepsBefore: RawBuilder<unknown> = sql`before_counted = ${before('counted', 'counted')},
  before_expected = ${before('expected', 'expected')}, before_by = ${before('by', 'counted_by')}, before_at = ${before('at', 'counted_at')}`

/** Writes what was counted in place of what was said before, with what the books had there at that moment, in one statement. */
export async function writeLines(
  tx: Tx,
  count: CountFacts,
  userId: string,
  lines: readonly Counted[],
  { at = null, byClosing = false }: { at?: Date | null; byClosing?: boolean } = {},
): Promise<void> {
  if (lines.length === 0) return
  const column = <T>(of: (line: Counted) => T) => lines.map(of)
  await sql`
    INSERT INTO stock_count_line AS l (id, count_id, place_id, sku_id, condition, counted, expected, counted_by, counted_at, round, by_closing)
    SELECT n.id, ${count.id}, n.place, n.sku, n.condition, n.counted, ${booksAt(at)}, ${userId}, ${at ?? sql`now()`},
      coalesce(h.round, 1), ${byClosing}
    FROM unnest(${newIds(lines.length)}::uuid[], ${column(({ placeId }) => placeId)}::uuid[], ${column(({ skuId }) => skuId)}::uuid[],
      ${column(({ condition }) => condition)}::text[], ${column(({ counted }) => counted)}::int[]) AS n (id, place, sku, condition, counted)
    LEFT JOIN stock s ON s.place_id = n.place AND s.sku_id = n.sku AND s.condition = n.condition
    LEFT JOIN stock_count_place h ON h.count_id = ${count.id} AND h.place_id = n.place
    ORDER BY n.place, n.sku, n.condition
    ON CONFLICT (count_id, place_id, sku_id, condition) DO UPDATE SET ${keepsBefore}, counted = excluded.counted, expected = excluded.expected,
      counted_by = excluded.counted_by, counted_at = excluded.counted_at, round = excluded.round, by_closing = excluded.by_closing`.execute(
    tx,
  )
}

/** Makes lines `l` uncounted; where another person had counted before, their count stands again. */
export async function forgetLines(tx: Tx, which: RawBuilder<unknown>): Promise<void> {
  await sql`UPDATE stock_count_line l SET counted = before_counted, expected = before_expected, counted_by = before_by, counted_at = before_at,
    before_counted = NULL, before_expected = NULL, before_by = NULL, before_at = NULL, by_closing = false, round = round - 1
    WHERE ${which} AND before_by IS NOT NULL AND round > 1`.execute(tx)
  await sql`DELETE FROM stock_count_line l WHERE ${which} AND before_by IS NULL`.execute(tx)
}

export interface FoundSku {
  id: string
  nm_sku: string
  /** The count is about it. */
  isMeant: boolean
}

/** SKUs by their code or EAN, as a scanner reads it or a person types it. */
export async function skusBy(
  tx: Tx,
  { category, style_id }: CountFacts,
  codes: readonly string[],
): Promise<(code: string) => FoundSku | undefined> {
  const upper = [...new Set(codes.map((code) => code.trim().toUpperCase()))]
  const { rows } = await rowsOf({
    id: col.text,
    nm_sku: col.text,
    ean: col.textOrNull,
    category: col.text,
    style: col.text,
  })`
    SELECT k.id::text AS id, k.nm_sku, k.ean, t.category, t.code AS style FROM sku k JOIN style t ON t.id = k.style_id
    WHERE k.nm_sku = ANY(${upper}::text[]) OR k.ean = ANY(${upper}::text[])`.execute(tx)
  const found = rows.map(({ ean, ...row }) => {
    const isMeant = (category === null || row.category === category) && (style_id === null || row.style === style_id)
    return { ean, sku: { id: row.id, nm_sku: row.nm_sku, isMeant } }
  })
  const byCode = new Map([
    ...found.flatMap(({ ean, sku }) => (ean ? [[ean, sku] as const] : [])),
    ...found.map(({ sku }) => [sku.nm_sku, sku] as const),
  ])
  return (code) => byCode.get(code.trim().toUpperCase())
}
