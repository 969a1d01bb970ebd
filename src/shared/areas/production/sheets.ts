import { column, sheet } from '../../kernel/sheet.ts'

const move = (en: string, zh: string) => ({ en, zh })

/** Moves that a sheet may ask for, by the move's name. */
export const sheetMoves = {
  make_ready: move('Ready for allocation', '可分配'),
  hold: move('Put on hold', '暂停'),
  stop: move('Stop production', '暂停生产'),
  release: move('Release', '恢复'),
  reject: move('Reject', '拒绝'),
  recover: move('Recover', '找回'),
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
