import { area } from '../../kernel/area.ts'
import { chosen, listFile, notPaged } from '../../kernel/list.ts'
import { notice, toHouse } from '../../kernel/notices.ts'
import { screen } from '../../kernel/screens.ts'
import { orderActionId, productionCalls, productionPoNo } from './calls.ts'
import { productionFigures } from './figures.ts'
import { lackingWords, noFacilityYet, notLiveYet, productionActionLabels, waitWords } from './lacking.ts'
import { productionOrders, productionPos } from './lists.ts'
import { loadWords } from './load.ts'
import { markerFaults } from './marker.ts'
import { markerFileWords } from './marker-files.ts'
import { orderLife } from './order-life.ts'
import { orderPathWords, orderStateWords, orderTabWords } from './order-states.ts'
import { poStateCode, poStateWords, productionPoLife } from './po-life.ts'
import { proposalWords } from './proposal.ts'
import { productionRights } from './rights.ts'
import { splitFaults } from './split.ts'
import { fileWords, poWords, productionWords, sourceWords, stageNames } from './words.ts'

const { seeProduction, productionOrdersOut } = productionRights

/** Each is told with the screen of the order's path: a notice leads to a list that shows its order. */
const toCad = (screenOf: string) =>
  notice('attention', {
    to: toHouse(productionRights.makeMarkers, ['cad'], 'Open the marker'),
    label: 'Production orders that need a marker',
    one: ['Production order {{number}} needs a marker.', `${screenOf}?tab=CAD&order={{number}}`],
    many: ['{{count}} production orders need a marker.', `${screenOf}?tab=CAD`],
  })

const marked = (screenOf: string) =>
  notice('news', {
    to: toHouse(productionRights.runProduction, ['ops'], 'Open the production order'),
    label: 'Markers that are made',
    one: ['The marker of {{number}} is made.', `${screenOf}?tab=READY_FOR_PRODUCTION&order={{number}}`],
    many: ['{{count}} markers are made.', `${screenOf}?tab=READY_FOR_PRODUCTION`],
  })

const stopped = (screenOf: string) =>
  notice('problem', {
    to: toHouse(productionRights.runProduction, ['ops'], 'Open the production order'),
    label: 'Production orders that were stopped',
    one: ['Production of {{number}} is on hold: {{reason}}', `${screenOf}?tab=PRODUCTION_ON_HOLD&order={{number}}`],
    many: ['Production of {{count}} orders is on hold.', `${screenOf}?tab=PRODUCTION_ON_HOLD`],
  })

/** Production orders in India: from their first question to the cutting table. */
export const productionArea = area({
  calls: productionCalls,
  rights: productionRights,
  screens: [
    screen('production', '/ops/in-house-orders', 'In-house orders', 'build', seeProduction),
    screen('production', '/ops/outsourced-orders', 'Outsourced orders', 'shop', seeProduction),
    screen('production', '/ops/vendor-purchase-orders', 'Vendor purchase orders', 'document', productionOrdersOut),
    screen('production', '/ops/supply-report', 'Supply report', 'horizontal-bar-chart', productionRights.runProduction),
  ],
  lists: { 'production-orders': seeProduction, 'production-pos': productionOrdersOut },
  exports: {
    exportProductionOrders: listFile('production-orders', productionOrders, {
      summary: 'Production orders, as seen.',
      callers: seeProduction.roles,
      takes: { ...notPaged(productionCalls.getOrders), order_action_ids: chosen(orderActionId) },
    }),
    exportProductionPos: listFile('production-pos', productionPos, {
      summary: 'Purchase orders to facilities, as seen.',
      callers: productionOrdersOut.roles,
      takes: { ...notPaged(productionCalls.getProductionPos), purchase_orders: chosen(productionPoNo) },
    }),
  },
  notices: {
    production_made: notice('news', {
      to: toHouse(productionRights.runProduction, ['ops'], 'Open the production order'),
      label: 'New production orders',
      one: ['Production order {{number}} is new.', '/ops/in-house-orders?tab=ACTION_REQUIRED&order={{number}}'],
      many: ['{{count}} production orders are new.', '/ops/in-house-orders?tab=ACTION_REQUIRED'],
    }),
    production_to_cad: toCad('/ops/in-house-orders'),
    outsourced_to_cad: toCad('/ops/outsourced-orders'),
    production_marked: marked('/ops/in-house-orders'),
    outsourced_marked: marked('/ops/outsourced-orders'),
    production_stopped: stopped('/ops/in-house-orders'),
    outsourced_stopped: stopped('/ops/outsourced-orders'),
  },
  figures: productionFigures,
  entities: ['production_order', 'production_po'],
  feed: { production_order: seeProduction },
  traces: { production_order: { place: 11, one: 'Production order', many: 'Production orders' } },
  facts: {
    production_style: 'Style',
    production_pieces: 'Pieces',
    production_facilities: 'Facilities',
    production_due: 'Due date',
  },
  actions: productionActionLabels,
  events: {
    'production.made': 'Production order made',
    'production.edit': 'Production order changed',
    'production.make_ready': 'Made ready for allocation',
    'production.hold': 'Put on hold',
    'production.stop': 'Production stopped',
    'production.release': 'Released',
    'production.reject': 'Production order rejected',
    'production.recover': 'Production order recovered',
    'production.assign': 'Facilities assigned',
    'production.reassign': 'Facilities changed',
    'production.complete_cad': 'Marker made',
    'marker.uploaded': 'Marker file uploaded',
    'production.send': 'Sent for production',
    'production.clear': 'Pieces cleared that were not cut',
    'production.to_in_house': 'Moved in-house',
    'production.to_outsourced': 'Moved to outsourced',
    'production.revert': 'Taken one step back',
    'production.reserved': 'Rolls reserved',
    'production.po_made': 'Purchase order made',
    'production.po_cancelled': 'Purchase order cancelled',
    'production_po.made': { word: 'Purchase order to a facility made', namesPrice: true },
    'production_po.change': { word: 'Purchase order to a facility changed', namesPrice: true },
    'production_po.cancel': 'Purchase order to a facility cancelled',
  },
  codes: {
    ...orderStateWords,
    [poStateCode('open')]: poStateWords.open,
    [poStateCode('cancelled')]: poStateWords.cancelled,
  },
  statuses: {
    [orderStateWords.ACTION_REQUIRED]: 'warn',
    [orderStateWords.ON_HOLD]: 'warn',
    [orderStateWords.READY_FOR_ALLOCATION]: 'active',
    [orderStateWords.CAD]: 'active',
    [orderStateWords.READY_FOR_PRODUCTION]: 'active',
    [orderStateWords.SENT_FOR_PRODUCTION]: 'good',
    [orderStateWords.PRODUCTION_ON_HOLD]: 'warn',
    [orderStateWords.REJECTED]: 'bad',
    [poStateWords.open]: 'active',
    [poStateWords.cancelled]: 'neutral',
  },
  lives: { orderLife, productionPoLife },
  words: [
    ...[orderTabWords, orderPathWords, poStateWords, sourceWords, waitWords].flatMap((table) => Object.values(table)),
    ...[lackingWords, loadWords, markerFaults, proposalWords, splitFaults].flatMap((table) => Object.values(table)),
    ...[fileWords, poWords, productionWords].flatMap((table) => Object.values(table)),
    ...Object.values(markerFileWords),
    notLiveYet,
    noFacilityYet,
    ...Object.values(stageNames),
    ...orderLife.words,
    ...productionPoLife.words,
  ],
})
