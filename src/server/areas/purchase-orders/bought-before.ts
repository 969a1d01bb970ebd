import type { BoughtPieces } from '../../../shared/areas/purchase-orders/split.ts'
import { col, rowsOf } from '../../database/rows.ts'
import type { Db } from '../../http/call.ts'
import { inPlaces, type QcPlace } from '../qc-boxes/sites.ts'

const noPieces: readonly BoughtPieces[] = []

interface BoxSku {
  box_id: string
  sku_id: string
}

/** What purchase orders took of the SKUs of boxes and gave back, oldest first. */
export async function boughtBefore(
  db: Db,
  places: readonly QcPlace[],
): Promise<(of: BoxSku) => readonly BoughtPieces[]> {
  if (places.length === 0) return () => noPieces
  const { rows } = await rowsOf({
    ...{ box_id: col.text, sku_id: col.text, purchase: col.text, pieces: col.number, is_back: col.flag },
  })`SELECT m.box_id, m.sku_id, m.purchase_order_id AS purchase, m.quantity AS pieces, m.kind = 'unpurchase' AS is_back
    FROM qc_move m WHERE ${inPlaces(places, 'm')} AND m.kind IN ('purchase', 'unpurchase') AND m.purchase_order_id IS NOT NULL
    ORDER BY m.seq`.execute(db)
  const bySku = Map.groupBy(
    rows.map(({ is_back: isBack, ...row }) => ({ ...row, isBack })),
    keyOf,
  )
  return (of) => bySku.get(keyOf(of)) ?? noPieces
}

const keyOf = ({ box_id, sku_id }: BoxSku) => `${box_id} ${sku_id}`
