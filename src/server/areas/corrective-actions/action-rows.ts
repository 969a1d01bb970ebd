import { type SqlBool, sql } from 'kysely'
import { type ActionRow, actionRow } from '../../../shared/areas/corrective-actions/calls.ts'
import { correctiveLife } from '../../../shared/areas/corrective-actions/life.ts'
import { actionWords } from '../../../shared/areas/corrective-actions/rules.ts'
import type { Contract } from '../../../shared/areas.ts'
import type { Taken } from '../../../shared/kernel/call.ts'
import { lastEventsOf } from '../../audit/timeline.ts'
import { col, rowsOf } from '../../database/rows.ts'
import { vendorToday } from '../../database/today.ts'
import { type CallContext, type Db, type Handlers, reply, type Tx } from '../../http/call.ts'
import { notFound } from '../../http/errors.ts'
import { ownRows } from '../../http/own-rows.ts'
import { inOrder, listQuery } from '../../lists/list-query.ts'
import { assertVendorName } from '../data/vendors.ts'
import { containing } from '../orders/order-rows.ts'

type Routes = Handlers<Contract['correctiveActions']>
type Asked = Taken<Contract['correctiveActions']['getCorrectiveActions']>

/** Of corrective actions `a`: those that wait for their vendor, and those of them whose day has passed in the vendors' zone. */
export const toAnswer = sql<SqlBool>`a.state IN ('opened', 'returned')`
export const overdueAction = sql<SqlBool>`(${toAnswer} AND a.due_on < ${vendorToday})`

/** What is due first; a vendor's own. */
export const actionQuery = listQuery<Asked, ActionRow>({
  from: sql`corrective_action a`,
  id: sql<string>`a.id`,
  scope: ({ caller }) => ownRows(caller, 'a.vendor_id'),
  check: (filter, context) => assertVendorName(context, filter.supplier_id),
  rules: {
    search: (text) => {
      const like = containing(text)
      return sql`(a.number ILIKE ${like} OR a.title ILIKE ${like} OR a.wrong ILIKE ${like} OR a.about_code ILIKE ${like}
        OR a.vendor_id IN (SELECT id FROM vendor WHERE name ILIKE ${like} OR name_zh ILIKE ${like}))`
    },
    supplier_id: (code) => sql`a.vendor_id = (SELECT id FROM vendor WHERE code = ${code})`,
    due_from: (day) => sql`a.due_on >= ${day}::date`,
    due_to: (day) => sql`a.due_on <= ${day}::date`,
    numbers: (numbers) => sql`a.number = ANY(${numbers}::text[])`,
  },
  tabs: {
    to_answer: toAnswer,
    overdue: overdueAction,
    to_check: sql`a.state = 'answered'`,
    accepted: sql`a.state = 'accepted'`,
    over: sql`a.state IN ('closed', 'cancelled')`,
    all: sql`true`,
  },
  order: () => ({
    by: [
      [sql`a.due_on`, 'date'],
      [sql`a.id`, 'uuid'],
    ],
  }),
  rows: (ids, { db }) => actionRows(db, ids),
})

const idRow = actionRow.extend({ id: col.text })

/** By id (corrective_action.id), in the order given. */
export async function actionRows(db: Db | Tx, ids: readonly string[]): Promise<ActionRow[]> {
  if (ids.length === 0) return []
  const { rows } = await rowsOf(idRow)`
    SELECT a.id, a.number, v.code AS supplier_id, v.name AS supplier_name, v.name_zh AS supplier_name_zh, a.title, a.wrong,
      a.about_kind, a.about_code, a.state, a.due_on, ${overdueAction} AS is_overdue, w.name AS owner, a.owner_id,
      a.root_cause, a.done, a.remark, o.name AS opened_by, a.opened_at, n.name AS answered_by, a.answered_at,
      j.name AS judged_by, a.judged_at, a.version
    FROM corrective_action a JOIN vendor v ON v.id = a.vendor_id JOIN app_user o ON o.id = a.opened_by
    LEFT JOIN app_user w ON w.id = a.owner_id LEFT JOIN app_user n ON n.id = a.answered_by LEFT JOIN app_user j ON j.id = a.judged_by
    WHERE a.id = ANY(${ids}::uuid[])`.execute(db)
  return inOrder(ids, rows, ({ id }) => id).map(({ id: _, ...row }) => row)
}

/** One by its number. Throws not_found, also for another vendor's. */
export async function actionOf(db: Db | Tx, { caller }: Pick<CallContext, 'caller'>, number: string) {
  const { rows } = await rowsOf({ id: col.text })`
    SELECT a.id FROM corrective_action a WHERE a.number = ${number} AND ${ownRows(caller, 'a.vendor_id')}`.execute(db)
  const id = rows[0]?.id
  const [action] = id === undefined ? [] : await actionRows(db, [id])
  if (id === undefined || action === undefined) throw notFound(actionWords.notFound, { number })
  return { id, action }
}

export const getCorrectiveAction: Routes['getCorrectiveAction'] = async ({ number }, context) => {
  const { db, caller } = context
  const { id, action } = await actionOf(db, context, number)
  const { rows } = await rowsOf({ image_id: col.text })`
    SELECT image_id FROM corrective_action_photo WHERE action_id = ${id}::uuid ORDER BY position, image_id`.execute(db)
  return reply({
    action,
    image_ids: rows.map(({ image_id }) => image_id),
    moves: correctiveLife.movesFor(caller, action),
    history: await lastEventsOf(db, 'corrective_action', number),
  })
}
