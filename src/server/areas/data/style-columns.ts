import { sql } from 'kysely'
import { col } from '../../database/rows.ts'

/** A style and whose it is, as every row about a style begins. */
export const styleColumns = {
  style_id: col.text,
  style_name: col.text,
  style_name_zh: col.text,
  category: col.text,
  supplier_id: col.text,
  supplier_name: col.text,
  supplier_name_zh: col.text,
  picture: col.textOrNull,
}

/** They, of style `s` and its vendor `v`. */
export const styleSelected = sql`s.code AS style_id, s.name AS style_name, s.name_zh AS style_name_zh, s.category, v.code AS supplier_id,
  v.name AS supplier_name, v.name_zh AS supplier_name_zh, s.picture_id AS picture`
