import { sql } from 'kysely'
import { sumOf } from '../../../shared/areas/allocation/apportion.ts'
import { col, rowsOf } from '../../database/rows.ts'
import type { Tx } from '../../http/call.ts'
import { conflict } from '../../http/errors.ts'
import { isSendable } from '../stock/places.ts'
import { onTheirWay } from './on-their-way.ts'

/**
 * Those that promise goods to stores do so one after the other until their transaction ends, so that of two the second sees what the first promised.
 * No row is held for it: sites are locked before gate passes elsewhere.
 */
export async function holdPromises(tx: Tx): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock(hashtextextended('promises to stores', 0))`.execute(tx)
}

interface Asked {
  storeIds: readonly string[]
  skuIds: readonly string[]
  taskId?: string | null
  orderId?: string | undefined
  /** Whether pieces in the store that it is to send elsewhere count. */
  withReserved?: boolean
}

const piecesColumns = { store: col.text, sku_id: col.text, pieces: col.number }

/** Pieces that stores have for sale or are to get, by `store sku.id`. */
export async function piecesAtStores(tx: Tx, asked: Asked): Promise<Map<string, number>> {
  const { storeIds, skuIds, taskId = null, orderId, withReserved = false } = asked
  const { rows } = await rowsOf(piecesColumns)`
    SELECT x.code AS store, g.sku_id::text AS sku_id, sum(g.pieces)::int AS pieces FROM (
      SELECT p.site_id, t.sku_id, t.on_hand - CASE WHEN ${withReserved} THEN 0 ELSE t.reserved END AS pieces FROM stock t
        JOIN place p ON p.id = t.place_id AND ${isSendable} WHERE t.condition = 'good' AND t.on_hand > 0
      UNION ALL SELECT w.site_id, w.sku_id, greatest(0, w.pieces) FROM (${onTheirWay({ taskId, orderId })}) w) g
    JOIN site x ON x.id = g.site_id WHERE x.id = ANY(${[...storeIds]}::uuid[]) AND g.sku_id = ANY(${[...skuIds]}::uuid[])
    GROUP BY x.code, g.sku_id`.execute(tx)
  return new Map(rows.map(({ store, sku_id, pieces }) => [`${store} ${sku_id}`, pieces]))
}

/** Pieces of an SKU that a store was promised, or got, beyond what was known when somebody decided what to send it. */
export interface PromisedSince {
  store: string
  sku_id: string
  /** What the style is called. */
  style: string
  pieces: number
}

const byColumns = { ...piecesColumns, by: col.text }
const FIRST = 3

/**
 * Throws conflict with stores, styles, pieces and the documents that promise them, newest first, in words that have a place for {{list}}, {{stores}} and
 * {{pieces}}. Nothing where none is promised.
 */
export async function refusePromised(
  tx: Tx,
  found: readonly PromisedSince[],
  asked: Asked,
  words: string,
): Promise<void> {
  const promised = found.filter(({ pieces }) => pieces > 0)
  if (promised.length === 0) return
  const { rows } = await rowsOf(byColumns)`
    SELECT x.code AS store, g.sku_id::text AS sku_id, g.by, g.pieces::int AS pieces FROM (
      SELECT p.to_site_id AS site_id, i.sku_id, coalesce(p.task_id, p.number) AS by, coalesce(t.frozen_at, p.created_at) AS at,
          CASE WHEN p.state IN ('CONFIRMED', 'PACKING') THEN greatest(i.planned, i.packed) ELSE i.sent - i.closed_short END AS pieces
        FROM gate_pass p JOIN gate_pass_item i ON i.pass_id = p.id LEFT JOIN allocation_task t ON t.number = p.task_id
        WHERE p.state <> 'CANCELLED' AND i.condition = 'good'
      UNION ALL SELECT o.store_id, o.sku_id, t.number, t.frozen_at, o.quantity FROM allocation_outward o JOIN allocation_task t ON t.id = o.task_id
        WHERE t.is_frozen AND t.state IN ('SHORTLISTED', 'SUBMITTED') AND o.choice = 'shortlisted' AND t.id IS DISTINCT FROM ${asked.taskId ?? null}::uuid
      UNION ALL SELECT l.store_id, l.sku_id, o.number, o.created_at, l.quantity FROM replenishment_line l JOIN replenishment_order o ON o.id = l.order_id
        WHERE o.state = 'DRAFT' AND o.id <> ${asked.orderId ?? null}::uuid) g
    JOIN site x ON x.id = g.site_id WHERE x.code = ANY(${promised.map(({ store }) => store)}::text[])
      AND g.sku_id = ANY(${promised.map(({ sku_id }) => sku_id)}::uuid[]) AND g.pieces > 0 ORDER BY g.at DESC NULLS FIRST, g.by`.execute(
    tx,
  )
  const promises = Map.groupBy(rows, ({ store, sku_id }) => `${store} ${sku_id}`)
  const byOf = ({ store, sku_id, pieces }: PromisedSince) => {
    let left = pieces
    return (promises.get(`${store} ${sku_id}`) ?? []).flatMap((one) => {
      if (left <= 0) return []
      left -= one.pieces
      return [one.by]
    })
  }
  const parts = [...Map.groupBy(promised, ({ store, style }) => `${store} ${style}`)].map(([name, own]) => {
    const by = [...new Set(own.flatMap(byOf))].join(', ')
    return `${name} ${sumOf(own.map(({ pieces }) => pieces))}${by === '' ? '' : ` (${by})`}`
  })
  throw conflict(words, {
    values: {
      list: parts.length > FIRST ? `${parts.slice(0, FIRST).join('; ')}; …` : parts.join('; '),
      stores: new Set(promised.map(({ store }) => store)).size,
      pieces: sumOf(promised.map(({ pieces }) => pieces)),
    },
  })
}
