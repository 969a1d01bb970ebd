import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { z } from 'zod'
import { allowedIndiaActions, indiaBoxMoves, indiaQcStatus } from '../../../shared/areas/india-qc/status.ts'
import { type QcSites, qcSiteKinds } from '../../../shared/areas/qc-boxes/qc-sites.ts'
import {
  allowedQcActions,
  boxMoves,
  type QcAction,
  qcStatus,
  type StandingBox,
} from '../../../shared/areas/qc-boxes/status.ts'
import { allowed, type Right } from '../../../shared/areas.ts'
import type { OfferedMove } from '../../../shared/kernel/lifecycle.ts'
import type { Role } from '../../../shared/kernel/roles.ts'
import type { AuditEvent } from '../../audit/audit.ts'
import type { Caller } from '../../http/call.ts'
import { atOwnSites, type Placed, sitesBound } from '../../http/own-sites.ts'

export type { QcSites }

/** As a column has it. */
export const qcSites = z.enum(qcSiteKinds)

/** Who asks, and of which country's QC: a box may be known to both. Every query for boxes at QC starts from one of these. */
export interface AtQc<S extends QcSites = QcSites> {
  caller: Caller
  sites: S
}

/** What a call of China QC is about. The one place where these calls say of which sites they are. */
export const inChina = (caller: Caller): AtQc<'china_qc'> => ({ caller, sites: 'china_qc' })

/** Of which sites a call speaks: a handler that takes one serves every country. */
export type QcDoor<S extends QcSites> = (caller: Caller) => AtQc<S>

/** What a call of India QC is about. */
export const inIndia = (caller: Caller): AtQc<'india_qc'> => ({ caller, sites: 'india_qc' })

/** Whose sites of a country a condition is about. */
export interface OwnQc {
  sites: QcSites
  caller: Placed
}

const anybody: Placed = { role: 'super_admin', siteIds: [] }

/** All sites of a country, for what is no question of the caller's about their own: what India is told of China's work, or a vendor's record. */
export const allOfChina = { sites: 'china_qc', caller: anybody } as const
export const allOfIndia = { sites: 'india_qc', caller: anybody } as const

/** A box at a site: what one row of `qc_box` is known by. */
export interface QcPlace {
  box_id: string
  site_id: string
}

/**
 * Rows `q` of `qc_box` at these sites, where the caller works at some of them at those. Written out, so that the database knows which index
 * has them in order.
 */
export function atSites({ sites, caller }: OwnQc, table = 'q'): RawBuilder<SqlBool> {
  const isThere = sql<SqlBool>`${sql.ref(`${table}.site_kind`)} = ${sql.lit(sites)}`
  if (sitesBound(caller, sites) === null) return isThere
  return sql<SqlBool>`(${isThere} AND ${atOwnSites(caller, `${table}.site_id`, sites)})`
}

/** Rows of a table with a `site_id` that are of these sites, as above: documents, inspections, moves. */
export function ofSites({ sites, caller }: OwnQc, table: string): RawBuilder<SqlBool> {
  const own = atOwnSites(caller, 'id', sites)
  return sql<SqlBool>`${sql.ref(`${table}.site_id`)} = ANY(ARRAY(SELECT id FROM site WHERE kind = ${sql.lit(sites)} AND ${own}))`
}

/** Rows of a table with `box_id` and `site_id` that are of these boxes at their sites. */
export function inPlaces(places: readonly QcPlace[], table: string): RawBuilder<SqlBool> {
  const ids = places.map(({ box_id }) => box_id)
  const [first] = places
  // By the box alone an index finds them; what it finds is mostly of one site.
  const isThere = sql`${sql.ref(`${table}.box_id`)} = ANY(${ids}::uuid[])`
  if (first === undefined || places.every(({ site_id }) => site_id === first.site_id))
    return sql<SqlBool>`(${isThere} AND ${sql.ref(`${table}.site_id`)} = ${first?.site_id ?? null}::uuid)`
  return sql<SqlBool>`(${isThere} AND (${sql.ref(`${table}.box_id`)}, ${sql.ref(`${table}.site_id`)}) IN (
    SELECT * FROM unnest(${ids}::uuid[], ${places.map(({ site_id }) => site_id)}::uuid[])))`
}

/** A place as text, for maps. */
export const placeKey = ({ box_id, site_id }: QcPlace) => `${box_id} ${site_id}`

/** Whose the differences of a count may be: people of the QC that counted. */
export const discrepancyOwners: Record<QcSites, readonly Role[]> = {
  china_qc: allowed.chinaQc,
  india_qc: allowed.indiaReceive,
}

/**
 * Under which entity what happens to a box at QC is written down. A box's own history, which lists of China and the trace tell, holds
 * what happened in China; India's goes under a name of its own, which only those who work there are told.
 */
export function eventsAt(sites: QcSites): Extract<AuditEvent['entity'], 'box' | 'box_in_india'> {
  return sites === 'china_qc' ? 'box' : 'box_in_india'
}

/** Who may overrule a sample there, plan a looser one and skip QC. */
export const leadAt: Record<QcSites, Right> = { china_qc: 'chinaQcLead', india_qc: 'indiaQcLead' }

/** Where a box stands, in the words of that country's QC. */
export function statusAt(sites: QcSites, box: StandingBox): string {
  return sites === 'china_qc' ? qcStatus(box) : indiaQcStatus(box)
}

/** What the guards allow with a box there now, the usual first. */
export function actionsAt(sites: QcSites, box: StandingBox): QcAction[] {
  return sites === 'china_qc' ? allowedQcActions(box) : allowedIndiaActions(box)
}

/** The steps with a box there, each open, or closed with why. */
export function movesAt(sites: QcSites, box: StandingBox): OfferedMove<QcAction>[] {
  return sites === 'china_qc' ? boxMoves(box) : indiaBoxMoves(box)
}
