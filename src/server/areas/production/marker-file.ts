import { isSameMarker, type Marker, markerFaultsOf } from '../../../shared/areas/production/marker.ts'
import { orderLife } from '../../../shared/areas/production/order-life.ts'
import { markersSheet } from '../../../shared/areas/production/sheets.ts'
import { fileWords } from '../../../shared/areas/production/words.ts'
import { expectations, sheetMessages } from '../../../shared/kernel/sheet.ts'
import type { Db } from '../../http/call.ts'
import type { SheetRow } from '../../sheets/read-rows.ts'
import { type SheetValues, takeSheet } from '../../sheets/take-sheet.ts'
import { lastMarkers, markersOf, narrowestCloth, writeMarkers } from './cad.ts'
import { putDrafts } from './drafts.ts'
import { assertMaySend, lockFileOrders, ordersOfSheet, savesDrafts, type TakesFile } from './file-orders.ts'
import { type KnownOrder, linesOfMany } from './orders.ts'

type Values = SheetValues<typeof markersSheet>
type MarkerRow = SheetRow<Values>

const once = ['width_cm', 'length_m', 'efficiency'] as const

/** Writes the markers of orders by a sheet, all of them or none. */
export const takeMarkers: TakesFile = takeSheet(markersSheet, {
  words: { taken: fileWords.marked, unchanged: fileWords.unchanged },
  // A sheet is known by its columns: only once it is read it is clear who may send it.
  async lock({ tx, rows, context, input }) {
    assertMaySend(input, context, false)
    return lockFileOrders(tx, context, rows)
  },
  async check(taking) {
    const { tx, refuse, input } = taking
    const { good, idle } = ordersOfSheet(taking, ({ consumption }) => consumption !== null)
    const lines = await linesOfMany(
      tx,
      good.map(({ order }) => order.id),
    )
    const cloth = await narrowestCloth(
      tx,
      good.map(({ order }) => order.id),
    )
    const stand = await lastMarkers(
      tx,
      good.map(({ order }) => order.id),
    )
    let same = 0
    const made: { order: KnownOrder; marker: Marker; file_id: null; rows: readonly MarkerRow[] }[] = []
    for (const { order, rows } of good) {
      let isRight = true
      const blame = (row: MarkerRow | undefined, column: string, message: string, expected?: string, values = {}) => {
        isRight = false
        refuse(row ?? null, column, message, expected, { values })
      }
      const closed = orderLife.closedFor('complete_cad', order)
      if (closed !== null) blame(rows[0], 'order', closed.message, undefined, closed.values)
      for (const column of once) {
        const [first, ...others] = rows.filter(({ values }) => values[column] !== null)
        if (first === undefined) blame(rows[0], column, sheetMessages.invalidNumber, expectations.filled)
        for (const other of others)
          if (other.values[column] !== first?.values[column]) blame(other, column, fileWords.contradicts)
      }
      for (const row of rows) if (row.values.size === null) blame(row, 'size', expectations.filled)
      if (!isRight) continue
      const marker = markerOf(rows)
      const faults = markerFaultsOf(marker, {
        sizes: [...new Set((lines.get(order.id) ?? []).map(({ size }) => size))],
        cloth: cloth.get(order.id) ?? [],
      })
      for (const { field, message, values, isDoubt } of savesDrafts(input) ? [] : faults) {
        const [, nth, part = ''] = /^marker\.consumption\.(\d+)\.(\w+)$/.exec(field) ?? []
        const row = rows[Number(nth ?? 0)]
        if (isDoubt && row?.values.is_sure === true) continue
        const column = field === 'marker.width_mm' ? 'width_cm' : part === 'size' ? 'size' : 'consumption'
        const texts = Object.fromEntries(Object.entries(values).map(([name, value]) => [name, String(value)]))
        blame(row, column, message, isDoubt ? fileWords.sayMeant : undefined, texts)
      }
      if (!isRight) continue
      const last = stand.get(order.id)
      // One that was taken back to CAD may be found right as it is.
      if (last?.is_current && order.state !== 'CAD' && isSameMarker(last, marker)) same += rows.length
      else made.push({ order, marker, file_id: null, rows })
    }
    return { good: made.flatMap(({ rows }) => rows), idle: idle + same, made }
  },
  async save({ tx, context, input }, { good, made }) {
    if (savesDrafts(input)) {
      await putDrafts(
        tx,
        context,
        made.map(({ order, marker: { consumption, ...sizes } }) => ({
          orderId: order.id,
          orderVersion: order.version,
          content: { marker: { ...sizes, consumption: [...consumption] } },
        })),
      )
      return { changed: good.length, words: fileWords.drafts }
    }
    await writeMarkers(tx, context, made)
    return good.length
  },
})

function markerOf(rows: readonly MarkerRow[]): Marker {
  const of = (column: (typeof once)[number]) => rows.find(({ values }) => values[column] !== null)?.values[column] ?? 0
  return {
    width_mm: Math.round(of('width_cm') * 10),
    length_mm: Math.round(of('length_m') * 1_000),
    efficiency_tenths: Math.round(of('efficiency') * 10),
    consumption: rows.map(({ values }) => ({ size: values.size ?? '', metres: values.consumption ?? 0 })),
  }
}

/** Rows of the sheet of an order: its last marker, else its sizes to be filled in. */
export async function markerRows(db: Db, order: { id: string; number: string; style: string | null; name: string }) {
  const lines = (await linesOfMany(db, [order.id])).get(order.id) ?? []
  const [last] = await markersOf(db, order.id)
  return [...new Set(lines.map(({ size }) => size))].map((size, at) => ({
    order: order.number,
    style: order.style,
    name: order.name,
    size,
    consumption: last?.consumption.find((one) => one.size === size)?.metres ?? null,
    ...(at === 0 &&
      last !== undefined && {
        width_cm: last.width_mm / 10,
        length_m: last.length_mm / 1_000,
        efficiency: last.efficiency_tenths / 10,
      }),
  }))
}
