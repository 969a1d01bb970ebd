import { sql } from 'kysely'
import { v7 } from 'uuid'
import { moveStock, type StockAt, type StockMove } from '../../src/server/areas/stock/move-stock.ts'
import { recordEvent } from '../../src/server/audit/audit.ts'
import { inTransaction } from '../../src/server/database/database-errors.ts'
import type { Site } from '../../src/server/database/types.gen.ts'
import type { Db, Tx } from '../../src/server/http/call.ts'
import type { StockCondition } from '../../src/shared/areas/stock/moves.ts'
import { makeVendor } from './people.ts'

export interface MadeSite {
  id: string
  code: string
  floor: string
  quarantine: string
  packing: string
  /** Ids of its shelves, by code. */
  shelves: Readonly<Record<string, string>>
}

export interface MadeSku {
  id: string
  nm_sku: string
}

let made = 0

/** A site with the places that every site has, and shelves `A-01`, `A-02` …. */
export async function makeSite(db: Db, kind: Site['kind'] = 'warehouse', shelves = 2): Promise<MadeSite> {
  made += 1
  const site = { id: v7(), code: `${kind === 'shop' ? 'S' : 'W'}T${made}` }
  await db
    .insertInto('site')
    .values({
      ...{
        ...site,
        kind,
        name: `Site ${made}`,
        name_zh: `地点 ${made}`,
        country: 'IN',
        address: '',
        time_zone: 'Asia/Kolkata',
      },
    })
    .execute()
  const own = ['floor', 'quarantine', 'packing'] as const
  const codes = Array.from({ length: shelves }, (_, at) => `A-${String(at + 1).padStart(2, '0')}`)
  const places = [
    ...own.map((name) => ({ id: v7(), site_id: site.id, kind: name, code: name as string })),
    ...codes.map((code) => ({ id: v7(), site_id: site.id, kind: 'shelf' as const, code })),
  ]
  await db.insertInto('place').values(places).execute()
  const [floor, quarantine, packing] = own.map((name) => places.find(({ kind }) => kind === name)?.id ?? '')
  return {
    ...site,
    ...{ floor: floor ?? '', quarantine: quarantine ?? '', packing: packing ?? '' },
    shelves: Object.fromEntries(places.flatMap(({ id, kind, code }) => (kind === 'shelf' ? [[code, id]] : []))),
  }
}

/** SKUs of a new style: a colour in so many sizes. */
export async function makeSkus(db: Db, count: number): Promise<MadeSku[]> {
  made += 1
  const vendor = await makeVendor(db)
  const style = { id: v7(), code: `SK-T${made}`, name: `Stock style ${made}`, name_zh: `库存款式 ${made}` }
  await db
    .insertInto('style')
    .values({ ...style, vendor_id: vendor.id, category: 'Tops' })
    .execute()
  const skus = Array.from({ length: count }, (_, at) => ({ id: v7(), nm_sku: `${style.code}-BLK-${at + 1}`, at }))
  await db
    .insertInto('sku')
    .values(
      skus.map(({ at, ...sku }) => ({
        ...{ ...sku, style_id: style.id, color: 'Black', color_zh: '黑色', size: String(at + 1), size_rank: at + 1 },
      })),
    )
    .execute()
  return skus.map(({ id, nm_sku }) => ({ id, nm_sku }))
}

/** An event that moves of a test belong to: of a document that is none of stock's own. */
export async function documentEvent(tx: Tx, number = 'PO-TEST'): Promise<string> {
  const auditor = { caller: { userId: await someUser(tx) }, requestId: 'test', source: 'api' } as const
  return recordEvent(tx, auditor, { entity: 'record', entityId: number, event: 'stock.opened' })
}

async function someUser(tx: Tx): Promise<string> {
  const { rows } = await sql<{ id: string }>`SELECT id FROM app_user ORDER BY id LIMIT 1`.execute(tx)
  const [user] = rows
  if (user === undefined) throw new Error('a test of stock needs a user')
  return user.id
}

export const at = (placeId: string, condition: StockCondition = 'good'): StockAt => ({ placeId, condition })

type Wish = Pick<StockMove, 'kind' | 'quantity'> & Partial<StockMove> & { sku: MadeSku }

export const aMove = ({ sku, ...wish }: Wish): StockMove => ({
  ...{ skuId: sku.id, from: null, to: null, document: { type: 'purchase_order', id: 'PO-TEST' } },
  ...wish,
})

/** Moves in a transaction of their own, as a command does it. */
export function moved(db: Db, ...moves: StockMove[]): Promise<void> {
  return inTransaction(db, async (tx) => moveStock(tx, moves, await documentEvent(tx)))
}

/** What lies at a place: pieces on hand, and how many of them are reserved. */
export async function lying(db: Db, sku: MadeSku, { placeId, condition }: StockAt): Promise<[number, number]> {
  const row = await db
    .selectFrom('stock')
    .select(['on_hand', 'reserved'])
    .where('sku_id', '=', sku.id)
    .where('place_id', '=', placeId)
    .where('condition', '=', condition)
    .executeTakeFirst()
  return [row?.on_hand ?? 0, row?.reserved ?? 0]
}
