import { column, nmSku, type Sheet, sheet, shownOfSku } from '../../kernel/sheet.ts'
import { type DelistReason, delistReasons } from './rules.ts'

/** What a sheet of inventory says (`upload-inventory-file/{flow}`). */
export const inventoryFlows = ['stock', 'production', 'price', 'listing'] as const

export type InventoryFlow = (typeof inventoryFlows)[number]

const noRows = 'The sheet has no rows.'
const zh: Readonly<Record<DelistReason, string>> = {
  discontinued: '不再生产',
  fabric: '面料缺货',
  season: '季节已过',
  price: '价格不再适用',
  other: '其他原因',
}

export interface InventoryValues {
  nm_sku: string
  available?: number | null
  in_production?: number | null
  price?: { minor: number; currency: string } | null
  listing?: 'Listed' | 'Delisted' | null
  reason?: DelistReason | null
  remark?: string | null
}

const reasons = Object.fromEntries(
  Object.entries(delistReasons).map(([name, en]) => [name, { en, zh: zh[name as DelistReason] }]),
) as Readonly<Record<DelistReason, { en: string; zh: string }>>

const stock = sheet({
  name: 'inventory_stock',
  noRows,
  key: ['nm_sku'],
  columns: {
    nm_sku: nmSku,
    ...shownOfSku,
    available: column.quantity('Stock available', '可用库存', { required: true, also: ['Stock', 'Available', '库存'] }),
  },
})

const production = sheet({
  name: 'inventory_production',
  noRows,
  key: ['nm_sku'],
  columns: {
    nm_sku: nmSku,
    ...shownOfSku,
    in_production: column.quantity('In Production Quantity', '7天内可发数量', {
      required: true,
      also: ['In production', 'Production', '在产数量'],
    }),
  },
})

const price = sheet({
  name: 'inventory_price',
  noRows,
  key: ['nm_sku'],
  columns: {
    nm_sku: nmSku,
    ...shownOfSku,
    price: column.money(['CNY'], 'Price (CNY)', '价格（人民币）', { required: true, also: ['Price', '价格'] }),
  },
})

const listing = sheet({
  name: 'inventory_listing',
  noRows,
  key: ['nm_sku'],
  columns: {
    nm_sku: nmSku,
    ...shownOfSku,
    listing: column.choice(
      { Listed: { en: 'Listed', zh: '已上架' }, Delisted: { en: 'Delisted', zh: '已下架' } },
      'Listing status',
      '上架状态',
      { required: true, also: ['Status', '状态'] },
    ),
    reason: column.choice(reasons, 'Reason', '原因', {}),
    remark: column.text('Remark', '备注', {}),
  },
})

/** What each flow takes; `available` … of the others stay as they are. */
export const inventorySheets: Readonly<Record<InventoryFlow, Sheet<InventoryValues>>> = {
  stock: stock as Sheet<InventoryValues>,
  production: production as Sheet<InventoryValues>,
  price: price as Sheet<InventoryValues>,
  listing: listing as Sheet<InventoryValues>,
}
