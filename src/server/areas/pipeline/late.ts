import type { LateRow, LateTab } from '../../../shared/areas/pipeline/calls.ts'
import { legs } from '../../../shared/areas/pipeline/forecast.ts'
import type { Contract } from '../../../shared/areas.ts'
import type { Taken } from '../../../shared/kernel/call.ts'
import type { FileRows } from '../../http/area.ts'
import { type Db, type Handlers, reply } from '../../http/call.ts'
import { invalidInput } from '../../http/errors.ts'
import { pageOf, readCursor } from '../../lists/keyset.ts'
import { doors } from './arrival-weeks.ts'
import { type ForeseenGoods, foreseen, goodsAsked } from './goods.ts'

type Routes = Handlers<Contract['pipeline']>
type Asked = Partial<Taken<Contract['pipeline']['getLate']>>

const isOf: Readonly<Record<LateTab, (goods: LateRow) => boolean>> = {
  late: ({ late_days }) => late_days > 0,
  will: ({ late_days, will_days }) => late_days === 0 && will_days > 0,
  open: () => true,
}

function rowOf(goods: ForeseenGoods): LateRow {
  const { order_id, style, supplier_id, supplier_name, supplier_name_zh, pieces, leg, ship_by, on_hold, why } = goods
  const held_days = goods.held
  return {
    goods_id: [order_id, leg, goods.since].join(' '),
    ...{ order_id, style, supplier_id, supplier_name, supplier_name_zh, pieces, leg, ship_by, on_hold, held_days, why },
    kind: goods.way === 'own' ? 'production' : 'order',
    ...{ promised_on: goods.promised, expected_on: goods.expected, low_on: goods.low, high_on: goods.high },
    ...{ late_days: goods.late, will_days: goods.will },
  }
}

/** Goods of the same order, leg and day are one row. */
function together(goods: readonly ForeseenGoods[]): LateRow[] {
  const rows = new Map<string, LateRow>()
  for (const row of goods.map(rowOf)) {
    const same = rows.get(row.goods_id)
    rows.set(
      row.goods_id,
      same
        ? {
            ...same,
            pieces: same.pieces + row.pieces,
            on_hold: same.on_hold + row.on_hold,
            held_days: Math.max(same.held_days, row.held_days),
          }
        : row,
    )
  }
  return [...rows.values()]
}

/** Those that come most days after their promise first. */
async function lateRows(db: Db, asked: Asked) {
  const { site, week, packed } = asked
  const [{ goods: all, book }, doorOf] = await Promise.all([foreseen(db, goodsAsked(asked)), doors(db)])
  const goods = all.filter((each) => {
    const door = doorOf(each)
    return (
      (packed === undefined || packed === (each.leg !== 'vendor')) &&
      (week === undefined || door?.week === week) &&
      (site === undefined || (door !== null && (door.site?.code ?? 'none') === site))
    )
  })
  const chosen = asked.goods_ids && new Set(asked.goods_ids)
  const rows = together(goods)
    .filter(({ leg, goods_id }) => (asked.leg === undefined || leg === asked.leg) && (chosen?.has(goods_id) ?? true))
    .sort((a, b) => b.will_days - a.will_days || (a.goods_id < b.goods_id ? -1 : 1))
  return { rows, book }
}

export const getLate: Routes['getLate'] = async (asked, { db }) => {
  const place = readCursor(asked.cursor, ['text'])
  const { rows, book } = await lateRows(db, asked)
  if (asked.part === 'counts') {
    const counts = Object.fromEntries(Object.entries(isOf).map(([tab, is]) => [tab, rows.filter(is).length]))
    return reply({ rows: [], next_cursor: null, counts, legs: legs.map((leg) => book.record(leg)) })
  }
  const own = rows.filter(isOf[asked.tab])
  const start = place === null ? 0 : own.findIndex(({ goods_id }) => goods_id === place[0]) + 1
  if (place !== null && start === 0) throw invalidInput('This page can no longer be found. Please load the list again.')
  return reply(pageOf(own.slice(start), asked.page_size, (row) => [row.goods_id]))
}

export const lateFile: FileRows<Asked, LateRow> = {
  async idsInOrder(asked, { db }, most) {
    const { rows } = await lateRows(db, asked)
    return rows
      .filter(isOf[asked.tab ?? 'late'])
      .slice(0, most)
      .map(({ goods_id }) => goods_id)
  },
  async byId(ids, { db }) {
    const known = new Map((await lateRows(db, {})).rows.map((row) => [row.goods_id, row]))
    return ids.flatMap((id) => known.get(id) ?? [])
  },
}
