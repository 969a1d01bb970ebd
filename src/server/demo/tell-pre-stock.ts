import { sql } from 'kysely'
import { z } from 'zod'
import { offered } from '../areas/pre-stock/promises.ts'
import { savePreStock, withdrawPreStock } from '../areas/pre-stock/save-listing.ts'
import { col, rowsOf } from '../database/rows.ts'
import type { Tx } from '../http/call.ts'
import { demoContext } from './by-commands.ts'

/** Some styles of two vendors are listed before their pieces arrive; of one the vendor has fewer by now, one was withdrawn. */
export async function tellPreStock(tx: Tx): Promise<void> {
  const ops = demoContext(tx, 'ops')
  const { rows } = await rowsOf({
    code: col.text,
    lines: z.array(z.object({ nm_sku: z.string(), pieces: z.number() })),
  })`
    SELECT s.code, jsonb_agg(jsonb_build_object('nm_sku', k.nm_sku, 'pieces', o.room)) AS lines
    FROM style s JOIN sku k ON k.style_id = s.id CROSS JOIN LATERAL (SELECT ${offered} / 2 AS room) o
    WHERE s.vendor_id IN (SELECT id FROM vendor WHERE code IN ('GZ01', 'SZ02')) AND o.room > 9
    GROUP BY s.code ORDER BY s.code LIMIT 8`.execute(tx)
  const made: string[] = []
  for (const { code, lines } of rows) {
    const { data } = await savePreStock({ style_id: code, lines }, ops)
    made.push(data.listing_id)
  }
  const [short, gone] = made
  if (short === undefined || gone === undefined) return
  await sql`UPDATE vendor_inventory SET available = available / 4 WHERE sku_id = (SELECT n.sku_id FROM pre_stock_line n
    JOIN pre_stock_listing h ON h.id = n.listing WHERE h.listing_id = ${short} ORDER BY n.sku_id LIMIT 1)`.execute(tx)
  await withdrawPreStock(
    { listing_ids: [gone], reason: 'arrived', remark: 'All of it came with the last shipment' },
    ops,
  )
}
