import { column, type Header, sheet } from '../../kernel/sheet.ts'
import { launchFaults } from './rules.ts'

const noRows = 'The sheet has no rows.'

const types: Readonly<Record<'Regular' | 'Basic' | 'Fashion', Header>> = {
  Regular: { en: 'Regular', zh: '常规款' },
  Basic: { en: 'Basic', zh: '基础款' },
  Fashion: { en: 'Fashion', zh: '时尚款' },
}

const wirings: Readonly<Record<'Wired' | 'Wire-free', Header>> = {
  Wired: { en: 'Wired', zh: '有钢圈' },
  'Wire-free': { en: 'Wire-free', zh: '无钢圈' },
}

/** What a vendor offers: a colour a row. What the first row of a style says holds for its further colours. */
export const launchSheet = sheet({
  name: 'product_launch',
  noRows,
  key: ['vendor_style', 'color'],
  pictures: { en: 'Picture', zh: '图片' },
  columns: {
    vendor_style: column.code('recordCode', 'Your style no.', '货号', {
      ...{ required: true, also: ['Vendor style', 'Style no.', '款号'], example: 'A1001' },
    }),
    color: column.text('Colour', '颜色', { required: true, maxLength: 60, also: ['Color'], example: 'Black' }),
    color_zh: column.text('Colour (Chinese)', '颜色（中文）', { maxLength: 60, example: '黑色' }),
    name: column.text('Style name', '款式名称', {
      maxLength: 120,
      also: ['Name', '品名'],
      example: 'Ribbed midi dress',
    }),
    name_zh: column.text('Style name (Chinese)', '款式名称（中文）', { maxLength: 120, example: '罗纹中长连衣裙' }),
    category: column.text('Category', '品类', { maxLength: 60, example: 'Dresses' }),
    catalogue_type: column.choice(types, 'Catalogue type', '款式类型', { example: 'Regular' }),
    fabric_type: column.text('Fabric type', '面料类型', { maxLength: 60, example: 'Knitted' }),
    fabric_composition: column.text('Fabric composition', '面料成分', {
      ...{ maxLength: 200, example: '95% Cotton, 5% Elastane' },
    }),
    link_1688: column.link('1688 link', '1688链接', { example: 'https://detail.1688.com/offer/612345678901.html' }),
    price: column.money(['CNY'], 'Price (CNY)', '价格（元）', { example: { minor: 4550, currency: 'CNY' } }),
    padded: column.yesNo('Padded', '有胸垫', {}),
    push_up: column.yesNo('Push up', '聚拢', {}),
    wiring: column.choice(wirings, 'Wiring', '钢圈', {}),
    size_set: column.text('Size set', '尺码组', { maxLength: 40 }),
    hs_code: column.text('HS code', '海关编码', { maxLength: 20 }),
    pieces_per_month: column.quantity('Pieces a month', '月产量（件）', { negative: launchFaults.zero, example: 3000 }),
    pictures: column.text('Picture files', '图片文件名', {
      ...{ maxLength: 1_000, also: ['Pictures', 'Photos', '图片名'], width: 30, example: 'A1001_Black.jpg' },
    }),
  },
})

/** A style's quantity by vendor: a vendor a row. */
export const splitSheet = sheet({
  name: 'vendor_split',
  noRows,
  key: ['catalogue', 'vendor'],
  columns: {
    catalogue: column.code('recordCode', 'Catalogue style', '目录款号', {
      ...{ required: true, also: ['Style', 'Catalogue ID', 'vendor_catalogue_id'], example: 'CT-000001' },
    }),
    style: column.shown('Style name', '款式名称'),
    style_quantity: column.quantity('Style quantity', '款式总数', {
      ...{ required: true, also: ['Total'], negative: launchFaults.zero, zero: launchFaults.zero, example: 1000 },
    }),
    vendor: column.code('recordCode', 'Supplier ID', '供应商编号', {
      required: true,
      also: ['Vendor'],
      example: 'GZ01',
    }),
    vendor_name: column.shown('Supplier name', '供应商名称'),
    quantity: column.quantity('Quantity', '数量', {
      ...{ required: true, negative: launchFaults.zero, zero: launchFaults.zero, example: 600 },
    }),
  },
})
