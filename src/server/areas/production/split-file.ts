import type { OrderMove } from '../../../shared/areas/production/order-life.ts'
import { orderLife } from '../../../shared/areas/production/order-life.ts'
import { splitsSheet } from '../../../shared/areas/production/sheets.ts'
import { splitByQuantity } from '../../../shared/areas/production/split.ts'
import { fileWords } from '../../../shared/areas/production/words.ts'
import { expectations, sheetMessages } from '../../../shared/kernel/sheet.ts'
import type { Db } from '../../http/call.ts'
import type { SheetRow } from '../../sheets/read-rows.ts'
import { type SheetValues, takeSheet } from '../../sheets/take-sheet.ts'
import { type Assignment, assignmentFaults, heldFacilities, writeAssignments } from './assign.ts'
import { putDrafts } from './drafts.ts'
import { allocationOf, allocationsOf } from './facilities.ts'
import { assertMaySend, lockFileOrders, ordersOfSheet, savesDrafts, type TakesFile } from './file-orders.ts'
import { type KnownOrder, linesOfMany } from './orders.ts'

type Values = SheetValues<typeof splitsSheet>
type SplitRow = SheetRow<Values>
type Lines = readonly { color: string; size: string; pieces: number }[]

/** An order's assignment as its rows say it, with the row of each share and each facility. */
interface Split {
  order: KnownOrder
  asked: Assignment
  shareRows: readonly SplitRow[]
  facilityRows: readonly SplitRow[]
  rows: readonly SplitRow[]
}

const movesTo = ({ state }: KnownOrder) =>
  (state === 'READY_FOR_ALLOCATION' ? 'assign' : 'reassign') satisfies OrderMove

/** Splits orders over facilities by a sheet, all of them or none. */
export const takeSplits: TakesFile = takeSheet(splitsSheet, {
  words: { taken: fileWords.split, unchanged: fileWords.unchanged },
  // A sheet is known by its columns: only once it is read it is clear who may send it.
  async lock({ tx, rows, context, input }) {
    assertMaySend(input, context)
    return lockFileOrders(tx, context, rows)
  },
  async check(taking) {
    const { tx, refuse, input } = taking
    const { good, idle } = ordersOfSheet(taking, ({ facility }) => facility !== null)
    const lines = await linesOfMany(
      tx,
      good.map(({ order }) => order.id),
    )
    const faulty = new Set<KnownOrder>()
    const blame = (
      order: KnownOrder,
      row: SplitRow,
      column: string,
      message: string,
      expected?: string,
      values = {},
    ) => {
      faulty.add(order)
      refuse(row, column, message, expected, { values })
    }
    const splits = good.flatMap(({ order, rows }) => {
      const closed = orderLife.closedFor(movesTo(order), order)
      const [first] = rows
      if (closed !== null && first !== undefined) blame(order, first, 'order', closed.message, undefined, closed.values)
      const split = splitOf(order, rows, lines.get(order.id) ?? [], (...what) => blame(order, ...what))
      return split === null || faulty.has(order) ? [] : [split]
    })
    const before = await allocationsOf(
      tx,
      splits.map(({ order }) => order.id),
    )
    // What is assigned already and said again changes nothing.
    const isSame = ({ order, asked }: Split) => {
      const was = before.get(order.id)
      return movesTo(order) === 'reassign' && was !== undefined && saidOf(was) === saidOf(asked)
    }
    const same = savesDrafts(input) ? [] : splits.filter(isSame)
    const other = splits.filter((split) => !same.includes(split))
    const known = await heldFacilities(
      tx,
      other.map(({ asked }) => asked),
    )
    const isMeant = (at: number, facility: string) =>
      other[at]?.rows.some(({ values }) => values.facility === facility && values.is_over === true) === true
    const faults = savesDrafts(input)
      ? []
      : await assignmentFaults(
          tx,
          other.map(({ order }) => order),
          other.map(({ asked }) => asked),
          known,
          isMeant,
        )
    for (const { field, message, values = {} } of faults) {
      const [, at = '', list = '', nth, column = 'pieces'] =
        /^orders\.(\d+)\.(shares|facilities)(?:\.(\d+)\.(\w+))?$/.exec(field) ?? []
      const split = other[Number(at)]
      const row = (list === 'shares' ? split?.shareRows : split?.facilityRows)?.[Number(nth ?? 0)]
      const texts = Object.fromEntries(Object.entries(values).map(([name, value]) => [name, String(value)]))
      if (split !== undefined && row !== undefined) blame(split.order, row, column, message, undefined, texts)
    }
    // Of an order with a fault none of its rows is taken.
    const taken = other.filter(({ order }) => !faulty.has(order))
    return {
      good: taken.flatMap(({ rows }) => rows),
      idle: idle + same.reduce((sum, { rows }) => sum + rows.length, 0),
      splits: taken,
      known,
    }
  },
  async save({ tx, context, input }, { good, splits, known }) {
    if (savesDrafts(input)) {
      await putDrafts(
        tx,
        context,
        splits.map(({ order, asked: { shares, facilities } }) => ({
          orderId: order.id,
          orderVersion: order.version,
          content: { shares, facilities },
        })),
      )
      return { changed: good.length, words: fileWords.drafts }
    }
    for (const move of ['assign', 'reassign'] as const) {
      const own = splits.filter(({ order }) => movesTo(order) === move)
      await writeAssignments(tx, context, {
        held: own.map(({ order }) => order),
        orders: own.map(({ asked }) => asked),
        known,
        move,
      })
    }
    return good.length
  },
})

interface SaidSplit {
  facilities: readonly {
    facility: string
    starts_on: string
    due_on: string
    rate?: { minor: number; currency: string } | null | undefined
  }[]
  shares: Assignment['shares']
}

/** A split in one way of writing it, whatever the order of its parts. */
function saidOf({ facilities, shares }: SaidSplit): string {
  const times = facilities.map(({ facility, starts_on, due_on, rate }) =>
    [facility, starts_on, due_on, rate ? `${rate.minor} ${rate.currency}` : ''].join(' '),
  )
  const cells = shares.map(({ facility, color, size, pieces }) => [facility, color, size, pieces].join('\n'))
  return JSON.stringify([times.toSorted(), cells.toSorted()])
}

type Blame = (
  row: SplitRow,
  column: string,
  message: string,
  expected?: string,
  values?: Record<string, string>,
) => void

/** Reads an order's rows as its assignment: by colour and size, by quantity, or whole. Null where a cell is wrong. */
function splitOf(order: KnownOrder, rows: readonly SplitRow[], lines: Lines, blame: Blame): Split | null {
  let isRight = true
  const wrong: Blame = (...what) => {
    isRight = false
    blame(...what)
  }
  const isByQuantity = ({ values }: SplitRow) => values.color === null && values.size === null
  for (const row of rows) {
    const { starts_on, due_on, pieces } = row.values
    if (starts_on === null) wrong(row, 'starts_on', sheetMessages.invalidDate, expectations.filled)
    if (due_on === null) wrong(row, 'due_on', sheetMessages.invalidDate, expectations.filled)
    if (pieces === null && !(isByQuantity(row) && rows.length === 1))
      wrong(row, 'pieces', sheetMessages.invalidQuantity, expectations.filled)
    if (isByQuantity(row) !== rows.some(isByQuantity)) wrong(row, 'size', fileWords.bothWays)
  }
  const facilityRows = [...Map.groupBy(rows, ({ values }) => values.facility)].flatMap(([, [first, ...others]]) => {
    for (const column of ['starts_on', 'due_on', 'rate'] as const)
      for (const other of others)
        if (JSON.stringify(other.values[column]) !== JSON.stringify(first?.values[column]))
          wrong(other, column, fileWords.contradicts)
    return first === undefined ? [] : [first]
  })
  if (!isRight) return null
  const ordered = lines.reduce((sum, { pieces }) => sum + pieces, 0)
  const [first] = rows
  const isWhole = rows.length === 1 && first !== undefined && isByQuantity(first)
  const given = isWhole
    ? (first.values.pieces ?? ordered)
    : rows.reduce((sum, { values }) => sum + (values.pieces ?? 0), 0)
  if (rows.some(isByQuantity) && given !== ordered) {
    const last = rows.at(-1)
    if (last !== undefined)
      blame(last, 'pieces', fileWords.quotas, undefined, { given: String(given), pieces: String(ordered) })
    return null
  }
  const { shares, shareRows } = rows.some(isByQuantity)
    ? byQuantity(rows, lines, isWhole ? ordered : null)
    : byLine(rows)
  return {
    order,
    rows,
    shareRows,
    facilityRows,
    asked: {
      order_action_id: order.number,
      version: order.version,
      shares,
      facilities: facilityRows.map(({ values }) => ({
        facility: values.facility ?? '',
        starts_on: values.starts_on ?? '',
        due_on: values.due_on ?? '',
        rate: values.rate as Assignment['facilities'][number]['rate'],
      })),
    },
  }
}

function byLine(rows: readonly SplitRow[]) {
  const own = rows.filter(({ values }) => (values.pieces ?? 0) > 0)
  const shares = own.map(({ values }) => ({
    facility: values.facility ?? '',
    color: values.color ?? '',
    size: values.size ?? '',
    pieces: values.pieces ?? 0,
  }))
  return { shares, shareRows: own }
}

function byQuantity(rows: readonly SplitRow[], lines: Lines, whole: number | null) {
  const quotas = rows.map(({ values }) => ({
    facility: values.facility ?? '',
    pieces: whole ?? values.pieces ?? 0,
  }))
  const split = splitByQuantity(
    lines.map(({ size, pieces }, at) => ({ line: String(at), size, pieces })),
    quotas,
  )
  const shares = split.map(({ facility, line, pieces }) => {
    const { color = '', size = '' } = lines[Number(line)] ?? {}
    return { facility, color, size, pieces }
  })
  const rowOf = new Map(rows.map((row) => [row.values.facility, row]))
  return {
    shares,
    shareRows: shares.flatMap(({ facility }) => rowOf.get(facility) ?? []),
  }
}

/** Rows of the sheet of an order: its split as it stands, else its lines to be filled in. */
export async function splitRows(
  db: Db,
  order: { id: string; number: string; style: string | null; name: string; due_on: string | null },
  seesPrices: boolean,
) {
  const lines = (await linesOfMany(db, [order.id])).get(order.id) ?? []
  const { facilities, shares } = await allocationOf(db, order.id)
  return lines.flatMap(({ color, size, pieces }) => {
    const row = { order: order.number, style: order.style, name: order.name, color, size, ordered: String(pieces) }
    const own = shares.filter((share) => share.color === color && share.size === size)
    if (own.length === 0) return [{ ...row, due_on: order.due_on }]
    return own.map((share) => {
      const {
        starts_on = null,
        due_on = null,
        rate = null,
      } = facilities.find(({ facility }) => facility === share.facility) ?? {}
      return {
        ...row,
        facility: share.facility,
        pieces: share.pieces,
        starts_on,
        due_on,
        rate: seesPrices ? rate : null,
      }
    })
  })
}
