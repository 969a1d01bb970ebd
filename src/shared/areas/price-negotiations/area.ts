import { area } from '../../kernel/area.ts'
import { listFile, notPaged } from '../../kernel/list.ts'
import { noticeStatus, toastTimes } from '../../kernel/notices.ts'
import { screen } from '../../kernel/screens.ts'
import { priceNegotiationCalls } from './calls.ts'
import { priceNegotiations } from './lists.ts'
import { priceNegotiationRights } from './rights.ts'
import { moveWords, negotiationWords } from './rules.ts'

const { negotiatePrices } = priceNegotiationRights
const at = '/supplier/price-negotiation'

export const priceNegotiationsArea = area({
  calls: priceNegotiationCalls,
  rights: priceNegotiationRights,
  screens: [screen('supplier', at, 'Price negotiation', 'dollar', negotiatePrices)],
  lists: { 'price-negotiations': negotiatePrices },
  exports: {
    exportPriceNegotiations: listFile('price-negotiations', priceNegotiations, {
      summary: 'Price negotiations as seen.',
      callers: negotiatePrices.roles,
      takes: notPaged(priceNegotiationCalls.getPriceNegotiationDetails),
    }),
  },
  notices: {
    price_to_answer: {
      label: 'Prices to answer',
      audience: 'vendor',
      roles: ['vendor'],
      words: {
        one: 'A price for style {{style_id}} waits for your answer.',
        many: '{{count}} prices wait for your answer.',
      },
      path: { one: `${at}?negotiation={{number}}`, many: at },
      action: 'Answer',
      status: noticeStatus.attention,
      timeout: toastTimes.toRead,
    },
    price_settled: {
      label: 'Prices agreed or abandoned',
      audience: 'vendor',
      roles: ['vendor'],
      words: {
        one: 'The price for style {{style_id}} was settled.',
        many: 'Prices for {{count}} styles were settled.',
      },
      path: { one: `${at}?negotiation={{number}}&tab=all`, many: `${at}?tab=all` },
      action: 'Open prices',
      status: noticeStatus.news,
      timeout: toastTimes.toRead,
    },
    price_due: {
      label: 'Prices whose answer is due',
      audience: 'vendor',
      roles: ['vendor'],
      words: {
        one: 'The price for style {{style_id}} wants your answer by {{due}}.',
        many: '{{count}} prices want your answer now.',
      },
      path: { one: `${at}?negotiation={{number}}`, many: at },
      action: 'Answer',
      status: noticeStatus.attention,
      timeout: toastTimes.toRead,
    },
    price_due_to_us: {
      label: 'Prices that we are to answer',
      audience: 'house',
      roles: ['ops', 'bm_team', 'bm_admin'],
      words: {
        one: 'The price that a vendor asks for style {{style_id}} wants our answer by {{due}}.',
        many: '{{count}} prices of vendors want our answer now.',
      },
      path: { one: `${at}?negotiation={{number}}`, many: at },
      action: 'Open prices',
      status: noticeStatus.attention,
      timeout: toastTimes.toRead,
    },
    price_asked: {
      label: 'Prices that vendors ask',
      audience: 'house',
      roles: ['ops', 'bm_team', 'bm_admin'],
      words: {
        one: 'A vendor names a price for style {{style_id}}.',
        many: 'Vendors name prices for {{count}} styles.',
      },
      path: { one: `${at}?negotiation={{number}}`, many: at },
      action: 'Open prices',
      status: noticeStatus.attention,
      timeout: toastTimes.passing,
    },
  },
  entities: ['price_negotiation', 'price_guide'],
  feed: { price_negotiation: negotiatePrices, price_guide: priceNegotiationRights.negotiateForUs },
  events: {
    'price.asked': { word: 'Price asked', namesPrice: true },
    'price.countered': { word: 'Price countered', namesPrice: true },
    'price.agreed': { word: 'Price agreed', namesPrice: true },
    'price.abandoned': { word: 'Negotiation abandoned', namesPrice: true },
    'price.reopened': { word: 'Negotiation opened again', namesPrice: true },
    'price.entered': { word: 'Agreement entered by hand', namesPrice: true },
    'price.buyer_changed': 'Another buyer in charge',
    'price.proved': 'Proof attached',
    'price.guided': { word: 'Target and floor set', namesPrice: true },
  },
  statuses: {
    'Waits for the company': 'warn',
    'Waits for vendor': 'active',
    'Waits for you': 'warn',
    Agreed: 'good',
    Abandoned: 'neutral',
  },
  words: [...Object.values(negotiationWords), ...Object.values(moveWords)],
})
