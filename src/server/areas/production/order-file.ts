import { sql } from 'kysely'
import { dueFault, isEmptyReason } from '../../../shared/areas/production/due.ts'
import { waitWords } from '../../../shared/areas/production/lacking.ts'
import { type OrderMove, orderLife } from '../../../shared/areas/production/order-life.ts'
import { type OrderSheetName, orderSheets, updateOrdersSheet } from '../../../shared/areas/production/sheets.ts'
import { fileWords, productionWords } from '../../../shared/areas/production/words.ts'
import { type Contract, hasRight } from '../../../shared/areas.ts'
import { dayIn, indiaZone } from '../../../shared/kernel/days.ts'
import { needsWordsText } from '../../../shared/kernel/lifecycle.ts'
import { exampleRow, refusalMessages } from '../../../shared/kernel/sheet.ts'
import { recordDownload } from '../../audit/audit.ts'
import type { CallContext, Handlers, Tx } from '../../http/call.ts'
import { forbidden, Refusal } from '../../http/errors.ts'
import { type SheetValues, takeSheet } from '../../sheets/take-sheet.ts'
import { writeWorkbook } from '../../sheets/write-workbook.ts'
import { putDrafts } from './drafts.ts'
import { assertMaySend, lockFileOrders, orderOfRow, savesDrafts, type TakesFile } from './file-orders.ts'
import { markerRows, takeMarkers } from './marker-file.ts'
import { moveOrders, withConsequences } from './move-orders.ts'
import { type KnownOrder, orderOf, orderQuery } from './orders.ts'
import { splitRows, takeSplits } from './split-file.ts'

type Routes = Handlers<Contract['production']>
type Values = SheetValues<typeof updateOrdersSheet>

interface GoodRow {
  order: KnownOrder
  values: Values
  move: OrderMove | null
}

/** Changes and moves orders by a sheet, all of them or none. */
const takeMoves: TakesFile = takeSheet(updateOrdersSheet, {
  words: { taken: fileWords.taken, unchanged: fileWords.unchanged },
  // A sheet is known by its columns: only once it is read it is clear who may send it.
  async lock({ tx, rows, context, input }) {
    assertMaySend(input, context)
    return lockFileOrders(tx, context, rows)
  },
  async check({ rows, input, held, refuse }) {
    let idle = 0
    const good = rows.flatMap((row): GoodRow[] => {
      const { values } = row
      const say = (column: string, message: string, texts: Record<string, unknown> = {}) => {
        const said = Object.entries(texts).map(([name, value]) => [name, String(value)])
        refuse(row, column, message, undefined, { values: Object.fromEntries(said) })
        return []
      }
      const found = orderOfRow(held, values.order, input)
      if (!('order' in found)) return say('order', found.message, found.texts)
      const { order } = found
      const move = values.action
      if (move === null && !isOther(order, values)) {
        idle++
        return []
      }
      const shut = isOther(order, values) ? orderLife.closedFor('edit', order) : null
      if (shut !== null) return say(isDay(order, values) ? 'due_on' : 'needs_marker', shut.message, shut.values)
      const late = dueFault(values.due_on, order.due_on, dayIn(indiaZone, new Date()))
      if (late !== null) return say('due_on', late.message, late.values)
      const closed = move === null ? null : orderLife.closedFor(move, order)
      if (closed !== null) return say('action', closed.message, closed.values)
      if (move !== null && orderLife.ruleOf(move).needsWords && values.reason === null)
        return say('reason', needsWordsText)
      if (move !== null && orderLife.ruleOf(move).needsWords && isEmptyReason(values.reason ?? ''))
        return say('reason', productionWords.otherInWords)
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
        needs_marker: values.needs_marker ?? order.needs_marker,
      }))
      await withConsequences(tx, context, held, first.move, first.values.reason ?? '')
    }
    return good.length
  },
})

/** Changes production orders by one of three sheets, which is known by its columns (`orderSheets`). */
export const updateOrdersViaFile: Routes['updateOrdersViaFile'] = async (input, context) => {
  for (const take of [takeSplits, takeMarkers]) {
    try {
      return await take(input, context)
    } catch (error) {
      if (!lacksColumns(error)) throw error
    }
  }
  return takeMoves(input, context)
}

const lacksColumns = (error: unknown) => error instanceof Refusal && error.message === refusalMessages.missingColumns

const isDay = (order: KnownOrder, { due_on }: Values) => due_on !== null && due_on !== order.due_on

/** Whether a row says something else of its order than what is stored. */
const isOther = (order: KnownOrder, values: Values) =>
  isDay(order, values) || (values.needs_marker !== null && values.needs_marker !== order.needs_marker)

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
  const own = good.filter(({ order, values }) => isOther(order, values))
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

/** Orders of a tab as one of the sheets that change them. CAD gets that of markers. */
export const downloadOrderFile: Routes['downloadOrderFile'] = async ({ sheet, ...filter }, context) => {
  assertMayFill(sheet, context)
  await recordDownload(context, 'production_orders.xlsx', { tab: filter.tab, sheet })
  return { body: writeWorkbook(orderSheets[sheet], rowsOfSheet(sheet, filter, context)) }
}

function assertMayFill(sheet: OrderSheetName, { caller }: CallContext): void {
  if (sheet !== 'markers' && !hasRight(caller, 'runProduction')) throw forbidden()
}

async function* rowsOfSheet(
  sheet: OrderSheetName,
  filter: Omit<Parameters<Routes['downloadOrderFile']>[0], 'sheet'>,
  context: CallContext,
) {
  const { db, caller } = context
  for await (const row of orderQuery.every(filter, context)) {
    const order = { number: row.order_action_id, style: row.style_id ?? row.catalogue_id, name: row.name }
    if (sheet === 'moves') {
      yield {
        order: order.number,
        style: order.style,
        name: order.name,
        pieces: String(row.pieces),
        waits_for: waitWords[row.waits_for],
        due_on: row.due_on,
        needs_marker: row.needs_marker,
      }
      continue
    }
    const { id } = await orderOf(db, context, order.number)
    if (sheet === 'markers') yield* await markerRows(db, { ...order, id })
    else yield* await splitRows(db, { ...order, id, due_on: row.due_on }, hasRight(caller, 'seePrices'))
  }
}

export const downloadSampleUpdateOrdersFile: Routes['downloadSampleUpdateOrdersFile'] = async ({ sheet }, context) => {
  assertMayFill(sheet, context)
  const template = orderSheets[sheet]
  return { body: writeWorkbook(template, [exampleRow(template)], { spareRows: 60, areExamples: true }) }
}
