import { sql } from 'kysely'
import { z } from 'zod'
import type { AwaitingBoxRow } from '../../../shared/areas/inspection/shapes.ts'
import { type BoxOrigin, boxOrigins } from '../../../shared/areas/qc-boxes/qc-sites.ts'
import { type BoxAtDoor, doorWordsAt } from '../../../shared/areas/receiving/rules.ts'
import { shipmentStates } from '../../../shared/areas/shipments/status.ts'
import { col, rowsOf } from '../../database/rows.ts'
import type { Db, Tx } from '../../http/call.ts'
import { forbidden, invalidInput } from '../../http/errors.ts'
import { atOwnSites, sitesBound } from '../../http/own-sites.ts'
import { findBoxIds } from '../qc-boxes/box-rows.ts'
import { type AtQc, allOfChina, atSites, eventsAt } from '../qc-boxes/sites.ts'
import { awaitingColumns, awaitingFacts, awaitingWire, boxContents, countsBlind } from './awaiting-boxes.ts'
import { type WayIn, waysIn } from './ways.ts'

/** A box in front of the door, with what a command needs of it. */
export interface ArrivingBox extends BoxAtDoor {
  id: string
  sscc: string
  vendor_id: string
  site: string
  /** site.id */
  site_id: string
  /** What it comes to India with. */
  origin: BoxOrigin | null
  consignment: string | null
  site_kind: string
  site_country: string
  /** It was taken in before, whether or not that was undone. */
  cameBefore: boolean
  /** As lists show it, where that was asked for. */
  shown: AwaitingBoxRow | null
}

/** Whether a box is meant for the door that asks. */
export type IsHere = (box: Pick<ArrivingBox, 'site' | 'site_id' | 'site_kind' | 'site_country'>) => boolean

/**
 * The door at which these boxes are read. Without a site the only one of the country's QC is meant; an undo takes boxes back wherever
 * they came in. Throws invalid_input where a site must be said, and for a site that is none; that is asked for only where no
 * box is meant for it, which is rare.
 */
export async function doorOf(
  db: Db,
  { sites, caller }: AtQc,
  site: string | undefined,
  boxes: readonly (ArrivingBox | null)[],
  action: 'inward' | 'undo' = 'inward',
): Promise<IsHere> {
  const own = sitesBound(caller, sites)
  const isOwn = ({ site_id }: { site_id: string }) => own === null || own.includes(site_id)
  if (site === undefined) {
    if (action === 'inward' && (await hasSeveralDoors(db, { sites, caller })))
      throw invalidInput(doorWordsAt[sites].whichSite)
    return (box) => box.site_kind === sites && isOwn(box)
  }
  const meant = boxes.find((box) => box?.site === site && box.site_kind === sites)
  if (meant && !isOwn(meant)) throw forbidden(doorWordsAt[sites].otherSite, { site })
  if (meant) return (box) => box.site === site
  const known = await db.selectFrom('site').where('code', '=', site).select(['id', 'kind']).executeTakeFirst()
  if (known?.kind !== sites) throw invalidInput(doorWordsAt[sites].noSite, { values: { site } })
  if (!isOwn({ site_id: known.id })) throw forbidden(doorWordsAt[sites].otherSite, { site })
  return (box) => box.site === site
}

async function hasSeveralDoors(db: Db, { sites: kind, caller }: AtQc): Promise<boolean> {
  const sites = await db
    .selectFrom('site')
    .where('kind', '=', kind)
    .where(atOwnSites(caller, 'id', kind))
    .where('retired_at', 'is', null)
    .select('id')
    .limit(2)
    .execute()
  return sites.length > 1
}

/** How much is read of a box: what a command needs, or also what is shown of it. */
type Reading = 'plain' | 'shown'

/** What stands behind scanned codes, in their order; null for what nobody knows. */
export async function boxesAtDoor(db: Db, at: AtQc, codes: readonly string[]): Promise<(ArrivingBox | null)[]> {
  return factsOf(db, at, await findBoxIds(db, at.caller, codes), 'shown')
}

/**
 * The same, locked for a command: first their shipments, which can no longer be recovered then, but taken in from at several
 * stations; then the boxes. Both by id, so that no two commands wait for each other.
 */
export async function lockBoxesAtDoor(
  tx: Tx,
  at: AtQc,
  codes: readonly string[],
  reading: Reading,
): Promise<(ArrivingBox | null)[]> {
  const ids = await findBoxIds(tx, at.caller, codes)
  await sql`
    WITH held AS MATERIALIZED (SELECT h.id FROM shipment h
      WHERE h.id IN (SELECT shipment_id FROM box WHERE id = ANY(${known(ids)}::uuid[])) ORDER BY h.id FOR SHARE)
    SELECT b.id FROM box b WHERE b.id = ANY(${known(ids)}::uuid[]) AND (SELECT count(*) FROM held) > 0
    ORDER BY b.id FOR NO KEY UPDATE`.execute(tx)
  // What China has shipped stays shipped meanwhile.
  if (at.sites === 'india_qc')
    await sql`SELECT 1 FROM qc_box q WHERE q.box_id = ANY(${known(ids)}::uuid[]) AND ${atSites(allOfChina)}
      ORDER BY q.box_id FOR SHARE`.execute(tx)
  // Read after the locks, and not with them: a statement that waited still sees other tables as they were before.
  return factsOf(tx, at, ids, reading)
}

const known = (ids: readonly (string | null)[]) => [...new Set(ids.filter((id) => id !== null))]

const plainColumns = ({ more }: WayIn) => sql`b.id AS box_id, b.sscc, b.box_no, h.shipment_id, d.code AS site,
  d.name AS site_name, d.name_zh AS site_name_zh, ${more}`

const doorFacts = z.object({
  box_id: col.text,
  sscc: col.text,
  box_no: col.text,
  shipment_id: col.text,
  site: col.text,
  site_name: col.text,
  site_name_zh: col.text,
  site_id: col.text,
  origin: z.enum(boxOrigins).nullish(),
  consignment: z.string().nullish(),
  isRemoved: col.flag,
  isNotSent: col.flag,
  state: z.enum(shipmentStates),
  vendor_id: col.text,
  site_kind: col.text,
  site_country: col.text,
  inwardedBy: col.textOrNull,
  cameBefore: col.flag,
})

const shownFacts = awaitingFacts.extend(doorFacts.shape)

async function factsOf(
  db: Db,
  at: AtQc,
  ids: readonly (string | null)[],
  reading: Reading,
): Promise<(ArrivingBox | null)[]> {
  const { sites } = at
  const isShown = reading === 'shown'
  const way = waysIn[sites]
  const facts = sql`
    SELECT ${isShown ? awaitingColumns(way) : plainColumns(way)}, d.id AS site_id, ${way.isNotSent} AS "isNotSent", b.removed_at IS NOT NULL AS "isRemoved", h.state, h.vendor_id,
      d.kind AS site_kind, d.country AS site_country,
      CASE WHEN ${way.isIn} THEN coalesce(u.name, '') END AS "inwardedBy",
      EXISTS (SELECT 1 FROM audit_event e WHERE e.entity = ${eventsAt(sites)} AND e.entity_id = b.sscc AND e.event = 'box.inwarded')
        AS "cameBefore"
    FROM box b JOIN shipment h ON h.id = b.shipment_id JOIN vendor v ON v.id = h.vendor_id
    ${way.joinsOf(known(ids))}
    LEFT JOIN app_user u ON u.id = q.inwarded_by ${isShown ? boxContents(way, known(ids)) : sql``}
    WHERE b.id = ANY(${known(ids)}::uuid[])`
  const now = new Date()
  const isHidden = isShown && (await countsBlind(db, at))
  const boxes = isShown
    ? (await rowsOf(shownFacts)`${facts}`.execute(db)).rows.map((box) => arriving(box, shownOf(box, now, isHidden)))
    : (await rowsOf(doorFacts)`${facts}`.execute(db)).rows.map((box) => arriving(box, null))
  const found = new Map(boxes.map((box) => [box.id, box]))
  return ids.map((id) => (id === null ? null : (found.get(id) ?? null)))
}

function shownOf(facts: z.output<typeof shownFacts>, now: Date, isHidden: boolean): AwaitingBoxRow {
  const { isRemoved: _r, state: _s, vendor_id: _v, site_kind: _k, site_country: _c, site_id: _d, ...rest } = facts
  const { cameBefore: _b, inwardedBy: _i, isNotSent: _n, ...box } = rest
  return awaitingWire(box, now, isHidden)
}

function arriving(facts: z.output<typeof doorFacts>, shown: AwaitingBoxRow | null): ArrivingBox {
  const { box_id: id, sscc, box_no, shipment_id, site, site_name, site_name_zh } = facts
  const { isRemoved, isNotSent, state, vendor_id, site_id, site_kind, site_country, cameBefore, inwardedBy } = facts
  const names = { id, sscc, box_no, shipment_id, site, site_name, site_name_zh }
  const way = { origin: facts.origin ?? null, consignment: facts.consignment ?? null }
  const standing = { isRemoved, isNotSent, state, cameBefore, inwardedBy }
  return { ...names, ...way, ...standing, vendor_id, site_id, site_kind, site_country, shown }
}
