import { sql } from 'kysely'
import { z } from 'zod'
import { moveProblems } from '../../shared/domain/qc-reverts.ts'
import { refusalReasons } from '../../shared/domain/reasons.ts'
import { col, type Row, rowsOf } from '../database/rows.ts'
import type { Caller, Db } from '../http/call.ts'
import { ownRows } from '../people/for-vendor.ts'
import type { QcBoxFacts } from './qc-box-rows.ts'
import { atSites, chinaSites, inPlaces, type QcPlace } from './qc-sites.ts'
import { foundAbout, isAboutThese, photosAbout } from './return-evidence.ts'

/** Most boxes that one summary is about. */
const MOST_BOXES = 5_000

/** Why nothing of a box can go back to its vendor; null when something can. English, and the key of its translation. */
export function returnProblem(box: QcBoxFacts, supplierId?: string): string | null {
  if (supplierId !== undefined && box.supplier_id !== supplierId) return moveProblems.otherVendor
  if (box.failed > 0) return null
  return box.returned > 0 ? moveProblems.wentBack : moveProblems.noneFailed
}

/** All boxes at QC with failed pieces, the oldest first. */
export async function failedBoxIds(db: Db, caller: Caller, supplierId: string | undefined): Promise<string[]> {
  const { rows } = await rowsOf({ box_id: col.text })`
    SELECT q.box_id FROM qc_box q JOIN vendor v ON v.id = q.vendor_id
    WHERE q.failed > 0 AND ${atSites(chinaSites)} AND ${ownRows(caller, 'q.vendor_id')} AND ${supplierId ? sql`v.code = ${supplierId}` : sql`true`}
    ORDER BY q.inwarded_at, q.box_id LIMIT ${sql.lit(MOST_BOXES)}`.execute(db)
  return rows.map((row) => row.box_id)
}

const returnableLineColumns = {
  box_id: col.text,
  nm_sku: col.text,
  color: col.text,
  color_zh: col.text,
  size: col.text,
  failed: col.number,
  reasons: z.array(z.enum(refusalReasons)),
}

export type ReturnableLine = Row<typeof returnableLineColumns>

/** Failed pieces by SKU, with every reason that was found for them. */
export async function returnableLines(db: Db, places: readonly QcPlace[]): Promise<ReturnableLine[]> {
  const { rows } = await rowsOf(returnableLineColumns)`
    SELECT r.box_id, k.nm_sku, k.color, k.color_zh, k.size, r.failed,
      ARRAY(SELECT DISTINCT d.reason FROM ${foundAbout(sql`'infinity'`)}
        JOIN qc_defect d ON d.inspection_id = i.id AND d.sku_id = r.sku_id ORDER BY d.reason) AS reasons
    FROM qc_line r JOIN sku k ON k.id = r.sku_id JOIN style s ON s.id = k.style_id
    WHERE ${inPlaces(places, 'r')} AND r.failed > 0
    ORDER BY r.box_id, s.code, k.color, k.size_rank, k.size, k.nm_sku`.execute(db)
  return rows
}

/** How many photographs show what failed, by vendor (uuid). */
export async function returnablePhotos(db: Db, places: readonly QcPlace[]): Promise<Map<string, number>> {
  const { rows } = await rowsOf({ vendor_id: col.text, photos: col.number })`
    SELECT q.vendor_id, count(DISTINCT p.image_id)::int AS photos
    FROM qc_line r JOIN qc_box q ON q.box_id = r.box_id AND q.site_id = r.site_id
    CROSS JOIN ${photosAbout(sql`'infinity'`)}
    WHERE ${inPlaces(places, 'r')} AND r.failed > 0 AND ${isAboutThese} GROUP BY 1`.execute(db)
  return new Map(rows.map(({ vendor_id, photos }) => [vendor_id, photos]))
}
