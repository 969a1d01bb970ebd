import { area } from '../../kernel/area.ts'
import { listFile, notPaged } from '../../kernel/list.ts'
import { notice, toHouse } from '../../kernel/notices.ts'
import { screen } from '../../kernel/screens.ts'
import { gatePassRights } from '../gate-passes/rights.ts'
import { allocationCalls } from './calls.ts'
import { allocationFigures } from './figures.ts'
import { allocationLife, replenishmentLife } from './life.ts'
import { allocationLines, allocationTasks, replenishmentOrders } from './lists.ts'
import { allocationRights } from './rights.ts'
import { storeStyles } from './store-lists.ts'
import { heatClasses, metricMeanings, metricWords } from './store-stock.ts'
import { replayWords, storeWords } from './store-words.ts'
import {
  allocationWords,
  choiceWords,
  limitWords,
  modeWords,
  orderCode,
  replenishmentStateWords,
  siteKindWords,
  taskCode,
  taskStateWords,
  testNames,
  testWords,
} from './words.ts'

const right = allocationRights.allocation

/** Which store gets what of the warehouses' stock, and why. */
export const allocationArea = area({
  calls: allocationCalls,
  rights: allocationRights,
  figures: allocationFigures,
  screens: [
    screen('retail', '/retail/allocation-dashboard', 'Allocation dashboard', 'grid-view', right),
    screen('retail', '/retail/replenishment', 'Replenishment', 'refresh', right),
    screen('retail', '/retail/stores', 'Stores', 'heatmap', right),
  ],
  lists: { allocations: right, 'allocation-lines': right, 'replenishment-orders': right, 'store-styles': right },
  exports: {
    exportAllocations: listFile('allocations', allocationTasks, {
      summary: 'Allocations, as seen.',
      callers: right.roles,
      takes: notPaged(allocationCalls.allocationTasks),
    }),
    exportAllocationLines: listFile('allocation-lines', allocationLines, {
      summary: 'Lines of an allocation, as seen.',
      callers: right.roles,
      takes: notPaged(allocationCalls.allocationOutwards),
    }),
    exportReplenishmentOrders: listFile('replenishment-orders', replenishmentOrders, {
      summary: 'Replenishment orders, as seen.',
      callers: right.roles,
      takes: notPaged(allocationCalls.replenishmentOrders),
    }),
    exportStoreStock: listFile('store-stock', storeStyles, {
      summary: 'What stores have of each style and how it sells there, as seen.',
      callers: right.roles,
      takes: notPaged(allocationCalls.storeStock),
    }),
  },
  notices: {
    allocation_passes: notice('attention', {
      to: toHouse(gatePassRights.gatePassSend, ['warehouse'], 'Open gate passes'),
      label: 'Gate passes of allocations and replenishment',
      one: ['Gate passes of {{number}} are to be packed.', '/warehouse/source'],
      many: ['Gate passes of {{count}} plans are to be packed.', '/warehouse/source'],
    }),
  },
  lives: { allocationLife, replenishmentLife },
  entities: ['allocation', 'replenishment'],
  feed: { allocation: right, replenishment: right },
  events: {
    'allocation.created': 'Allocation created',
    'allocation.calculated': 'Allocation calculated',
    'allocation.tried': 'Other settings tried',
    'allocation.locked': 'Cells locked or unlocked',
    'allocation.chosen': 'Shortlist changed',
    'allocation.frozen': 'Lines submitted, pieces reserved',
    'allocation.thawed': 'Lines taken back',
    'allocation.submitted': 'Allocation submitted',
    'allocation.rejected': 'Allocation given up',
    'allocation.passes_made': 'Gate passes made',
    'allocation.transferred': 'Transfers between stores made',
    'allocation.replayed': 'Past sales replayed',
    'replenishment.created': 'Replenishment order created',
    'replenishment.changed': 'Replenishment order changed',
    'replenishment.sent': 'Gate passes of the replenishment order made',
    'replenishment.cancelled': 'Replenishment order cancelled',
    'replenishment.snoozed': 'Replenishment put off',
  },
  statuses: {
    [taskStateWords.CREATED]: 'neutral',
    [taskStateWords.CALCULATED]: 'active',
    [taskStateWords.SHORTLISTED]: 'active',
    [taskStateWords.SUBMITTED]: 'warn',
    [taskStateWords.GATEPASSES_CREATED]: 'good',
    [taskStateWords.REJECTED]: 'neutral',
    [replenishmentStateWords.DRAFT]: 'active',
  },
  codes: {
    ...Object.fromEntries(Object.entries(taskStateWords).map(([state, word]) => [taskCode(state), word])),
    ...Object.fromEntries(Object.entries(replenishmentStateWords).map(([state, word]) => [orderCode(state), word])),
  } as Readonly<Record<string, string>>,
  words: [
    ...[
      taskStateWords,
      choiceWords,
      limitWords,
      modeWords,
      replenishmentStateWords,
      siteKindWords,
      testNames,
      testWords,
    ].flatMap((table) => Object.values<string>(table)),
    ...Object.values(allocationWords),
    ...[storeWords, replayWords, metricWords, metricMeanings].flatMap((table) => Object.values<string>(table)),
    ...Object.values(heatClasses).flatMap((all) => all.map(({ word }) => word)),
    ...allocationLife.words,
    ...replenishmentLife.words,
  ],
})
