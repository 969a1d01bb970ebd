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

/** Whether an order of a facility of a vendor's person is of this style (`style` or `catalogue`, a column with its id): its picture is theirs to see. */
export function madeAtOwnFacility(
  caller: Pick<Caller, 'role' | 'team' | 'siteIds'>,
  of: 'style' | 'catalogue',
  column: string,
) {
  if (!isBoundToVendor(caller) || caller.siteIds.length === 0) return sql<SqlBool>`false`
  const order =
    of === 'style' ? sql`(SELECT c.style_id FROM catalogue_style c WHERE c.id = o.catalogue_id)` : sql`o.catalogue_id`
  const also = of === 'style' ? sql` OR o.style_id = ${sql.ref(column)}` : sql``
  return sql<SqlBool>`EXISTS (SELECT FROM facility_job j JOIN production_facility f ON f.id = j.facility_id
    JOIN production_order o ON o.id = j.order_id WHERE ${ownFacilities(caller)} AND j.allotted > 0 AND (${order} = ${sql.ref(column)}${also}))`
}
