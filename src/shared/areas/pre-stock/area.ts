import { area } from '../../kernel/area.ts'
import { listFile, notPaged } from '../../kernel/list.ts'
import { notice, toHouse } from '../../kernel/notices.ts'
import { screen } from '../../kernel/screens.ts'
import { preStockCalls } from './calls.ts'
import { preStockFigures } from './figures.ts'
import { preStock } from './lists.ts'
import { preStockRights } from './rights.ts'
import { preStockWords, withdrawReasons } from './rules.ts'

const { readPreStock } = preStockRights

export const preStockArea = area({
  calls: preStockCalls,
  rights: preStockRights,
  figures: preStockFigures,
  screens: [screen('vendors', '/supplier/pre-stock-listing', 'Pre-stock listing', 'shop', readPreStock)],
  lists: { 'pre-stock': readPreStock },
  exports: {
    exportPreStock: listFile('pre-stock', preStock, {
      summary: 'Pre-stock listings as seen.',
      callers: readPreStock.roles,
      takes: notPaged(preStockCalls.getPreStockListing),
    }),
  },
  notices: {
    pre_stock_over: notice('attention', {
      to: toHouse(preStockRights.preStock, ['ops'], 'Open listings'),
      label: 'Pre-stock listings over-promised',
      one: [
        'Pre-stock listing {{listing_id}} of {{style_id}} promises more than its vendor has.',
        '/supplier/pre-stock-listing?tab=over_promised&listing={{listing_id}}',
      ],
      many: [
        '{{count}} pre-stock listings promise more than their vendors have.',
        '/supplier/pre-stock-listing?tab=over_promised',
      ],
    }),
  },
  entities: ['pre_stock'],
  feed: { pre_stock: readPreStock },
  events: {
    'pre_stock.listed': 'Listed for sale before stock',
    'pre_stock.changed': 'Listing changed',
    'pre_stock.withdrawn': 'Listing withdrawn',
  },
  statuses: { Sellable: 'good', 'Over-promised': 'bad', Expired: 'neutral', Withdrawn: 'neutral' },
  words: [...Object.values(preStockWords), ...Object.values(withdrawReasons)],
})
