import { sql } from 'kysely'
import { waitWords } from '../../../shared/areas/production/lacking.ts'
import { type OrderMove, orderLife } from '../../../shared/areas/production/order-life.ts'
import { orderPathWords, orderStateWords } from '../../../shared/areas/production/order-states.ts'
import { updateOrdersSheet } from '../../../shared/areas/production/sheets.ts'
import { fileWords } from '../../../shared/areas/production/words.ts'
import type { Contract } from '../../../shared/areas.ts'
import type { Taken } from '../../../shared/kernel/call.ts'
import { needsWordsText } from '../../../shared/kernel/lifecycle.ts'
import { exampleRow } from '../../../shared/kernel/sheet.ts'
import { recordDownload } from '../../audit/audit.ts'
import { col, rowsOf } from '../../database/rows.ts'
import type { CallContext, Handlers, Tx } from '../../http/call.ts'
import { forbidden } from '../../http/errors.ts'
import { type SheetValues, takeSheet } from '../../sheets/take-sheet.ts'
import { writeWorkbook } from '../../sheets/write-workbook.ts'
import { putDrafts } from './drafts.ts'
import { moveOrders, withConsequences } from './move-orders.ts'
import { type KnownOrder, knownOrders, orderQuery } from './orders.ts'

type Routes = Handlers<Contract['production']>
type Values = SheetValues<typeof updateOrdersSheet>

interface GoodRow {
  order: KnownOrder
  values: Values
  move: OrderMove | null
}

type Asked = Taken<Contract['production']['updateOrdersViaFile']>

/** Categories that the rows are of; none: all. A form gives one as it is. */
const verticalsOf = ({ verticals }: Asked) => [verticals].flat().filter((one) => one !== '')

/** A sheet of drafts: said to be, or about categories. */
const savesDrafts = (asked: Asked) => asked.save_draft === 'true' || verticalsOf(asked).length > 0

/** Changes and moves orders by a sheet, all of them or none. */
export const updateOrdersViaFile: Routes['updateOrdersViaFile'] = takeSheet(updateOrdersSheet, {
  words: { taken: fileWords.taken, unchanged: fileWords.unchanged },
  async before({ is_admin }, { caller }) {
    if (is_admin === 'true' && caller.role !== 'admin' && caller.role !== 'super_admin')
      throw forbidden(fileWords.onlyAdmins)
  },
  async lock({ tx, rows, context }) {
    const numbers = rows.map(({ values }) => values.order)
    const { rows: found } = await rowsOf({ id: col.text, number: col.text })`
      SELECT id::text AS id, number FROM production_order WHERE number = ANY(${numbers}::text[]) ORDER BY id FOR NO KEY UPDATE`.execute(
      tx,
    )
    const orders = await knownOrders(
      tx,
      found.map(({ id }) => id),
    )
    return {
      orders: new Map(orders.map((order) => [order.number, order])),
      drafted: await othersDrafts(tx, context, orders),
    }
  },
  async check({ rows, input, held: { orders, drafted }, refuse, context }) {
    let idle = 0
    const verticals = verticalsOf(input)
    const good = rows.flatMap((row): GoodRow[] => {
      const { values } = row
      const order = orders.get(values.order)
      const say = (column: string, message: string, expected?: string, texts: Record<string, string> = {}) => {
        refuse(row, column, message, expected, { values: texts })
        return []
      }
      if (order === undefined) return say('order', fileWords.unknown)
      if (order.path !== input.path)
        return say('order', fileWords.otherPath, undefined, { path_key: orderPathWords[input.path] })
      if (order.state !== input.order_status)
        return say('order', fileWords.otherState, undefined, { state_key: orderStateWords[order.state] })
      if (verticals.length > 0 && !verticals.includes(order.category)) return say('order', fileWords.otherVertical)
      const drafter = savesDrafts(input) || input.is_admin === 'true' ? undefined : drafted.get(order.id)
      if (drafter !== undefined) return say('order', fileWords.drafted, undefined, { name: drafter })
      const isEdit = changesOf(order, values)
      const move = values.action
      if (move === null && !isEdit) {
        idle++
        return []
      }
      const closed =
        (isEdit && orderLife.closedFor('edit', order)) || (move !== null && orderLife.closedFor(move, order))
      if (closed) return say(isEdit && orderLife.closedFor('edit', order) ? 'due_on' : 'action', closed.message)
      if (move !== null && !orderLife.mayMove(context.caller, move)) return say('action', fileWords.unknown)
      if (move !== null && orderLife.ruleOf(move).needsWords && values.reason === null)
        return say('reason', needsWordsText)
      return [{ order, values, move }]
    })
    return { good, idle }
  },
  async save({ tx, context, input }, { good }) {
    if (savesDrafts(input)) {
      await putDrafts(tx, context, good.map(draftOf))
      return { changed: good.length, words: fileWords.drafts }
    }
    await edit(tx, context, good)
    const edited = new Set(good.filter(({ order, values }) => changesOf(order, values)).map(({ order }) => order.id))
    // Orders of one move and one reason are moved together.
    const groups = Map.groupBy(
      good.filter(({ move }) => move !== null),
      ({ move, values }) => JSON.stringify([move, values.reason]),
    )
    for (const own of groups.values()) {
      const [first] = own
      if (first === undefined || first.move === null) continue
      const held = own.map(({ order, values }) => ({
        ...order,
        ...(edited.has(order.id) && { needs_marker: values.needs_marker ?? order.needs_marker }),
      }))
      await withConsequences(tx, context, held, first.move, first.values.reason ?? '')
    }
    return good.length
  },
})

/** Whether a row says something else of its order than what is kept. */
const changesOf = (order: KnownOrder, { due_on, needs_marker }: Values) =>
  (due_on !== null && due_on !== order.due_on) || (needs_marker !== null && needs_marker !== order.needs_marker)

function draftOf({ order, values, move }: GoodRow) {
  return {
    orderId: order.id,
    orderVersion: order.version,
    content: {
      ...(values.due_on !== null && { due_on: values.due_on }),
      ...(values.needs_marker !== null && { needs_marker: values.needs_marker }),
      ...(move !== null && { move }),
      ...(values.reason !== null && { reason: values.reason }),
    },
  }
}

async function edit(tx: Tx, context: CallContext, good: readonly GoodRow[]): Promise<void> {
  const own = good.filter(({ order, values }) => changesOf(order, values))
  if (own.length === 0) return
  await sql`UPDATE production_order o SET due_on = coalesce(n.due_on, o.due_on), needs_marker = coalesce(n.needs_marker, o.needs_marker)
    FROM unnest(${own.map(({ order }) => order.id)}::uuid[], ${own.map(({ values }) => values.due_on)}::date[],
      ${own.map(({ values }) => values.needs_marker)}::boolean[]) AS n (id, due_on, needs_marker) WHERE o.id = n.id`.execute(
    tx,
  )
  const dues = new Map(own.map(({ order, values }) => [order.id, values.due_on]))
  await moveOrders(
    tx,
    context,
    own.map(({ order }) => order),
    'edit',
    { details: ({ id, due_on }) => ({ due_before: due_on, due_on: dues.get(id) ?? due_on }) },
  )
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

/** Orders as the sheet that changes them. */
export const downloadOrderFile: Routes['downloadOrderFile'] = async (input, context) => {
  await recordDownload(context, 'production_orders.xlsx', { tab: input.tab })
  return { body: writeWorkbook(updateOrdersSheet, sheetRows(input, context)) }
}

async function* sheetRows(filter: Parameters<Routes['downloadOrderFile']>[0], context: CallContext) {
  for await (const row of orderQuery.every(filter, context))
    yield {
      order: row.order_action_id,
      style: row.style_id ?? row.catalogue_id,
      name: row.name,
      pieces: String(row.pieces),
      waits_for: waitWords[row.waits_for],
      due_on: row.due_on,
      needs_marker: row.needs_marker,
    }
}

export const downloadSampleUpdateOrdersFile: Routes['downloadSampleUpdateOrdersFile'] = async () => ({
  body: writeWorkbook(updateOrdersSheet, [exampleRow(updateOrdersSheet)], { spareRows: 60 }),
})
