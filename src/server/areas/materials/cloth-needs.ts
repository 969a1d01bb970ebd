import { sql } from 'kysely'
import { needOf } from '../../../shared/areas/materials/need.ts'
import { col, type Row, rowsOf } from '../../database/rows.ts'
import type { Db, Tx } from '../../http/call.ts'
import { clothLines, clothOrders } from '../production/cloth-demand.ts'

/** What production orders take of materials, by the day on which they are cut (`clothOrders` says which orders). */
const demandColumns = {
  document_id: col.text,
  order_id: col.text,
  day: col.text,
  material: col.text,
  material_id: col.text,
  consumption: col.number,
  wastage: col.number,
  pieces: col.number,
  /** Reserved and cut already, in hundredths. */
  held: col.number,
}
type Demand = Row<typeof demandColumns>

/** What a piece takes: of the one fabric of its SKU what the marker says once there is one, else what is mapped. A marker of several fabrics does not say whose it is. */
const taken = sql`CASE WHEN l.marked IS NOT NULL
    AND (SELECT count(*) = 1 AND bool_and(x.material_id = s.material_id) FROM sku_material x
      JOIN material f ON f.id = x.material_id AND f.kind = 'product_fabric' WHERE x.sku_id = s.sku_id)
  THEN l.marked ELSE s.consumption END`

export async function demandOf(
  db: Db | Tx,
  only: { orders?: readonly string[]; documents?: readonly string[]; material?: string | undefined; isFabric?: true },
): Promise<Demand[]> {
  const { rows } = await rowsOf(demandColumns)`
    SELECT d.document_id, o.order_id, o.day::text AS day, d.material_id AS material, m.code AS material_id,
      d.consumption / 10000.0::float8 AS consumption, d.wastage_tenths / 10.0::float8 AS wastage, d.pieces,
      (coalesce((SELECT sum(r.quantity) FROM roll_reservation r JOIN fabric_roll f ON f.id = r.roll_id
          WHERE r.document_id = d.document_id AND f.material_id = d.material_id), 0)
        + coalesce((SELECT sum(CASE v.kind WHEN 'cut' THEN v.quantity WHEN 'uncut' THEN -v.quantity ELSE 0 END) FROM roll_move v
          JOIN fabric_roll f ON f.id = v.roll_id WHERE v.document_id = d.document_id AND f.material_id = d.material_id), 0))::int AS held
    FROM (SELECT l.order_id AS document_id, s.material_id, ${taken} AS consumption, s.wastage_tenths, sum(l.pieces)::int AS pieces
      FROM sku_material s JOIN ${clothLines} l ON l.sku_id = s.sku_id AND l.pieces > 0 GROUP BY 1, 2, 3, 4) d
    JOIN ${clothOrders} o ON o.id = d.document_id JOIN material m ON m.id = d.material_id
    WHERE ${only.documents ? sql`d.document_id = ANY(${[...only.documents]}::uuid[])` : sql`true`}
      AND ${only.orders ? sql`o.order_id = ANY(${[...only.orders]}::text[])` : sql`true`}
      AND ${only.material ? sql`m.code = ${only.material}` : sql`true`}
      AND ${only.isFabric ? sql`m.kind = 'product_fabric'` : sql`true`}
    ORDER BY o.day, o.order_id, m.code`.execute(db)
  return rows
}

interface Need extends Pick<Demand, 'document_id' | 'order_id' | 'day' | 'material' | 'material_id'> {
  /** All that it takes, and of that what is not reserved or cut yet. Hundredths. */
  need: number
  left: number
}

/** Demand by order and material. */
export function needsOf(demand: readonly Demand[]): Need[] {
  return [...Map.groupBy(demand, ({ document_id, material }) => `${document_id} ${material}`).values()].flatMap(
    (own) => {
      const [first] = own
      if (first === undefined) return []
      const need = own.reduce(
        (sum, { consumption, wastage, pieces }) => sum + needOf({ metres: consumption, wastage }, pieces),
        0,
      )
      const { document_id, order_id, day, material, material_id, held } = first
      return [{ document_id, order_id, day, material, material_id, need, left: Math.max(0, need - held) }]
    },
  )
}

/** Fabric of orders by their rows' ids: all that each takes of a material, and of that what is neither reserved nor cut. Hundredths of its unit. */
export async function clothOf(
  db: Db | Tx,
  documents: readonly string[],
): Promise<Map<string, { material_id: string; need: number; open: number }[]>> {
  const needs = needsOf(await demandOf(db, { documents, isFabric: true }))
  return new Map(
    [...Map.groupBy(needs, ({ document_id }) => document_id)].map(([document, own]) => [
      document,
      own.map(({ material_id, need, left }) => ({ material_id, need, open: left })),
    ]),
  )
}
