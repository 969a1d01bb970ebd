import { sql } from 'kysely'
import { v7 } from 'uuid'
import { linkKey } from '../../../shared/areas/catalogue/links.ts'
import { catalogueWords } from '../../../shared/areas/catalogue/words.ts'
import { type Auditor, recordEvents } from '../../audit/audit.ts'
import { col, rowsOf } from '../../database/rows.ts'
import type { Tx } from '../../http/call.ts'
import { conflict } from '../../http/errors.ts'

/** A style as its vendor offers it. What is left out nobody said yet. */
export interface Offered {
  vendorId: string
  supplyChain: 'china' | 'india'
  /** The vendor's own number of it; another with the same is a conflict. */
  vendorStyle: string
  name: string
  nameZh: string
  category: string
  catalogueType: string
  colors: readonly { color: string; colorZh: string }[]
  fabricType?: string | null
  fabricComposition?: string | null
  padded?: boolean | null
  pushUp?: boolean | null
  wiring?: string | null
  transparency?: string | null
  pilling?: string | null
  stretchability?: string | null
  link1688?: string | null
  price?: { minor: number; currency: string } | null
  buyerRemarks?: string | null
  sizeSet?: string | null
  hsCode?: string | null
  piecesPerMonth?: number | null
  launchId?: string | null
}

/**
 * Takes styles into the catalogue, as New Styles; gives their rows' ids and codes in the order given. Throws conflict where the vendor
 * has a style of that number already.
 */
export async function offerStyles(
  tx: Tx,
  by: Auditor,
  styles: readonly Offered[],
): Promise<{ id: string; code: string }[]> {
  if (styles.length === 0) return []
  const rows = styles.map((style, at) => ({ ...rowOf(style), at, id: v7() }))
  const { rows: made } = await rowsOf({ id: col.text, code: col.text })`
    INSERT INTO catalogue_style (id, number, code, supply_chain, vendor_id, vendor_style, name, name_zh, category, catalogue_type,
      fabric_type, fabric_composition, padded, push_up, wiring, transparency, pilling, stretchability, link_1688, link_key, price_minor,
      price_currency, buyer_remarks, size_set, hs_code, pieces_per_month, launch_id, status, created_by)
    SELECT n.id, n.number, 'CT-' || lpad(n.number::text, greatest(6, length(n.number::text)), '0'), supply_chain, vendor_id, vendor_style,
      name, name_zh, category, catalogue_type, fabric_type, fabric_composition, padded, push_up, wiring, transparency, pilling,
      stretchability, link_1688, link_key, price_minor, price_currency, buyer_remarks, size_set, hs_code, pieces_per_month, launch_id,
      'New Styles', ${by.caller.userId}::uuid
    FROM (SELECT x.*, nextval('catalogue_number')::int AS number FROM (
      SELECT * FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) AS r (at int, id uuid, supply_chain text, vendor_id uuid,
        vendor_style text, name text, name_zh text, category text, catalogue_type text, fabric_type text, fabric_composition text,
        padded boolean, push_up boolean, wiring text, transparency text, pilling text, stretchability text, link_1688 text, link_key text,
        price_minor bigint, price_currency text, buyer_remarks text, size_set text, hs_code text, pieces_per_month int, launch_id uuid)
      ORDER BY at) x) n
    ON CONFLICT (vendor_id, vendor_style) DO NOTHING RETURNING id, code`.execute(tx)
  if (made.length < styles.length) throw conflict(catalogueWords.doubleStyle)
  const codes = new Map(made.map(({ id, code }) => [id, code]))
  const colors = styles.flatMap((style, at) =>
    style.colors.map(({ color, colorZh }, position) => ({
      ...{ id: v7(), catalogue_id: rows[at]?.id, color, color_zh: colorZh, position: position + 1 },
    })),
  )
  await sql`INSERT INTO catalogue_color (id, catalogue_id, color, color_zh, position)
    SELECT id, catalogue_id, color, color_zh, position FROM jsonb_to_recordset(${JSON.stringify(colors)}::jsonb)
      AS r (id uuid, catalogue_id uuid, color text, color_zh text, position smallint)`.execute(tx)
  await sql`INSERT INTO catalogue_move (id, catalogue_id, to_status, moved_by)
    SELECT gen_random_uuid(), id, 'New Styles', ${by.caller.userId}::uuid
    FROM unnest(${rows.map(({ id }) => id)}::uuid[]) WITH ORDINALITY AS n (id, at) ORDER BY at`.execute(tx)
  const offered = rows.map(({ id }) => ({ id, code: codes.get(id) ?? '' }))
  await recordEvents(
    tx,
    by,
    offered.map(({ code }) => ({
      ...{ entity: 'catalogue_style', entityId: code, event: 'catalogue.offered', to: 'New Styles' },
    })),
  )
  return offered
}

function rowOf(style: Offered) {
  return {
    ...{ supply_chain: style.supplyChain, vendor_id: style.vendorId, vendor_style: style.vendorStyle },
    ...{ name: style.name, name_zh: style.nameZh || style.name, category: style.category },
    ...{ catalogue_type: style.catalogueType, fabric_type: style.fabricType, wiring: style.wiring },
    ...{ fabric_composition: style.fabricComposition, padded: style.padded, push_up: style.pushUp },
    ...{ transparency: style.transparency, pilling: style.pilling, stretchability: style.stretchability },
    ...{ link_1688: style.link1688, link_key: style.link1688 ? linkKey(style.link1688) : null },
    ...{ price_minor: style.price?.minor, price_currency: style.price?.currency, buyer_remarks: style.buyerRemarks },
    ...{ size_set: style.sizeSet, hs_code: style.hsCode, pieces_per_month: style.piecesPerMonth },
    launch_id: style.launchId,
  }
}
