import type { z } from 'zod'
import type { disputedPieces } from '../../../shared/areas/disputes/calls.ts'
import { col, rowsOf } from '../../database/rows.ts'
import type { Db, Tx } from '../../http/call.ts'
import type { QcPlace } from '../qc-boxes/sites.ts'
import { isLive } from './dispute-rows.ts'
import { isToDo } from './next-step.ts'

type Disputed = z.output<typeof disputedPieces> & { box_id: string; nm_sku: string; sku_id: string }

const columns = { number: col.text, box_id: col.text, sku_id: col.text, nm_sku: col.text, pieces: col.number }

/** Refused pieces in boxes at QC that are disputed and not decided yet, or upheld and still to be looked at again. */
export async function disputedIn(db: Db | Tx, places: readonly QcPlace[]): Promise<Disputed[]> {
  if (places.length === 0) return []
  const { rows } = await rowsOf(columns)`
    SELECT p.number, p.box_id, x.sku_id, k.nm_sku, coalesce(x.upheld, x.pieces) AS pieces
    FROM unnest(${places.map(({ box_id }) => box_id)}::uuid[], ${places.map(({ site_id }) => site_id)}::uuid[]) AS a (box_id, site_id)
    JOIN qc_dispute p ON p.box_id = a.box_id AND p.site_id = a.site_id
    JOIN qc_dispute_line x ON x.dispute_id = p.id AND x.kind = 'refused' JOIN sku k ON k.id = x.sku_id
    WHERE coalesce(x.upheld, x.pieces) > 0 AND (${isLive} OR (${isToDo} AND p.next <> 'take_back')) ORDER BY p.number, k.nm_sku`.execute(
    db,
  )
  return rows
}
