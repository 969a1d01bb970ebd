import { area } from '../../kernel/area.ts'
import { listFile, notPaged } from '../../kernel/list.ts'
import { notice, toHouse, toVendor } from '../../kernel/notices.ts'
import { screen } from '../../kernel/screens.ts'
import { priceNegotiationCalls } from './calls.ts'
import { negotiationFigures } from './figures.ts'
import { priceNegotiations } from './lists.ts'
import { priceNegotiationRights } from './rights.ts'
import { moveWords, negotiationWords } from './rules.ts'

const { negotiatePrices } = priceNegotiationRights
const at = '/supplier/price-negotiation'

export const priceNegotiationsArea = area({
  calls: priceNegotiationCalls,
  rights: priceNegotiationRights,
  figures: negotiationFigures,
  screens: [screen('vendors', at, 'Price negotiation', 'dollar', negotiatePrices)],
  lists: { 'price-negotiations': negotiatePrices },
  exports: {
    exportPriceNegotiations: listFile('price-negotiations', priceNegotiations, {
      summary: 'Price negotiations as seen.',
      callers: negotiatePrices.roles,
      takes: notPaged(priceNegotiationCalls.getPriceNegotiationDetails),
    }),
  },
  notices: {
    price_to_answer: notice('attention', {
      to: toVendor(negotiatePrices, 'Answer'),
      label: 'Prices to answer',
      one: ['A price for style {{style_id}} waits for your answer.', `${at}?negotiation={{number}}`],
      many: ['{{count}} prices wait for your answer.', at],
    }),
    price_settled: notice('news', {
      to: toVendor(negotiatePrices, 'Open prices'),
      label: 'Prices agreed or abandoned',
      one: ['The price for style {{style_id}} was settled.', `${at}?negotiation={{number}}&tab=all`],
      many: ['Prices for {{count}} styles were settled.', `${at}?tab=all`],
    }),
    price_due: notice('attention', {
      to: toVendor(negotiatePrices, 'Answer'),
      label: 'Prices whose answer is due',
      one: ['The price for style {{style_id}} wants your answer by {{due}}.', `${at}?negotiation={{number}}`],
      many: ['{{count}} prices want your answer now.', at],
    }),
    price_due_to_us: notice('attention', {
      to: toHouse(priceNegotiationRights.negotiateForUs, ['ops', 'bm_team', 'bm_admin'], 'Open prices'),
      label: 'Prices that we are to answer',
      one: [
        'The price that a vendor asks for style {{style_id}} wants our answer by {{due}}.',
        `${at}?negotiation={{number}}`,
      ],
      many: ['{{count}} prices of vendors want our answer now.', at],
    }),
    price_asked: notice('attention', {
      to: toHouse(priceNegotiationRights.negotiateForUs, ['ops', 'bm_team', 'bm_admin'], 'Open prices'),
      label: 'Prices that vendors ask',
      one: ['A vendor names a price for style {{style_id}}.', `${at}?negotiation={{number}}`],
      many: ['Vendors name prices for {{count}} styles.', at],
    }),
  },
  entities: ['price_negotiation', 'price_guide'],
  feed: { price_negotiation: negotiatePrices, price_guide: priceNegotiationRights.negotiateForUs },
  events: {
    'price.asked': { word: 'Price asked', namesPrice: true },
    'price.countered': { word: 'Price countered', namesPrice: true },
    'price.agreed': { word: 'Price agreed', namesPrice: true },
    'price.abandoned': { word: 'Negotiation abandoned', namesPrice: true },
    'price.reopened': { word: 'Negotiation opened again', namesPrice: true },
    'price.taken_back': { word: 'Agreement taken back', namesPrice: true },
    'price.entered': { word: 'Agreement entered by hand', namesPrice: true },
    'price.buyer_changed': 'Another buyer in charge',
    'price.proved': 'Proof attached',
    'price.guided': { word: 'Target and floor set', namesPrice: true },
  },
  statuses: {
    'Waits for us': 'warn',
    'Waits for the company': 'active',
    'Waits for vendor': 'active',
    'Waits for you': 'warn',
    Agreed: 'good',
    Abandoned: 'neutral',
  },
  words: [...Object.values(negotiationWords), ...Object.values(moveWords)],
})
