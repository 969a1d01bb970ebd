import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { z } from 'zod'
import { type StockCondition, stockConditions } from '../../../shared/areas/stock/moves.ts'
import { newIds } from '../../database/new-ids.ts'
import { col, type Row, rowsOf } from '../../database/rows.ts'
import type { Tx } from '../../http/call.ts'

const itemColumns = {
  id: col.text,
  sku_id: col.text,
  nm_sku: col.text,
  condition: z.enum(stockConditions),
  planned: col.number,
  packed: col.number,
  sent: col.number,
  received: col.number,
  damaged: col.number,
  excess: col.number,
  closed_short: col.number,
}

/** An item as commands count on it. */
export type LockedItem = Row<typeof itemColumns>

export const itemKey = ({ sku_id, condition }: { sku_id: string; condition: string }) => `${sku_id} ${condition}`

/** sku.id of an `itemKey`. */
export const skuOfKey = (key: string): string => key.slice(0, key.indexOf(' '))

/** Items of a pass, locked by id; of all SKUs, or of these. */
export async function lockItems(tx: Tx, passId: string, skuIds?: readonly string[]): Promise<LockedItem[]> {
  const among: RawBuilder<SqlBool> = skuIds ? sql`i.sku_id = ANY(${[...skuIds]}::uuid[])` : sql`true`
  const { rows } = await rowsOf(itemColumns)`
    SELECT i.id::text AS id, i.sku_id::text AS sku_id, k.nm_sku, i.condition, i.planned, i.packed, i.sent, i.received, i.damaged, i.excess,
      i.closed_short
    FROM gate_pass_item i JOIN sku k ON k.id = i.sku_id WHERE i.pass_id = ${passId} AND ${among} ORDER BY i.id FOR NO KEY UPDATE OF i`.execute(
    tx,
  )
  return rows
}

/** The same, with an empty item for each that was not there. */
export async function lockOrMakeItems(
  tx: Tx,
  passId: string,
  wanted: readonly { sku_id: string; condition: StockCondition }[],
): Promise<Map<string, LockedItem>> {
  const distinct = [...new Map(wanted.map((each) => [itemKey(each), each])).values()]
  await sql`
    INSERT INTO gate_pass_item (id, pass_id, sku_id, condition)
    SELECT n.id, ${passId}::uuid, n.sku_id, n.condition
    FROM unnest(${newIds(distinct.length)}::uuid[], ${distinct.map(({ sku_id }) => sku_id)}::uuid[],
      ${distinct.map(({ condition }) => condition)}::text[]) AS n (id, sku_id, condition)
    ORDER BY n.sku_id, n.condition ON CONFLICT (pass_id, sku_id, condition) DO NOTHING`.execute(tx)
  const items = await lockItems(
    tx,
    passId,
    distinct.map(({ sku_id }) => sku_id),
  )
  return new Map(items.map((item) => [itemKey(item), item]))
}
