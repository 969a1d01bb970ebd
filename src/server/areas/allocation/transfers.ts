import { MOST_TRANSFERS } from '../../../shared/areas/allocation/store-calls.ts'
import type { TransferRow } from '../../../shared/areas/allocation/store-shapes.ts'
import { storeWords } from '../../../shared/areas/allocation/store-words.ts'
import {
  proposeTransfers,
  type TransferCell,
  type TransferLine,
  type TransferSettings,
  type TransferStore,
  type TransferStyle,
} from '../../../shared/areas/allocation/transfers.ts'
import type { Contract } from '../../../shared/areas.ts'
import { recordEvent } from '../../audit/audit.ts'
import { readGroup } from '../../audit/setting-group.ts'
import { col, rowsOf } from '../../database/rows.ts'
import { type Db, type Handlers, reply, type Tx } from '../../http/call.ts'
import { conflict, refusedField } from '../../http/errors.ts'
import { atOwnSites } from '../../http/own-sites.ts'
import { faceOfColour } from '../pictures/faces.ts'
import { isSendable } from '../stock/places.ts'
import { freshRates } from '../vendor-inventory/rates.ts'
import { loadAtStores } from './at-stores.ts'
import { settingsGroup, sitesNamed } from './create.ts'
import { makePasses } from './passes.ts'
import { holdPromises, piecesAtStores, refusePromised } from './promised-since.ts'
import type { Goods } from './reserve.ts'

type Routes = Handlers<Contract['allocation']>

const shopColumns = { id: col.text, store: col.text, name: col.text, name_zh: col.text }
type Shop = { id: string; store: string; name: string; name_zh: string }
const skuColumns = {
  sku_id: col.text,
  nm_sku: col.text,
  style: col.text,
  style_id: col.text,
  style_name: col.text,
  style_name_zh: col.text,
  color: col.text,
  color_zh: col.text,
  picture: col.textOrNull,
  size: col.text,
  position: col.number,
  is_core: col.flag,
}
const profileColumns = { store: col.text, grade: col.text, is_carried: col.flag, most_shown: col.numberOrNull }

/** What stores could send each other, category by category: one category's facts are in memory at once. */
export const storeTransfers: Routes['storeTransfers'] = async (input, { db, caller }) => {
  const rates_as_of = await freshRates(db)
  const { settings: usual } = await readGroup(db, settingsGroup)
  const settings: TransferSettings = { ...usual, most_cover_days: input.most_cover_days ?? usual.most_cover_days }
  const { rows: shops } = await rowsOf(shopColumns)`
    SELECT x.id::text AS id, x.code AS store, x.name, x.name_zh FROM site x WHERE x.kind = 'shop' AND x.retired_at IS NULL
      AND ${atOwnSites(caller, 'x.id', 'shop')} AND (${input.region ?? null}::text IS NULL OR x.region = ${input.region ?? null})
    ORDER BY x.code`.execute(db)
  const { rows: categories } = await rowsOf({ category: col.text })`
    SELECT DISTINCT f.category FROM shop_profile f WHERE f.is_carried AND f.retired_at IS NULL
      AND f.shop_id = ANY(${shops.map(({ id }) => id)}::uuid[])
      AND (${input.category ?? null}::text IS NULL OR f.category = ${input.category ?? null}) ORDER BY 1`.execute(db)
  const rows: TransferRow[] = []
  for (const { category } of categories) rows.push(...(await proposedIn(db, category, shops, settings)))
  const { most_cover_days } = settings
  return reply({
    ...{ rows: rows.slice(0, MOST_TRANSFERS), left_off: Math.max(0, rows.length - MOST_TRANSFERS) },
    ...{ most_cover_days, rates_as_of },
  })
}

async function proposedIn(
  db: Db,
  category: string,
  shops: readonly Shop[],
  settings: TransferSettings,
): Promise<TransferRow[]> {
  const shopIds = shops.map(({ id }) => id)
  const { rows: skus } = await rowsOf(skuColumns)`
    SELECT k.id::text AS sku_id, k.nm_sku, s.code || ' ' || k.color AS style, s.code AS style_id, s.name AS style_name,
      s.name_zh AS style_name_zh, k.color, k.color_zh, ${faceOfColour('k.style_id', 'k.color')} AS picture, k.size,
      k.size_rank::int AS position, coalesce(z.is_core, false) AS is_core
    FROM sku k JOIN style s ON s.id = k.style_id AND s.category = ${category} AND s.retired_at IS NULL
    LEFT JOIN size_set z ON z.code = s.size_set AND z.size = k.size AND z.retired_at IS NULL
    WHERE k.retired_at IS NULL ORDER BY s.code, k.color, k.size_rank, k.nm_sku`.execute(db)
  const { rows: profiles } = await rowsOf(profileColumns)`
    SELECT x.code AS store, coalesce(f.grade, '') AS grade, coalesce(f.is_carried, false) AS is_carried, f.most_shown
    FROM site x LEFT JOIN shop_profile f ON f.shop_id = x.id AND f.category = ${category} AND f.retired_at IS NULL
    WHERE x.id = ANY(${shopIds}::uuid[])`.execute(db)
  const { skuIds, cellOf } = await loadAtStores(db, { storeIds: shopIds, categories: [category], taskId: null })
  const placeOf = new Map(shops.map(({ store }, at) => [store, at]))
  const held = new Map<string, number>()
  const dealsIn = new Set<string>()
  const bySku = new Map(skus.map((sku) => [sku.sku_id, sku]))
  for (const [at, { store }] of shops.entries())
    for (const sku_id of skuIds) {
      const { on_hand, in_transit, sold_30 } = cellOf(at, sku_id)
      if (on_hand + in_transit + sold_30 === 0) continue
      held.set(store, (held.get(store) ?? 0) + on_hand + in_transit)
      dealsIn.add(`${store} ${bySku.get(sku_id)?.style}`)
    }
  const stores = profiles.map((one): TransferStore => ({ ...one, category, held: held.get(one.store) ?? 0 }))
  // Of a store that has, gets and sells none of a style its core sizes are not broken: it does not show the style.
  const styles = [...Map.groupBy(skus, ({ style }) => style)].map(
    ([style, own]): TransferStyle => ({
      ...{ style, category },
      cells: stores
        .filter(({ store }) => dealsIn.has(`${store} ${style}`))
        .flatMap(({ store }) =>
          own.map(({ sku_id, position, is_core }): TransferCell => {
            const { rate, isEstimated, on_hand, free, in_transit } = cellOf(placeOf.get(store) ?? -1, sku_id)
            return { store, size: sku_id, position, is_core, rate, isEstimated, on_hand, free, in_transit }
          }),
        ),
    }),
  )
  const named = new Map(shops.map((shop) => [shop.store, shop]))
  const rowOf = (line: TransferLine): TransferRow[] => {
    const [sku, from, to] = [bySku.get(line.size), named.get(line.from), named.get(line.to)]
    if (sku === undefined || from === undefined || to === undefined) return []
    const { sku_id: _sku, style: _style, position: _position, is_core: _core, ...shown } = sku
    const { giver, taker, quantity, core, need } = line
    return [
      {
        ...{ from: line.from, from_name: from.name, from_name_zh: from.name_zh },
        ...{ to: line.to, to_name: to.name, to_name_zh: to.name_zh },
        ...shown,
        ...{ category, quantity, core, need, giver },
        taker: { ...taker, lacks: taker.lacks.map((size) => bySku.get(size)?.size ?? size) },
      },
    ]
  }
  return proposeTransfers(styles, stores, settings).flatMap(rowOf)
}

const goodsColumns = {
  sku_id: col.text,
  nm_sku: col.text,
  style: col.text,
  category: col.text,
  is_core: col.flag,
}

/**
 * Makes the gate passes of transfers, in one press. Throws invalid_input at the line for stores and SKUs that are none and for what a store
 * does not carry, conflict where less is free by now than is to go, and where a giver's core sizes would be broken.
 */
export const sendTransfers: Routes['sendTransfers'] = (input, context) =>
  context.command(async (tx) => {
    const { lines } = input
    const shop = (side: 'from' | 'to') =>
      sitesNamed(
        tx,
        context,
        lines.map((line) => line[side]),
        { kind: 'shop', field: (at) => `lines.${at}.${side}` },
      )
    const [givers, takers] = [await shop('from'), await shop('to')]
    const goods = await goodsOf(tx, lines)
    await assertCarried(tx, lines, goods, takers)
    await assertNotPromised(tx, lines, goods, takers)
    const { rows } = await rowsOf({ number: col.text })`
      SELECT 'TR-' || lpad(nextval('transfer_number')::text, 6, '0') AS number`.execute(tx)
    const number = rows[0]?.number ?? ''
    const gate_passes = await makePasses(
      tx,
      context,
      { number, name: number, isReserved: false, stockLeft: storeWords.stockLeft },
      goods.map(({ goods: one }) => one),
    )
    await assertCoreKept(tx, goods, givers)
    await recordEvent(tx, context, {
      ...{ entity: 'allocation', entityId: number, event: 'allocation.transferred' },
      details: {
        pieces: goods.reduce((sum, { goods: one }) => sum + one.quantity, 0),
        gate_passes: gate_passes.map(({ gate_pass }) => gate_pass).join(', '),
      },
    })
    return reply({ number, gate_passes }, storeWords.transfersMade)
  })

type Line = Parameters<Routes['sendTransfers']>[0]['lines'][number]

interface Sent {
  goods: Goods
  style: string
  category: string
  is_core: boolean
}

async function goodsOf(tx: Tx, lines: readonly Line[]): Promise<Sent[]> {
  const { rows } = await rowsOf(goodsColumns)`
    SELECT k.id::text AS sku_id, k.nm_sku, s.code || ' ' || k.color AS style, s.category, coalesce(z.is_core, false) AS is_core FROM sku k JOIN style s ON s.id = k.style_id
    LEFT JOIN size_set z ON z.code = s.size_set AND z.size = k.size AND z.retired_at IS NULL
    WHERE k.nm_sku = ANY(${lines.map(({ nm_sku }) => nm_sku)}::text[]) AND k.retired_at IS NULL`.execute(tx)
  const bySku = new Map(rows.map((row) => [row.nm_sku, row]))
  const named = new Set<string>()
  return lines.map(({ from, to, nm_sku, quantity }, at) => {
    const sku = bySku.get(nm_sku)
    if (sku === undefined) throw refusedField(`lines.${at}.nm_sku`, storeWords.noStyleSku, { nm_sku })
    if (from === to) throw refusedField(`lines.${at}.to`, storeWords.sameStore, { nm_sku, store: to })
    const key = `${from} ${to} ${nm_sku}`
    if (named.has(key)) throw refusedField(`lines.${at}.nm_sku`, storeWords.twice, { nm_sku, from, to })
    named.add(key)
    const goods = { source: from, store: to, sku_id: sku.sku_id, nm_sku, quantity }
    return { goods, style: sku.style, category: sku.category, is_core: sku.is_core }
  })
}

async function assertCarried(
  tx: Tx,
  lines: readonly Line[],
  goods: readonly Sent[],
  takers: readonly { id: string; site: string }[],
): Promise<void> {
  const carried = await carriedBy(tx, takers)
  for (const [at, { to, nm_sku }] of lines.entries()) {
    const category = goods[at]?.category ?? ''
    if (!carried.has(`${to} ${category}`))
      throw refusedField(`lines.${at}.to`, storeWords.notCarried, { store: to, category, nm_sku })
  }
}

/** Throws conflict where a taker has or gets more by now than the sender saw. */
async function assertNotPromised(
  tx: Tx,
  lines: readonly Line[],
  goods: readonly Sent[],
  takers: readonly { id: string }[],
): Promise<void> {
  const asked = {
    storeIds: [...new Set(takers.map(({ id }) => id))],
    skuIds: [...new Set(goods.map(({ goods: one }) => one.sku_id))],
    withReserved: true,
  }
  await holdPromises(tx)
  const now = await piecesAtStores(tx, asked)
  const found = new Map(
    lines.flatMap(({ to, taker_had }, at) => {
      const { goods: one, style = '' } = goods[at] ?? {}
      if (one === undefined || taker_had === undefined) return []
      const key = `${to} ${one.sku_id}`
      return [[key, { store: to, sku_id: one.sku_id, style, pieces: (now.get(key) ?? 0) - taker_had }] as const]
    }),
  )
  await refusePromised(tx, [...found.values()], asked, storeWords.promised)
}

/** Categories that stores carry, as `store category`. */
async function carriedBy(tx: Tx, stores: readonly { id: string }[]): Promise<Set<string>> {
  const { rows } = await rowsOf({ store: col.text, category: col.text })`
    SELECT x.code AS store, f.category FROM shop_profile f JOIN site x ON x.id = f.shop_id
    WHERE f.is_carried AND f.retired_at IS NULL AND x.id = ANY(${stores.map(({ id }) => id)}::uuid[])`.execute(tx)
  return new Set(rows.map(({ store, category }) => `${store} ${category}`))
}

const leftColumns = { site: col.text, sku_id: col.text, left: col.number }

/** A giver keeps the minimum set of every core size that it sends of, once all that is promised is gone; of what it does not carry, nothing. */
async function assertCoreKept(
  tx: Tx,
  goods: readonly Sent[],
  givers: readonly { id: string; site: string }[],
): Promise<void> {
  const { settings } = await readGroup(tx as unknown as Db, settingsGroup)
  const keep = Math.max(1, settings.pieces_per_core_size)
  const carried = await carriedBy(tx, givers)
  const core = goods.filter(
    ({ is_core, category, goods: { source } }) => is_core && carried.has(`${source} ${category}`),
  )
  const { rows } = await rowsOf(leftColumns)`
    SELECT x.code AS site, t.sku_id::text AS sku_id, sum(t.on_hand - t.reserved)::int AS "left" FROM stock t
    JOIN place p ON p.id = t.place_id AND ${isSendable} JOIN site x ON x.id = p.site_id
    WHERE x.id = ANY(${givers.map(({ id }) => id)}::uuid[]) AND t.condition = 'good'
      AND t.sku_id = ANY(${core.map(({ goods: one }) => one.sku_id)}::uuid[]) GROUP BY 1, 2`.execute(tx)
  const leftOf = new Map(rows.map(({ site, sku_id, left }) => [`${site} ${sku_id}`, left]))
  for (const [key, own] of Map.groupBy(core, ({ goods: one }) => `${one.source} ${one.sku_id}`)) {
    const [first] = own
    const wanted = own.reduce((sum, { goods: one }) => sum + one.quantity, 0)
    const left = leftOf.get(key) ?? 0
    if (first !== undefined && left < keep)
      throw conflict(storeWords.breaks, {
        values: { nm_sku: first.goods.nm_sku, site: first.goods.source, keep, free: left + wanted, wanted },
      })
  }
}
