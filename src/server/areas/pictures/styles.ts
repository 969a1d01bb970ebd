import { type SqlBool, sql } from 'kysely'
import { type PicturedStyle, picturedStyle, pictureRow } from '../../../shared/areas/pictures/calls.ts'
import type { Contract } from '../../../shared/areas.ts'
import type { Taken } from '../../../shared/kernel/call.ts'
import { col, rowsOf } from '../../database/rows.ts'
import type { Db } from '../../http/call.ts'
import { inOrder, listQuery } from '../../lists/list-query.ts'
import { assertVendorName } from '../data/vendors.ts'
import { containing } from '../orders/order-rows.ts'

const isPictured = sql<SqlBool>`EXISTS (SELECT 1 FROM style_picture p WHERE p.style_id = s.id AND p.removed_at IS NULL)`

const hasBareColour = sql<SqlBool>`EXISTS (SELECT 1 FROM sku k WHERE k.style_id = s.id AND NOT EXISTS (
  SELECT 1 FROM style_picture p WHERE p.style_id = s.id AND p.color = k.color AND p.removed_at IS NULL))`

/** Styles by their codes, with their pictures. */
export const pictureStyles = listQuery<Taken<Contract['pictures']['styles']>, PicturedStyle>({
  from: sql`style s`,
  id: sql<string>`s.id`,
  scope: () => sql`s.retired_at IS NULL`,
  check: (filter, context) => assertVendorName(context, filter.supplier_id),
  rules: {
    search: (text) => {
      const like = containing(text)
      return sql`(s.code ILIKE ${like} OR s.name ILIKE ${like} OR s.name_zh ILIKE ${like}
        OR s.id = ANY(ARRAY(SELECT style_id FROM sku WHERE color ILIKE ${like} OR color_zh ILIKE ${like})))`
    },
    supplier_id: (code) => sql`s.vendor_id = (SELECT id FROM vendor WHERE code = ${code})`,
    style_ids: (codes) => sql`s.code = ANY(${codes}::text[])`,
  },
  tabs: {
    without: sql`NOT ${isPictured}`,
    colours_without: hasBareColour,
    all: sql`true`,
  },
  order: () => ({ by: [[sql`s.code`, 'text']] }),
  rows: (ids, { db }) => stylesById(ids, db),
})

const plainStyle = picturedStyle.omit({ pictures: true }).extend({ id: col.text })
const pictureOfStyle = pictureRow.extend({ style: col.text })

async function stylesById(ids: readonly string[], db: Db): Promise<PicturedStyle[]> {
  const { rows } = await rowsOf(plainStyle)`
    SELECT s.id, s.code AS style_id, s.name AS style_name, s.name_zh AS style_name_zh, v.code AS supplier_id,
      v.name AS supplier_name, v.name_zh AS supplier_name_zh, s.category, s.picture_id AS picture,
      (SELECT coalesce(jsonb_agg(jsonb_build_object('color', c.color, 'color_zh', c.color_zh, 'picture',
          (SELECT p.id FROM style_picture p WHERE p.style_id = s.id AND p.color = c.color AND p.removed_at IS NULL
            ORDER BY p.position LIMIT 1)) ORDER BY c.color), '[]')
        FROM (SELECT color, coalesce(min(color_zh), color) AS color_zh FROM (
          SELECT color, color_zh FROM sku WHERE style_id = s.id
          -- A colour that was renamed leaves its pictures under the old name: they must be seen to be taken off.
          UNION ALL SELECT color, NULL FROM style_picture WHERE style_id = s.id AND color IS NOT NULL AND removed_at IS NULL
        ) named GROUP BY color) c) AS colors
    FROM style s JOIN vendor v ON v.id = s.vendor_id WHERE s.id = ANY(${ids}::uuid[])`.execute(db)
  const pictures = Map.groupBy(await picturesOf(ids, db), ({ style }) => style)
  return inOrder(ids, rows, ({ id }) => id).map(({ id, ...style }) => ({
    ...style,
    pictures: (pictures.get(id) ?? []).map(({ style: _style, ...one }) => one),
  }))
}

async function picturesOf(ids: readonly string[], db: Db) {
  const { rows } = await rowsOf(pictureOfStyle)`
    SELECT p.style_id AS style, p.id AS picture_id, p.color, p.position, p.width, p.height, p.bytes, p.added_at,
      u.name AS added_by
    FROM style_picture p JOIN app_user u ON u.id = p.added_by
    WHERE p.style_id = ANY(${ids}::uuid[]) AND p.removed_at IS NULL
    ORDER BY p.style_id, coalesce(p.color, ''), p.position`.execute(db)
  return rows
}
