import { sql } from 'kysely'
import { v7 } from 'uuid'
import { type Missing, missingLabels, missingOf } from '../../../shared/areas/catalogue/attributes.ts'
import { catalogueWords } from '../../../shared/areas/catalogue/words.ts'
import type { Auditor } from '../../audit/audit.ts'
import { col, rowsOf } from '../../database/rows.ts'
import type { Tx } from '../../http/call.ts'
import { conflict } from '../../http/errors.ts'
import { setFace } from '../pictures/faces.ts'
import type { HeldStyle } from './hold.ts'

const columns = {
  category: col.text,
  fabric_type: col.textOrNull,
  fabric_composition: col.textOrNull,
  padded: col.flag.nullable(),
  push_up: col.flag.nullable(),
  wiring: col.textOrNull,
  transparency: col.textOrNull,
  pilling: col.textOrNull,
  stretchability: col.textOrNull,
  picture: col.textOrNull,
  has_price: col.flag,
  size_set: col.textOrNull,
  sizes: col.number,
  colors: col.number,
  hs_code: col.textOrNull,
}

/**
 * Makes the style and SKUs that orders use of a style in the catalogue, with its pictures, customs and measures (as its garment spec says), once: nothing of it is typed
 * again. Throws conflict that names all that it lacks. The row is held.
 */
export async function goLive(tx: Tx, by: Auditor, held: HeldStyle): Promise<void> {
  const { rows } = await rowsOf(columns)`
    SELECT c.category, c.fabric_type, c.fabric_composition, c.padded, c.push_up, c.wiring, c.transparency, c.pilling, c.stretchability,
      c.picture_id AS picture, c.price_minor IS NOT NULL AS has_price, c.size_set, c.hs_code,
      (SELECT count(*)::int FROM size_set z WHERE z.code = c.size_set AND z.retired_at IS NULL) AS sizes,
      (SELECT count(*)::int FROM catalogue_color k WHERE k.catalogue_id = c.id) AS colors
    FROM catalogue_style c WHERE c.id = ${held.id}::uuid`.execute(tx)
  const [style] = rows
  const missing = style ? missingOf(style) : []
  if (missing.length > 0) throw lacks(held.code, missing)
  if (held.style_id !== null) return
  const id = v7()
  const code = await freeCode(tx)
  await sql`INSERT INTO style (id, code, vendor_id, name, name_zh, category, size_set, price_minor, price_currency, link_1688)
    SELECT ${id}::uuid, ${code}, vendor_id, name, name_zh, category, size_set, price_minor, price_currency, link_1688
    FROM catalogue_style WHERE id = ${held.id}::uuid`.execute(tx)
  await makeSkus(tx, held.id, id, code)
  await sql`INSERT INTO style_customs (style_id, hs_code, description, description_zh, composition, updated_by)
    SELECT ${id}::uuid, hs_code, name, name_zh, fabric_composition, ${by.caller.userId}::uuid FROM catalogue_style
    WHERE id = ${held.id}::uuid`.execute(tx)
  // The same two files: whichever row goes last takes them with it (areas/pictures/store.ts).
  await sql`INSERT INTO style_picture (id, style_id, color, position, file_id, width, height, bytes, sha256, added_at, added_by)
    SELECT gen_random_uuid(), ${id}::uuid, color, position, file_id, width, height, bytes, sha256, added_at, added_by
    FROM catalogue_picture WHERE catalogue_id = ${held.id}::uuid AND removed_at IS NULL`.execute(tx)
  await setFace(tx, id)
  await sql`UPDATE catalogue_style SET style_id = ${id}::uuid WHERE id = ${held.id}::uuid`.execute(tx)
  await measuresOfLive(tx, [held.id])
}

/**
 * What QC measures of styles that went live (`catalogueIds`, by catalogue_style.id), as their garment specs say now: each point in every
 * size that has a SKU. A point that no spec names stays as it is. Styles that are not live yet have none.
 */
export async function measuresOfLive(tx: Tx, catalogueIds: readonly string[]): Promise<void> {
  await sql`INSERT INTO style_measure AS m (style_id, size, point, point_zh, position, spec_mm, tolerance_mm)
    SELECT c.style_id, g.size, g.point, g.point_zh, g.position, g.spec_mm, g.tolerance_mm
    FROM garment_point g JOIN catalogue_style c ON c.id = g.catalogue_id
    WHERE g.catalogue_id = ANY(${catalogueIds}::uuid[])
      AND EXISTS (SELECT 1 FROM sku k WHERE k.style_id = c.style_id AND k.size = g.size)
    ORDER BY c.style_id, g.size, g.point
    ON CONFLICT (style_id, size, point) DO UPDATE SET point_zh = excluded.point_zh, position = excluded.position,
      spec_mm = excluded.spec_mm, tolerance_mm = excluded.tolerance_mm, retired_at = NULL, version = m.version + 1
    WHERE (m.point_zh, m.position, m.spec_mm, m.tolerance_mm, m.retired_at) IS DISTINCT FROM
      (excluded.point_zh, excluded.position, excluded.spec_mm, excluded.tolerance_mm, NULL)`.execute(tx)
}

/** Takes points out of what QC measures that a garment spec named until now (`garment_point`) and its new one does not. */
export async function retireMeasures(
  tx: Tx,
  left: readonly { id: string; size: string; point: string }[],
): Promise<void> {
  await sql`UPDATE style_measure m SET retired_at = now(), version = m.version + 1
    FROM unnest(${left.map(({ id }) => id)}::uuid[], ${left.map(({ size }) => size)}::text[], ${left.map(({ point }) => point)}::text[])
      AS n (id, size, point) JOIN catalogue_style c ON c.id = n.id
    WHERE m.style_id = c.style_id AND m.size = n.size AND m.point = n.point AND m.retired_at IS NULL`.execute(tx)
}

function lacks(code: string, missing: readonly Missing[]) {
  const words = missing.map((one) => missingLabels[one]).join(', ')
  return conflict(catalogueWords.missing, {
    values: { catalogue_id: code, missing: words },
    fields: missing.map((field) => ({ field, message: missingLabels[field] })),
  })
}

/** The next of the house's own numbers that no style brought in by a file has already. */
async function freeCode(tx: Tx): Promise<string> {
  for (let tries = 0; tries < 50; tries++) {
    const { rows } = await rowsOf({ code: col.text, is_taken: col.flag })`
      WITH taken AS (INSERT INTO number_series AS s (series, next) VALUES ('style', 2)
        ON CONFLICT (series) DO UPDATE SET next = s.next + 1 RETURNING next - 1 AS serial)
      SELECT x.code, EXISTS (SELECT 1 FROM style WHERE code = x.code) AS is_taken
      FROM (SELECT 'NM' || lpad(serial::text, greatest(5, length(serial::text)), '0') AS code FROM taken) x`.execute(tx)
    const [found] = rows
    if (found && !found.is_taken) return found.code
  }
  throw conflict(catalogueWords.doubleCode)
}

/** Every colour in every size of its set, as `NM00012-BLA-S`; a colour with another's first letters gets a number behind them. */
async function makeSkus(tx: Tx, catalogueId: string, styleId: string, code: string): Promise<void> {
  const { rows: colors } = await rowsOf({ color: col.text })`
    SELECT color FROM catalogue_color WHERE catalogue_id = ${catalogueId}::uuid ORDER BY position`.execute(tx)
  const codes = colorCodes(colors.map(({ color }) => color))
  await sql`INSERT INTO sku (id, nm_sku, style_id, color, color_zh, size, size_rank)
    SELECT gen_random_uuid(), ${code} || '-' || n.code || '-' || upper(replace(z.size, ' ', '')), ${styleId}::uuid, k.color, k.color_zh,
      z.size, z.position
    FROM catalogue_style c JOIN catalogue_color k ON k.catalogue_id = c.id
    JOIN unnest(${[...codes.keys()]}::text[], ${[...codes.values()]}::text[]) AS n (color, code) ON n.color = k.color
    JOIN size_set z ON z.code = c.size_set AND z.retired_at IS NULL WHERE c.id = ${catalogueId}::uuid`.execute(tx)
}

export function colorCodes(colors: readonly string[]): Map<string, string> {
  const codes = new Map<string, string>()
  const taken = new Set<string>()
  for (const color of colors) {
    const letters =
      color
        .toUpperCase()
        .replace(/[^A-Z0-9]/g, '')
        .slice(0, 3) || 'COL'
    let code = letters
    for (let at = 2; taken.has(code); at++) code = `${letters}${at}`
    taken.add(code)
    codes.set(color, code)
  }
  return codes
}
