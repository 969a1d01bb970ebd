import { sql } from 'kysely'
import { type AssortedStyle, assortedStyle } from '../../../shared/areas/assortments/area.ts'
import { type AssortmentRow, assortmentRow } from '../../../shared/areas/assortments/shapes.ts'
import type { Contract } from '../../../shared/areas.ts'
import type { Taken } from '../../../shared/kernel/call.ts'
import { col, rowsOf } from '../../database/rows.ts'
import type { Caller, Db, Tx } from '../../http/call.ts'
import { inOrder, listQuery } from '../../lists/list-query.ts'
import { catalogueRows } from '../catalogue/styles.ts'
import { containing } from '../orders/order-rows.ts'

type Asked = Taken<Contract['assortments']['getAssortments']>

/** Pictures of an assortment that a row of the list shows. */
const FACES = 4

/** Assortments, newest first. */
export const assortmentQuery = listQuery<Asked, AssortmentRow>({
  from: sql`assortment a`,
  id: sql<string>`a.id`,
  rules: {
    assortment_ids: (codes) => sql`a.code = ANY(${codes}::text[])`,
    search: (text) => {
      const like = containing(text)
      return sql`(a.code ILIKE ${like} OR a.name ILIKE ${like} OR EXISTS (SELECT 1 FROM assortment_style fs
        JOIN catalogue_style fc ON fc.id = fs.catalogue_id WHERE fs.assortment_id = a.id AND (fc.code ILIKE ${like} OR fc.name ILIKE ${like})))`
    },
  },
  tabs: { open: sql`a.closed_at IS NULL`, closed: sql`a.closed_at IS NOT NULL`, all: sql`true` },
  order: () => ({ by: [[sql`a.number`, 'int']], isDescending: true }),
  rows: (ids, { db }) => assortmentRows(db, ids),
})

const idRow = assortmentRow.extend({ id: col.text })

/** By id (assortment.id), in the order given. */
export async function assortmentRows(db: Db | Tx, ids: readonly string[]): Promise<AssortmentRow[]> {
  if (ids.length === 0) return []
  const { rows } = await rowsOf(idRow)`
    SELECT a.id, a.code AS assortment_id, a.name, a.remark, a.closed_at IS NOT NULL AS is_closed, x.styles, x.to_judge, x.passed, x.failed,
      coalesce(x.pictures, '{}') AS pictures, a.created_at, u.name AS created_by, a.version
    FROM assortment a JOIN app_user u ON u.id = a.created_by CROSS JOIN LATERAL (
      SELECT count(*)::int AS styles, count(*) FILTER (WHERE c.status = 'Pending for Assortment Selection')::int AS to_judge,
        count(*) FILTER (WHERE c.status IN ('Assortment Passed', 'Buyer Review Pending', 'Live on Website'))::int AS passed,
        count(*) FILTER (WHERE c.status = 'Assortment Failed')::int AS failed,
        (array_agg(c.picture_id::text ORDER BY s.position) FILTER (WHERE c.picture_id IS NOT NULL))[1:${sql.lit(FACES)}] AS pictures
      FROM assortment_style s JOIN catalogue_style c ON c.id = s.catalogue_id WHERE s.assortment_id = a.id) x
    WHERE a.id = ANY(${ids}::uuid[])`.execute(db)
  return inOrder(ids, rows, (row) => row.id).map(({ id: _, ...row }) => row)
}

const plainStyle = assortedStyle.omit({ style: true }).extend({ catalogue_id: col.text })

/** The styles of an assortment (assortment.id), in their order. */
export async function assortedStyles(
  db: Db | Tx,
  id: string,
  caller: Pick<Caller, 'userId' | 'role' | 'team'>,
): Promise<AssortedStyle[]> {
  const { rows } = await rowsOf(plainStyle)`
    SELECT s.catalogue_id, s.colors, s.ratio, coalesce((SELECT jsonb_agg(jsonb_build_object('size', z.size, 'is_core', z.is_core,
        'pieces_in_set', z.pieces_in_set) ORDER BY z.position) FROM size_set z
      WHERE z.code = c.size_set AND z.retired_at IS NULL), '[]') AS sizes
    FROM assortment_style s JOIN catalogue_style c ON c.id = s.catalogue_id
    WHERE s.assortment_id = ${id}::uuid ORDER BY s.position`.execute(db)
  const ids = rows.map((row) => row.catalogue_id)
  const styles = await catalogueRows(db, ids, caller)
  return rows.flatMap(({ catalogue_id: _, ...row }, at) => {
    const style = styles[at]
    return style ? [{ style, ...row }] : []
  })
}
