import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { z } from 'zod'
import { allocationLife } from '../../../shared/areas/allocation/life.ts'
import {
  namedSite,
  planSettings,
  planTotals,
  type TaskRow,
  taskDetails,
  taskRow,
} from '../../../shared/areas/allocation/shapes.ts'
import { allocationWords, choices, taskCode, taskStates } from '../../../shared/areas/allocation/words.ts'
import type { Contract } from '../../../shared/areas.ts'
import type { Taken } from '../../../shared/kernel/call.ts'
import { recordsOf } from '../../audit/lifecycle.ts'
import { lastEventsOf } from '../../audit/timeline.ts'
import { col, rowsOf } from '../../database/rows.ts'
import type { Caller, Db, Handlers, Tx } from '../../http/call.ts'
import { reply } from '../../http/call.ts'
import { notFound } from '../../http/errors.ts'
import { isPlaced } from '../../http/own-sites.ts'
import { inOrder, listQuery } from '../../lists/list-query.ts'
import { containing } from '../orders/order-rows.ts'

type Asked = Taken<Contract['allocation']['allocationTasks']>

/** Allocations `t` that a caller sees: people of some shops those that go to their shops alone. */
export const tasksOf = (caller: Caller) =>
  isPlaced(caller)
    ? sql<SqlBool>`NOT EXISTS (SELECT FROM allocation_site os WHERE os.task_id = t.id AND os.role = 'store' AND os.site_id <> ALL(${caller.siteIds}::uuid[]))`
    : sql<SqlBool>`true`

const isOpen = sql<SqlBool>`t.state NOT IN ('GATEPASSES_CREATED', 'REJECTED')`

export const taskQuery = listQuery<Asked, TaskRow>({
  from: sql`allocation_task t`,
  id: sql<string>`t.id`,
  scope: ({ caller }) => tasksOf(caller),
  rules: {
    search: (text) => sql`(t.number ILIKE ${containing(text)} OR t.name ILIKE ${containing(text)})`,
    category: (name) => sql`${name} = ANY(t.categories)`,
    season: (name) => sql`${name} = ANY(t.seasons)`,
    store: (site) => sql`EXISTS (SELECT FROM allocation_site fs JOIN site x ON x.id = fs.site_id
      WHERE fs.task_id = t.id AND fs.role = 'store' AND x.code = ${site})`,
    task_ids: (numbers) => sql`t.number = ANY(${numbers}::text[])`,
  },
  tabs: {
    ...Object.fromEntries(taskStates.map((state) => [state, sql<SqlBool>`t.state = ${sql.lit(state)}`])),
    ...{ open: isOpen, all: sql<SqlBool>`true` },
  },
  order: () => ({ by: [[sql`t.id`, 'uuid']], isDescending: true }),
  rows: (ids, { db }) => taskRows(db, ids),
})

/** Whether a line `o` of an allocation `t` goes out: not taken out; on the shortlist, once there is one; on a gate pass, once those are made. */
export const goesOut = sql<SqlBool>`CASE WHEN t.state = 'GATEPASSES_CREATED' THEN o.gate_pass IS NOT NULL
  WHEN t.state IN ('SHORTLISTED', 'SUBMITTED') THEN o.choice = 'shortlisted' ELSE o.choice <> 'removed' END`

/** Paise of pieces `quantity` of SKU `k` of style `s` at the printed price. */
export const atPrintedPrice = sql`coalesce(k.mrp_minor, s.mrp_minor)`

/** Of pieces: `retail_value_minor` and `pieces_without_mrp`. */
export const retailValueOf = (
  pieces: RawBuilder<unknown>,
) => sql`sum(${pieces} * ${atPrintedPrice})::float8 AS retail_value_minor,
  coalesce(sum(${pieces}) FILTER (WHERE ${atPrintedPrice} IS NULL), 0)::int AS pieces_without_mrp`

/** Of lines `o`. */
export const valueOfLines = retailValueOf(sql`o.quantity`)

const idRow = taskRow.extend({ id: col.text })

/** By id (allocation_task.id), in the order given. */
export async function taskRows(db: Db | Tx, ids: readonly string[]): Promise<TaskRow[]> {
  if (ids.length === 0) return []
  const { rows } = await rowsOf(idRow)`
    SELECT t.id, t.number AS task_id, t.name, t.state, t.is_frozen, t.is_outdated, t.categories, t.seasons,
      coalesce((SELECT array_agg(x.code ORDER BY a.position) FROM allocation_site a JOIN site x ON x.id = a.site_id
        WHERE a.task_id = t.id AND a.role = 'source'), '{}') AS sources,
      (SELECT count(*)::int FROM allocation_site a WHERE a.task_id = t.id AND a.role = 'store') AS stores,
      y.styles, y.need, o.pieces, o.retail_value_minor, o.pieces_without_mrp, o.gate_passes, u.name AS created_by, t.created_at, t.calculated_at,
      t.rates_as_of, t.reason, t.version
    FROM allocation_task t JOIN app_user u ON u.id = t.created_by
    CROSS JOIN LATERAL (SELECT count(*)::int AS styles, coalesce(sum(need), 0)::int AS need FROM allocation_style y
      WHERE y.task_id = t.id AND y.choice <> 'removed') y
    CROSS JOIN LATERAL (SELECT coalesce(sum(o.quantity), 0)::int AS pieces, count(DISTINCT o.gate_pass)::int AS gate_passes,
        ${valueOfLines}
      FROM allocation_outward o JOIN sku k ON k.id = o.sku_id JOIN style s ON s.id = k.style_id
      WHERE o.task_id = t.id AND ${goesOut}) o
    WHERE t.id = ANY(${ids}::uuid[])`.execute(db)
  return inOrder(ids, rows, ({ id }) => id).map(({ id: _, ...row }) => row)
}

export const tasks = recordsOf({
  life: allocationLife,
  codeOf: taskCode,
  ...{ table: 'allocation_task', entity: 'allocation', notFound: allocationWords.notFound },
  columns: {
    ...{ id: col.text, number: col.text, state: z.enum(taskStates), version: col.number, is_frozen: col.flag },
    ...{ is_outdated: col.flag, settings: planSettings, categories: col.texts },
  },
  select: (number, caller) => sql`
    SELECT t.id::text AS id, t.number, t.state, t.version, t.is_frozen, t.is_outdated, t.settings, t.categories
    FROM allocation_task t WHERE t.number = ${number} AND ${tasksOf(caller)} FOR NO KEY UPDATE OF t`,
})

/** The id of an allocation that the caller sees. Throws not_found. */
export async function taskIdOf(db: Db | Tx, caller: Caller, number: string): Promise<string> {
  const { rows } = await rowsOf({ id: col.text })`
    SELECT t.id::text AS id FROM allocation_task t WHERE t.number = ${number} AND ${tasksOf(caller)}`.execute(db)
  if (rows[0] === undefined) throw notFound(allocationWords.notFound, { number })
  return rows[0].id
}

export const siteRow = namedSite.extend({ id: z.string(), is_closed: z.boolean() })

/** Sources or stores of an allocation, in their order. */
export async function sitesOfTask(db: Db | Tx, id: string, role: 'source' | 'store') {
  const { rows } = await rowsOf(siteRow)`
    SELECT x.id::text AS id, x.code AS site, x.name, x.name_zh, x.retired_at IS NOT NULL AS is_closed
    FROM allocation_site a JOIN site x ON x.id = a.site_id WHERE a.task_id = ${id}::uuid AND a.role = ${role}
    ORDER BY a.position, x.code`.execute(db)
  return rows
}

/** An allocation after a command. */
export async function replyTask(tx: Tx, id: string, said: string) {
  const [task] = await taskRows(tx, [id])
  if (task === undefined) throw new Error('the allocation is not there')
  return reply({ task }, said)
}

const whatIf = z.object({ settings: planSettings, totals: planTotals, at: z.string() }).nullable()
const moreColumns = { settings: planSettings, what_if: whatIf, job_id: col.textOrNull }

export const getAllocation: Handlers<Contract['allocation']>['getAllocation'] = async ({ task_id }, { db, caller }) => {
  const id = await taskIdOf(db, caller, task_id)
  const [task] = await taskRows(db, [id])
  if (task === undefined) throw notFound(allocationWords.notFound, { number: task_id })
  const [sources, stores] = [await sitesOfTask(db, id, 'source'), await sitesOfTask(db, id, 'store')]
  const { rows } = await rowsOf(moreColumns)`
    SELECT t.settings, t.what_if, (SELECT j.id::text FROM job j WHERE j.id = t.job_id AND j.ended_at IS NULL) AS job_id
    FROM allocation_task t WHERE t.id = ${id}::uuid`.execute(db)
  const { rows: totals } = await rowsOf(planTotals)`
    SELECT ${task.pieces}::int AS given, (coalesce(sum(y.given), 0) - ${task.pieces})::int AS left_out, coalesce(sum(y.need), 0)::int AS need, coalesce(sum(y.extra), 0)::int AS extra,
      coalesce(sum(y.cut), 0)::int AS cut, coalesce(sum(y.unset), 0)::int AS unset, coalesce(sum(y.short), 0)::int AS short,
      max(g.stores) AS stores, max(g.styles) AS styles
    FROM (SELECT count(DISTINCT o.store_id)::int AS stores, count(DISTINCT (k.style_id, k.color))::int AS styles
        FROM allocation_outward o JOIN allocation_task t ON t.id = o.task_id JOIN sku k ON k.id = o.sku_id WHERE o.task_id = ${id}::uuid AND ${goesOut}) g
      LEFT JOIN allocation_style y ON y.task_id = ${id}::uuid AND y.choice <> 'removed'`.execute(db)
  const { rows: passes } = await rowsOf({ number: col.text })`
    SELECT DISTINCT gate_pass AS number FROM allocation_outward WHERE task_id = ${id}::uuid AND gate_pass IS NOT NULL ORDER BY 1`.execute(
    db,
  )
  const { rows: chosen } = await rowsOf({ offered: col.number, shortlisted: col.number, removed: col.number })`
    SELECT ${sql.join(choices.map((one) => sql`coalesce(sum(quantity) FILTER (WHERE choice = ${sql.lit(one)}), 0)::int AS ${sql.ref(one)}`))}
    FROM allocation_outward WHERE task_id = ${id}::uuid`.execute(db)
  const [more, total, pieces_by_choice] = [rows[0], totals[0], chosen[0]]
  if (more === undefined || total === undefined || pieces_by_choice === undefined)
    throw notFound(allocationWords.notFound, { number: task_id })
  return reply(
    taskDetails.parse({
      task,
      ...more,
      totals: total,
      sources: sources.map(({ site, name, name_zh }) => ({ site, name, name_zh })),
      stores: stores.map(({ site, name, name_zh, is_closed }) => ({ site, name, name_zh, is_closed })),
      pieces_by_choice,
      history: await lastEventsOf(db, 'allocation', task.task_id),
      gate_passes: passes.map(({ number }) => number),
      moves: allocationLife.movesFor(caller, { ...task, number: task.task_id }),
    }),
  )
}
