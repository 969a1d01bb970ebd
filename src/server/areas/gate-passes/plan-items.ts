import { sql } from 'kysely'
import { MOST_PLANNED } from '../../../shared/areas/gate-passes/rules.ts'
import { passWords } from '../../../shared/areas/gate-passes/words.ts'
import type { StockCondition } from '../../../shared/areas/stock/moves.ts'
import { sheetMessages } from '../../../shared/kernel/sheet.ts'
import { newIds } from '../../database/new-ids.ts'
import { col, rowsOf } from '../../database/rows.ts'
import type { Tx } from '../../http/call.ts'
import { invalidInput, notFound } from '../../http/errors.ts'
import { itemKey, lockItems } from './pass-items.ts'
import type { PassRow } from './pass-rows.ts'
import { findSkus, skuCode } from './skus.ts'

export interface Planned {
  /** NM SKU or EAN. */
  nm_sku: string
  condition: StockCondition
  /** 0 takes it off the plan. */
  quantity: number
  /** Paise; null and undefined leave it as it is. */
  unit_value_minor?: number | null | undefined
}

/** What became of a plan: of which SKUs more is planned than before, by `itemKey`. */
export interface PlanChange {
  isChanged: boolean
  raised: ReadonlySet<string>
}

/**
 * Says anew how many of these SKUs are planned; with `replaces`, all others are planned no more. The pass must be locked. Throws not_found for
 * an unknown SKU, invalid_input for less than nothing.
 */
export async function planItems(
  tx: Tx,
  pass: Pick<PassRow, 'id'>,
  items: readonly Planned[],
  { replaces = false } = {},
): Promise<PlanChange> {
  const skus = await findSkus(
    tx,
    items.map(({ nm_sku }) => nm_sku),
  )
  const rows = items.map(({ nm_sku, ...item }) => {
    const sku = skus.get(skuCode(nm_sku))
    if (sku === undefined) throw notFound(passWords.unknownSku, { nm_sku })
    if (item.quantity < 0) throw invalidInput('Please enter a whole number above 0.')
    return { ...item, sku_id: sku.id }
  })
  assertOnce(items, rows.map(itemKey))
  return writePlan(tx, pass.id, rows, replaces)
}

/** Throws invalid_input for an SKU that is named twice in one condition, by its code or its EAN, and names the other. */
function assertOnce(items: readonly Planned[], keys: readonly string[]): void {
  const at = keys.findIndex((each, place) => keys.indexOf(each) < place)
  if (at < 0) return
  const first = keys.indexOf(keys[at] ?? '')
  const message = sheetMessages.multipleEntries
  throw invalidInput(message, {
    values: { nm_sku: items[first]?.nm_sku ?? '' },
    fields: [{ field: `items.${at}`, message }],
  })
}

/** The same by sku.id. Throws invalid_input for more than a pass may plan. */
export async function writePlan(
  tx: Tx,
  passId: string,
  rows: readonly (Omit<Planned, 'nm_sku'> & { sku_id: string })[],
  replaces: boolean,
): Promise<PlanChange> {
  // Before it is written: a sum of rows of a sheet may be no whole number of the database.
  assertPlan(rows.reduce((sum, { quantity }) => sum + quantity, 0))
  const before = await lockItems(
    tx,
    passId,
    rows.map(({ sku_id }) => sku_id),
  )
  const plannedBefore = new Map(before.map((item) => [itemKey(item), item.planned]))
  const { rows: changed } = await rowsOf({ id: col.text })`
    WITH n AS (SELECT * FROM unnest(${newIds(rows.length)}::uuid[], ${rows.map(({ sku_id }) => sku_id)}::uuid[],
        ${rows.map(({ condition }) => condition)}::text[], ${rows.map(({ quantity }) => quantity)}::int[],
        ${rows.map(({ unit_value_minor }) => unit_value_minor ?? null)}::bigint[]) AS n (id, sku_id, condition, planned, value)),
    gone AS (UPDATE gate_pass_item i SET planned = 0 WHERE ${replaces} AND i.pass_id = ${passId}::uuid AND i.planned > 0
      AND NOT EXISTS (SELECT FROM n WHERE n.sku_id = i.sku_id AND n.condition = i.condition) RETURNING i.id),
    written AS (INSERT INTO gate_pass_item AS i (id, pass_id, sku_id, condition, planned, unit_value_minor)
      SELECT n.id, ${passId}::uuid, n.sku_id, n.condition, n.planned, n.value FROM n
      WHERE n.planned > 0 OR EXISTS (SELECT FROM gate_pass_item o WHERE o.pass_id = ${passId}::uuid AND o.sku_id = n.sku_id AND o.condition = n.condition)
      ORDER BY n.sku_id, n.condition
      ON CONFLICT (pass_id, sku_id, condition) DO UPDATE SET planned = excluded.planned,
        unit_value_minor = coalesce(excluded.unit_value_minor, i.unit_value_minor)
      WHERE i.planned <> excluded.planned OR i.unit_value_minor IS DISTINCT FROM coalesce(excluded.unit_value_minor, i.unit_value_minor)
      RETURNING i.id)
    SELECT id FROM gone UNION ALL SELECT id FROM written`.execute(tx)
  await sql`DELETE FROM gate_pass_item i WHERE i.pass_id = ${passId} AND i.planned = 0 AND i.packed = 0 AND i.sent = 0 AND i.excess = 0
    AND NOT EXISTS (SELECT FROM gate_pass_receipt r WHERE r.item_id = i.id)`.execute(tx)
  const { rows: sums } = await rowsOf({ planned: col.number })`
    SELECT coalesce(sum(planned), 0)::float8 AS planned FROM gate_pass_item WHERE pass_id = ${passId}`.execute(tx)
  assertPlan(sums[0]?.planned ?? 0)
  const raised = rows.filter((row) => row.quantity > (plannedBefore.get(itemKey(row)) ?? 0))
  return { isChanged: changed.length > 0, raised: new Set(raised.map(itemKey)) }
}

/** Throws invalid_input where these, with what is planned of other SKUs, are more than a pass may plan. */
export async function assertPlanWith(
  tx: Tx,
  passId: string,
  rows: readonly { sku_id: string; condition: StockCondition; quantity: number }[],
): Promise<void> {
  const { rows: others } = await rowsOf({ planned: col.number })`
    SELECT coalesce(sum(i.planned), 0)::float8 AS planned FROM gate_pass_item i WHERE i.pass_id = ${passId}
      AND NOT EXISTS (SELECT FROM unnest(${rows.map(({ sku_id }) => sku_id)}::uuid[], ${rows.map(({ condition }) => condition)}::text[])
        AS n (sku_id, condition) WHERE n.sku_id = i.sku_id AND n.condition = i.condition)`.execute(tx)
  assertPlan((others[0]?.planned ?? 0) + rows.reduce((sum, { quantity }) => sum + quantity, 0))
}

function assertPlan(planned: number): void {
  if (planned > MOST_PLANNED) throw invalidInput(passWords.planTooLarge, { values: { most: MOST_PLANNED, planned } })
}
