import { fields, supplierName } from '../../kernel/field.ts'
import { list } from '../../kernel/list.ts'
import { key } from '../../kernel/words.ts'
import type { PreStockRow } from './calls.ts'
import { preStockStatuses, withdrawReasons } from './rules.ts'

const f = fields<PreStockRow>()

/** What the cheapest SKU costs; null where the vendor named no price, or the reader sees none. */
export const priceFrom = ({ skus }: Pick<PreStockRow, 'skus'>) => {
  const all = skus.flatMap(({ price }) => price ?? [])
  return all.length === 0 ? null : all.reduce((least, one) => (one.minor < least.minor ? one : least))
}

const reasons = Object.values(withdrawReasons)

/** Styles listed for sale before their pieces arrive. */
export const preStock = list({
  name: 'pre-stock',
  rowId: (row) => row.listing_id,
  file: 'pre_stock',
  fields: [
    f.code('style_id', key('Style ID'), (row) => row.style_id, { width: 150, pinned: true }),
    f.code('listing', key('Listing'), (row) => row.listing_id, { width: 104 }),
    f.text('style', key('Style'), (row, { name }) => name(row.style_name, row.style_name_zh), {
      width: 150,
      shownFrom: 1600,
    }),
    f.text('supplier', key('Supplier'), supplierName, { width: 150, shownFrom: 1280 }),
    f.word('category', key('Category'), (row) => row.category, { width: 110, hidden: true }),
    f.words('strip', key('Can be sold, by colour and size'), () => [], {
      width: 400,
      grows: true,
      isOnlyOnScreen: true,
    }),
    f.pieces('promised', key('Promised'), (row) => row.promised, { width: 90 }),
    f.pieces('sellable', key('Can be sold'), (row) => row.sellable, { width: 96 }),
    f.pieces('real_stock', key('Real stock'), (row) => row.real_stock, { width: 92, shownFrom: 1440 }),
    f.word('status', key('Status'), (row) => row.status, { width: 120, words: preStockStatuses }),
    f.day('until', key('Last day'), (row) => row.until, { width: 104, shownFrom: 1440 }),
    f.money('price', key('Price from'), priceFrom, { width: 96, shownFrom: 1680 }),
    f.instant('listed_at', key('Listed on'), (row) => row.listed_at, { width: 140, shownFrom: 1680 }),
    f.text('listed_by', key('Listed by'), (row) => row.listed_by, { width: 130, hidden: true }),
    f.instant('withdrawn_at', key('Withdrawn on'), (row) => row.withdrawn_at, { width: 140, hidden: true }),
    f.word('reason', key('Reason'), (row) => row.reason && withdrawReasons[row.reason], {
      width: 150,
      words: reasons,
      hidden: true,
    }),
    f.text('remark', key('Remark'), (row) => row.remark, { width: 150, hidden: true }),
  ],
})
