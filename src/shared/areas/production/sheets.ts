import { column, sheet } from '../../kernel/sheet.ts'
import { currencies } from '../data/kinds.ts'

const move = (en: string, zh: string) => ({ en, zh })

/** Moves that a sheet may ask for, by the move's name. */
export const sheetMoves = {
  make_ready: move('Ready for allocation', '可分配'),
  hold: move('Put on hold', '暂停'),
  stop: move('Stop production', '暂停生产'),
  release: move('Release', '解除暂停'),
  reject: move('Reject', '拒单'),
  recover: move('Recover', '恢复'),
  to_in_house: move('Move in-house', '转为自产'),
  to_outsourced: move('Move to outsourced', '转为外发'),
  revert: move('One step back', '退回一步'),
} as const

/** What changes and moves production orders, an order a row; its own download can be filled in and sent. */
export const updateOrdersSheet = sheet({
  name: 'production_orders',
  noRows: 'The sheet has no rows.',
  key: ['order'],
  columns: {
    order: column.code('recordCode', 'Production order', '生产单号', {
      required: true,
      also: ['Order', 'Order action ID'],
      width: 18,
      example: 'PP-000001',
    }),
    style: column.shown('Style', '款号'),
    name: column.shown('Name', '名称'),
    pieces: column.shown('Pieces', '件数'),
    waits_for: column.shown('Waits for', '等待'),
    action: column.choice(sheetMoves, 'Action', '操作', { width: 22, example: 'make_ready' }),
    reason: column.text('Reason', '原因', { maxLength: 500, width: 30 }),
    due_on: column.date('Due date', '交期', {}),
    needs_marker: column.yesNo('Needs a marker', '需要排料图', {}),
  },
})

const order = column.code('recordCode', 'Production order', '生产单号', {
  required: true,
  also: ['Order', 'Order action ID'],
  width: 18,
  example: 'PP-000001',
})

/**
 * What splits orders over facilities. A row is a facility's pieces of a colour and size; rows without colour and size split by quantity,
 * and one alone without pieces gives the whole order to its facility.
 */
export const splitsSheet = sheet({
  name: 'production_splits',
  noRows: 'The sheet has no rows.',
  key: ['order', 'color', 'size', 'facility'],
  columns: {
    order,
    style: column.shown('Style', '款号'),
    name: column.shown('Name', '名称'),
    color: column.text('Colour', '颜色', { also: ['Color'], maxLength: 60, example: 'Navy' }),
    size: column.text('Size', '尺码', { maxLength: 20, example: 'M' }),
    ordered: column.shown('Ordered', '订单件数'),
    facility: column.code('recordCode', 'Facility', '工厂', { required: true, mayBeEmpty: true, example: 'NOI1' }),
    pieces: column.quantity('Pieces', '件数', { example: 120 }),
    starts_on: column.date('From', '开始', { required: true, mayBeEmpty: true, example: '2026-12-01' }),
    due_on: column.date('To', '结束', { required: true, mayBeEmpty: true, example: '2026-12-20' }),
    rate: column.money(currencies, 'Rate a piece', '单件加工费', { width: 16 }),
    is_over: column.yesNo('Above capacity is meant', '确认超产能', {}),
  },
})

/** What CAD makes of orders, a row a size; width, length and efficiency stand in one row of each order at least. */
export const markersSheet = sheet({
  name: 'production_markers',
  noRows: 'The sheet has no rows.',
  key: ['order', 'size'],
  columns: {
    order,
    style: column.shown('Style', '款号'),
    name: column.shown('Name', '名称'),
    size: column.text('Size', '尺码', { required: true, mayBeEmpty: true, maxLength: 20, example: 'M' }),
    consumption: column.decimal('Consumption (m a piece)', '单耗（米/件）', {
      required: true,
      mayBeEmpty: true,
      decimals: 4,
      least: 0.0001,
      most: 100,
      example: 1.42,
    }),
    width_cm: column.decimal('Marker width (cm)', '排料宽度（厘米）', {
      decimals: 1,
      least: 0.1,
      most: 1_000,
      example: 138,
    }),
    length_m: column.decimal('Marker length (m)', '排料长度（米）', {
      decimals: 3,
      least: 0.001,
      most: 100,
      example: 6.2,
    }),
    efficiency: column.decimal('Efficiency (%)', '利用率（%）', { decimals: 1, least: 0.1, most: 100, example: 84.6 }),
    is_sure: column.yesNo('Values are meant', '确认数值无误', {}),
  },
})

/** The three sheets of `update-orders-via-file`: each is known by its columns. */
export const orderSheets = { moves: updateOrdersSheet, splits: splitsSheet, markers: markersSheet } as const
export const orderSheetNames = ['moves', 'splits', 'markers'] as const
export type OrderSheetName = (typeof orderSheetNames)[number]
