import { sql } from 'kysely'
import { type DelistReason, inventoryWords, type ListingStatus } from '../../../shared/areas/vendor-inventory/rules.ts'
import type { Contract } from '../../../shared/areas.ts'
import { sheetMessages } from '../../../shared/kernel/sheet.ts'
import { type AuditEvent, recordEvents } from '../../audit/audit.ts'
import { col, rowsOf } from '../../database/rows.ts'
import { type CallContext, type Handlers, reply, type Tx } from '../../http/call.ts'
import { invalidInput, notFound, stale } from '../../http/errors.ts'
import { ownRows } from '../../http/own-rows.ts'
import { watchPromises } from '../pre-stock/promises.ts'
import { inventoryRows } from './inventory-rows.ts'
import { availableNow, orderedOfSku } from './style-states.ts'

type Routes = Handlers<Contract['vendorInventory']>

interface Price {
  minor: number
  currency: string
}

/** What becomes of one SKU; what is left out stays. */
export interface InventoryChange {
  sku_id: string
  available?: number | undefined
  in_production?: number | undefined
  price?: Price | null | undefined
  listing?: ListingStatus | undefined
  reason?: DelistReason | undefined
  remark?: string | null | undefined
  version?: number | undefined
}

export const updateInventoryDetails: Routes['updateInventoryDetails'] = ({ items, unchanged_styles }, context) =>
  context.command(async (tx) => {
    const known = await skusByCode(
      tx,
      context,
      items.map(({ nm_sku }) => nm_sku),
    )
    const changes = items.map(({ nm_sku, ...change }) => ({ ...change, sku_id: known.idOf(nm_sku) }))
    if (new Set(changes.map(({ sku_id }) => sku_id)).size < changes.length)
      throw invalidInput(sheetMessages.multipleEntries)
    const styles = await stylesByCode(tx, context, unchanged_styles)
    const confirmedSkus = await listedSkus(tx, styles)
    // All at once: two commands that name the same SKUs otherwise could each wait for what the other holds.
    await holdSkus(tx, [...changes.map(({ sku_id }) => sku_id), ...confirmedSkus])
    const changed = await saveInventory(tx, context, changes)
    const confirmed = await confirmStyles(tx, context, styles, confirmedSkus)
    const ids = [...new Set([...known.styleIds, ...styles.map(({ id }) => id)])]
    const words = items.length === 0 ? inventoryWords.confirmed : inventoryWords.saved
    return reply(
      { changed: changed + confirmed, rows: await inventoryRows(tx, ids) },
      changed + confirmed > 0 ? words : inventoryWords.unchanged,
    )
  })

export const updateStyleStatus: Routes['updateStyleStatus'] = (input, context) =>
  context.command(async (tx) => {
    const { style_ids, color, listing_status: listing, reason, remark } = input
    const styles = await stylesByCode(tx, context, style_ids)
    const ids = styles.map(({ id }) => id)
    const { rows } = await rowsOf({ sku_id: col.text })`
      SELECT id AS sku_id FROM sku WHERE style_id = ANY(${ids}::uuid[]) AND retired_at IS NULL
        AND (${color ?? null}::text IS NULL OR color = ${color ?? null} OR color_zh = ${color ?? null})`.execute(tx)
    if (rows.length === 0) throw notFound('SKU {{nm_sku}} was not found.', { nm_sku: color ?? style_ids.join(' ') })
    const changed = await saveInventory(
      tx,
      context,
      rows.map(({ sku_id }) => ({ sku_id, listing, reason, remark: remark || null })),
    )
    const words = listing === 'Listed' ? inventoryWords.listed : inventoryWords.delisted
    return reply({ changed, rows: await inventoryRows(tx, ids) }, changed > 0 ? words : inventoryWords.sameListing)
  })

/** SKUs that this caller may see by their codes. `idOf` throws not_found for another's, or nobody's. */
export async function skusByCode(tx: Tx, { caller }: CallContext, codes: readonly string[]) {
  const { rows } = await rowsOf({ id: col.text, nm_sku: col.text, style_id: col.text })`
    SELECT k.id, k.nm_sku, k.style_id FROM sku k JOIN style s ON s.id = k.style_id
    WHERE k.nm_sku = ANY(${codes}::text[]) AND k.retired_at IS NULL AND s.retired_at IS NULL
      AND ${ownRows(caller, 's.vendor_id')}`.execute(tx)
  const ids = new Map(rows.map(({ id, nm_sku }) => [nm_sku, id]))
  return {
    ids,
    styleIds: rows.map(({ style_id }) => style_id),
    idOf(nm_sku: string): string {
      const id = ids.get(nm_sku)
      if (id === undefined) throw notFound('SKU {{nm_sku}} was not found.', { nm_sku })
      return id
    },
  }
}

/** Styles that this caller may see, by their codes. Throws not_found for another's, or nobody's. */
export async function stylesByCode(tx: Tx, { caller }: Pick<CallContext, 'caller'>, codes: readonly string[]) {
  const { rows } = await rowsOf({ id: col.text, code: col.text, vendor_id: col.text })`
    SELECT s.id, s.code, s.vendor_id FROM style s
    WHERE s.code = ANY(${codes}::text[]) AND s.retired_at IS NULL AND ${ownRows(caller, 's.vendor_id')}`.execute(tx)
  const found = new Set(rows.map(({ code }) => code))
  const missing = codes.find((code) => !found.has(code))
  if (missing !== undefined) throw notFound('Style {{style_id}} was not found.', { style_id: missing })
  return rows
}

const standing = {
  sku_id: col.text,
  nm_sku: col.text,
  available: col.number,
  shipped: col.number,
  in_production: col.number,
  price_minor: col.numberOrNull,
  is_listed: col.flag,
  delist_reason: col.textOrNull,
  delist_remark: col.textOrNull,
  version: col.number,
  said_at: col.instantOrNull,
  said_by: col.textOrNull,
}

type Standing = { [K in keyof typeof standing]: (typeof standing)[K]['_output'] }
type Kept = Pick<
  Standing,
  'sku_id' | 'available' | 'shipped' | 'in_production' | 'price_minor' | 'is_listed' | 'delist_reason' | 'delist_remark'
>

/** What an SKU becomes by a change. A listed one has no reason. */
function changed(was: Standing, change: InventoryChange): Kept {
  const is_listed = change.listing === undefined ? was.is_listed : change.listing === 'Listed'
  const given = change.listing === 'Delisted' && change.reason !== undefined
  return {
    sku_id: was.sku_id,
    available: change.available ?? was.available,
    shipped: was.shipped,
    in_production: change.in_production ?? was.in_production,
    price_minor: change.price === undefined ? was.price_minor : (change.price?.minor ?? null),
    is_listed,
    delist_reason: is_listed ? null : given ? (change.reason ?? null) : was.delist_reason,
    delist_remark: is_listed ? null : given ? (change.remark ?? null) : was.delist_remark,
  }
}

const said = ({ available, in_production }: Kept | Standing) => `${available} + ${in_production}`
const amount = (minor: number | null) => (minor === null ? '–' : `${(minor / 100).toFixed(2)} CNY`)

function eventsOf(was: Standing, now: Kept): AuditEvent[] {
  const about = { entity: 'vendor_inventory', entityId: was.nm_sku } as const
  const events: AuditEvent[] = []
  if (said(was) !== said(now))
    events.push({
      ...{ ...about, event: 'inventory.said', from: was.version === 0 ? null : said(was), to: said(now) },
      details: { available: now.available, in_production: now.in_production },
    })
  if (was.price_minor !== now.price_minor)
    events.push({ ...about, event: 'inventory.priced', from: amount(was.price_minor), to: amount(now.price_minor) })
  if (was.is_listed !== now.is_listed || was.delist_reason !== now.delist_reason)
    events.push({
      ...{ ...about, event: now.is_listed ? 'inventory.listed' : 'inventory.delisted' },
      details: { reason: now.delist_reason, remark: now.delist_remark },
    })
  return events
}

/**
 * Writes what is new of these SKUs, and how many that were. Stock that was said counts as said now, also where it is the same. Whoever
 * changes an SKU holds its row. Throws stale where a version that was read is no longer the one that stands.
 */
export async function saveInventory(
  tx: Tx,
  context: CallContext,
  changes: readonly InventoryChange[],
): Promise<number> {
  if (changes.length === 0) return 0
  const before = await heldInventory(
    tx,
    changes.map(({ sku_id }) => sku_id),
  )
  const all = changes.flatMap((change) => {
    const was = before.get(change.sku_id)
    if (!was) return []
    if (change.version !== undefined && change.version !== was.version)
      throw stale(was.said_by ?? 'Selvedge', was.said_at ?? new Date())
    const now = changed(was, change)
    return [
      { now, events: eventsOf(was, now), says: change.available !== undefined || change.in_production !== undefined },
    ]
  })
  const fresh = all.filter(({ events }) => events.length > 0)
  const tellPromises = await watchPromises(
    tx,
    fresh.map(({ now }) => now.sku_id),
  )
  await upsert(
    tx,
    context.caller.userId,
    all.filter(({ events, says }) => events.length > 0 || says).map(({ now, says }) => ({ ...now, says })),
  )
  await recordEvents(
    tx,
    context,
    fresh.flatMap(({ events }) => events),
  )
  await tellPromises(context)
  return fresh.length
}

/** Whoever says what there is of an SKU, or promises it, holds it. */
export async function holdSkus(tx: Tx, ids: readonly string[]): Promise<void> {
  await sql`SELECT 1 FROM sku WHERE id = ANY(${ids}::uuid[]) ORDER BY id FOR NO KEY UPDATE`.execute(tx)
}

async function heldInventory(tx: Tx, ids: readonly string[]): Promise<ReadonlyMap<string, Standing>> {
  await holdSkus(tx, ids)
  const { rows } = await rowsOf(standing)`
    SELECT k.id AS sku_id, k.nm_sku, ${availableNow} AS available, p.shipped, coalesce(i.in_production, 0) AS in_production,
      i.price_minor::float8 AS price_minor, coalesce(i.is_listed, true) AS is_listed, i.delist_reason, i.delist_remark,
      coalesce(i.version, 0) AS version, i.said_at, u.name AS said_by
    FROM sku k JOIN style s ON s.id = k.style_id LEFT JOIN vendor_inventory i ON i.sku_id = k.id
    LEFT JOIN app_user u ON u.id = i.said_by CROSS JOIN LATERAL ${orderedOfSku} p
    WHERE k.id = ANY(${ids}::uuid[])`.execute(tx)
  return new Map(rows.map((row) => [row.sku_id, row]))
}

/** Stock is written as of now, with what was shipped by now: what a price or a listing leaves alone reads as before. */
async function upsert(tx: Tx, userId: string, rows: readonly (Kept & { says: boolean })[]) {
  const column = <T>(of: (row: (typeof rows)[number]) => T) => rows.map(of)
  await sql`
    INSERT INTO vendor_inventory AS i (sku_id, available, shipped_before, in_production, price_minor, price_currency, is_listed,
      delist_reason, delist_remark, said_at, said_by)
    SELECT n.sku_id, n.available, n.shipped, n.in_production, n.price, CASE WHEN n.price IS NOT NULL THEN 'CNY' END, n.is_listed,
      n.reason, n.remark, CASE WHEN n.says THEN now() END, ${userId}::uuid
    FROM unnest(${column((row) => row.sku_id)}::uuid[], ${column((row) => row.available)}::int[],
      ${column((row) => row.shipped)}::int[], ${column((row) => row.in_production)}::int[],
      ${column((row) => row.price_minor)}::bigint[], ${column((row) => row.is_listed)}::boolean[],
      ${column((row) => row.delist_reason)}::text[], ${column((row) => row.delist_remark)}::text[],
      ${column((row) => row.says)}::boolean[])
      AS n (sku_id, available, shipped, in_production, price, is_listed, reason, remark, says)
    ON CONFLICT (sku_id) DO UPDATE SET available = EXCLUDED.available, shipped_before = EXCLUDED.shipped_before,
      in_production = EXCLUDED.in_production, price_minor = EXCLUDED.price_minor, price_currency = EXCLUDED.price_currency,
      is_listed = EXCLUDED.is_listed, delist_reason = EXCLUDED.delist_reason, delist_remark = EXCLUDED.delist_remark,
      said_at = coalesce(EXCLUDED.said_at, i.said_at), said_by = EXCLUDED.said_by,
      version = CASE WHEN (i.available + i.shipped_before, i.in_production, i.price_minor, i.is_listed, i.delist_reason, i.delist_remark)
          IS DISTINCT FROM (EXCLUDED.available + EXCLUDED.shipped_before, EXCLUDED.in_production, EXCLUDED.price_minor,
          EXCLUDED.is_listed, EXCLUDED.delist_reason, EXCLUDED.delist_remark) THEN i.version + 1 ELSE i.version END`.execute(
    tx,
  )
}

async function listedSkus(tx: Tx, styles: readonly { id: string }[]): Promise<string[]> {
  if (styles.length === 0) return []
  const { rows } = await rowsOf({ id: col.text })`
    SELECT k.id FROM sku k LEFT JOIN vendor_inventory i ON i.sku_id = k.id
    WHERE k.style_id = ANY(${styles.map(({ id }) => id)}::uuid[]) AND k.retired_at IS NULL AND coalesce(i.is_listed, true)`.execute(
    tx,
  )
  return rows.map(({ id }) => id)
}

/** Nothing has changed of these styles: what is listed of them, and held, counts as said now. Gives how many styles that were. */
async function confirmStyles(
  tx: Tx,
  context: CallContext,
  styles: readonly { code: string }[],
  skus: readonly string[],
): Promise<number> {
  if (styles.length === 0) return 0
  await sql`
    INSERT INTO vendor_inventory AS i (sku_id, shipped_before, said_at, said_by) SELECT k.id, p.shipped, now(), ${context.caller.userId}::uuid
    FROM sku k JOIN style s ON s.id = k.style_id CROSS JOIN LATERAL ${orderedOfSku} p WHERE k.id = ANY(${skus}::uuid[])
    ON CONFLICT (sku_id) DO UPDATE SET said_at = now(), said_by = EXCLUDED.said_by`.execute(tx)
  await recordEvents(
    tx,
    context,
    styles.map(({ code }) => ({ entity: 'vendor_inventory', entityId: code, event: 'inventory.confirmed' })),
  )
  return styles.length
}
