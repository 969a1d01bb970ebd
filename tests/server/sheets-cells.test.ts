import { describe, expect, it } from 'vitest'
import { headerFinder } from '../../src/server/sheets/read-rows.ts'
import type { RawCell } from '../../src/server/sheets/read-worksheet.ts'
import { readCell } from '../../src/server/sheets/read-worksheet.ts'
import { packingList, shippingPlatform } from '../../src/shared/areas/shipments/sheets.ts'
import type { SheetColumn, SheetTemplate } from '../../src/shared/kernel/sheet.ts'

function column(key: string, template: SheetTemplate = packingList): SheetColumn {
  const found = template.columns.find((each) => each.key === key)
  if (!found) throw new Error(`no column ${key}`)
  return found
}

function cell(text: string, kind: RawCell['kind'] = 'text', style = 0): RawCell {
  return { column: 1, kind, text, style, formula: false }
}

const meaning = { formats: [null, 'date', { zeros: 6 }] as const, date1904: false }

/** The value, or the message and, when it is told, what is expected. */
function reading(of: SheetColumn, raw: RawCell | undefined): unknown {
  const read = readCell(of, raw, meaning)
  return 'value' in read ? read.value : read.message
}

describe('codes', () => {
  it.each([
    ['order_id', cell('123', 'number'), '123'],
    ['order_id', cell('123.0', 'number'), '123'],
    ['order_id', cell('000123'), '000123'],
    ['order_id', cell('123', 'number', 2), '000123'],
    ['nm_sku', cell(' ｎｍ００１２\u3000'), 'NM0012'],
    ['nm_sku', cell('\uFEFFNM\u200B0012\u00A0'), 'NM0012'],
    ['box_no', cell('a-1'), 'a-1'],
    ['tracking_id', undefined, null],
    ['tracking_id', cell(' \u3000'), null],
  ])('%s %o is %s: no zero, case or blank is lost or gained', (key, raw, value) => {
    expect(reading(column(key), raw)).toBe(value)
  })

  it.each([
    ['order_id', cell('1.2E+17', 'number'), 'Invalid order id format'],
    ['order_id', cell('123456789012345680', 'number'), 'Invalid order id format'],
    ['order_id', cell('1.2E+17'), 'Invalid order id format'],
    ['order_id', cell('46082', 'number', 1), 'Invalid order id format'],
    ['order_id', cell('2026-03-01', 'date'), 'Invalid order id format'],
    ['order_id', cell('PO 1; DROP'), 'Invalid order id format'],
    ['nm_sku', cell('裙子'), 'Invalid sku format'],
    ['nm_sku', cell('#REF!', 'error'), 'Invalid sku format'],
    ['nm_sku', cell('A'.repeat(50_000)), 'Invalid sku format'],
    ['box_no', cell('1', 'boolean'), 'Invalid box format'],
    ['box_no', undefined, 'Invalid box format'],
    ['tracking_id', cell('SF'), 'Invalid tracking id format'],
  ])('%s %o is refused: a damaged id must not be taken for another', (key, raw, message) => {
    expect(reading(column(key), raw)).toBe(message)
  })
})

describe('quantities', () => {
  it.each([
    [cell('12', 'number'), 12],
    [cell('12.0'), 12],
    [cell('2.9999999999999996', 'number'), 3],
    [cell('1,200'), 1200],
    [cell('1，200'), 1200],
    [cell('１２ '), 12],
    [cell('80件'), 80],
    [cell('12 pcs'), 12],
  ])('%o is %d', (raw, value) => {
    expect(reading(column('quantity'), raw)).toBe(value)
  })

  it.each([
    [cell('0', 'number'), 'Quantity in box is zero.'],
    [cell('-0', 'number'), 'Quantity in box is zero.'],
    [cell('-3', 'number'), 'Quantity in a box cannot be negative.'],
    [cell('−3'), 'Quantity in a box cannot be negative.'],
    [cell('1.5', 'number'), 'Invalid quantity format'],
    [cell('1,20'), 'Invalid quantity format'],
    [cell('12 boxes'), 'Invalid quantity format'],
    [cell('1e3'), 'Invalid quantity format'],
    [cell('99999999', 'number'), 'Invalid quantity format'],
    [cell('46082', 'number', 1), 'Invalid quantity format'],
    [undefined, 'Invalid quantity format'],
  ])('%o: %s', (raw, message) => {
    expect(reading(column('quantity'), raw)).toBe(message)
  })

  it('the shipping platform has words of its own, and both its quantities may be empty or zero', () => {
    const ready = column('ready_quantity', shippingPlatform)
    const oos = column('oos_quantity', shippingPlatform)
    expect([reading(ready, undefined), reading(ready, cell('0', 'number')), reading(oos, undefined)]).toEqual([
      null,
      0,
      null,
    ])
    expect(reading(oos, cell('-1', 'number'))).toBe('OOS quantity cannot be negative.')
    const notPositive = 'Out-of-stock or shipping quantity should be positive and cannot be zero.'
    expect(reading(ready, cell('-1', 'number'))).toBe(notPositive)
  })
})

describe('headers', () => {
  const find = headerFinder(packingList)
  const row = (...names: string[]) =>
    find({ row: 1, cells: names.map((name, index) => ({ ...cell(name), column: index + 1 })) })

  it.each([
    [['Box No', 'Order ID', 'NM SKU', 'Quantity in box', 'Tracking ID']],
    [['运单号', '箱内数量', '商品编码', '订单号', '箱号']],
    [['Box No / 箱号', 'Order ID / 订单号', 'NM SKU / 商品编码', 'Quantity in box / 箱内数量', 'Remark']],
    [['ＢＯＸ　ＮＯ．', ' order  id *', 'nm_sku', 'QUANTITY IN\nBOX', 'Remark']],
    [['箱号 Box No', '订单号', 'NM SKU', 'Qty', '']],
  ])('%o is a whole header: order, language, case, width and punctuation do not matter', (names) => {
    expect(row(...names).missing).toEqual([])
  })

  it('names what is missing', () => {
    expect(row('Box No', 'Order ID', 'Remark').missing).toEqual(['NM SKU / 商品编码', 'Quantity in box / 箱内数量'])
  })

  it('refuses a column that is there twice: which of the two counts would be a guess', () => {
    expect(() => row('Box No', '箱号', 'Order ID', 'NM SKU', 'Qty')).toThrow('A column appears twice in the sheet.')
  })
})
