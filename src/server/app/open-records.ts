import { sql } from 'kysely'
import { type WatchedRecord, watching } from '../../shared/areas/frame/calls.ts'
import { allowed, type Contract } from '../../shared/areas.ts'
import { isAmong } from '../../shared/kernel/rights.ts'
import type { Role } from '../../shared/kernel/roles.ts'
import { facilityVersion } from '../areas/facilities/orders.ts'
import { rulesVersion } from '../areas/inspection/checklist.ts'
import { findQcBox } from '../areas/qc-boxes/box-rows.ts'
import { inChina, inIndia, type QcSites } from '../areas/qc-boxes/sites.ts'
import { findShipment } from '../areas/shipments/shipments.ts'
import { type Caller, type Db, type Handlers, reply } from '../http/call.ts'
import { forbidden } from '../http/errors.ts'

/** Each kind of record as its caller may see it. Throws as its area's own calls do for what is not there or another vendor's. */
const findRecord: Record<WatchedRecord, (db: Db, caller: Caller, id: string) => Promise<{ version: number }>> = {
  box: (db, caller, id) => findQcBox(db, inChina(caller), id),
  box_in_india: (db, caller, id) => findQcBox(db, inIndia(caller), id),
  shipment: findShipment,
  facility: facilityVersion,
}

/** At which sites' QC a record is judged. */
const judgedAt: Partial<Record<WatchedRecord, QcSites>> = { box: 'china_qc', box_in_india: 'india_qc' }

/** Who may open each kind of record: the callers of the call that shows it. */
const readers: Record<WatchedRecord, readonly Role[]> = {
  box: allowed.chinaQcOutcome,
  box_in_india: allowed.indiaReceive,
  shipment: allowed.vendorDesk,
  facility: allowed.workFacility,
}

/**
 * Notes that the caller has the record open, or has closed it. It changes nothing that anybody's work depends on, and so is no
 * command: no key, no audit event.
 */
export const watchRecord: Handlers<Contract['frame']>['watchRecord'] = async (
  { entity, id, is_closed = false },
  { db, caller },
) => {
  if (!isAmong(caller, readers[entity])) throw forbidden()
  const { version } = await findRecord[entity](db, caller, id)
  const own = { entity, entity_id: id, user_id: caller.userId }
  if (is_closed)
    await db
      .deleteFrom('open_record')
      .where((row) => row.and(own))
      .execute()
  else await noteOpen(db, own)
  const sites = caller.vendorId === null ? judgedAt[entity] : undefined
  const rules = sites ? await rulesVersion(db, sites) : null
  return reply({ version, rules, others: await othersAt(db, caller, own) })
}

type OpenRecord = Record<'entity' | 'entity_id' | 'user_id', string>

const goneAt = sql<Date>`now() - ${sql.lit(watching.goneMs)} * interval '1 millisecond'`

/** Who comes back after having closed it opened it now. */
async function noteOpen(db: Db, own: OpenRecord): Promise<void> {
  const openedAt = sql<Date>`CASE WHEN open_record.seen_at < ${goneAt} THEN now() ELSE open_record.opened_at END`
  await db
    .insertInto('open_record')
    .values(own)
    .onConflict((on) =>
      on.columns(['entity', 'entity_id', 'user_id']).doUpdateSet({ seen_at: sql<Date>`now()`, opened_at: openedAt }),
    )
    .execute()
}

/** A vendor hears of its own people only, the company's people of each other. */
async function othersAt(db: Db, caller: Caller, { entity, entity_id, user_id }: OpenRecord) {
  const rows = await db
    .selectFrom('open_record as r')
    .innerJoin('app_user as u', 'u.id', 'r.user_id')
    .where('r.entity', '=', entity)
    .where('r.entity_id', '=', entity_id)
    .where('r.user_id', '<>', user_id)
    .where('r.seen_at', '>', goneAt)
    .where(sql<boolean>`u.vendor_id IS NOT DISTINCT FROM ${caller.vendorId}::uuid`)
    .select(['u.name', 'r.opened_at'])
    .orderBy('r.opened_at')
    .limit(20)
    .execute()
  return rows.map(({ name, opened_at }) => ({ name, opened_at: opened_at.toISOString() }))
}
