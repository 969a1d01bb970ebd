import { sql } from 'kysely'
import type { preStockArea } from '../../../shared/areas/pre-stock/area.ts'
import { preStockRoom, preStockStyle as styleShape } from '../../../shared/areas/pre-stock/calls.ts'
import { preStockWords } from '../../../shared/areas/pre-stock/rules.ts'
import type { Contract } from '../../../shared/areas.ts'
import { lastEventsOf } from '../../audit/timeline.ts'
import { col, rowsOf } from '../../database/rows.ts'
import type { ServerArea } from '../../http/area.ts'
import { type Handlers, reply } from '../../http/call.ts'
import { notFound } from '../../http/errors.ts'
import { ownRows } from '../../http/own-rows.ts'
import { styleSelected } from '../data/style-columns.ts'
import { assertVendorName } from '../data/vendors.ts'
import { containing } from '../orders/order-rows.ts'
import { downloadPreStockListing, preStockQuery } from './listings.ts'
import { offered, promisedBy } from './promises.ts'
import { savePreStock, withdrawPreStock } from './save-listing.ts'

type Routes = Handlers<Contract['preStock']>

const STYLES = 20

/** What is looked at for the room of a style: a search for little may match every style that there is. */
const LOOKED_AT = 200

const styleWithRoom = styleShape.extend({ room: col.number })

const preStockStyles: Routes['preStockStyles'] = async ({ search, supplier_id }, context) => {
  await assertVendorName(context, supplier_id)
  const like = containing(search)
  const { rows } = await rowsOf(styleWithRoom)`
    SELECT ${styleSelected}, r.room FROM (SELECT s.* FROM style s
      WHERE s.retired_at IS NULL AND ${ownRows(context.caller, 's.vendor_id')}
        AND (${supplier_id ?? null}::text IS NULL OR s.vendor_id = (SELECT id FROM vendor WHERE code = ${supplier_id ?? null}))
        AND (s.code ILIKE ${like} OR s.name ILIKE ${like} OR s.name_zh ILIKE ${like}
          OR EXISTS (SELECT 1 FROM sku fk WHERE fk.style_id = s.id AND fk.nm_sku ILIKE ${like}))
      ORDER BY s.code LIMIT ${sql.lit(LOOKED_AT)}) s
    JOIN vendor v ON v.id = s.vendor_id
    CROSS JOIN LATERAL (SELECT coalesce(sum(greatest(0, ${offered} - ${promisedBy(null)})), 0)::int AS room FROM sku k
      WHERE k.style_id = s.id) r
    ORDER BY r.room DESC, s.code LIMIT ${sql.lit(STYLES)}`.execute(context.db)
  return reply({ styles: rows })
}

const foundStyle = styleShape.extend({ id: col.text, listing: col.textOrNull })
const plainRoom = preStockRoom.omit({ room: true })

/** Throws not_found for a style or listing of another vendor, or nobody's. */
const preStockStyle: Routes['preStockStyle'] = async ({ style_id, listing_id }, context) => {
  const { db, caller } = context
  const { rows: styles } = await rowsOf(foundStyle)`
    SELECT ${styleSelected}, s.id, h.id AS listing FROM style s JOIN vendor v ON v.id = s.vendor_id
    LEFT JOIN pre_stock_listing h ON h.style_id = s.id AND h.listing_id = ${listing_id ?? null}
    WHERE CASE WHEN ${listing_id ?? null}::text IS NULL THEN s.code = ${style_id ?? null} ELSE h.id IS NOT NULL END AND ${ownRows(caller, 's.vendor_id')}`.execute(
    db,
  )
  const [found] = styles
  if (!found && listing_id !== undefined) throw notFound(preStockWords.notFound, { listing_id })
  if (!found) throw notFound('Style {{style_id}} was not found.', { style_id: style_id ?? '' })
  const { id: styleId, listing, ...style } = found
  const { rows } = await rowsOf(plainRoom)`
    SELECT k.nm_sku, k.color, k.color_zh, k.size, coalesce(z.is_core, false) AS is_core, ${offered} AS real_stock,
      ${promisedBy(listing)} AS elsewhere, coalesce(n.pieces, 0) AS promised, i.price_minor, i.price_currency
    FROM sku k JOIN style s ON s.id = k.style_id LEFT JOIN vendor_inventory i ON i.sku_id = k.id
    LEFT JOIN pre_stock_line n ON n.sku_id = k.id AND n.listing = ${listing}::uuid
    LEFT JOIN size_set z ON z.code = s.size_set AND z.size = k.size AND z.retired_at IS NULL
    WHERE k.style_id = ${styleId}::uuid AND (k.retired_at IS NULL OR n.pieces IS NOT NULL)
    ORDER BY k.color, k.size_rank, k.nm_sku`.execute(db)
  const [shown = null] = listing === null ? [] : await preStockQuery.byId([listing], context)
  const skus = rows.map((sku) => ({ ...sku, room: Math.max(0, sku.real_stock - sku.elsewhere) }))
  return reply({
    style,
    listing: shown,
    skus,
    events: listing_id === undefined ? [] : await lastEventsOf(db, 'pre_stock', listing_id),
  })
}

/** Styles for sale before their pieces arrive. */
export const preStockServer: ServerArea<typeof preStockArea> = {
  routes: {
    ...{ getPreStockListing: preStockQuery.page, downloadPreStockListing, savePreStock, withdrawPreStock },
    ...{ preStockStyles, preStockStyle },
  },
  feeds: {
    pre_stock: (vendorId) => sql`EXISTS (SELECT 1 FROM pre_stock_listing h JOIN style s ON s.id = h.style_id
      WHERE h.listing_id = e.entity_id AND s.vendor_id = ${vendorId}::uuid)`,
  },
  exports: { exportPreStock: preStockQuery },
}
