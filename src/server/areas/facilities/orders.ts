import { type SqlBool, sql } from 'kysely'
import { z } from 'zod'
import { type FacilityOrderRow, facilityLine, facilityOrderRow } from '../../../shared/areas/facilities/calls.ts'
import { stageLedger } from '../../../shared/areas/facilities/stage-ledger.ts'
import type { Contract } from '../../../shared/areas.ts'
import type { Taken } from '../../../shared/kernel/call.ts'
import { col, rowsOf } from '../../database/rows.ts'
import { readSetting } from '../../database/settings.ts'
import type { Caller, Db, Tx } from '../../http/call.ts'
import { inOrder, listQuery } from '../../lists/list-query.ts'
import { containing } from '../orders/order-rows.ts'
import { daysLate, facilityDue, toMake } from './lateness.ts'
import { awaitedOf } from './sent.ts'
import { facilityOf, ownFacilities } from './whose.ts'

type Asked = Taken<Contract['facilities']['getFacilityOrders']>

const isOpen = sql<SqlBool>`${toMake} + j.packed + j.shipment_pending > 0`

/** Orders at facilities, what was begun first first. */
export const facilityOrderQuery = listQuery<Asked, FacilityOrderRow>({
  from: sql`facility_job j JOIN production_order o ON o.id = j.order_id JOIN production_facility f ON f.id = j.facility_id
    LEFT JOIN production_vendor_allocation a ON a.order_id = j.order_id AND a.facility_id = j.facility_id`,
  id: sql<string>`j.id`,
  scope: ({ caller }) => sql<SqlBool>`${ownFacilities(caller)} AND j.allotted > 0`,
  tabs: {
    open: isOpen,
    late: sql<SqlBool>`coalesce(${daysLate}, 0) > 0`,
    done: sql<SqlBool>`NOT (${isOpen})`,
    all: sql<SqlBool>`true`,
  },
  rules: {
    facility: (code) => sql`f.code = ${code}`,
    stage: (stage) => sql`${sql.ref(`j.${stage}`)} > 0`,
    order_action_ids: (numbers) => sql`o.number = ANY(${numbers}::text[])`,
    search: (text) => {
      const like = containing(text)
      return sql`(o.number ILIKE ${like} OR EXISTS (SELECT 1 FROM facility_line l JOIN sku k ON k.id = l.sku_id JOIN style s ON s.id = k.style_id
        WHERE l.job_id = j.id AND (k.nm_sku ILIKE ${like} OR s.code ILIKE ${like} OR s.name ILIKE ${like} OR s.name_zh ILIKE ${like})))`
    },
  },
  order: () => ({
    by: [
      [sql`j.started_at`, 'timestamptz'],
      [sql`j.id`, 'uuid'],
    ],
  }),
  rows: async (ids, { db }, { with_awaited = false }) => facilityOrderRows(db, ids, with_awaited),
})

/** Rises with every change of what a facility makes, or with `*` all of the caller's facilities: its pieces, their orders, its shipments. */
export async function facilityVersion(db: Db, caller: Caller, code: string): Promise<{ version: number }> {
  if (code !== '*') await facilityOf(db, caller, code)
  const { rows } = await rowsOf({ version: col.number })`
    SELECT coalesce(sum(each.version), 0)::int AS version FROM production_facility f JOIN (
      SELECT j.facility_id, j.version + o.version AS version FROM facility_job j JOIN production_order o ON o.id = j.order_id
      UNION ALL SELECT facility_id, version FROM facility_shipment
    ) each ON each.facility_id = f.id WHERE ${ownFacilities(caller)} AND (${code} = '*' OR f.code = ${code})`.execute(
    db,
  )
  return rows[0] ?? { version: 0 }
}

const columnsOf = (table: string) => sql.join(stageLedger.columns.map((column) => sql.ref(`${table}.${column}`)))
const rowColumns = facilityOrderRow
  .omit({ lines: true, cutting_tolerance_percent: true, box_pieces: true, awaited: true })
  .extend({ id: z.string() })
const lineColumns = facilityLine.extend({ job_id: z.string() })

/** Rows by facility_job.id, in the order given. */
async function facilityOrderRows(
  db: Db | Tx,
  ids: readonly string[],
  withAwaited: boolean,
): Promise<FacilityOrderRow[]> {
  if (ids.length === 0) return []
  const { rows } = await rowsOf(rowColumns)`
    SELECT j.id, o.number AS order_action_id, f.code AS facility, f.name AS facility_name, f.name_zh AS facility_name_zh,
      (SELECT p.code FROM site p WHERE p.id = f.site_id) AS site,
      coalesce(s.code, c.code, '') AS style_id, coalesce(s.name, c.name, '') AS name, coalesce(s.name_zh, c.name_zh, '') AS name_zh,
      coalesce(s.category, c.category, '') AS category, coalesce(s.picture_id, c.picture_id) AS picture, o.state,
      (SELECT max(k.number) FROM production_job_card k WHERE k.order_id = o.id) AS job_card,
      a.starts_on::text AS starts_on, ${facilityDue}::text AS due_on, o.due_on::text AS order_due_on, ${toMake} AS to_make,
      coalesce(${daysLate}, 0)::int AS days_late, ${columnsOf('j')}, j.version
    FROM facility_job j JOIN production_order o ON o.id = j.order_id JOIN production_facility f ON f.id = j.facility_id
    LEFT JOIN production_vendor_allocation a ON a.order_id = j.order_id AND a.facility_id = j.facility_id
    LEFT JOIN catalogue_style c ON c.id = o.catalogue_id LEFT JOIN style s ON s.id = coalesce(o.style_id, c.style_id)
    WHERE j.id = ANY(${[...ids]}::uuid[])`.execute(db)
  const { rows: all } = await rowsOf(lineColumns)`
    SELECT l.job_id, k.nm_sku, l.color, l.size, ${columnsOf('l')} FROM facility_line l JOIN sku k ON k.id = l.sku_id
    WHERE l.job_id = ANY(${[...ids]}::uuid[]) AND l.allotted + l.overcut > 0 ORDER BY l.color, k.size_rank, l.size`.execute(
    db,
  )
  const cutting_tolerance_percent = await readSetting(db, 'cutting_tolerance_percent')
  const box_pieces = await readSetting(db, 'facility_box_pieces')
  const lines = Map.groupBy(all, ({ job_id }) => job_id)
  const awaited = withAwaited ? await awaitedOf(db, ids) : null
  return inOrder(ids, rows, ({ id }) => id).map(({ id, ...row }) => ({
    ...row,
    awaited: awaited?.get(id) ?? null,
    cutting_tolerance_percent,
    box_pieces,
    lines: (lines.get(id) ?? []).map(({ job_id: _, ...line }) => line),
  }))
}
