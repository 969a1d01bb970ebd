import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { stockSites } from '../../../shared/areas/stock/rights.ts'
import { stockWords } from '../../../shared/areas/stock/words.ts'
import type { Contract } from '../../../shared/areas.ts'
import type { Gives } from '../../../shared/kernel/call.ts'
import { col, rowsOf } from '../../database/rows.ts'
import { type CallContext, type Caller, type Db, type Reply, reply } from '../../http/call.ts'
import { forbidden, notFound } from '../../http/errors.ts'

/** Sites whose stock this caller sees, or may change, as a condition on `site`. */
export function sitesOf(
  caller: Pick<Caller, 'role'>,
  site = 'x',
  what: 'sees' | 'changes' = 'sees',
): RawBuilder<SqlBool> {
  const kinds = stockSites(caller.role, what)
  return kinds === null ? sql<SqlBool>`true` : sql<SqlBool>`${sql.ref(`${site}.kind`)} = ANY(${kinds}::text[])`
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
