import { type SqlBool, sql } from 'kysely'
import { z } from 'zod'
import {
  type Balance,
  freeOf,
  movesFrom,
  placeKinds,
  type StockCondition,
  stockConditions,
} from '../../../shared/areas/stock/moves.ts'
import { conditionNames, stockWords } from '../../../shared/areas/stock/words.ts'
import { col, rowsOf } from '../../database/rows.ts'
import type { Db } from '../../http/call.ts'
import { moveNotAllowed, type Refusal } from '../../http/errors.ts'
import { type FullPlace, isSendable, namedPlace, placeWords } from './places.ts'

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
  condition: z.enum(stockConditions),
  free: col.number,
  places: col.number,
}

/** Stock `s` at a place `p` of which a refusal speaks: at the same site whatever its condition, at others in the one that was asked for. */
const isBeside = ({ placeId, condition }: Short['at'], siteId: string) =>
  sql<SqlBool>`(CASE WHEN s.place_id = ${placeId} THEN s.condition <> ${condition}
    ELSE s.condition = ${condition} OR p.site_id = ${siteId} END)`

/** "MAIN quarantine 3 (Damaged)"; the condition where it is another than was asked for. */
function besides(
  row: Parameters<typeof namedPlace>[0] & { condition: StockCondition; free: number },
  asked: StockCondition,
) {
  const named = namedPlace(row)
  const said = (place: string, condition: string) =>
    `${place} ${row.free}${row.condition === asked ? '' : ` (${condition})`}`
  const { en, zh } = conditionNames[row.condition]
  return { place: said(named.place, en), place_zh: said(named.place_zh, zh) }
}

/** Where an SKU lies at a site that a gate pass does not take it from: "MAIN quarantine 3 (Damaged)"; null where it lies nowhere else there. */
export async function restAtSite(
  db: Db,
  { skuId, condition, siteId }: { skuId: string; condition: StockCondition; siteId: string },
): Promise<{ rest: string; rest_zh: string } | null> {
  const { rows } = await rowsOf(elsewhereColumns)`
    SELECT ${placeWords}, s.condition, s.on_hand AS free, (count(*) OVER ())::int AS places
    FROM stock s JOIN place p ON p.id = s.place_id JOIN site x ON x.id = p.site_id
    WHERE s.sku_id = ${skuId} AND p.site_id = ${siteId} AND s.on_hand > 0 AND p.kind <> 'in_transit'
      AND NOT (s.condition = ${condition} AND ${isSendable})
    ORDER BY s.condition = ${condition} DESC, s.on_hand DESC, p.code LIMIT ${sql.lit(MOST_NAMED)}`.execute(db)
  if (rows.length === 0) return null
  const named = rows.map((row) => besides(row, condition))
  return {
    rest: named.map(({ place }) => place).join(', '),
    rest_zh: named.map(({ place_zh }) => place_zh).join(', '),
  }
}

/** Too few pieces are free where they should come from: how many are there, how many of them are reserved, and where the rest are, at the same site first. */
export async function tooFew(db: Db, { skuId, quantity, at, place, balance }: Short): Promise<Refusal> {
  const sku = await db.selectFrom('sku').select('nm_sku').where('id', '=', skuId).executeTakeFirst()
  const { rows } = await rowsOf(elsewhereColumns)`
    SELECT ${placeWords}, s.condition, (s.on_hand - s.reserved)::int AS free, (count(*) OVER ())::int AS places
    FROM stock s JOIN place p ON p.id = s.place_id JOIN site x ON x.id = p.site_id
    WHERE s.sku_id = ${skuId} AND s.on_hand > s.reserved AND ${isBeside(at, place.siteId)}
    ORDER BY x.id = ${place.siteId} DESC, s.condition = ${at.condition} DESC, s.on_hand - s.reserved DESC, x.code, p.code LIMIT ${sql.lit(MOST_NAMED)}`.execute(
    db,
  )
  const named = rows.map((row) => besides(row, at.condition))
  const more = (rows[0]?.places ?? 0) - rows.length
  const listed = (name: 'place' | 'place_zh') =>
    [...named.map((each) => each[name]), ...(more > 0 ? [`+${more}`] : [])].join(', ')
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
