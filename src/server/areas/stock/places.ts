import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { v7 } from 'uuid'
import { z } from 'zod'
import { type PlaceKind, placeKinds, sendableKinds } from '../../../shared/areas/stock/moves.ts'
import { placeName } from '../../../shared/areas/stock/places.ts'
import type { SiteKind } from '../../../shared/areas/stock/rights.ts'
import { stockWords } from '../../../shared/areas/stock/words.ts'
import { col, rowsOf } from '../../database/rows.ts'
import type { Tx } from '../../http/call.ts'
import { moveNotAllowed } from '../../http/errors.ts'

/** Whether goods at a place `p` may be sent from there: where `freePieces` counts them. */
export const isSendable = sql<SqlBool>`p.kind IN (${sql.join(sendableKinds.map((kind) => sql.lit(kind)))})`

export interface FullPlace {
  id: string
  siteId: string
  siteKind: SiteKind
  kind: PlaceKind
  /** Nothing is put there any more. */
  isRetired: boolean
  /** What people call it, for refusals. */
  named: { place: string; place_zh: string }
}

const placeColumns = {
  id: col.text,
  site_id: col.text,
  site: col.text,
  site_kind: col.text,
  kind: z.enum(placeKinds),
  code: col.text,
  is_retired: col.flag,
}

/** Places by their ids, held so that none goes out of use before the pieces lie there. */
export async function lockPlaces(tx: Tx, ids: readonly string[]): Promise<Map<string, FullPlace>> {
  const { rows } = await rowsOf(placeColumns)`
    SELECT p.id::text AS id, p.site_id::text AS site_id, x.code AS site, x.kind AS site_kind, p.kind, p.code,
      p.retired_at IS NOT NULL AS is_retired
    FROM place p JOIN site x ON x.id = p.site_id WHERE p.id = ANY(${[...new Set(ids)]}::uuid[])
    ORDER BY p.id FOR SHARE OF p`.execute(tx)
  return new Map(
    rows.map(({ id, site_id, site, site_kind, kind, code, is_retired }) => [
      id,
      {
        id,
        siteId: site_id,
        siteKind: site_kind as SiteKind,
        kind,
        isRetired: is_retired,
        named: namedPlace({ site, kind, code }),
      },
    ]),
  )
}

export function namedPlace(at: { site: string; kind: PlaceKind; code: string }): FullPlace['named'] {
  return { place: placeName(at, 'en'), place_zh: placeName(at, 'zh') }
}

/** place.id of a place that every site has without shelves; it is made where a site lacks it. */
export async function sitePlace(tx: Tx, siteId: string, kind: 'floor' | 'quarantine' | 'packing'): Promise<string> {
  const found = await tx
    .selectFrom('place')
    .select('id')
    .where('site_id', '=', siteId)
    .where('kind', '=', kind)
    .where('code', '=', kind)
    .executeTakeFirst()
  return found?.id ?? (await makePlace(tx, siteId, kind, kind))
}

/**
 * place.id of the goods that one document moves, a gate pass or an export order, opened again if it was closed. `siteId` is where they
 * go, or their source where that is no site of ours; `code` is the document's number, so that people find it by that.
 */
export function transitPlace(tx: Tx, siteId: string, code: string): Promise<string> {
  return makePlace(tx, siteId, 'in_transit', code)
}

async function makePlace(tx: Tx, siteId: string, kind: PlaceKind, code: string): Promise<string> {
  const { rows } = await rowsOf({ id: col.text })`
    INSERT INTO place (id, site_id, kind, code) VALUES (${v7()}, ${siteId}, ${kind}, ${code})
    ON CONFLICT (site_id, kind, code) DO UPDATE SET retired_at = NULL RETURNING id::text AS id`.execute(tx)
  const [made] = rows
  if (made === undefined) throw new Error(`no place ${kind} ${code} was made`)
  return made.id
}

/** Nothing lies there any more. Throws move_not_allowed while something does. */
export async function closeTransit(tx: Tx, placeId: string): Promise<void> {
  const { rows } = await rowsOf({ pieces: col.number, code: col.text })`
    WITH closed AS (SELECT id, code FROM place WHERE id = ${placeId} FOR NO KEY UPDATE)
    SELECT c.code, coalesce(sum(s.on_hand), 0)::int AS pieces FROM closed c LEFT JOIN stock s ON s.place_id = c.id GROUP BY c.code`.execute(
    tx,
  )
  const [left] = rows
  if (left !== undefined && left.pieces > 0) throw moveNotAllowed(stockWords.onTheWay, [], { values: { ...left } })
  await tx.updateTable('place').set({ retired_at: sql<Date>`now()` }).where('id', '=', placeId).execute()
}

/** Columns of a place `p` of a site `x`, as `namedPlace` takes them. */
export const placeWords: RawBuilder<unknown> = sql`x.code AS site, p.kind, p.code`
