import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { facilityWords } from '../../../shared/areas/facilities/words.ts'
import { isBoundToVendor } from '../../../shared/kernel/roles.ts'
import { col, rowsOf } from '../../database/rows.ts'
import type { Caller, Db, Tx } from '../../http/call.ts'
import { invalidInput, notFound } from '../../http/errors.ts'

/**
 * Facilities `f` that the caller may see: a vendor's people those whose production site they are bound to, none without one; every other
 * role that may call sees all. Every query on what facilities make starts here.
 */
export function ownFacilities(caller: Pick<Caller, 'role' | 'team' | 'siteIds'>): RawBuilder<SqlBool> {
  return isBoundToVendor(caller) ? sql<SqlBool>`f.site_id = ANY(${[...caller.siteIds]}::uuid[])` : sql<SqlBool>`true`
}

export interface OwnFacility {
  id: string
  facility: string
}

/**
 * The facility that is named, or the only one that a vendor's people work at. Throws not_found also for one of others, invalid_input
 * where it must be said which.
 */
export async function facilityOf(db: Db | Tx, caller: Caller, code: string | undefined): Promise<OwnFacility> {
  const named = code === undefined ? sql`true` : sql`f.code = ${code}`
  if (code === undefined && !isBoundToVendor(caller)) throw whichFacility()
  const { rows } = await rowsOf({ id: col.text, facility: col.text })`
    SELECT f.id, f.code AS facility FROM production_facility f WHERE ${named} AND ${ownFacilities(caller)} ORDER BY f.code LIMIT 2`.execute(
    db,
  )
  const [own] = rows
  if (own !== undefined && rows.length === 1) return own
  throw code === undefined ? whichFacility() : notFound(facilityWords.noFacility, { facility: code }, 'facility')
}

const whichFacility = () =>
  invalidInput(facilityWords.whichFacility, { fields: [{ field: 'facility', message: facilityWords.whichFacility }] })
