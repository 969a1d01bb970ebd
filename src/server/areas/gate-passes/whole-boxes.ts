import { sql } from 'kysely'
import { z } from 'zod'
import { passStates } from '../../../shared/areas/gate-passes/moves.ts'
import { type StockCondition, stockConditions } from '../../../shared/areas/stock/moves.ts'
import { col, rowsOf } from '../../database/rows.ts'
import type { Db } from '../../http/call.ts'
import { putAwayOf } from '../stock/bought-box.ts'

/** A box that exists already, and what it is known to hold. */
export interface WholeBox {
  code: string
  /** Where it is; null while it is on a live pass. */
  site_id: string | null
  site_name: string
  site_name_zh: string
  /** The live pass that it is on. */
  on: { pass_id: string; gate_pass: string; state: (typeof passStates)[number] } | null
  contents: { sku_id: string; nm_sku: string; condition: StockCondition; quantity: number }[]
}

const boxColumns = {
  code: col.text,
  site_id: col.textOrNull,
  site_name: col.textOrNull,
  site_name_zh: col.textOrNull,
  pass_id: col.textOrNull,
  gate_pass: col.textOrNull,
  state: z.enum(passStates).nullable(),
  /** gate_pass_box.id of the pass that brought it where it is. */
  came_as: col.textOrNull,
  /** box.id, where India QC has it. */
  qc_box_id: col.textOrNull,
}

const contentColumns = {
  code: col.text,
  sku_id: col.text,
  nm_sku: col.text,
  condition: z.enum(stockConditions),
  quantity: col.number,
}

/**
 * Whole boxes by their codes: those of gate passes that were received, with what came in them; and those of India QC, with the pieces
 * that were bought of them. Codes that no box has are missing.
 */
export async function findWholeBoxes(db: Db, codes: readonly string[]): Promise<Map<string, WholeBox>> {
  if (codes.length === 0) return new Map()
  const { rows } = await rowsOf(boxColumns)`
    SELECT a.code, coalesce(live.id, came.site_id, q.site_id)::text AS site_id, x.name AS site_name, x.name_zh AS site_name_zh,
      live.pass_id::text AS pass_id, live.number AS gate_pass, live.state, came.id::text AS came_as,
      CASE WHEN came.id IS NULL THEN q.box_id END::text AS qc_box_id
    FROM unnest(${[...codes]}::text[]) AS a (code)
    LEFT JOIN LATERAL (SELECT NULL::uuid AS id, b.pass_id, p.number, p.state FROM gate_pass_box b JOIN gate_pass p ON p.id = b.pass_id
      WHERE b.code = a.code AND b.is_live) live ON true
    LEFT JOIN LATERAL (SELECT b.id, p.receive_site_id AS site_id FROM gate_pass_box b JOIN gate_pass p ON p.id = b.pass_id
      WHERE b.code = a.code AND b.removed_at IS NULL AND p.state = 'COMPLETED' ORDER BY p.completed_at DESC, b.id DESC LIMIT 1) came ON true
    LEFT JOIN LATERAL (SELECT y.box_id, y.site_id FROM box o JOIN qc_box y ON y.box_id = o.id AND y.site_kind = 'india_qc'
      WHERE o.sscc = a.code) q ON true
    LEFT JOIN site x ON x.id = coalesce(came.site_id, q.site_id)
    WHERE live.pass_id IS NOT NULL OR came.id IS NOT NULL OR q.box_id IS NOT NULL`.execute(db)
  const cameAs = rows.flatMap(({ came_as }) => came_as ?? [])
  const atQc = rows.flatMap(({ qc_box_id }) => qc_box_id ?? [])
  const { rows: contents } = await rowsOf(contentColumns)`
    SELECT c.code, c.sku_id::text AS sku_id, k.nm_sku, c.condition, sum(c.quantity)::int AS quantity FROM (
      SELECT b.code, i.sku_id, i.condition, r.good AS quantity FROM gate_pass_receipt r JOIN gate_pass_box b ON b.id = r.box_id
        JOIN gate_pass_item i ON i.id = r.item_id WHERE r.box_id = ANY(${cameAs}::uuid[]) AND r.undone_at IS NULL
      UNION ALL
      SELECT b.code, i.sku_id, 'damaged', r.damaged FROM gate_pass_receipt r JOIN gate_pass_box b ON b.id = r.box_id
        JOIN gate_pass_item i ON i.id = r.item_id WHERE r.box_id = ANY(${cameAs}::uuid[]) AND r.undone_at IS NULL
      UNION ALL
      SELECT o.sscc, l.sku_id, 'good', (l.purchased - ${putAwayOf('o.sscc')})::int FROM qc_line l JOIN qc_box y ON y.box_id = l.box_id AND y.site_id = l.site_id
        JOIN box o ON o.id = l.box_id WHERE l.box_id = ANY(${atQc}::uuid[]) AND y.site_kind = 'india_qc') c
    JOIN sku k ON k.id = c.sku_id WHERE c.quantity > 0 GROUP BY 1, 2, 3, 4 ORDER BY 1, 3, 4`.execute(db)
  const held = Map.groupBy(contents, ({ code }) => code)
  return new Map(
    rows.map(({ code, site_id, site_name, site_name_zh, pass_id, gate_pass, state }) => {
      const on = pass_id !== null && gate_pass !== null && state !== null ? { pass_id, gate_pass, state } : null
      const own = (held.get(code) ?? []).map(({ code: _code, ...content }) => content)
      const names = { site_name: site_name ?? '', site_name_zh: site_name_zh ?? '' }
      return [code, { code, site_id: on === null ? site_id : null, ...names, on, contents: own }]
    }),
  )
}

/** Codes of whole boxes at a site that are on no live pass, by a part of their code: of passes that came, and of India QC while pieces of them are not on shelves. */
export async function boxesAtSite(db: Db, siteId: string, search: string, most: number): Promise<string[]> {
  const like = `%${search.replace(/[\\%_]/g, '\\$&')}%`
  const { rows } = await rowsOf({ code: col.text })`
    SELECT code FROM (
      SELECT DISTINCT b.code FROM gate_pass_box b JOIN gate_pass p ON p.id = b.pass_id
      WHERE p.receive_site_id = ${siteId} AND p.state = 'COMPLETED' AND b.removed_at IS NULL
      UNION SELECT o.sscc FROM qc_box y JOIN box o ON o.id = y.box_id JOIN qc_line l ON l.box_id = y.box_id AND l.site_id = y.site_id
      WHERE y.site_id = ${siteId} AND y.site_kind = 'india_qc' AND l.purchased > ${putAwayOf('o.sscc')}) c
    WHERE code LIKE ${like} AND NOT EXISTS (SELECT FROM gate_pass_box b WHERE b.code = c.code AND b.is_live)
    ORDER BY code LIMIT ${sql.lit(most)}`.execute(db)
  return rows.map(({ code }) => code)
}
