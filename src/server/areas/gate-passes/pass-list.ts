import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { onTheWay, type passStates } from '../../../shared/areas/gate-passes/moves.ts'
import type { GatePassRow } from '../../../shared/areas/gate-passes/shapes.ts'
import type { Contract } from '../../../shared/areas.ts'
import type { Taken } from '../../../shared/kernel/call.ts'
import { readTraced, unmarked } from '../../../shared/kernel/traced-code.ts'
import { todayIn } from '../../database/today.ts'
import { inOrder, type ListQuery, listQuery } from '../../lists/list-query.ts'
import { containing } from '../orders/order-rows.ts'
import { passesFrom, passesOf, passWire, readPasses, toReturn } from './pass-rows.ts'

type Input = Taken<Contract['gatePasses']['gatepasses']>

const inStates = (...states: (typeof passStates)[number][]) => sql<SqlBool>`p.state = ANY(${states}::text[])`

/** Due back by a day that is past at the source, and not back. */
export const isOverdueSql = sql<SqlBool>`(p.type = 'returnable' AND p.expected_return_on < ${todayIn(sql`fs.time_zone`)}
  AND p.state IN ('SUBMITTED', 'PARTLY_RECEIVED', 'RECEIVED', 'COMPLETED') AND ${toReturn} > 0)`

const age = sql`coalesce(p.submitted_at, p.created_at)`

/** Gate passes, newest first unless asked otherwise. */
export const passQuery: ListQuery<Input, GatePassRow> = listQuery<Input, GatePassRow>({
  from: passesFrom,
  id: sql<string>`p.id`,
  scope: ({ caller }) => passesOf(caller),
  rules: {
    type: (types) => sql<SqlBool>`p.type = ANY(${types}::text[])`,
    from_site: (site) => sql<SqlBool>`fs.code = ${site}`,
    to_site: (site) => sql<SqlBool>`ts.code = ${site}`,
    receives_at: (site) => sql<SqlBool>`rs.code = ${site}`,
    receives_at_kind: (kind) => sql<SqlBool>`rs.kind = ${kind}`,
    supplier_id: (code) => sql<SqlBool>`v.code = ${code}`,
    gate_passes: (numbers) => sql<SqlBool>`p.number = ANY(${numbers}::text[])`,
    min_age_days: (days) => sql<SqlBool>`${age} <= now() - ${days} * interval '1 day'`,
    open_case: (isOpen) =>
      sql<SqlBool>`${isOpen} = EXISTS (SELECT FROM gate_pass_case k WHERE k.pass_id = p.id AND k.settled < k.quantity)`,
    search: holding,
  },
  tabs: {
    draft: inStates('DRAFT', 'CONFIRMED'),
    packing: inStates('PACKING'),
    on_way: inStates(...onTheWay),
    received: inStates('RECEIVED'),
    completed: inStates('COMPLETED'),
    overdue: isOverdueSql,
    cancelled: inStates('CANCELLED'),
    all: sql<SqlBool>`true`,
  },
  order: ({ sort }) => ({
    by: [
      sort === 'due'
        ? [sql`coalesce(p.expected_return_on, '9999-12-31'::date)`, 'date']
        : [sql`p.created_at`, 'timestamptz'],
      [sql`p.id`, 'uuid'],
    ],
    isDescending: sort !== 'oldest' && sort !== 'due',
  }),
  rows: async (ids, { db, caller }) => {
    const passes = await readPasses(db, sql<SqlBool>`p.id = ANY(${ids}::uuid[]) AND ${passesOf(caller)}`)
    return inOrder(ids, passes, ({ id }) => id).map((pass) => passWire(pass, caller))
  },
})

/** By a part of its number, vehicle, party or paper, or by a box or SKU on it. */
function holding(search: string): RawBuilder<SqlBool> {
  const like = containing(unmarked(search))
  const { sscc } = readTraced(search)
  return sql<SqlBool>`(p.number ILIKE ${like} OR p.vehicle_no ILIKE ${like} OR p.party ILIKE ${like} OR p.purpose ILIKE ${like}
    OR EXISTS (SELECT FROM gate_pass_document d WHERE d.pass_id = p.id AND d.number ILIKE ${like})
    OR EXISTS (SELECT FROM gate_pass_box b WHERE b.pass_id = p.id AND b.code = ${sscc ?? ''})
    OR EXISTS (SELECT FROM gate_pass_item i JOIN sku k ON k.id = i.sku_id WHERE i.pass_id = p.id AND k.nm_sku ILIKE ${like}))`
}
