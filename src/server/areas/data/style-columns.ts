import { sql } from 'kysely'

/** Style `s` and its vendor `v`, as every row about a style begins. */
export const styleSelected = sql`s.code AS style_id, s.name AS style_name, s.name_zh AS style_name_zh, s.category, v.code AS supplier_id,
  v.name AS supplier_name, v.name_zh AS supplier_name_zh, s.picture_id AS picture`
