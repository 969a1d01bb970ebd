import { fields, supplierName } from '../../kernel/field.ts'
import { list } from '../../kernel/list.ts'
import { key } from '../../kernel/words.ts'
import { listingStatuses, stockStatuses, updateStatuses } from './rules.ts'
import type { InventoryRow } from './shapes.ts'

const f = fields<InventoryRow>()

/** From the cheapest SKU to the dearest; null where the vendor named no price. */
export const priceOf = ({ skus }: InventoryRow) => {
  const all = skus.flatMap(({ price }) => price ?? [])
  return all.length === 0 ? null : all.reduce((least, one) => (one.minor < least.minor ? one : least))
}

/** Styles with what their vendor has of them. */
export const vendorInventory = list({
  name: 'vendor-inventory',
  rowId: (row) => row.style_id,
  file: 'inventory',
  shared: [['update_pending', 'low', 'out_of_stock', 'broken', 'listed']],
  fields: [
    f.text('style', key('Style'), (row, { name }) => name(row.style_name, row.style_name_zh), {
      ...{ width: 256, pinned: true, with: ['style_id'] },
    }),
    f.code('style_id', key('Style ID'), (row) => row.style_id, { isPart: true }),
    f.text('supplier', key('Supplier'), supplierName, { width: 150, shownFrom: 1800 }),
    f.word('category', key('Category'), (row) => row.category, { width: 110, hidden: true }),
    f.words('strip', key('Stock by colour and size'), () => [], { width: 670, grows: true, isOnlyOnScreen: true }),
    f.pieces('available', key('Stock available'), (row) => row.available, { width: 104, hidden: true }),
    f.pieces('promised', key('Promised'), (row) => row.promised, { width: 90, hidden: true }),
    f.pieces('real_stock', key('Real stock'), (row) => row.real_stock, { width: 76 }),
    f.pieces('in_production', key('In Production Quantity'), (row) => row.in_production, {
      width: 120,
      shownFrom: 1640,
    }),
    f.number('cover', key('Days of cover'), (row) => row.days_of_cover, { width: 96, digits: 1 }),
    f.number('rate', key('Rate of sale'), (row) => row.rate_of_sale, {
      width: 96,
      digits: 2,
      shownFrom: 1900,
    }),
    f.pieces('sales_7', key('Sales, 7 days'), (row) => row.sales_7, { width: 92, shownFrom: 2000 }),
    f.pieces('sales_15', key('Sales, 15 days'), (row) => row.sales_15, { width: 96, hidden: true }),
    f.pieces('sales_30', key('Sales, 30 days'), (row) => row.sales_30, { width: 96, shownFrom: 2100 }),
    f.money('price', key('Price from'), priceOf, { width: 96, shownFrom: 2200 }),
    f.word('listing_status', key('Listing status'), (row) => row.listing_status, {
      width: 110,
      words: listingStatuses,
      shownFrom: 2300,
    }),
    f.word('stock_status', key('Stock status'), (row) => row.stock_status, {
      width: 110,
      words: stockStatuses,
      hidden: true,
    }),
    f.word('update_status', key('Update status'), (row) => row.update_status, {
      ...{ width: 130, words: updateStatuses, shownFrom: 1500 },
    }),
    f.instant('last_updated', key('Last updated'), (row) => row.last_updated, { width: 140, shownFrom: 2440 }),
    f.words('broken', key('Core sizes broken'), (row) => row.broken_colors, { width: 150, hidden: true }),
  ],
})
