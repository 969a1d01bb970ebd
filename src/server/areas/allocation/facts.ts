import { sql } from 'kysely'
import type { Carried, CellFacts, SizeFacts, StyleFacts } from '../../../shared/areas/allocation/plan-facts.ts'
import { afterHoldback, type FreeAt } from '../../../shared/areas/allocation/split.ts'
import { col, rowsOf } from '../../database/rows.ts'
import type { Db, Tx } from '../../http/call.ts'
import { isSendable } from '../stock/places.ts'
import { type CellAtStore, loadAtStores } from './at-stores.ts'

/** For which stores and sources facts are wanted, in their order. */
export interface FactsAsked {
  stores: readonly { id: string; site: string }[]
  sources: readonly { id: string; site: string }[]
  holdbackPercent: number
  /** The allocation whose locks count, and whose own lines are not on their way. */
  taskId: string | null
  /** The replenishment order that is put together: lines of others that are not sent yet are on their way too. */
  orderId?: string
}

/** What a rate comes from. */
export interface RateSource {
  sold_30: number
  /** Days in stock; null where the category stands for the SKU. */
  days_30: number | null
}

export interface LoadedSku {
  id: string
  nm_sku: string
  size: string
}

/** A style in one colour as the engine takes it, and what it is called. Sizes are named by sku.id, stores by site.code. */
export interface LoadedStyle {
  styleId: string
  code: string
  color: string
  /** Made when they are first asked for, and kept. */
  readonly facts: StyleFacts
  /** Makes them anew: a plan of a thousand styles at a thousand stores has one style's cells in memory at once. */
  makeFacts: () => StyleFacts
  skus: LoadedSku[]
  /** What the rate of a store (site.code) and an SKU (sku.id) comes from. */
  rateSource: (store: string, sku: string) => RateSource
  /** Pieces that each source may give, after the holdback. */
  free: FreeAt[]
}

export interface LoadedCategory {
  carried: Carried[]
  styles: LoadedStyle[]
}

const skuColumns = {
  sku_id: col.text,
  nm_sku: col.text,
  style_id: col.text,
  code: col.text,
  color: col.text,
  size: col.text,
  position: col.number,
  is_core: col.flag,
  pieces_in_set: col.number,
}
const piecesColumns = { site: col.text, sku_id: col.text, pieces: col.number }
const profileColumns = {
  store: col.text,
  grade: col.text,
  least_shown: col.number,
  most_shown: col.numberOrNull,
}

/** What counts in a plan: what is promised leaves anyhow. */
const piecesOf = ({ free, in_transit }: CellAtStore) => free + in_transit

const keyOf = (site: string, sku: string) => `${site} ${sku}`

/** Loads a category: everything that a plan of its styles needs. `only` keeps styles by id and colour; null takes all that are sold. */
export async function loadCategory(
  db: Db | Tx,
  asked: FactsAsked,
  category: string,
  only: ReadonlySet<string> | null,
): Promise<LoadedCategory> {
  const storeIds = asked.stores.map(({ id }) => id)
  const sourceIds = asked.sources.map(({ id }) => id)
  const inCategory = sql`JOIN style s ON s.id = k.style_id AND s.category = ${category}`
  const { rows: skus } = await rowsOf(skuColumns)`
    SELECT k.id::text AS sku_id, k.nm_sku, s.id::text AS style_id, s.code, k.color, k.size, k.size_rank::int AS position,
      coalesce(z.is_core, false) AS is_core, coalesce(z.pieces_in_set, 1)::int AS pieces_in_set
    FROM sku k ${inCategory} LEFT JOIN size_set z ON z.code = s.size_set AND z.size = k.size AND z.retired_at IS NULL
    WHERE k.retired_at IS NULL AND s.retired_at IS NULL ORDER BY s.code, k.color, k.size_rank, k.nm_sku`.execute(db)
  const at = await loadAtStores(db, { storeIds, categories: [category], taskId: asked.taskId, orderId: asked.orderId })
  const { rows: free } = await rowsOf(piecesColumns)`
    SELECT x.code AS site, t.sku_id::text AS sku_id, sum(t.on_hand - t.reserved)::int AS pieces
    FROM stock t JOIN place p ON p.id = t.place_id AND ${isSendable} JOIN site x ON x.id = p.site_id JOIN sku k ON k.id = t.sku_id ${inCategory}
    WHERE x.id = ANY(${sourceIds}::uuid[]) AND t.condition = 'good' AND t.on_hand > t.reserved
    GROUP BY x.code, t.sku_id`.execute(db)
  const { rows: locks } = await rowsOf(piecesColumns)`
    SELECT x.code AS site, c.sku_id::text AS sku_id, c.locked AS pieces FROM allocation_cell c JOIN site x ON x.id = c.store_id
    JOIN sku k ON k.id = c.sku_id ${inCategory} WHERE c.task_id = ${asked.taskId}::uuid AND c.locked IS NOT NULL`.execute(
    db,
  )
  const { rows: profiles } = await rowsOf(profileColumns)`
    SELECT x.code AS store, f.grade, f.least_shown, f.most_shown FROM shop_profile f JOIN site x ON x.id = f.shop_id
    WHERE f.category = ${category} AND f.is_carried AND f.retired_at IS NULL AND x.retired_at IS NULL
      AND x.id = ANY(${storeIds}::uuid[])`.execute(db)

  const locked = sums(locks)
  const freeAt = sums(free)
  const held = new Map(
    asked.stores.map(({ site }, store) => [
      site,
      at.skuIds.reduce((sum, sku) => sum + (at.isCarried(store, sku) ? piecesOf(at.cellOf(store, sku)) : 0), 0),
    ]),
  )
  const chosen = (styleId: string, color: string) => only === null || only.has(styleKey(styleId, color))
  const byStyle = Map.groupBy(
    skus.filter(({ style_id, color }) => chosen(style_id, color)),
    ({ style_id, color }) => styleKey(style_id, color),
  )
  const wanted = new Set([...byStyle.values()].flat().map(({ sku_id }) => sku_id))
  const lockedAt = new Map<string, number>()
  for (const { site, sku_id, pieces } of locks)
    if (wanted.has(sku_id)) lockedAt.set(site, (lockedAt.get(site) ?? 0) + pieces)

  const placeOf = new Map(asked.stores.map(({ site }, store) => [site, store]))
  const styles = [...byStyle.values()].map((own): LoadedStyle => {
    const [first] = own
    if (first === undefined) throw new Error('a group without a member')
    const freeAtSources = asked.sources.flatMap(({ site }) =>
      own.map(({ sku_id }) => ({
        ...{ source: site, sku: sku_id },
        free: afterHoldback(freeAt.get(keyOf(site, sku_id)) ?? 0, asked.holdbackPercent),
      })),
    )
    const cellOf = (store: string, index: number, sku: string): CellFacts => {
      const { rate, isEstimated, free: on_hand, in_transit } = at.cellOf(index, sku)
      const fixed = locked.size === 0 ? null : (locked.get(keyOf(store, sku)) ?? null)
      return { store, size: sku, rate, isEstimated, on_hand, in_transit, locked: fixed }
    }
    const sizes = own.map(
      ({ sku_id, position, is_core, pieces_in_set }): SizeFacts => ({
        ...{ size: sku_id, position, is_core, pieces_in_set },
        available: freeAtSources.filter(({ sku }) => sku === sku_id).reduce((sum, one) => sum + one.free, 0),
      }),
    )
    let kept: StyleFacts | undefined
    const makeFacts = (): StyleFacts => ({
      ...{ style: `${first.code} ${first.color}`, category, sizes },
      cells: asked.stores.flatMap(({ site }, index) => own.map(({ sku_id }) => cellOf(site, index, sku_id))),
    })
    return {
      ...{ styleId: first.style_id, code: first.code, color: first.color, free: freeAtSources },
      get facts() {
        kept ??= makeFacts()
        return kept
      },
      makeFacts,
      rateSource: (store, sku) => {
        const { sold_30, days_30 } = at.cellOf(placeOf.get(store) ?? -1, sku)
        return { sold_30, days_30 }
      },
      skus: own.map(({ sku_id, nm_sku, size }) => ({ id: sku_id, nm_sku, size })),
    }
  })
  return {
    styles,
    carried: profiles.map((profile) => ({
      ...profile,
      ...{ category, held: held.get(profile.store) ?? 0, locked: lockedAt.get(profile.store) ?? 0 },
    })),
  }
}

export const styleKey = (styleId: string, color: string) => `${styleId} ${color}`

function sums(rows: readonly { site: string; sku_id: string; pieces: number }[]): Map<string, number> {
  return new Map(rows.map(({ site, sku_id, pieces }) => [keyOf(site, sku_id), Math.max(0, pieces)]))
}
