import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { kindsBound } from '../../shared/areas/people/own-sites.ts'
import type { SiteKind } from '../../shared/areas/stock/rights.ts'
import type { Caller } from './call.ts'

/** Whom a condition on sites is about. */
export type Placed = Pick<Caller, 'role' | 'siteIds'>

const everywhere = sql<SqlBool>`true`

/** Whether the caller works at some sites only. */
export function isPlaced({ role, siteIds }: Placed): boolean {
  return siteIds.length > 0 && kindsBound(role).length > 0
}

/** The sites (site.id) that the caller is bound to, of this kind; null for a caller who works at all of them. */
export function sitesBound({ role, siteIds }: Placed, kind: SiteKind): readonly string[] | null {
  return siteIds.length > 0 && kindsBound(role).includes(kind) ? siteIds : null
}

/** Whether a row is at a site of the caller's: `column` is the id of a site of this kind. Every query on one kind's sites starts here. */
export function atOwnSites(caller: Placed, column: string, kind: SiteKind): RawBuilder<SqlBool> {
  const ids = sitesBound(caller, kind)
  return ids === null ? everywhere : sql<SqlBool>`${sql.ref(column)} = ANY(${ids}::uuid[])`
}

/** The same of sites of any kind: a condition on table `site` under this name. */
export function ownSite({ role, siteIds }: Placed, site: string): RawBuilder<SqlBool> {
  if (!isPlaced({ role, siteIds })) return everywhere
  const [id, kind] = [sql.ref(`${site}.id`), sql.ref(`${site}.kind`)]
  return sql<SqlBool>`(${id} = ANY(${siteIds}::uuid[]) OR ${kind} <> ALL(${kindsBound(role)}::text[]))`
}
