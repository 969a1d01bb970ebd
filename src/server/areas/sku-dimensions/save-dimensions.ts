import { sql } from 'kysely'
import { dimensionWords } from '../../../shared/areas/sku-dimensions/area.ts'
import { type Dimensions, dimensionText, type Measure, measures } from '../../../shared/areas/sku-dimensions/rules.ts'
import type { Contract } from '../../../shared/areas.ts'
import type { Taken } from '../../../shared/kernel/call.ts'
import { sheetMessages } from '../../../shared/kernel/sheet.ts'
import { recordEvents } from '../../audit/audit.ts'
import { col, rowsOf } from '../../database/rows.ts'
import { type CallContext, type Handlers, reply, type Tx } from '../../http/call.ts'
import { invalidInput, notFound, stale } from '../../http/errors.ts'
import { dimensionRows } from './dimension-rows.ts'

type Item = Taken<Contract['skuDimensions']['updateSkuDimensionDetails']>['items'][number]

/** What one SKU's measures become; what is left out stays. */
export type DimensionChange = Partial<Record<Measure, number | null | undefined>> & {
  sku_id: string
  version?: number | undefined
}

export const updateSkuDimensionDetails: Handlers<Contract['skuDimensions']>['updateSkuDimensionDetails'] = (
  { items },
  context,
) =>
  context.command(async (tx) => {
    const changes = await changesOf(tx, items)
    const changed = await saveDimensions(tx, context, changes)
    const rows = await dimensionRows(
      tx,
      changes.map(({ sku_id }) => sku_id),
    )
    return reply({ changed, rows }, changed > 0 ? dimensionWords.saved : dimensionWords.unchanged)
  })

/** Each item's SKUs: one by its code, or all colours of a style's size. Throws not_found, and invalid_input for an SKU named twice. */
async function changesOf(tx: Tx, items: readonly Item[]): Promise<DimensionChange[]> {
  const { rows } = await rowsOf({ place: col.number, sku_id: col.text, nm_sku: col.text })`
    SELECT i.place::int AS place, k.id AS sku_id, k.nm_sku
    FROM unnest(${items.map(({ nm_sku }) => nm_sku ?? null)}::text[], ${items.map(({ style_id }) => style_id ?? null)}::text[],
      ${items.map(({ size }) => size ?? null)}::text[]) WITH ORDINALITY AS i (nm_sku, style_id, size, place)
    JOIN style s ON i.style_id IS NULL OR s.code = i.style_id
    JOIN sku k ON k.style_id = s.id AND k.retired_at IS NULL AND (k.nm_sku = i.nm_sku OR (i.nm_sku IS NULL AND k.size = i.size))
    ORDER BY i.place, k.color`.execute(tx)
  const byPlace = Map.groupBy(rows, ({ place }) => place - 1)
  const seen = new Set<string>()
  return items.flatMap(({ nm_sku, style_id, size, ...change }, at) => {
    const skus = byPlace.get(at) ?? []
    if (skus.length === 0) {
      if (nm_sku !== undefined) throw notFound('SKU {{nm_sku}} was not found.', { nm_sku })
      throw notFound(dimensionWords.noSize, { style_id: style_id ?? '', size: size ?? '' })
    }
    return skus.map((sku) => {
      if (seen.has(sku.sku_id))
        throw invalidInput(sheetMessages.multipleEntries, {
          fields: [{ field: `items.${at}`, message: sheetMessages.multipleEntries }],
        })
      seen.add(sku.sku_id)
      return { ...change, sku_id: sku.sku_id }
    })
  })
}

const standing = {
  sku_id: col.text,
  nm_sku: col.text,
  length_mm: col.numberOrNull,
  width_mm: col.numberOrNull,
  height_mm: col.numberOrNull,
  weight_grams: col.numberOrNull,
  version: col.number,
  measured_at: col.instantOrNull,
  measured_by: col.textOrNull,
}

/**
 * Writes what is new of these and how many that were, each with an event of its own. Whoever measures an SKU holds its row, so that
 * the first measures of it do not meet. Throws stale where a version that was read is no longer the one that stands.
 */
export async function saveDimensions(
  tx: Tx,
  context: CallContext,
  changes: readonly DimensionChange[],
): Promise<number> {
  const ids = changes.map(({ sku_id }) => sku_id)
  await sql`SELECT 1 FROM sku WHERE id = ANY(${ids}::uuid[]) ORDER BY id FOR NO KEY UPDATE`.execute(tx)
  const { rows } = await rowsOf(standing)`
    SELECT k.id AS sku_id, k.nm_sku, d.length_mm, d.width_mm, d.height_mm, d.weight_grams, coalesce(d.version, 0) AS version,
      d.measured_at, u.name AS measured_by
    FROM sku k LEFT JOIN sku_dimension d ON d.sku_id = k.id LEFT JOIN app_user u ON u.id = d.measured_by
    WHERE k.id = ANY(${ids}::uuid[])`.execute(tx)
  const before = new Map(rows.map((row) => [row.sku_id, row]))
  const fresh = changes.flatMap((change) => {
    const was = before.get(change.sku_id)
    if (!was) return []
    if (change.version !== undefined && change.version !== was.version)
      throw stale(was.measured_by ?? 'Selvedge', was.measured_at ?? new Date())
    const now = Object.fromEntries(
      measures.map((measure) => [measure, change[measure] === undefined ? was[measure] : change[measure]]),
    ) as Record<Measure, number | null>
    return measures.some((measure) => was[measure] !== now[measure]) ? [{ was, now }] : []
  })
  if (fresh.length === 0) return 0
  await upsert(
    tx,
    context.caller.userId,
    fresh.map(({ was, now }) => ({ sku_id: was.sku_id, ...now })),
  )
  const events = fresh.map(({ was, now }) => ({
    ...({ entity: 'sku_dimension', entityId: was.nm_sku, event: 'sku.measured' } as const),
    from: was.version === 0 ? null : dimensionText(was),
    to: dimensionText(now),
    details: { ...now },
  }))
  await recordEvents(tx, context, events)
  return fresh.length
}

async function upsert(tx: Tx, userId: string, rows: readonly (Dimensions & { sku_id: string })[]): Promise<void> {
  const columns = measures.map((measure) => sql`${rows.map((row) => row[measure])}::int[]`)
  await sql`
    INSERT INTO sku_dimension AS d (sku_id, length_mm, width_mm, height_mm, weight_grams, measured_by)
    SELECT n.*, ${userId}::uuid FROM unnest(${rows.map(({ sku_id }) => sku_id)}::uuid[], ${sql.join(columns)}) AS n
    ON CONFLICT (sku_id) DO UPDATE SET length_mm = EXCLUDED.length_mm, width_mm = EXCLUDED.width_mm,
      height_mm = EXCLUDED.height_mm, weight_grams = EXCLUDED.weight_grams, measured_by = EXCLUDED.measured_by,
      measured_at = now(), version = d.version + 1`.execute(tx)
}
