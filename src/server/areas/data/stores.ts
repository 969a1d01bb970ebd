import { sql } from 'kysely'
import {
  facilities,
  type KindName,
  materials,
  measures,
  sales,
  shelves,
  shopProfiles,
  sites,
  sizeSets,
  skus,
  styles,
  vendors,
} from '../../../shared/areas/data/kinds.ts'
import { recordWords } from '../../../shared/areas/data/record-words.ts'
import { type MaterialKind, materialProperties, propertyFaults } from '../../../shared/areas/materials/material.ts'
import { dayIn, indiaZone, vendorZone } from '../../../shared/kernel/days.ts'
import { expectations } from '../../../shared/kernel/sheet.ts'
import { usualRank } from '../../../shared/kernel/sizes.ts'
import { col, rowsOf } from '../../database/rows.ts'
import type { Tx } from '../../http/call.ts'
import { materialsInUse } from '../materials/masters.ts'
import { rollStore } from '../materials/roll-records.ts'
import { faceOfColour } from '../pictures/faces.ts'
import { productionOrderStore } from '../production/order-records.ts'
import { openingStockStore } from './opening-stock.ts'
import { orderStore } from './order-records.ts'
import {
  type CheckedRecord,
  newId,
  type PlacedFaults,
  type RecordFault,
  type RecordStore,
  tableStore,
  upsert,
} from './record-store.ts'

/** Places that every site has without shelves. */
const ownPlaces = ['floor', 'quarantine', 'packing'] as const

/** Of an order: somebody still waits for pieces of it. One that was refused or cancelled keeps its quantities. */
const isOpen = sql`o.decision IN ('NEW', 'APPROVED') AND o.awaiting + o.platform + o.reserved + o.packed > 0`

/** Boxes of shipments that nobody has received. */
const boxesOnTheirWay = sql`FROM box b JOIN shipment h ON h.id = b.shipment_id AND h.state <> 'CANCELLED'
  WHERE b.removed_at IS NULL AND NOT EXISTS (SELECT 1 FROM qc_box q WHERE q.box_id = b.id)`

const zones: Readonly<Record<string, string>> = { CN: vendorZone, IN: indiaZone }
const zoneOfCountry = (country: unknown) => zones[String(country)] ?? null

const siteStore = tableStore(sites, {
  table: 'site',
  columns: {
    ...{ site: 'code', kind: 'kind', name: 'name', name_zh: 'name_zh', country: 'country', address: 'address' },
    ...{ address_zh: 'address_zh', time_zone: 'time_zone', currency: 'currency', region: 'region', gstin: 'gstin' },
  },
  defaults: ({ name, country }) => ({ name_zh: name ?? null, time_zone: zoneOfCountry(country) }),
  async check(_tx, records) {
    return new Map(
      records.flatMap(({ values }, at): [number, RecordFault][] =>
        values.time_zone === null && values.country !== null && zoneOfCountry(values.country) === null
          ? [[at, { column: 'time_zone', message: recordWords.needed, expected: expectations.time_zone }]]
          : [],
      ),
    )
  },
  async after(tx, records) {
    const fresh = records.filter(({ isNew }) => isNew).flatMap(({ id }) => ownPlaces.map((kind) => ({ id, kind })))
    if (fresh.length === 0) return
    const all = [
      { name: 'id', type: 'uuid', all: fresh.map(() => newId()) },
      { name: 'site_id', type: 'uuid', all: fresh.map(({ id }) => id) },
      { name: 'kind', type: 'text', all: fresh.map(({ kind }) => kind) },
      { name: 'code', type: 'text', all: fresh.map(({ kind }) => kind) },
    ]
    await upsert(tx, 'place', all, ['site_id', 'kind', 'code'], null)
  },
  inUse: (tx, ids) =>
    whereUsed(tx, ids, [
      ['Orders', sql`SELECT o.destination_id AS id, o.order_id AS code FROM vendor_order o WHERE ${isOpen}`],
      ['Boxes on their way', sql`SELECT h.destination_id AS id, b.sscc AS code ${boxesOnTheirWay}`],
      [
        'Boxes at QC',
        sql`SELECT q.site_id AS id, b.sscc AS code FROM qc_box q JOIN box b ON b.id = q.box_id WHERE q.stage < 6`,
      ],
      ['Stock', sql`SELECT p.site_id AS id, p.code FROM stock s JOIN place p ON p.id = s.place_id WHERE s.on_hand > 0`],
    ]),
})

const shelfStore = tableStore(shelves, {
  table: 'place',
  columns: { site: { refers: 'site_id' }, shelf: 'code', name: 'name' },
  only: { kind: 'shelf' },
  inUse: (tx, ids) =>
    whereUsed(tx, ids, [
      [
        'Stock',
        sql`SELECT s.place_id AS id, k.nm_sku AS code FROM stock s JOIN sku k ON k.id = s.sku_id WHERE s.on_hand > 0`,
      ],
      // Pieces that were packed from it are put back there when they are taken out.
      [
        'Gate passes',
        sql`SELECT c.place_id AS id, g.number AS code FROM gate_pass_content c JOIN gate_pass_box b ON b.id = c.box_id
          JOIN gate_pass g ON g.id = b.pass_id WHERE g.state = 'PACKING' AND b.removed_at IS NULL`,
      ],
    ]),
})

const vendorStore = tableStore(vendors, {
  table: 'vendor',
  columns: {
    ...{
      vendor: 'code',
      name: 'name',
      name_zh: 'name_zh',
      city: 'city',
      time_zone: 'time_zone',
      onboarded_on: 'onboarded_on',
    },
    ...{
      is_selectable: 'is_selectable',
      contact: 'contact',
      phone: 'phone',
      email: 'email',
      address: 'address',
      address_zh: 'address_zh',
    },
  },
  defaults: ({ name }) => ({
    ...{ name_zh: name ?? null, time_zone: vendorZone, is_selectable: true },
    onboarded_on: dayIn(vendorZone, new Date()),
  }),
  inUse: (tx, ids) =>
    whereUsed(tx, ids, [
      ['Orders', sql`SELECT o.vendor_id AS id, o.order_id AS code FROM vendor_order o WHERE ${isOpen}`],
      ['Boxes on their way', sql`SELECT h.vendor_id AS id, b.sscc AS code ${boxesOnTheirWay}`],
      [
        'Boxes at QC',
        sql`SELECT q.vendor_id AS id, b.sscc AS code FROM qc_box q JOIN box b ON b.id = q.box_id WHERE q.stage < 6`,
      ],
    ]),
})

const facilityStore = tableStore(facilities, {
  table: 'production_facility',
  columns: {
    ...{ facility: 'code', name: 'name', name_zh: 'name_zh', site: { refers: 'site_id' }, gstin: 'gstin' },
    ...{ address: 'address', is_own: 'is_own', capacity: 'capacity', stages: 'stages' },
  },
  defaults: ({ name }) => ({ name_zh: name ?? null, is_own: true }),
})

const sizeRows = tableStore(sizeSets, {
  table: 'size_set',
  columns: { size_set: 'code', size: 'size', position: 'position', is_core: 'is_core', pieces_in_set: 'pieces_in_set' },
  defaults: () => ({ is_core: false, pieces_in_set: 1 }),
  // Sizes from small to large.
  order: [
    [sql`r.code`, 'text'],
    [sql`r.position`, 'int'],
    [sql`r.size`, 'text'],
  ],
  // SKUs stand in the order of their sizes everywhere.
  async after(tx, records) {
    const changed = records.filter(({ before, values }) => before.position !== values.position)
    const codes = [...new Set(changed.map(({ values }) => String(values.size_set)))]
    await rankSizes(tx, sql`s.size_set = ANY(${codes}::text[])`)
  },
  inUse: (tx, ids) =>
    whereUsed(tx, ids, [
      [
        'Styles',
        sql`SELECT z.id, s.code FROM size_set z JOIN style s ON s.size_set = z.code WHERE s.retired_at IS NULL`,
      ],
    ]),
})

const sizeSetStore = { ...sizeRows, record: sql`r.code` }

/** Pieces of SKUs that are still on their way or lie somewhere, by the column that says whose they are. */
function piecesOf(column: ReturnType<typeof sql>) {
  return [
    [
      'Orders',
      sql`SELECT ${column} AS id, o.order_id AS code FROM order_line l JOIN vendor_order o ON o.id = l.order_id JOIN sku k ON k.id = l.sku_id
      WHERE o.decision IN ('NEW', 'APPROVED') AND l.awaiting + l.platform + l.reserved > 0`,
    ],
    [
      'Boxes on their way',
      sql`SELECT ${column} AS id, b.sscc AS code FROM box_line bl JOIN order_line l ON l.id = bl.order_line_id
      JOIN sku k ON k.id = l.sku_id JOIN box b ON b.id = bl.box_id JOIN shipment h ON h.id = b.shipment_id
      LEFT JOIN qc_box q ON q.box_id = b.id WHERE b.removed_at IS NULL AND h.state <> 'CANCELLED' AND (q.stage IS NULL OR q.stage < 6)`,
    ],
    [
      'Stock',
      sql`SELECT ${column} AS id, k.nm_sku AS code FROM stock s JOIN sku k ON k.id = s.sku_id WHERE s.on_hand > 0`,
    ],
  ] as const
}

const styleStore = tableStore(styles, {
  table: 'style',
  columns: {
    ...{ style: 'code', name: 'name', name_zh: 'name_zh', category: 'category', vendor: { refers: 'vendor_id' } },
    ...{ season: 'season', size_set: { refers: 'size_set' }, link: 'link_1688' },
    price: { money: ['price_minor', 'price_currency'] },
    mrp: { money: ['mrp_minor', 'mrp_currency'] },
  },
  picture: sql<string | null>`r.picture_id`,
  beside: {
    ...{ table: 'style_customs', by: 'style_id' },
    columns: {
      ...{
        hs_code: 'hs_code',
        description: 'description',
        description_zh: 'description_zh',
        composition: 'composition',
      },
      ...{ origin: 'origin', weight: 'net_weight_grams' },
    },
  },
  defaults: ({ name }) => ({ name_zh: name ?? null }),
  async after(tx, records) {
    const moved = records.filter(
      ({ isNew, before, values }) => !isNew && (before.size_set ?? null) !== (values.size_set ?? null),
    )
    await rankSizes(tx, sql`s.id = ANY(${moved.map(({ id }) => id)}::uuid[])`)
  },
  inUse: (tx, ids) => whereUsed(tx, ids, piecesOf(sql`k.style_id`)),
})

const measureStore = tableStore(measures, {
  table: 'style_measure',
  columns: {
    ...{ style: { refers: 'style_id' }, size: 'size', point: 'point', point_zh: 'point_zh', position: 'position' },
    ...{ spec: { scaled: 'spec_mm', by: 10 }, tolerance: { scaled: 'tolerance_mm', by: 10 } },
  },
  defaults: ({ point }) => ({ point_zh: point ?? null, position: 1 }),
})

/** SKUs of styles get the place of their size in the style's set again. */
async function rankSizes(tx: Tx, ofStyles: ReturnType<typeof sql>): Promise<void> {
  const { rows } = await rowsOf({ id: col.text, size: col.text, rank: col.number, position: col.numberOrNull })`
    SELECT k.id::text AS id, k.size, k.size_rank AS rank, z.position::int AS position
    FROM style s JOIN sku k ON k.style_id = s.id LEFT JOIN size_set z ON z.code = s.size_set AND z.size = k.size
    WHERE ${ofStyles}`.execute(tx)
  const wrong = rows
    .map(({ position, size, ...row }) => ({ ...row, should: position ?? usualRank(size) }))
    .filter(({ rank, should }) => rank !== should)
  if (wrong.length === 0) return
  await sql`UPDATE sku k SET size_rank = n.rank FROM unnest(${wrong.map(({ id }) => id)}::uuid[], ${wrong.map(({ should }) => should)}::int[])
    AS n (id, rank) WHERE k.id = n.id`.execute(tx)
}

const skuStore = tableStore(skus, {
  table: 'sku',
  columns: {
    ...{ sku: 'nm_sku', style: { refers: 'style_id' }, color: 'color', color_zh: 'color_zh', size: 'size', ean: 'ean' },
    mrp: { money: ['mrp_minor', 'mrp_currency'] },
  },
  defaults: ({ color }) => ({ color_zh: color ?? null }),
  picture: faceOfColour('r.style_id', 'r.color'),
  order: [
    [sql`coalesce(x_style.code, '')`, 'text'],
    [sql`coalesce(r.color, '')`, 'text'],
    [sql`r.size_rank`, 'int'],
    [sql`r.nm_sku`, 'text'],
  ],
  alsoTypes: { size_rank: 'int' },
  async also(tx, records) {
    const { rows } = await rowsOf({ style: col.text, size: col.text, position: col.number })`
      SELECT s.id::text AS style, z.size, z.position::int AS position FROM style s JOIN size_set z ON z.code = s.size_set
      WHERE s.id = ANY(${[...new Set(records.map(({ ids }) => ids.style))]}::uuid[])`.execute(tx)
    const positions = new Map(rows.map(({ style, size, position }) => [`${style} ${size}`, position]))
    return records.map(({ ids, values }) => {
      const size = String(values.size)
      return { size_rank: positions.get(`${ids.style} ${size}`) ?? usualRank(size) }
    })
  },
  check: async (tx, records) => [
    ...(await eansTaken(tx, records)),
    ...(await movedStyles(tx, records)),
    ...(await sizesOutside(tx, records)),
  ],
  inUse: (tx, ids) => whereUsed(tx, ids, piecesOf(sql`k.id`)),
})

async function eansTaken(tx: Tx, records: readonly CheckedRecord[]): Promise<ReadonlyMap<number, RecordFault>> {
  const own = records.flatMap(({ id, values }, at) =>
    values.ean === null ? [] : [{ id, at, ean: String(values.ean) }],
  )
  if (own.length === 0) return new Map()
  const { rows } = await rowsOf({ id: col.text, ean: col.text })`
    SELECT id::text AS id, ean FROM sku WHERE ean = ANY(${own.map(({ ean }) => ean)}::text[])`.execute(tx)
  const owners = new Map(rows.map(({ id, ean }) => [ean, id]))
  const fault: RecordFault = {
    column: 'ean',
    message: 'Multiple entries found.',
    expected: 'Another SKU has this EAN.',
  }
  return new Map(
    own.flatMap(({ id, at, ean }) => {
      const owner = owners.get(ean)
      owners.set(ean, owner ?? id)
      return owner === undefined || owner === id ? [] : [[at, fault] as const]
    }),
  )
}

/** An SKU that has been ordered stays of its style: orders are of one style. */
async function movedStyles(tx: Tx, records: readonly CheckedRecord[]): Promise<ReadonlyMap<number, RecordFault>> {
  const moved = records.flatMap(({ id, isNew, before, values }, at) =>
    !isNew && before.style !== values.style ? [{ id, at }] : [],
  )
  if (moved.length === 0) return new Map()
  const { rows } = await rowsOf({ id: col.text })`
    SELECT DISTINCT sku_id::text AS id FROM order_line WHERE sku_id = ANY(${moved.map(({ id }) => id)}::uuid[])`.execute(
    tx,
  )
  const ordered = new Set(rows.map(({ id }) => id))
  return new Map(
    moved.flatMap(({ id, at }) =>
      ordered.has(id) ? [[at, { column: 'style', message: recordWords.ordered }] as const] : [],
    ),
  )
}

/** New sizes that the set of their style does not have: they would have no place in its order, and stand in no set. A style without a set takes every size. */
async function sizesOutside(tx: Tx, records: readonly CheckedRecord[]): Promise<PlacedFaults> {
  const asked = records.flatMap(({ ids: { style }, isNew, before, values }, at) =>
    style && values.size !== null && (isNew || before.style !== values.style || before.size !== values.size)
      ? [{ style, at, size: String(values.size) }]
      : [],
  )
  if (asked.length === 0) return []
  const { rows } = await rowsOf({ style: col.text, set: col.text, sizes: col.texts })`
    SELECT s.id::text AS style, s.size_set AS set, array_agg(z.size ORDER BY z.position, z.size) AS sizes
    FROM style s JOIN size_set z ON z.code = s.size_set
    WHERE s.id = ANY(${[...new Set(asked.map(({ style }) => style))]}::uuid[]) GROUP BY s.id`.execute(tx)
  const sets = new Map(rows.map((row) => [row.style, row]))
  return asked.flatMap(({ style, at, size }): [number, RecordFault][] => {
    const found = sets.get(style)
    if (!found || found.sizes.includes(size)) return []
    const blanks = { set: found.set, sizes: found.sizes.join(', ') }
    return [[at, { column: 'size', message: recordWords.notInSet, expected: recordWords.sizesOfSet, values: blanks }]]
  })
}

const profileStore = tableStore(shopProfiles, {
  table: 'shop_profile',
  columns: {
    ...{ shop: { refers: 'shop_id' }, category: 'category', grade: 'grade', is_carried: 'is_carried' },
    ...{ least_shown: 'least_shown', most_shown: 'most_shown' },
  },
  defaults: () => ({ is_carried: true, least_shown: 0 }),
  async check(_tx, records) {
    const wrong = records.flatMap(({ values }, at) => {
      const { least_shown: least, most_shown: most } = values
      return least !== null && most !== null && Number(least) > Number(most) ? [at] : []
    })
    return new Map(
      wrong.map((at) => [
        at,
        { column: 'most_shown', message: recordWords.mostBelowLeast, expected: expectations.wholeNumber },
      ]),
    )
  },
})

const saleStore = tableStore(sales, {
  table: 'sale_day',
  hasId: false,
  columns: {
    ...{ shop: { refers: 'shop_id' }, sku: { refers: 'sku_id' }, day: 'day', sold: 'sold', returned: 'returned' },
    ...{ value: { money: ['value_minor', 'currency'] }, was_in_stock: 'was_in_stock' },
  },
  defaults: () => ({ returned: 0, was_in_stock: true }),
  // Nothing is sold on a day that has not begun where the shops are: a slip of the year would stand above every rate.
  async check(_tx, records) {
    const today = dayIn(indiaZone, new Date())
    return new Map(
      records.flatMap(({ values }, at): [number, RecordFault][] =>
        values.day !== null && String(values.day) > today
          ? [[at, { column: 'day', message: recordWords.dayToCome }]]
          : [],
      ),
    )
  },
})

const materialStore = tableStore(materials, {
  table: 'material',
  columns: {
    material: 'code',
    kind: 'kind',
    name: 'name',
    name_zh: 'name_zh',
    color: 'color',
    unit: 'unit',
    composition: 'composition',
    construction: 'construction',
    width_cm: { scaled: 'width_mm', by: 10 },
    gsm: 'gsm',
    shrinkage: { scaled: 'shrinkage_tenths', by: 10 },
    trim: 'trim',
    size: 'size',
    pack_size: 'pack_size',
    price: { money: ['price_minor', 'price_currency'] },
    reorder_point: { scaled: 'reorder_point', by: 100 },
  },
  defaults: ({ name }) => ({ name_zh: name ?? null }),
  // The properties of its kind, by the rule that its form goes by.
  async check(_tx, records) {
    return new Map(
      records.flatMap(({ values }, at): [number, RecordFault][] => {
        const kind = values.kind as MaterialKind | null
        if (kind === null) return []
        const known = Object.keys(materialProperties[kind])
        const given = Object.fromEntries(known.map((name) => [name, (values[name] ?? null) as string | number | null]))
        const [fault] = propertyFaults(kind, given)
        return fault ? [[at, { column: fault.property, message: recordWords.neededOfKind }]] : []
      }),
    )
  },
  inUse: materialsInUse,
})

type Users = readonly (readonly [word: string, rows: ReturnType<typeof sql>])[]

/** The first places that still need a record, in words: "Orders: PO-1, PO-2, 3 more". */
async function whereUsed(tx: Tx, ids: readonly string[], users: Users): Promise<ReadonlyMap<string, string>> {
  const used = new Map<string, string>()
  for (const [word, query] of users) {
    const { rows } = await rowsOf({ id: col.text, codes: col.texts, total: col.number })`
      SELECT u.id::text AS id, (array_agg(DISTINCT u.code))[1:3] AS codes, count(DISTINCT u.code)::int AS total
      FROM (${query}) u WHERE u.id = ANY(${ids}::uuid[]) GROUP BY u.id`.execute(tx)
    for (const { id, codes, total } of rows) {
      const said = `${word}: ${codes.join(', ')}${total > codes.length ? ` +${total - codes.length}` : ''}`
      used.set(id, [used.get(id), said].filter(Boolean).join('; '))
    }
  }
  return used
}

/** How each kind is stored. One that is forgotten does not compile. */
export const stores: Readonly<Record<KindName, RecordStore>> = {
  sites: siteStore,
  shelves: shelfStore,
  vendors: vendorStore,
  facilities: facilityStore,
  'size-sets': sizeSetStore,
  styles: styleStore,
  measurements: measureStore,
  skus: skuStore,
  orders: orderStore,
  'shop-profiles': profileStore,
  sales: saleStore,
  'opening-stock': openingStockStore,
  materials: materialStore,
  'fabric-rolls': rollStore,
  'production-orders': productionOrderStore,
}
