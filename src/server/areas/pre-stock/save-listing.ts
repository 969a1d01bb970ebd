import { sql } from 'kysely'
import { v7 } from 'uuid'
import { preStockWords } from '../../../shared/areas/pre-stock/rules.ts'
import type { Contract } from '../../../shared/areas.ts'
import { sheetMessages } from '../../../shared/kernel/sheet.ts'
import { recordEvent, recordEvents } from '../../audit/audit.ts'
import { col, rowsOf } from '../../database/rows.ts'
import { isPast, vendorToday } from '../../database/today.ts'
import { type CallContext, type Handlers, reply, type Tx } from '../../http/call.ts'
import { conflict, invalidInput, moveNotAllowed, notFound, stale } from '../../http/errors.ts'
import { ownRows } from '../../http/own-rows.ts'
import { stylesByCode } from '../vendor-inventory/save-inventory.ts'
import { preStockRows } from './listings.ts'
import { offered, promisedBy } from './promises.ts'

type Routes = Handlers<Contract['preStock']>

/**
 * Whoever promises pieces of a style holds its SKUs, as whoever says what there is of them: two listings saved at once cannot both promise
 * the last piece. Throws conflict where more is promised than there is room for.
 */
export const savePreStock: Routes['savePreStock'] = (input, context) =>
  context.command(async (tx) => {
    const [style] = await stylesByCode(tx, context, [input.style_id])
    if (!style) throw notFound('Style {{style_id}} was not found.', { style_id: input.style_id })
    await sql`SELECT 1 FROM sku WHERE style_id = ${style.id}::uuid ORDER BY id FOR NO KEY UPDATE`.execute(tx)
    await assertNotPast(tx, input.until ?? null)
    const held = input.listing_id === undefined ? null : await holdOne(tx, context, input.listing_id, style.id)
    if (held) assertCurrent(held, input.version)
    const lines = await linesWithin(tx, style.id, held?.id ?? null, input.lines)
    const id = held?.id ?? v7()
    const by = context.caller.userId
    const listing_id = held
      ? held.listing_id
      : await insertListing(tx, { id, styleId: style.id, until: input.until, by })
    if (held) {
      await sql`UPDATE pre_stock_listing SET until = ${input.until ?? null}::date, changed_at = now(), changed_by = ${by}::uuid,
        version = version + 1 WHERE id = ${id}::uuid`.execute(tx)
      await tx.deleteFrom('pre_stock_line').where('listing', '=', id).execute()
    }
    await sql`INSERT INTO pre_stock_line (listing, sku_id, pieces)
      SELECT ${id}::uuid, n.sku_id, n.pieces FROM unnest(${lines.map(({ sku_id }) => sku_id)}::uuid[],
        ${lines.map(({ pieces }) => pieces)}::int[]) AS n (sku_id, pieces)`.execute(tx)
    const promised = lines.reduce((sum, { pieces }) => sum + pieces, 0)
    await recordEvent(tx, context, {
      ...{ entity: 'pre_stock', entityId: listing_id, event: held ? 'pre_stock.changed' : 'pre_stock.listed' },
      details: { style_id: style.code, quantity: promised, until: input.until ?? null },
    })
    const [row] = await preStockRows(tx, [id])
    if (!row) throw new Error('the listing was not written')
    return reply(row, held ? preStockWords.changed : preStockWords.listed)
  })

/** Those that are withdrawn already stay as they are. */
export const withdrawPreStock: Routes['withdrawPreStock'] = ({ listing_ids, reason, remark }, context) =>
  context.command(async (tx) => {
    const held = await holdListings(tx, context, [...new Set(listing_ids)])
    const standing = held.filter(({ is_withdrawn }) => !is_withdrawn)
    const ids = standing.map(({ id }) => id)
    const by = context.caller.userId
    await sql`UPDATE pre_stock_listing SET withdrawn_at = now(), withdrawn_by = ${by}::uuid, reason = ${reason}, remark = ${remark || null},
      changed_at = now(), changed_by = ${by}::uuid, version = version + 1 WHERE id = ANY(${ids}::uuid[])`.execute(tx)
    await recordEvents(
      tx,
      context,
      standing.map(({ listing_id }) => ({
        ...{ entity: 'pre_stock', entityId: listing_id, event: 'pre_stock.withdrawn' },
        details: { reason, remark: remark || null },
      })),
    )
    const words = standing.length > 0 ? preStockWords.withdrawn : preStockWords.alreadyWithdrawn
    return reply({ withdrawn: standing.length }, words)
  })

const heldColumns = {
  id: col.text,
  listing_id: col.text,
  style_id: col.text,
  is_withdrawn: col.flag,
  version: col.number,
  changed_at: col.instant,
  changed_by: col.text,
}

/** Throws not_found for a listing of another vendor, or nobody's. */
async function holdListings(tx: Tx, { caller }: CallContext, ids: readonly string[]) {
  const { rows } = await rowsOf(heldColumns)`
    SELECT h.id, h.listing_id, h.style_id, h.withdrawn_at IS NOT NULL AS is_withdrawn, h.version, h.changed_at, u.name AS changed_by
    FROM pre_stock_listing h JOIN style s ON s.id = h.style_id JOIN app_user u ON u.id = h.changed_by
    WHERE h.listing_id = ANY(${ids}::text[]) AND ${ownRows(caller, 's.vendor_id')} ORDER BY h.id FOR UPDATE OF h`.execute(
    tx,
  )
  const found = new Set(rows.map(({ listing_id }) => listing_id))
  const missing = ids.find((id) => !found.has(id))
  if (missing !== undefined) throw notFound(preStockWords.notFound, { listing_id: missing })
  return rows
}

type Held = Awaited<ReturnType<typeof holdListings>>[number]

async function holdOne(tx: Tx, context: CallContext, listingId: string, styleId: string): Promise<Held> {
  const [held] = await holdListings(tx, context, [listingId])
  if (held?.style_id !== styleId) throw notFound(preStockWords.notFound, { listing_id: listingId })
  return held
}

function assertCurrent(held: Held, version: number | undefined): void {
  if (version !== undefined && version !== held.version) throw stale(held.changed_by, held.changed_at)
  if (held.is_withdrawn) throw moveNotAllowed(preStockWords.over, [])
}

async function assertNotPast(tx: Tx, until: string | null): Promise<void> {
  if (until !== null && (await isPast(tx, until, vendorToday))) throw invalidInput(preStockWords.past)
}

async function insertListing(
  tx: Tx,
  { id, styleId, until, by }: { id: string; styleId: string; until: string | null | undefined; by: string },
): Promise<string> {
  const { rows } = await rowsOf({ listing_id: col.text })`
    INSERT INTO pre_stock_listing (id, number, listing_id, style_id, until, listed_by, changed_by)
    SELECT ${id}::uuid, n, 'PS-' || lpad(n::text, greatest(6, length(n::text)), '0'), ${styleId}::uuid, ${until ?? null}::date, ${by}::uuid,
      ${by}::uuid FROM (SELECT nextval('pre_stock_number')::int AS n) x RETURNING listing_id`.execute(tx)
  return rows[0]?.listing_id ?? ''
}

/** What is to be promised, zeros left out. Throws not_found for a SKU of another style, conflict where there is no room for so much. */
async function linesWithin(
  tx: Tx,
  styleId: string,
  listing: string | null,
  asked: readonly { nm_sku: string; pieces: number }[],
): Promise<{ sku_id: string; pieces: number }[]> {
  const wanted = asked.filter(({ pieces }) => pieces > 0)
  if (wanted.length === 0) throw invalidInput(preStockWords.none)
  if (new Set(asked.map(({ nm_sku }) => nm_sku)).size < asked.length) throw invalidInput(sheetMessages.multipleEntries)
  const { rows } = await rowsOf({ sku_id: col.text, nm_sku: col.text, room: col.number })`
    SELECT k.id AS sku_id, k.nm_sku, greatest(0, ${offered} - ${promisedBy(listing)}) AS room FROM sku k JOIN style s ON s.id = k.style_id
    WHERE k.style_id = ${styleId}::uuid AND k.retired_at IS NULL`.execute(tx)
  const known = new Map(rows.map((row) => [row.nm_sku, row]))
  return wanted.map(({ nm_sku, pieces }) => {
    const sku = known.get(nm_sku)
    if (!sku) throw notFound('SKU {{nm_sku}} was not found.', { nm_sku })
    if (pieces > sku.room) throw conflict(preStockWords.tooMuch, { values: { nm_sku, room: sku.room, pieces } })
    return { sku_id: sku.sku_id, pieces }
  })
}
