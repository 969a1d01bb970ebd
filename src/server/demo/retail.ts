import { sql } from 'kysely'
import type { Tx } from '../http/call.ts'
import { fixedId } from './book.ts'
import { sites, sizeRuns, stylesOfDemo } from './catalogue.ts'
import { insertRows } from './seed-volume.ts'
import { isOfRun, tellRuns } from './tell-stores.ts'

const DAYS = 90

/** Sizes as a set names them: every style of the demo is of one of them. */
const coreSizes = new Set(['S', 'M', 'L', '34B', '36B', '34C', '28', '30'])

/** Those without a site of the company's say where they are and under which GSTIN they send. */
const facilities = [
  {
    ...{ code: 'NOI1', name: 'Noida Stitching Unit', name_zh: '诺伊达缝制厂', capacity: 1_200 },
    ...{ stages: 'cutting, stitching, finishing, packing', is_own: true, site_id: fixedId('site', 'PNOI') },
    ...{ address: '', gstin: '' },
  },
  {
    ...{ code: 'TIR2', name: 'Tiruppur Knits', name_zh: '蒂鲁布尔针织厂', capacity: 800 },
    ...{ stages: 'knitting, stitching, finishing', is_own: true, site_id: null },
    ...{ address: '14 Avinashi Road, Tiruppur 641603, India', gstin: '33AAACS1429D1ZY' },
  },
  {
    ...{ code: 'JAI3', name: 'Jaipur Garments', name_zh: '斋浦尔制衣', capacity: 600 },
    ...{ stages: 'cutting, stitching, finishing', is_own: false, site_id: fixedId('site', 'PJAI') },
    ...{ address: 'E-27 Sitapura Industrial Area, Jaipur 302022, India', gstin: '08AAGCJ5512K1ZF' },
  },
  {
    ...{ code: 'BLR4', name: 'Bengaluru Apparel', name_zh: '班加罗尔服装厂', capacity: 450 },
    ...{ stages: 'cutting, stitching, finishing, packing', is_own: false, site_id: null },
    ...{ address: '8 Peenya Industrial Area, Bengaluru 560058, India', gstin: '29AAHCB7730M1Z6' },
  },
]

/** Grades by shop: A carries and shows most. */
const grades: Readonly<Record<string, string>> = {
  ...{ SDEL: 'A', SMUM: 'A', SBLR: 'A', SHYD: 'B', SPUN: 'B', SCCU: 'B', SMAA: 'B' },
  ...{ SGGN: 'A', SAMD: 'C', SJAI: 'C', SLKO: 'C', SCOK: 'C', SNOI: 'B', SCHD: 'B', SIND: 'C', SBHO: 'C' },
  ...{ SNAG: 'C', SSUR: 'B', SVAD: 'C', SPAT: 'C', SGAU: 'C', SBBI: 'C', SVIZ: 'C', SCBE: 'B' },
}

const categories = ['Lingerie', 'Loungewear', 'Dresses', 'Tops', 'Bottoms', 'Activewear']

const showing: Readonly<Record<string, readonly [least: number, most: number]>> = {
  A: [24, 120],
  B: [16, 80],
  C: [8, 50],
}

/**
 * What shops, warehouses and factories are made of: size sets, facilities, shelves with opening stock, profiles of shops, and some months
 * of sales with days on which nothing was there. The same day gives the same rows.
 */
export async function tellRetail(tx: Tx, today: string): Promise<void> {
  await insertRows(
    tx,
    'size_set',
    Object.entries(sizeRuns).flatMap(([code, sizes]) =>
      sizes.map((size, at) => ({
        ...{ id: fixedId('size', `${code} ${size}`), code: code.toUpperCase(), size, position: at + 1 },
        ...{ is_core: coreSizes.has(size), pieces_in_set: coreSizes.has(size) ? 2 : 1 },
      })),
    ),
  )
  await insertRows(
    tx,
    'production_facility',
    facilities.map((one) => ({ id: fixedId('facility', one.code), ...one })),
  )
  for (const [style, run, fen] of stylesOfDemo)
    await sql`UPDATE style SET size_set = ${run.toUpperCase()}, price_minor = ${fen}, price_currency = 'CNY' WHERE id = ${fixedId('style', style)}`.execute(
      tx,
    )
  await insertRows(
    tx,
    'place',
    sites
      .filter(({ kind }) => kind === 'warehouse' || kind === 'india_qc')
      .flatMap(({ id, code, kind }) =>
        (kind === 'warehouse' ? ['A', 'B', 'C', 'D'] : ['Q']).flatMap((aisle) =>
          Array.from({ length: 12 }, (_, at) => {
            const shelf = `${aisle}-${String(at + 1).padStart(2, '0')}`
            return { id: fixedId('place', `${code} ${shelf}`), site_id: id, kind: 'shelf', code: shelf }
          }),
        ),
      ),
  )
  await insertRows(
    tx,
    'shop_profile',
    Object.entries(grades).flatMap(([shop, grade]) =>
      categories.map((category, at) => ({
        ...{ id: fixedId('profile', `${shop} ${category}`), shop_id: fixedId('site', shop), category, grade },
        ...{
          is_carried: grade !== 'C' || at !== 5,
          least_shown: showing[grade]?.[0] ?? 0,
          most_shown: showing[grade]?.[1] ?? null,
        },
      })),
    ),
  )
  await sellSome(tx, today)
  await tellRuns(tx, today, DAYS)
  await openStock(tx)
}

/** Numbers from 0 to 999 that a text always gives. */
const chance = (of: ReturnType<typeof sql>) => sql`abs(hashtext(${of})) % 1000`

async function sellSome(tx: Tx, today: string): Promise<void> {
  // A shop carries about every eighth SKU. Where stock is out it is so for some days together.
  await sql`
    INSERT INTO sale_day (shop_id, sku_id, day, sold, returned, value_minor, currency, was_in_stock)
    SELECT n.shop_id, n.sku_id, n.day, n.sold, CASE WHEN n.sold > 0 AND n.luck % 41 = 0 THEN 1 ELSE 0 END,
      n.sold * n.price * 12, 'INR', n.is_in
    FROM (
      SELECT c.shop_id, c.sku_id, d.day::date AS day, c.price, c.luck + c.at AS luck, c.is_in,
        CASE WHEN c.is_in THEN greatest(0, (c.luck % 9) - 7 + CASE WHEN extract(isodow FROM d.day) > 5 THEN 1 ELSE 0 END) ELSE 0 END AS sold
      FROM (
        SELECT s.id AS shop_id, k.id AS sku_id, t.price_minor AS price, g.at,
          ${chance(sql`s.code || k.nm_sku || g.at`)} AS luck,
          ${chance(sql`s.code || k.nm_sku || (g.at / 9)`)} > 90 AS is_in
        FROM site s, sku k JOIN style t ON t.id = k.style_id, generate_series(1, ${DAYS}) AS g (at)
        WHERE s.kind = 'shop' AND ${chance(sql`s.code || k.nm_sku`)} < 120
      ) c, LATERAL (SELECT ${today}::date - c.at AS day) d
    ) n
    WHERE n.sold > 0 OR NOT n.is_in`.execute(tx)
}

async function openStock(tx: Tx): Promise<void> {
  await sql`
    INSERT INTO opening_stock (place_id, sku_id, condition, quantity)
    SELECT p.id, k.id, 'good', 12 + ${chance(sql`p.code || k.nm_sku`)} % 60
    FROM site s JOIN place p ON p.site_id = s.id AND p.kind = 'shelf', sku k
    WHERE s.kind = 'warehouse' AND ${chance(sql`s.code || p.code || k.nm_sku`)} < 12
    UNION ALL
    SELECT p.id, k.id, 'good', 1 + ${chance(sql`s.code || k.nm_sku || 'shop'`)} % 6
    FROM site s JOIN place p ON p.site_id = s.id AND p.kind = 'floor', sku k
    WHERE s.kind = 'shop' AND ${chance(sql`s.code || k.nm_sku`)} < 110 AND NOT ${isOfRun()}
    UNION ALL
    -- Not on a shelf yet, of lesser quality, and in quarantine.
    SELECT p.id, k.id, g.condition, 2 + ${chance(sql`p.kind || k.nm_sku`)} % g.most
    FROM site s JOIN place p ON p.site_id = s.id
      JOIN (VALUES ('floor', 'good', 40, 30), ('floor', 'b_grade', 6, 6), ('quarantine', 'damaged', 5, 4)) AS g (kind, condition, most, share)
        ON g.kind = p.kind, sku k
    WHERE s.kind = 'warehouse' AND ${chance(sql`s.code || p.kind || g.condition || k.nm_sku`)} < g.share`.execute(tx)
  await sql`INSERT INTO stock (place_id, sku_id, condition, on_hand) SELECT place_id, sku_id, condition, quantity FROM opening_stock`.execute(
    tx,
  )
  await sql`
    INSERT INTO stock_move (id, sku_id, quantity, to_place, to_condition, kind, document_type, document_id)
    SELECT gen_random_uuid(), sku_id, quantity, place_id, condition, 'receive', 'opening_balance', place_id::text FROM opening_stock`.execute(
    tx,
  )
}
