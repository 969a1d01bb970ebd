import { sql } from 'kysely'
import type { HeldLook } from '../../../shared/areas/inspection/verdict.ts'
import { col, type Row, rowsOf } from '../../database/rows.ts'
import type { Db, Tx } from '../../http/call.ts'

const heldLookColumns = {
  faulty: col.number,
  failed_before: col.number,
  minor: col.number,
  critical: col.number,
  major: col.number,
  sampled: col.number,
  lot_id: col.text,
  nm_sku: col.text,
}

/** What lots count already of pieces on hold in a box, by lot and NM SKU. */
export async function heldLooks(
  db: Db,
  boxId: string,
  lotIds: readonly string[],
): Promise<Map<string, Map<string, HeldLook>>> {
  const { rows } = await rowsOf(heldLookColumns)`
    SELECT h.lot_id, k.nm_sku, h.sampled, h.faulty, h.failed_before, h.critical, h.major, h.minor
    FROM qc_held_look h JOIN sku k ON k.id = h.sku_id
    WHERE h.box_id = ${boxId} AND h.lot_id = ANY(${lotIds}::uuid[]) ORDER BY h.lot_id, k.nm_sku`.execute(db)
  const byLot = new Map<string, Map<string, HeldLook>>()
  for (const { lot_id, nm_sku, ...look } of rows)
    byLot.set(lot_id, (byLot.get(lot_id) ?? new Map<string, HeldLook>()).set(nm_sku, look))
  return byLot
}

/** How many pieces on hold lots count already, by lot, box and SKU, in whichever box. */
export async function heldSeen(db: Db, lotIds: readonly string[]): Promise<(lotId: string, line: OfLine) => number> {
  if (lotIds.length === 0) return () => 0
  const { rows } = await rowsOf({ ...ofLineColumns, lot_id: col.text, sampled: col.number })`
    SELECT lot_id, box_id, sku_id, sampled FROM qc_held_look
    WHERE lot_id = ANY(${lotIds}::uuid[]) AND sampled > 0`.execute(db)
  return numberAt(rows)
}

/** How many pieces the inspections of lots looked at, by lot, box and SKU; a piece that was looked at twice is in it twice. */
export async function lookedAt(db: Db, lotIds: readonly string[]): Promise<(lotId: string, line: OfLine) => number> {
  if (lotIds.length === 0) return () => 0
  const { rows } = await rowsOf({ ...ofLineColumns, lot_id: col.text, sampled: col.number })`
    SELECT x.lot_id, i.box_id, l.sku_id, sum(l.sampled)::int AS sampled
    FROM qc_inspection_lot x JOIN qc_inspection i ON i.id = x.inspection_id JOIN qc_inspection_line l ON l.inspection_id = i.id
    WHERE x.lot_id = ANY(${lotIds}::uuid[]) AND l.sampled > 0 GROUP BY x.lot_id, i.box_id, l.sku_id`.execute(db)
  return numberAt(rows)
}

function numberAt(rows: readonly (OfLine & { lot_id: string; sampled: number })[]) {
  const seen = new Map(rows.map(({ lot_id, box_id, sku_id, sampled }) => [`${lot_id} ${box_id} ${sku_id}`, sampled]))
  return (lotId: string, { box_id, sku_id }: OfLine) => seen.get(`${lotId} ${box_id} ${sku_id}`) ?? 0
}

const ofLineColumns = {
  box_id: col.text,
  sku_id: col.text,
}

type OfLine = Row<typeof ofLineColumns>

export interface SavedHeldLook {
  lot_id: string
  sku_id: string
  look: HeldLook
}

/** Writes what is now known of them. The box must be locked. */
export async function keepHeldLooks(tx: Tx, boxId: string, saved: readonly SavedHeldLook[]): Promise<void> {
  if (saved.length === 0) return
  const all = (key: keyof HeldLook) => sql`${saved.map(({ look }) => look[key])}::int[]`
  await sql`
    INSERT INTO qc_held_look (box_id, lot_id, sku_id, sampled, faulty, failed_before, critical, major, minor)
    SELECT ${boxId}::uuid, * FROM unnest(${saved.map((each) => each.lot_id)}::uuid[], ${saved.map((each) => each.sku_id)}::uuid[],
      ${all('sampled')}, ${all('faulty')}, ${all('failed_before')}, ${all('critical')}, ${all('major')}, ${all('minor')})
    ON CONFLICT (lot_id, box_id, sku_id) DO UPDATE SET sampled = excluded.sampled, faulty = excluded.faulty,
      failed_before = excluded.failed_before, critical = excluded.critical, major = excluded.major,
      minor = excluded.minor`.execute(tx)
}
