import { sql } from 'kysely'
import { z } from 'zod'
import { type Balance, freeOf, movesFrom, placeKinds, type StockCondition } from '../../../shared/areas/stock/moves.ts'
import { stockWords } from '../../../shared/areas/stock/words.ts'
import { col, rowsOf } from '../../database/rows.ts'
import type { Db } from '../../http/call.ts'
import { moveNotAllowed, type Refusal } from '../../http/errors.ts'
import { type FullPlace, namedPlace, placeWords } from './places.ts'

/** So many other places are named. */
const MOST_NAMED = 4

/** Documents that pieces of an SKU at a place are promised to, such as "GP-000123 8": the most first, and how many more there are. */
async function heldBy(db: Db, skuId: string, { placeId, condition }: Short['at']): Promise<string> {
  const { rows } = await rowsOf({ number: col.text, pieces: col.number, documents: col.number })`
    SELECT document_id AS number, sum(quantity)::int AS pieces, (count(*) OVER ())::int AS documents FROM reservation
    WHERE place_id = ${placeId} AND sku_id = ${skuId} AND condition = ${condition}
    GROUP BY document_type, document_id ORDER BY sum(quantity) DESC, document_id LIMIT ${sql.lit(MOST_NAMED)}`.execute(
    db,
  )
  const more = (rows[0]?.documents ?? 0) - rows.length
  return [...rows.map(({ number, pieces }) => `${number} ${pieces}`), ...(more > 0 ? [`+${more}`] : [])].join(', ')
}

interface Short {
  skuId: string
  quantity: number
  at: { placeId: string; condition: StockCondition }
  place: FullPlace
  balance: Balance
}

const elsewhereColumns = {
  site: col.text,
  kind: z.enum(placeKinds),
  code: col.text,
  free: col.number,
  places: col.number,
}

/** Too few pieces are free where they should come from: how many are there, how many of them are reserved, and where the rest are. */
export async function tooFew(db: Db, { skuId, quantity, at, place, balance }: Short): Promise<Refusal> {
  const sku = await db.selectFrom('sku').select('nm_sku').where('id', '=', skuId).executeTakeFirst()
  const { rows } = await rowsOf(elsewhereColumns)`
    SELECT ${placeWords}, sum(s.on_hand - s.reserved)::int AS free, (count(*) OVER ())::int AS places
    FROM stock s JOIN place p ON p.id = s.place_id JOIN site x ON x.id = p.site_id
    WHERE s.sku_id = ${skuId} AND s.on_hand > s.reserved AND s.condition = ${at.condition} AND s.place_id <> ${at.placeId}
    GROUP BY p.id, x.id ORDER BY x.id = ${place.siteId} DESC, sum(s.on_hand - s.reserved) DESC, x.code, p.code LIMIT ${sql.lit(MOST_NAMED)}`.execute(
    db,
  )
  const named = rows.map((row) => ({ ...namedPlace(row), free: row.free }))
  const more = (rows[0]?.places ?? 0) - rows.length
  const listed = (name: 'place' | 'place_zh') =>
    [...named.map((each) => `${each[name]} ${each.free}`), ...(more > 0 ? [`+${more}`] : [])].join(', ')
  const values = {
    ...place.named,
    ...{ sku: sku?.nm_sku ?? '', quantity, free: freeOf(balance), on_hand: balance.onHand, reserved: balance.reserved },
  }
  const allowed = freeOf(balance) > 0 ? movesFrom(place.kind) : []
  // With nothing promised, or to documents that are gone, the refusal says no more than the numbers.
  const held = balance.reserved > 0 ? await heldBy(db, skuId, at) : ''
  if (held !== '') {
    if (named.length === 0) return moveNotAllowed(stockWords.heldNowhereElse, allowed, { values: { ...values, held } })
    return moveNotAllowed(stockWords.heldElsewhere, allowed, {
      values: { ...values, held, elsewhere: listed('place'), elsewhere_zh: listed('place_zh') },
    })
  }
  if (named.length === 0) return moveNotAllowed(stockWords.nowhereElse, allowed, { values })
  return moveNotAllowed(stockWords.elsewhere, allowed, {
    values: { ...values, elsewhere: listed('place'), elsewhere_zh: listed('place_zh') },
  })
}
