import { sql } from 'kysely'
import type { z } from 'zod'
import { qcLine, qcQuantities } from '../../shared/contract/qc-shapes.ts'
import { qcColumns } from '../../shared/domain/qc-quantities.ts'
import { col, type Row, rowsOf } from '../database/rows.ts'
import type { Db } from '../http/call.ts'
import { inPlaces, type QcPlace } from './qc-sites.ts'

export type QcLineWire = z.output<typeof qcLine>

/** Pieces of one SKU in a box, with the ids behind the names. */
const qcLineFactsColumns = {
  ...qcQuantities.shape,
  ...qcLine.omit({ quantities: true }).shape,
  box_id: col.text,
  sku_id: col.text,
  site_id: col.text,
  /** style.id */
  style_uuid: col.text,
  /** Of its style in this box: counts up when its pieces go back to be judged. */
  round: col.number,
}

export type QcLineFacts = Row<typeof qcLineFactsColumns>

/** The pieces of boxes by SKU, in the order that people read them: box, style, colour, size. */
export async function qcLineFacts(db: Db, places: readonly QcPlace[]): Promise<QcLineFacts[]> {
  if (places.length === 0) return []
  const { rows } = await rowsOf(qcLineFactsColumns)`
    SELECT l.box_id, l.site_id, l.sku_id, k.style_id AS style_uuid, k.nm_sku, s.code AS style_id, s.name AS style_name,
      s.name_zh AS style_name_zh, k.color, k.color_zh, k.size, k.size_rank, coalesce(o.order_ids, '{}') AS order_ids,
      max(l.round) OVER (PARTITION BY l.box_id, l.site_id, k.style_id) AS round,
      ${sql.join(qcColumns.map((column) => sql.ref(`l.${column}`)))}
    FROM qc_line l JOIN sku k ON k.id = l.sku_id JOIN style s ON s.id = k.style_id
    LEFT JOIN (SELECT bl.box_id, ol.sku_id, array_agg(DISTINCT vo.order_id ORDER BY vo.order_id) AS order_ids
        FROM box_line bl JOIN order_line ol ON ol.id = bl.order_line_id JOIN vendor_order vo ON vo.id = ol.order_id
        WHERE bl.box_id = ANY(${places.map((place) => place.box_id)}::uuid[]) GROUP BY 1, 2) o
      ON o.box_id = l.box_id AND o.sku_id = l.sku_id
    WHERE ${inPlaces(places, 'l')}
    ORDER BY l.box_id, s.code, k.color, k.size_rank, k.size, k.nm_sku`.execute(db)
  return rows
}

export function qcLineWire(facts: QcLineFacts): QcLineWire {
  const { box_id: _b, site_id: _i, sku_id: _k, style_uuid: _s, round: _r, ...line } = facts
  const quantities = Object.fromEntries(qcColumns.map((column) => [column, facts[column]])) as QcLineWire['quantities']
  for (const column of qcColumns) delete (line as Partial<QcLineFacts>)[column]
  return { ...line, quantities }
}

/** What lies in a box, by SKU. */
export async function qcLines(db: Db, place: QcPlace): Promise<QcLineWire[]> {
  return (await qcLineFacts(db, [place])).map(qcLineWire)
}
