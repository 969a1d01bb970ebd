import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { gatePassRights } from '../../../shared/areas/gate-passes/rights.ts'
import { stockSites } from '../../../shared/areas/stock/rights.ts'
import { stockWords } from '../../../shared/areas/stock/words.ts'
import type { Contract } from '../../../shared/areas.ts'
import type { Gives } from '../../../shared/kernel/call.ts'
import { isAmong } from '../../../shared/kernel/rights.ts'
import { col, rowsOf } from '../../database/rows.ts'
import { type CallContext, type Caller, type Db, type Reply, reply } from '../../http/call.ts'
import { forbidden, notFound } from '../../http/errors.ts'
import { ownSite, type Placed } from '../../http/own-sites.ts'

/** Sites whose stock this caller sees, or may change, as a condition on `site`. */
export function sitesOf(caller: Placed, site = 'x', what: 'sees' | 'changes' = 'sees'): RawBuilder<SqlBool> {
  const kinds = stockSites(caller.role, what)
  if (kinds === null) return sql<SqlBool>`true`
  return sql<SqlBool>`(${sql.ref(`${site}.kind`)} = ANY(${kinds}::text[]) AND ${ownSite(caller, site)})`
}

/** Numbers of gate passes on their way that this caller counts blind, as an array; null where there are none for them. */
function blindPasses(caller: Pick<Caller, 'role'>): RawBuilder<unknown> | null {
  if (isAmong(caller, gatePassRights.gatePassLead.roles)) return null
  return sql`ARRAY(SELECT g.number FROM gate_pass g WHERE g.is_blind AND g.state IN ('SUBMITTED', 'PARTLY_RECEIVED', 'RECEIVED'))`
}

/** Places `p` whose stock this caller is told: what is on its way with a pass that they count blind is not. */
export function toldPlaces(caller: Pick<Caller, 'role'>): RawBuilder<SqlBool> {
  const blind = blindPasses(caller)
  return blind === null ? sql<SqlBool>`true` : sql<SqlBool>`(p.kind <> 'in_transit' OR p.code <> ALL(${blind}))`
}

/** Moves `m` that this caller is told, by the same rule. */
export function toldMoves(caller: Pick<Caller, 'role'>): RawBuilder<SqlBool> {
  const blind = blindPasses(caller)
  return blind === null
    ? sql<SqlBool>`true`
    : sql<SqlBool>`(m.document_type <> 'gate_pass' OR m.document_id <> ALL(${blind}))`
}

/** site.id of a site whose stock the caller may change. Throws not_found for one that they do not even see. */
export async function siteToChange(db: Db, caller: Caller, code: string): Promise<string> {
  const { rows } = await rowsOf({ id: col.text, may_change: col.flag })`
    SELECT x.id::text AS id, ${sitesOf(caller, 'x', 'changes')} AS may_change FROM site x
    WHERE x.code = ${code} AND ${sitesOf(caller)}`.execute(db)
  const [site] = rows
  if (site === undefined) throw notFound(stockWords.noSite, { site: code })
  if (!site.may_change) throw forbidden(stockWords.mayNotChange, { site: code })
  return site.id
}

const siteColumns = { site: col.text, name: col.text, name_zh: col.text, kind: col.text, may_change: col.flag }

export async function stockChoices(
  _input: unknown,
  { db, caller }: CallContext,
): Promise<Reply<Gives<Contract['stock']['stockChoices']>>> {
  const { rows: sites } = await rowsOf(siteColumns)`
    SELECT x.code AS site, x.name, x.name_zh, x.kind, ${sitesOf(caller, 'x', 'changes')} AS may_change FROM site x
    WHERE ${sitesOf(caller)} AND x.retired_at IS NULL ORDER BY x.kind = 'shop', x.code`.execute(db)
  const { rows: categories } = await rowsOf({ category: col.text })`
    SELECT DISTINCT category FROM style WHERE retired_at IS NULL ORDER BY category`.execute(db)
  const { rows: vendors } = await rowsOf({ id: col.text, name: col.text, name_zh: col.text })`
    SELECT code AS id, name, name_zh FROM vendor WHERE retired_at IS NULL ORDER BY name`.execute(db)
  return reply({ sites, vendors, categories: categories.map(({ category }) => category) })
}
