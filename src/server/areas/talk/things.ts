import { type RawBuilder, sql } from 'kysely'
import { toldBySite } from '../../../shared/areas/people/own-sites.ts'
import { productionRights } from '../../../shared/areas/production/rights.ts'
import { type TalkKind, talkRoles, talkWords } from '../../../shared/areas/talk/rules.ts'
import { isAmong } from '../../../shared/kernel/rights.ts'
import type { Role } from '../../../shared/kernel/roles.ts'
import { col, rowsOf } from '../../database/rows.ts'
import type { Caller, Db, Tx } from '../../http/call.ts'
import { notFound } from '../../http/errors.ts'
import { ownRows } from '../../http/own-rows.ts'
import { holds } from '../../http/right-holders.ts'
import { ownFacilities } from '../facilities/whose.ts'
import { seenByCad, seenOrders } from '../production/orders.ts'
import { atSites, inChina, inIndia } from '../qc-boxes/sites.ts'

/** What is talked about, as far as the caller may see it. */
export interface Thing {
  kind: TalkKind
  id: string
  code: string
  /** Null of what is the company's own. */
  vendor_id: string | null
  /** CAD sees it: of a production order only. */
  is_for_cad: boolean
  /** Where it lies: of a box at QC. */
  china_sites: string[]
  /** The same in India; of an order at a facility, its production site. */
  india_sites: string[]
}

const columns = {
  id: col.text,
  code: col.text,
  vendor_id: col.textOrNull,
  is_for_cad: col.flag,
  china_sites: col.texts,
  india_sites: col.texts,
}
const nowhere = sql`false AS is_for_cad, '{}'::text[] AS china_sites, '{}'::text[] AS india_sites`

/** Throws not_found for what is another vendor's, at another site, of a kind that the caller does not open, or nobody's. */
export async function findThing(db: Db | Tx, caller: Caller, kind: TalkKind, code: string): Promise<Thing> {
  const { rows } = await rowsOf(columns)`${things(caller, kind, code)}`.execute(db)
  const [found] = rows
  if (!found) throw notFound(talkWords.notThere, { code })
  return { kind, ...found }
}

/** Every query for a thing: it starts from whose rows the caller may see. */
function things(caller: Caller, kind: TalkKind, code: string): RawBuilder<unknown> {
  const upper = code.toUpperCase()
  if (kind !== 'box' && !isAmong(caller, talkRoles[kind])) return sql`SELECT NULL WHERE false`
  if (kind === 'order')
    return sql`SELECT o.id, o.order_id AS code, o.vendor_id, ${nowhere} FROM vendor_order o
      WHERE o.order_id = ${upper} AND o.decision = 'APPROVED' AND ${ownRows(caller, 'o.vendor_id')}`
  if (kind === 'shipment')
    return sql`SELECT h.id, h.shipment_id AS code, h.vendor_id, ${nowhere} FROM shipment h
      WHERE h.shipment_id = ${upper} AND ${ownRows(caller, 'h.vendor_id')}`
  if (kind === 'style')
    return sql`SELECT s.id, s.code, s.vendor_id, ${nowhere} FROM style s
      WHERE s.code = ${code} AND ${ownRows(caller, 's.vendor_id')}`
  if (kind === 'production_order')
    return sql`SELECT o.id, o.number AS code, NULL::uuid AS vendor_id, ${seenByCad} AS is_for_cad, '{}'::text[] AS china_sites,
        '{}'::text[] AS india_sites
      FROM production_order o WHERE o.number = ${upper} AND ${seenOrders(caller)}`
  if (kind === 'facility_job')
    return sql`SELECT j.id, o.number || '@' || f.code AS code, NULL::uuid AS vendor_id, false AS is_for_cad, '{}'::text[] AS china_sites,
        array_remove(ARRAY[f.site_id::text], NULL) AS india_sites
      FROM facility_job j JOIN production_order o ON o.id = j.order_id JOIN production_facility f ON f.id = j.facility_id
      WHERE o.number || '@' || f.code = ${upper} AND o.number = split_part(${upper}, '@', 1) AND ${ownFacilities(caller)}`
  const at = (sites: string) =>
    sql`ARRAY(SELECT q.site_id::text FROM qc_box q WHERE q.box_id = b.id AND q.site_kind = ${sites})`
  return sql`SELECT b.id, b.sscc AS code, h.vendor_id, false AS is_for_cad, ${at('china_qc')} AS china_sites, ${at('india_qc')} AS india_sites
    FROM box b JOIN shipment h ON h.id = b.shipment_id
    WHERE b.sscc = ${code} AND ${ownRows(caller, 'h.vendor_id')} AND EXISTS (SELECT 1 FROM qc_box q
      WHERE q.box_id = b.id AND (${isAmong(caller, talkRoles.boxInChina)} AND ${atSites(inChina(caller))}
        OR ${isAmong(caller, talkRoles.boxInIndia)} AND ${atSites(inIndia(caller))}))`
}

/** Users `u` who may see the thing, as `findThing` would find it for them; none of a vendor for what the house says alone. */
export function mayRead(thing: Thing, isHouse: boolean): RawBuilder<boolean> {
  // Whose facility it is goes by the site that people are bound to, not by their vendor.
  if (thing.kind === 'facility_job') {
    const own = sql`(NOT ${sql.lit(isHouse)} AND u.site_ids && ${thing.india_sites}::uuid[])`
    return sql<boolean>`(u.is_active AND ${holds(talkRoles.facility_job)} AND (u.role <> 'vendor' OR ${own}))`
  }
  const named =
    thing.kind !== 'box'
      ? ofRoles(rolesOfThing(thing, thing.kind), [])
      : sql<boolean>`(${ofRoles(talkRoles.boxInChina, thing.china_sites, true)} OR ${ofRoles(talkRoles.boxInIndia, thing.india_sites, true)})`
  const vendor = isHouse
    ? sql`u.vendor_id IS NULL`
    : sql`(u.vendor_id IS NULL OR u.vendor_id = ${thing.vendor_id}::uuid)`
  return sql<boolean>`(u.is_active AND ${named} AND ${vendor})`
}

/** CAD is left out of a production order that it does not see. */
const rolesOfThing = ({ is_for_cad }: Thing, kind: Exclude<TalkKind, 'box' | 'facility_job'>): readonly Role[] =>
  kind === 'production_order' && !is_for_cad ? productionRights.runProduction.roles : talkRoles[kind]

/** People who are bound to sites are told of what lies at theirs; a thing that lies at none of this kind is nobody's there. */
function ofRoles(roles: readonly Role[], sites: readonly string[], isPlaced = false): RawBuilder<boolean> {
  if (isPlaced && sites.length === 0) return sql<boolean>`false`
  const isRole = holds(roles)
  if (!isPlaced) return isRole
  return sql<boolean>`(${isRole} AND (u.site_ids = '{}' OR u.role <> ALL(${toldBySite}::text[]) OR u.site_ids && ${[...sites]}::uuid[]))`
}
