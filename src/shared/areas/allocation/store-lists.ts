import { fields } from '../../kernel/field.ts'
import { list } from '../../kernel/list.ts'
import { key } from '../../kernel/words.ts'
import type { StoreStyleRow } from './store-shapes.ts'
import { metricMeanings, metricWords } from './store-stock.ts'

const f = fields<StoreStyleRow>()

/** What stores have of each style, and how it sells there. */
export const storeStyles = list({
  name: 'store-styles',
  rowId: (row) => `${row.store} ${row.style_id} ${row.color}`,
  file: 'store-stock',
  fields: [
    f.code('store', key('Store'), (row) => row.store, { width: 90, pinned: true }),
    f.text('store_name', key('Store name'), (row, { name }) => name(row.store_name, row.store_name_zh), { width: 180 }),
    f.text('region', key('Region'), (row) => row.region, { width: 100 }),
    f.code('style_id', key('Style'), (row) => row.style_id, { width: 100, traces: true }),
    f.text('style_name', key('Style name'), (row, { name }) => name(row.style_name, row.style_name_zh), { width: 180 }),
    f.text('color', key('Colour'), (row, { name }) => name(row.color, row.color_zh), { width: 110 }),
    f.text('category', key('Category'), (row) => row.category, { width: 110 }),
    f.pieces('on_hand', key('On hand'), (row) => row.on_hand, { width: 80 }),
    f.pieces('in_transit', key('On its way'), (row) => row.in_transit, { width: 90 }),
    f.pieces('sold_30', key('Sold in 30 days'), (row) => row.sold_30, { width: 110 }),
    f.number('rate', key('Pieces a day'), (row) => row.rate, { width: 90, digits: 2 }),
    f.number('cover', metricWords.cover, (row) => row.cover, { width: 100, digits: 1, means: metricMeanings.cover }),
    f.share('sell_through', key('Sell-through'), (row) => row.sell_through, {
      ...{ width: 100, means: metricMeanings.sell_through },
    }),
    f.count('age_days', metricWords.age, (row) => row.age_days, { width: 110, means: metricMeanings.age }),
    f.count('lost_days', metricWords.lost_days, (row) => row.lost_days, {
      ...{ width: 110, means: metricMeanings.lost_days },
    }),
    f.text('lacks', key('Core sizes it lacks'), (row) => row.lacks.join(', '), { width: 130 }),
    f.number(
      'retail_value',
      key('Retail value (INR)'),
      (row) => row.retail_value_minor && row.retail_value_minor / 100,
      { width: 130, digits: 2 },
    ),
  ],
})
