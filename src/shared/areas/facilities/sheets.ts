import { column, nmSku, sheet } from '../../kernel/sheet.ts'
import { clearanceWords, stageSheetWords } from './words.ts'

const ofOrder = {
  required: true,
  also: ['Order', 'Order action ID'],
  width: 18,
  example: 'PR-000001',
} as const
const order = column.code('recordCode', 'Production order', '生产单号', ofOrder)

/** Pieces that came into a stage: its own download can be filled in and sent. */
export const stageSheet = sheet({
  name: 'production_stages',
  noRows: stageSheetWords.noRows,
  key: ['order', 'nm_sku'],
  columns: {
    order: column.code('recordCode', 'Production order', '生产单号', { ...ofOrder, hi: 'उत्पादन आदेश' }),
    nm_sku: nmSku,
    style: column.shown('Style', '款号', { hi: 'स्टाइल' }),
    color: column.shown('Colour', '颜色', { hi: 'रंग' }),
    size: column.shown('Size', '尺码', { hi: 'साइज़' }),
    facility: column.shown('Facility', '工厂', { hi: 'इकाई' }),
    allotted: column.shown('Ordered', '订单件数', { hi: 'आदेश के पीस' }),
    available: column.shown('In the stage before', '上一工序件数', { hi: 'पिछले चरण में' }),
    standing: column.shown('In this stage', '本工序件数', { hi: 'इस चरण में' }),
    quantity: column.quantity('Pieces that came', '转入件数', {
      also: ['Quantity', 'Pieces'],
      hi: 'आए पीस',
      width: 18,
    }),
  },
})

const choice = (en: string, zh: string) => ({ en, zh })

export const clearanceChoices = {
  keep: choice('Keep', '保留'),
  cancel: choice('Cancel', '取消'),
  new_order: choice('New order', '转新单'),
} as const

/** What becomes of the pieces that a facility has not cut. */
export const clearanceSheet = sheet({
  name: 'vendor_clearance',
  noRows: clearanceWords.noRows,
  key: ['order', 'nm_sku'],
  columns: {
    order,
    nm_sku: column.code('nmSku', 'NM SKU', '商品编码', { also: ['SKU', 'NM SKU Code'] }),
    style: column.shown('Style', '款号'),
    color: column.shown('Colour', '颜色'),
    size: column.shown('Size', '尺码'),
    pending: column.shown('Not cut yet', '未裁件数'),
    decision: column.choice(clearanceChoices, 'Decision', '处理', { required: true, width: 18, example: 'cancel' }),
    quantity: column.quantity('Pieces', '件数', { also: ['Quantity'], width: 12 }),
    remark: column.text('Remark', '备注', { maxLength: 200, width: 30 }),
  },
})
