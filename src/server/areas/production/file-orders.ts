import { orderPathWords, orderStateWords } from '../../../shared/areas/production/order-states.ts'
import { fileWords } from '../../../shared/areas/production/words.ts'
import type { Contract } from '../../../shared/areas.ts'
import { hasRight } from '../../../shared/areas.ts'
import type { Taken } from '../../../shared/kernel/call.ts'
import { col, rowsOf } from '../../database/rows.ts'
import type { CallContext, Handlers, Tx } from '../../http/call.ts'
import { forbidden } from '../../http/errors.ts'
import type { SheetRow } from '../../sheets/read-rows.ts'
import type { SheetInput, Taking } from '../../sheets/take-sheet.ts'
import { type KnownOrder, knownOrders, seenOrders } from './orders.ts'

export type FileAsked = Taken<Contract['production']['updateOrdersViaFile']> & SheetInput

/** Takes one of the three sheets. */
export type TakesFile = Handlers<Contract['production']>['updateOrdersViaFile']

/** Categories that the rows are of; none: all. A form gives one as it is. */
const verticalsOf = ({ verticals }: FileAsked) => [verticals].flat().filter((one) => one !== '')

/** A sheet of drafts: said to be, or about categories. */
export const savesDrafts = (asked: FileAsked) => asked.save_draft === 'true' || verticalsOf(asked).length > 0

/** Throws forbidden for is_admin from others, and for sheets of those who run production. */
export function assertMaySend({ is_admin }: FileAsked, { caller }: CallContext, isRun = true): void {
  if (isRun && !hasRight(caller, 'runProduction')) throw forbidden()
  if (is_admin === 'true' && caller.role !== 'admin' && caller.role !== 'super_admin')
    throw forbidden(fileWords.onlyAdmins)
}

/** Orders that a sheet names, and who else has a draft of them. */
export interface FileOrders {
  orders: ReadonlyMap<string, KnownOrder>
  drafted: ReadonlyMap<string, string>
}

/** Locks the orders of a sheet in the order of their ids. */
export async function lockFileOrders(
  tx: Tx,
  context: CallContext,
  rows: readonly { values: { order: string } }[],
): Promise<FileOrders> {
  const numbers = [...new Set(rows.map(({ values }) => values.order))]
  const { rows: found } = await rowsOf({ id: col.text })`
    SELECT o.id::text AS id FROM production_order o WHERE o.number = ANY(${numbers}::text[]) AND ${seenOrders(context.caller)}
    ORDER BY o.id FOR NO KEY UPDATE OF o`.execute(tx)
  const orders = await knownOrders(
    tx,
    found.map(({ id }) => id),
  )
  return {
    orders: new Map(orders.map((order) => [order.number, order])),
    drafted: await othersDrafts(tx, context, orders),
  }
}

/** Orders that somebody else has a draft of, with the name of one. */
async function othersDrafts(
  tx: Tx,
  { caller }: CallContext,
  orders: readonly KnownOrder[],
): Promise<Map<string, string>> {
  const { rows } = await rowsOf({ order_id: col.text, name: col.text })`
    SELECT d.order_id::text AS order_id, u.name FROM production_order_draft d JOIN app_user u ON u.id = d.user_id
    WHERE d.order_id = ANY(${orders.map(({ id }) => id)}::uuid[]) AND d.user_id <> ${caller.userId}::uuid ORDER BY d.saved_at`.execute(
    tx,
  )
  return new Map(rows.map(({ order_id, name }) => [order_id, name]))
}

interface Refused {
  message: string
  texts?: Record<string, string>
}

/** Finds the order of a row, or says why the file is not about it. */
export function orderOfRow(
  { orders, drafted }: FileOrders,
  number: string,
  asked: FileAsked,
): { order: KnownOrder } | Refused {
  const order = orders.get(number)
  const verticals = verticalsOf(asked)
  if (order === undefined) return { message: fileWords.unknown }
  if (order.path !== asked.path)
    return { message: fileWords.otherPath, texts: { path_key: orderPathWords[asked.path] } }
  if (order.state !== asked.order_status)
    return { message: fileWords.otherState, texts: { state_key: orderStateWords[order.state] } }
  if (verticals.length > 0 && !verticals.includes(order.category)) return { message: fileWords.otherVertical }
  const drafter = savesDrafts(asked) || asked.is_admin === 'true' ? undefined : drafted.get(order.id)
  return drafter === undefined ? { order } : { message: fileWords.drafted, texts: { name: drafter } }
}

/** An order with the rows of a sheet that are about it. */
export interface OrderRows<Values> {
  order: KnownOrder
  rows: readonly SheetRow<Values>[]
}

/** Groups the rows of a sheet by their orders; an order with a row that cannot be read is left out, and its other rows are refused with it. */
export function ordersOfSheet<Values extends { order: string }>(
  {
    rows,
    read,
    input,
    held,
    refuse,
  }: Pick<Taking<FileAsked, Values, FileOrders>, 'rows' | 'read' | 'input' | 'held' | 'refuse'>,
  saysSomething: (values: Values) => boolean,
): { good: OrderRows<Values>[]; idle: number } {
  const sound = new Set<unknown>(rows)
  const spoilt = new Set(read.rows.filter((row) => !sound.has(row)).map(({ values }) => values.order))
  const said = rows.filter(({ values }) => saysSomething(values))
  const good = [...Map.groupBy(said, ({ values }) => values.order)].flatMap(([number, own]) => {
    const found = spoilt.has(number) ? { message: fileWords.mateFaulty } : orderOfRow(held, number, input)
    if ('order' in found) return [{ order: found.order, rows: own }]
    for (const row of own) refuse(row, 'order', found.message, undefined, { values: found.texts ?? {} })
    return []
  })
  return { good, idle: rows.length - said.length }
}
